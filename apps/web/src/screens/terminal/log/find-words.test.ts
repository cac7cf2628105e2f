import { describe, expect, test } from 'vitest';
import { createLogBuffer, type SearchState, type ShownLog } from '@batbot/core';
import { findCount, hiddenText, patternProblem, shownText } from './find-words.ts';

const third = { id: 7, number: 3, range: { from: 0, to: 1 } };
const state = (change: Partial<SearchState>): SearchState => ({
  query: { pattern: 'x', isRegex: false, isCaseSensitive: false },
  problem: undefined,
  isDone: true,
  count: 0,
  isAtLeast: false,
  current: undefined,
  ...change,
});

const shown = (change: Partial<ShownLog>): ShownLog => ({
  view: createLogBuffer().view(),
  ids: { length: 1, at: () => 1, indexFrom: () => 0 },
  revision: 1,
  untilId: 1,
  filteredOut: 0,
  hiddenAppLines: 0,
  ...change,
});

describe('the texts of the filter', () => {
  test('[TERM-171] filtered lines and hidden app traffic are counted separately', () => {
    expect(hiddenText(shown({}), false)).toBe('');
    expect(hiddenText(shown({ hiddenAppLines: 1_204 }), false)).toBe('1\u202F204 app lines hidden');
    expect(hiddenText(shown({ filteredOut: 31, hiddenAppLines: 1 }), true)).toBe(
      '31 of 32 lines filtered, 1 app line hidden',
    );
    expect(hiddenText(shown({ untilId: 0 }), true)).toBe('0 of 1 line filtered, filtering…');
  });

  test('[TERM-171] the toolbar shows how many lines are shown, hidden and dropped', () => {
    expect(shownText(shown({}), { length: 1, dropped: 0 })).toBe('1 line');
    expect(shownText(shown({ hiddenAppLines: 2 }), { length: 3, dropped: 5 })).toBe(
      '1 of 3 lines (2 app lines hidden), 5 older dropped',
    );
  });
});

describe('the texts of Find', () => {
  test('[TERM-92] Find shows the number of matches, the current match, and whether it is still searching', () => {
    expect(findCount(state({}))).toBe('No match');
    expect(findCount(state({ count: 1 }))).toBe('1 match');
    expect(findCount(state({ count: 1_280, current: third }))).toBe('3 of 1\u202F280');
    expect(findCount(state({ count: 200, isAtLeast: true }))).toBe('200+ matches');
    expect(findCount(state({ isDone: false }))).toBe('Searching…');
    expect(findCount(state({ isDone: false, count: 57 }))).toBe('57, searching…');
    expect(findCount(state({ query: undefined }))).toBe('');
  });

  test('[TERM-93] an invalid pattern is reported with its position, if known', () => {
    expect(patternProblem({ kind: 'badPattern', message: 'a ( is not closed' })).toBe(
      'Not understood: a ( is not closed',
    );
    expect(patternProblem({ kind: 'badPattern', message: '“G” is not a hex digit', at: 3 })).toBe(
      'Not understood at 4: “G” is not a hex digit',
    );
  });
});
