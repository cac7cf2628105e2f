import type { Direction } from './log-entry.ts';
import type { Query } from './matcher.ts';

/** Which entries are shown. */
export interface LogFilter {
  /** An empty pattern fits every entry. */
  readonly query: Query;
  /** Shows those that do not match instead. */
  readonly isInverted: boolean;
  /** Those shown. */
  readonly directions: readonly Direction[];
}

export const EVERYTHING: LogFilter = {
  query: { pattern: '', isRegex: false, isCaseSensitive: false },
  isInverted: false,
  directions: ['sent', 'received', 'system'],
};

/** Whether a filter leaves anything out. */
export const isFiltering = ({ query, directions }: LogFilter): boolean =>
  query.pattern !== '' || directions.length < EVERYTHING.directions.length;
