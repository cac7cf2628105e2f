import { expect, test } from 'vitest';
import { CLOSED, completionAction, type CompletionState } from './use-completion.ts';

const offered: CompletionState = { list: 'offered' };
const asked = (chosen?: number): CompletionState =>
  chosen === undefined ? { list: 'asked' } : { list: 'asked', chosen };
const three = { count: 3, isAtEnd: true };

test('[TERM-121] a list that opened while typing handles neither Enter nor the arrows', () => {
  expect(completionAction('send', offered, three)).toBeUndefined();
  expect(completionAction('older', offered, three)).toBeUndefined();
  expect(completionAction('newer', offered, three)).toBeUndefined();
});

test('[TERM-121] Tab inserts the first completion, as does → at the end of the text, and Escape closes the list', () => {
  expect(completionAction('takeFirst', offered, three)).toEqual({ kind: 'take', index: 0 });
  expect(completionAction('takeAtEnd', offered, three)).toEqual({ kind: 'take', index: 0 });
  expect(completionAction('takeAtEnd', offered, { count: 3, isAtEnd: false })).toBeUndefined();
  expect(completionAction('closeList', offered, three)).toEqual({ kind: 'become', state: CLOSED });
});

test('[TERM-121] in a list opened by the user, the arrows select cyclically, and Enter inserts a selected completion only', () => {
  expect(completionAction('complete', CLOSED, three)).toEqual({ kind: 'become', state: asked() });
  expect(completionAction('send', asked(), three)).toBeUndefined();
  expect(completionAction('newer', asked(), three)).toEqual({ kind: 'become', state: asked(0) });
  expect(completionAction('older', asked(), three)).toEqual({ kind: 'become', state: asked(2) });
  expect(completionAction('newer', asked(2), three)).toEqual({ kind: 'become', state: asked(0) });
  expect(completionAction('older', asked(0), three)).toEqual({ kind: 'become', state: asked(2) });
  expect(completionAction('send', asked(1), three)).toEqual({ kind: 'take', index: 1 });
});

test('[TERM-121] a closed or empty list handles no key', () => {
  for (const key of ['send', 'older', 'newer', 'takeFirst', 'takeAtEnd', 'closeList'] as const) {
    expect(completionAction(key, CLOSED, three)).toBeUndefined();
    expect(completionAction(key, asked(), { count: 0, isAtEnd: true })).toBeUndefined();
  }
});
