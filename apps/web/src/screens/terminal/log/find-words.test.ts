import { describe, expect, test } from 'vitest';
import { createLogBuffer, type SearchState, type ShownLog } from '@batbot/core';
import { findCount, hiddenWords, patternProblem } from './find-words.ts';

const third = { id: 7, number: 3, range: { from: 0, to: 1 } };
const state = (change: Partial<SearchState>): SearchState => ({
  query: { pattern: 'x', isRegex: false, isCaseSensitive: false },
  problem: undefined,
  isDone: true,
  count: 0,
  isAtLeast: false,
  firstId: undefined,
  current: undefined,
  ...change,
});

const shown = (change: Partial<ShownLog>): ShownLog => ({
  view: createLogBuffer().view(),
  ids: { length: 1, at: () => 1, indexFrom: () => 0 },
  revision: 1,
  untilId: 1,
  filteredOut: 0,
  hushed: 0,
  ...change,
});

describe('the words of the filter', () => {
  test('[TERM-171] tell what it hides, and what is not shown for another reason', () => {
    expect(hiddenWords(shown({}), false)).toBe('Nothing is filtered out');
    expect(hiddenWords(shown({ hushed: 1_204 }), false)).toBe(
      'Nothing is filtered out, and 1\u202F204 background lines not shown',
    );
    expect(hiddenWords(shown({ filteredOut: 31, hushed: 1 }), true)).toBe(
      '31 of 32 lines hidden, and 1 background line not shown',
    );
    expect(hiddenWords(shown({ untilId: 0 }), true)).toBe('0 of 1 line hidden, filtering …');
  });
});

describe('the words of Find', () => {
  test('[TERM-92] tell how many places match, which of them is shown, and whether more may come', () => {
    expect(findCount(state({}))).toBe('No match');
    expect(findCount(state({ count: 1 }))).toBe('1 match');
    expect(findCount(state({ count: 1_280, current: third }))).toBe('3 of 1\u202F280');
    expect(findCount(state({ count: 200, isAtLeast: true }))).toBe('200+ matches');
    expect(findCount(state({ isDone: false }))).toBe('Searching …');
    expect(findCount(state({ isDone: false, count: 57 }))).toBe('57, searching …');
    expect(findCount(state({ query: undefined }))).toBe('');
  });

  test('[TERM-93] tell what is wrong with a pattern, and where if that is known', () => {
    expect(patternProblem({ kind: 'badPattern', message: 'a ( is not closed' })).toBe(
      'Not understood: a ( is not closed',
    );
    expect(patternProblem({ kind: 'badPattern', message: '“G” is no hex digit', at: 3 })).toBe(
      'Not understood at 4: “G” is no hex digit',
    );
  });
});
