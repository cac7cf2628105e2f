import { firstWhere } from '../prelude/binary-search.ts';
import type { TransactionList } from './transaction-list.ts';
import type { TransactionRow } from './transaction-row.ts';

/**
 * `late`: bytes arrived after a timeout, or the reply may be the late reply to another command. `failed`: lost or not
 * written.
 */
export const OUTCOME_FILTERS = ['any', 'ok', 'error', 'timeout', 'late', 'failed'] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

export interface TransactionFilter {
  /** Text to find in the command, the result code or the reply, ignoring case. An empty text shows all. */
  readonly text: string;
  readonly outcome: OutcomeFilter;
  readonly showBackground: boolean;
}

const hasOutcome = (row: TransactionRow, outcome: OutcomeFilter): boolean => {
  switch (outcome) {
    case 'any':
      return true;
    case 'ok':
    case 'error':
    case 'timeout':
      return row.outcome === outcome;
    case 'late':
      return row.late !== undefined || row.outcome === 'unproven';
    case 'failed':
      return row.outcome === 'lost' || row.outcome === 'writeFailed';
  }
};

/** Returns a pattern that finds the text anywhere, ignoring case. */
const patternOf = (text: string): RegExp | undefined => {
  const wanted = text.trim();
  return wanted === ''
    ? undefined
    : new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');
};

const hasText = ({ text, code, content, reply }: TransactionRow, wanted: RegExp): boolean => {
  if (wanted.test(text) || (code !== undefined && wanted.test(code))) return true;
  // The lines may be shortened. The bytes are complete, but each is one character.
  if (content.kind === 'lines')
    return content.lines.some((line) => wanted.test(line)) || wanted.test(reply);
  return content.kind === 'rejected' && wanted.test(content.detail);
};

const createTest = ({ text, outcome, showBackground }: TransactionFilter) => {
  const wanted = patternOf(text);
  return (row: TransactionRow): boolean =>
    (showBackground || row.origin === 'user') &&
    hasOutcome(row, outcome) &&
    (wanted === undefined || hasText(row, wanted));
};

export interface ShownTransactions {
  readonly rows: readonly TransactionRow[];
  readonly length: number;
  /** Returns the index of the row with this id, or of the next shown row. */
  readonly indexOfId: (id: number) => number;
}

/** Creates a filter of a growing list. It examines only rows that were added at the end. */
export const createTransactionFilter = (): ((
  list: TransactionList,
  filter: TransactionFilter,
) => ShownTransactions) => {
  let seen: { readonly list: TransactionList; readonly key: string } | undefined;
  let shown: TransactionRow[] = [];

  const present = (): ShownTransactions => {
    const [rows, length] = [shown, shown.length];
    return {
      rows,
      length,
      indexOfId: (id) => firstWhere(0, length, (index) => (rows[index]?.id ?? 0) >= id),
    };
  };

  return (list, filter) => {
    const key = JSON.stringify(filter);
    const isGrown =
      seen !== undefined &&
      seen.key === key &&
      seen.list.revision === list.revision &&
      seen.list.length <= list.length;
    const from = isGrown && seen !== undefined ? seen.list.length : 0;
    if (!isGrown) shown = [];
    const isShown = createTest(filter);
    for (let at = from; at < list.length; at += 1) {
      const row = list.rows[at];
      if (row !== undefined && isShown(row)) shown.push(row);
    }
    seen = { list, key };
    return present();
  };
};
