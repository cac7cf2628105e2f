import type { BadPattern, SearchState } from '@batbot/core';

const figure = (count: number): string => count.toLocaleString('en');

/** What is wrong with a pattern, in words. */
export const patternProblem = ({ message, at }: BadPattern): string =>
  at === undefined ? `Not understood: ${message}` : `Not understood at ${at + 1}: ${message}`;

/** Where Find is: "3 of 128". */
export const findCount = ({ query, problem, isDone, count, current }: SearchState): string => {
  if (query === undefined || query.pattern === '' || problem !== undefined) return '';
  const found =
    current === undefined ? figure(count) : `${figure(current.number)} of ${figure(count)}`;
  if (!isDone) return count === 0 ? 'Searching …' : `${found}, searching …`;
  if (count === 0) return 'No match';
  return current === undefined ? `${found} ${count === 1 ? 'line' : 'lines'}` : found;
};
