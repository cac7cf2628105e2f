import { isComplete, type BadPattern, type SearchState, type ShownLog } from '@batbot/core';
import { counted, countText } from '../../../text/format.ts';

/** Formats a number of lines: `1 line`, `2 app lines`. */
export const lines = (count: number, kind = ''): string => counted(count, `${kind}line`);

/** Describes an invalid pattern. */
export const patternProblem = ({ message, at }: BadPattern): string =>
  at === undefined ? `Not understood: ${message}` : `Not understood at ${at + 1}: ${message}`;

/** Formats the position of Find: "3 of 128". */
export const findCount = (state: SearchState): string => {
  const { query, problem, isDone, count, isAtLeast, current } = state;
  if (query === undefined || query.pattern === '' || problem !== undefined) return '';
  const all = `${countText(count)}${isAtLeast ? '+' : ''}`;
  const found = current === undefined ? all : `${countText(current.number)} of ${all}`;
  if (!isDone) return count === 0 ? 'Searching…' : `${found}, searching…`;
  if (count === 0) return 'No match';
  return current === undefined ? `${found} ${count === 1 ? 'match' : 'matches'}` : found;
};

/** Counts the hidden lines, separately for the filter and for app traffic. */
export const hiddenText = (shown: ShownLog, isFiltered: boolean): string => {
  const { ids, filteredOut, hiddenAppLines } = shown;
  const filtered = `${countText(filteredOut)} of ${lines(ids.length + filteredOut)} filtered`;
  const app = `${lines(hiddenAppLines, 'app ')} hidden`;
  const parts = [isFiltered ? filtered : '', hiddenAppLines > 0 ? app : ''];
  const text = parts.filter((part) => part !== '').join(', ');
  return isComplete(shown) ? text : `${text}, filtering…`;
};

/** Counts the lines that the log shows: "16 of 18 lines (2 app lines hidden)". */
export const shownText = (
  { ids, hiddenAppLines }: ShownLog,
  { length, dropped }: { readonly length: number; readonly dropped: number },
): string => {
  const shown =
    ids.length < length ? `${countText(ids.length)} of ${lines(length)}` : lines(length);
  const app = hiddenAppLines > 0 ? ` (${lines(hiddenAppLines, 'app ')} hidden)` : '';
  return `${shown}${app}${dropped > 0 ? `, ${countText(dropped)} older dropped` : ''}`;
};
