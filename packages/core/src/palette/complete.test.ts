import { expect, test } from 'vitest';
import { BUILTIN_COMMANDS } from './builtin-commands.ts';
import { completionsOf } from './complete.ts';

const texts = (typed: string, history: readonly string[] = []): readonly string[] =>
  completionsOf(typed, BUILTIN_COMMANDS, history).map(({ text }) => text);

test('[TERM-114] what begins like the text comes first, the palette before history, then what holds it', () => {
  expect(texts('at+v', ['AT+VOLT', 'xAT+V', 'AT+VOLT', 'AT+VB?'])).toEqual([
    'AT+VB=0',
    'AT+VB=1',
    'AT+VB?',
    'AT+VB=?',
    'AT+VOLT',
    'xAT+V',
  ]);
  expect(texts('ADA')).toEqual(['AT+ADATA']);
});

test('[TERM-114] the text itself is never offered; nothing typed offers the whole palette, then history', () => {
  expect(texts('AT+ADATA', ['AT+ADATA'])).toEqual([]);
  const all = texts('', ['AT+MINE']);
  expect(all[0]).toBe('AT+ADATA');
  expect(all.at(-1)).toBe('AT+MINE');
});

test('[TERM-114] each has its line of help: of the value, where one is chosen', () => {
  const [compact, verbose] = completionsOf('AT+VB=', BUILTIN_COMMANDS, []);
  expect(compact).toMatchObject({ text: 'AT+VB=0', help: 'compact: one line of numbers' });
  expect(verbose).toMatchObject({ text: 'AT+VB=1', writes: true, isOpen: false });
  expect(completionsOf('ATS3', BUILTIN_COMMANDS, [])[1]).toMatchObject({
    text: 'ATS3=',
    isOpen: true,
  });
});
