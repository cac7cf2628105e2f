import type { BadPattern, SearchState } from '@batbot/core';

const figure = (count: number): string => count.toLocaleString('en');

/** What is wrong with a pattern, in words. */
export const patternProblem = ({ message, at }: BadPattern): string =>
  at === undefined ? `Not understood: ${message}` : `Not understood at ${at + 1}: ${message}`;

/** Where Find is: "3 of 128". */
export const findCount = (state: SearchState): string => {
  const { query, problem, isDone, count, isAtLeast, current } = state;
  if (query === undefined || query.pattern === '' || problem !== undefined) return '';
  const all = `${figure(count)}${isAtLeast ? '+' : ''}`;
  const found = current === undefined ? all : `${figure(current.number)} of ${all}`;
  if (!isDone) return count === 0 ? 'Searching …' : `${found}, searching …`;
  if (count === 0) return 'No match';
  return current === undefined ? `${found} ${count === 1 ? 'match' : 'matches'}` : found;
};
