import { countText } from '../../../text/format.ts';
import { isComplete, type BadPattern, type SearchState, type ShownLog } from '@batbot/core';

/** `1 line`, `2 background lines`. */
export const lines = (count: number, kind = ''): string =>
  `${countText(count)} ${kind}${count === 1 ? 'line' : 'lines'}`;

/** What is wrong with a pattern, in words. */
export const patternProblem = ({ message, at }: BadPattern): string =>
  at === undefined ? `Not understood: ${message}` : `Not understood at ${at + 1}: ${message}`;

/** Where Find is: "3 of 128". */
export const findCount = (state: SearchState): string => {
  const { query, problem, isDone, count, isAtLeast, current } = state;
  if (query === undefined || query.pattern === '' || problem !== undefined) return '';
  const all = `${countText(count)}${isAtLeast ? '+' : ''}`;
  const found = current === undefined ? all : `${countText(current.number)} of ${all}`;
  if (!isDone) return count === 0 ? 'Searching …' : `${found}, searching …`;
  if (count === 0) return 'No match';
  return current === undefined ? `${found} ${count === 1 ? 'match' : 'matches'}` : found;
};

/** What of the log is not shown, and why: the filter hides it, or it is background traffic. */
export const hiddenWords = (shown: ShownLog, isFiltered: boolean): string => {
  const { ids, filteredOut, hushed } = shown;
  const filtered = isFiltered
    ? `${countText(filteredOut)} of ${lines(ids.length + filteredOut)} hidden`
    : 'Nothing is filtered out';
  const background = hushed === 0 ? '' : `, and ${lines(hushed, 'background ')} not shown`;
  return `${filtered}${background}${isComplete(shown) ? '' : ', filtering …'}`;
};
