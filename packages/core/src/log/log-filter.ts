import type { Direction } from './log-entry.ts';
import type { Query } from './matcher.ts';

/** Which entries are shown. */
export interface LogFilter {
  /** An empty pattern matches every entry. */
  readonly query: Query;
  /** Whether the entries that do not match are shown instead. */
  readonly isInverted: boolean;
  /** The directions that are shown. */
  readonly directions: readonly Direction[];
}

export const EVERYTHING: LogFilter = {
  query: { pattern: '', isRegex: false, isCaseSensitive: false },
  isInverted: false,
  directions: ['sent', 'received', 'system'],
};

/** Whether a filter hides any entries. */
export const isFiltering = ({ query, directions }: LogFilter): boolean =>
  query.pattern !== '' || directions.length < EVERYTHING.directions.length;
