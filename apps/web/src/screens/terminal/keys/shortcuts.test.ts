import { expect, it } from 'vitest';
import { keysOf, SHORTCUTS, shortcutOf, shownKeys, withKeys, type Shortcut } from './shortcuts.ts';

const press = (key: string, held: Partial<Parameters<typeof keysOf>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

it('keysOf formats a key press as in the table: ⌘ as Ctrl, and no Shift that is part of typing the character', () => {
  expect(keysOf(press('f', { ctrlKey: true }))).toBe('Ctrl+F');
  expect(keysOf(press('F', { metaKey: true, shiftKey: true }))).toBe('Ctrl+Shift+F');
  expect(keysOf(press('?', { ctrlKey: true, shiftKey: true }))).toBe('Ctrl+?');
  expect(keysOf(press('Enter', { shiftKey: true }))).toBe('Shift+Enter');
});

it('no two actions share their keys, and each action is found by its keys', () => {
  const keys = Object.values<Shortcut>(SHORTCUTS).map((each) => `${each.where} ${each.keys}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(shortcutOf(press('/', { ctrlKey: true }))).toBe('overview');
  expect(shortcutOf(press('x'))).toBeUndefined();
  expect(shortcutOf(press('Enter'))).toBeUndefined();
  expect(shortcutOf(press('Enter'), 'input')).toBe('send');
  expect(shortcutOf(press(' ', { ctrlKey: true }), 'input')).toBe('complete');
  expect(shortcutOf(press('a', { ctrlKey: true }), 'list')).toBe('selectAll');
  const inBar = { ...press('Ç', { altKey: true, shiftKey: true }), code: 'KeyC' };
  expect([shortcutOf(inBar, 'bar'), shortcutOf(inBar)]).toEqual(['matchCase', undefined]);
});

it('a tooltip contains the keys', () => {
  expect(withKeys('All shortcuts', 'overview')).toBe('All shortcuts (Ctrl+/)');
});

it('[TERM-235] shortcuts work on keyboards of other countries', () => {
  expect(shortcutOf({ ...press('a', { altKey: true }), code: 'KeyQ' })).toBe('copyAll'); // AZERTY
  expect(shortcutOf({ ...press('а', { ctrlKey: true }), code: 'KeyF' })).toBe('find'); // Russian
});

it('with Alt, the physical key counts instead of a character that some systems change', () => {
  expect(keysOf({ ...press('¡', { altKey: true }), code: 'Digit1' })).toBe('Alt+1');
  expect(shortcutOf({ ...press('¡', { altKey: true }), code: 'Digit1' })).toBe('quick1');
  expect(keysOf({ ...press('1'), code: 'Digit1' })).toBe('1');
});

it('keys are shown as symbols and short names', () => {
  expect(shownKeys(SHORTCUTS.older)).toEqual(['↑']);
  expect(withKeys('Close', 'closeList')).toBe('Close (Esc)');
});
