import { expect, test } from 'vitest';
import { pressedKey } from './pressed-key.ts';

const key = (name: string, code: string, altKey = false) => pressedKey({ key: name, code, altKey });

test('[TERM-235] a letter or digit is the one on the key, on every keyboard', () => {
  // AZERTY, QWERTZ, Dvorak
  expect([key('a', 'KeyQ', true), key('Q', 'KeyA', true), key('a', 'KeyQ')]).toEqual([
    'A',
    'Q',
    'A',
  ]);
  expect([key('y', 'KeyZ', true), key('p', 'KeyR'), key('r', 'KeyO')]).toEqual(['Y', 'P', 'R']);
});

test('[TERM-235] where a key has no Latin letter, its place counts', () => {
  // Russian, Greek, Hebrew
  expect([key('а', 'KeyF'), key('λ', 'KeyL'), key('ל', 'KeyK')]).toEqual(['F', 'L', 'K']);
  // With Alt on macOS, and digits of AZERTY
  expect([key('ç', 'KeyC', true), key('Dead', 'KeyN', true), key('¡', 'Digit1', true)]).toEqual([
    'C',
    'N',
    '1',
  ]);
  expect(key('&', 'Digit1', true)).toBe('1');
});

test('[TERM-249] a sign that Alt types on a Mac is typed and is no shortcut', () => {
  // German, Spanish, British, Swedish
  const signs = [key('@', 'KeyL', true), key('[', 'Digit5', true), key('|', 'Digit7', true)];
  signs.push(key('@', 'Digit2', true), key('#', 'Digit3', true), key('$', 'Digit4', true));
  expect(signs).toEqual(signs.map(() => undefined));
});

test('[TERM-235] other keys have no letter', () => {
  expect([key('&', 'Digit1'), key('Enter', 'Enter'), key('ö', 'Semicolon')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
