import { joinPacked, type PackedBytes } from './packed-bytes.ts';
import type { TransactionRow } from './transaction-row.ts';

/** At least so many transactions stay: 24 h of polls are 43,200. */
export const KEPT_TRANSACTIONS = 50_000;
/** And their weight in bytes, about: bounds the memory when replies are long. */
export const TRANSACTIONS_LIMIT_BYTES = 64 * 1_048_576;
/** What a row takes beside its bytes; measured on polls of 16 and of 128 cells. */
const BYTES_PER_ROW = 700;
/** Rows go in lots of a tenth, so that dropping costs next to nothing. */
const SLACK = 1.1;

/** A moment of the list. `rows` may hold more than it: read only up to `length`. */
export interface TransactionList {
  readonly rows: readonly TransactionRow[];
  readonly length: number;
  /** Rows dropped from the beginning, to keep the bound. */
  readonly dropped: number;
  /** Changes when rows shown before are not what they were. */
  readonly revision: number;
}

const weightOf = ({ sent, reply, late, text }: TransactionRow): number =>
  BYTES_PER_ROW + sent.length + reply.length + (late?.bytes.length ?? 0) + text.length;

export interface TransactionKeeper {
  readonly add: (row: TransactionRow) => void;
  /** Bytes that came late for this row; ignored when it is gone. */
  readonly addLate: (id: number, bytes: PackedBytes, afterMs: number) => void;
  readonly clear: () => void;
  readonly list: () => TransactionList;
}

export const createTransactionKeeper = (
  limits: { readonly rows: number; readonly bytes: number } = {
    rows: KEPT_TRANSACTIONS,
    bytes: TRANSACTIONS_LIMIT_BYTES,
  },
): TransactionKeeper => {
  let rows: TransactionRow[] = [];
  let weight = 0;
  let dropped = 0;
  let revision = 0;

  const renew = (next: TransactionRow[]): void => {
    rows = next; // a new array: lists taken before keep theirs
    revision += 1;
  };

  const keepBound = (): void => {
    if (rows.length <= limits.rows * SLACK && weight <= limits.bytes * SLACK) return;
    let gone = Math.max(0, rows.length - limits.rows);
    for (const row of rows.slice(0, gone)) weight -= weightOf(row);
    while (weight > limits.bytes && gone < rows.length - 1) {
      const oldest = rows[gone];
      weight -= oldest === undefined ? 0 : weightOf(oldest);
      gone += 1;
    }
    dropped += gone;
    renew(rows.slice(gone));
  };

  return {
    add: (row) => {
      rows.push(row);
      weight += weightOf(row);
      keepBound();
    },
    addLate: (id, bytes, afterMs) => {
      const at = rows.findLastIndex((row) => row.id === id);
      const row = rows[at];
      if (row === undefined) return;
      const { late } = row;
      const next =
        late === undefined
          ? { bytes, afterMs }
          : { bytes: joinPacked(late.bytes, bytes), afterMs: late.afterMs };
      weight += bytes.length;
      renew(rows.with(at, { ...row, late: next }));
    },
    clear: () => {
      weight = 0;
      dropped = 0;
      renew([]);
    },
    list: () => ({ rows, length: rows.length, dropped, revision }),
  };
};
