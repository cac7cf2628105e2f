import { expect, test } from 'vitest';
import { BUILTIN_COMMANDS } from './builtin-commands.ts';
import { completionsOf } from './complete.ts';

const texts = (typed: string, history: readonly string[] = []): readonly string[] =>
  completionsOf(typed, BUILTIN_COMMANDS, history).map(({ text }) => text);

test('[TERM-114] texts that start with the input come first, the palette before history, then texts that contain it', () => {
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

test('[TERM-114] the input itself is never offered; an empty input offers the whole palette, then history', () => {
  expect(texts('AT+ADATA', ['AT+ADATA'])).toEqual([]);
  const all = texts('', ['AT+MINE']);
  expect(all[0]).toBe('AT+ADATA');
  expect(all.at(-1)).toBe('AT+MINE');
});

test('[TERM-114] commands of the history that differ only in upper and lower case are all offered', () => {
  const sent = ['AT+NAME=BUS', 'AT+NAME=Bus', 'at+vb?'];
  expect(texts('at+name=', sent)).toEqual(['AT+NAME=Bus', 'AT+NAME=BUS']);
  expect(texts('AT+NAME=BUS', sent)).toEqual(['AT+NAME=Bus']);
  expect(texts('at+vb?', sent)).toEqual([]);
  const [own] = BUILTIN_COMMANDS.map((each) => ({ ...each, head: 'mine', parameters: [] }));
  expect(completionsOf('m', own ? [own] : [], ['mine'])).toHaveLength(1);
});

test('[TERM-114] each completion has a line of help, which describes the value where a value is offered', () => {
  const [compact, verbose] = completionsOf('AT+VB=', BUILTIN_COMMANDS, []);
  expect(compact).toMatchObject({ text: 'AT+VB=0', help: 'compact: one line of numbers' });
  expect(verbose).toMatchObject({ text: 'AT+VB=1', writes: true });
  expect(completionsOf('ATS3', BUILTIN_COMMANDS, [])[1]?.text).toBe('ATS3=');
});
