import { joinPacked, type PackedBytes } from './packed-bytes.ts';
import type { TransactionRow } from './transaction-row.ts';

/** Number of user transactions that are always kept. */
const KEPT_TRANSACTIONS = 50_000;
/** Number of kept polls, two hours of them. A day of polls would displace the user's transactions and take 27 MB. */
const KEPT_POLLS = 3_600;
/** Approximate limit in bytes, which bounds the memory if replies are long. */
const TRANSACTIONS_LIMIT_BYTES = 64 * 1_048_576;
/** Memory of a row without its bytes, measured with polls of 16 and 128 cells. */
const BYTES_PER_ROW = 700;
/** Rows are dropped in batches of a tenth, which is cheaper than dropping each row alone. */
const SLACK = 1.1;

/** A snapshot of the list. `rows` may grow later: read only up to `length`. */
export interface TransactionList {
  readonly rows: readonly TransactionRow[];
  readonly length: number;
  /** The number of rows that were dropped from the beginning to stay within the limit. */
  readonly dropped: number;
  /** A number that changes when earlier rows have changed. */
  readonly revision: number;
}

const weightOf = ({ sent, reply, late, text }: TransactionRow): number =>
  BYTES_PER_ROW + sent.length + reply.length + (late?.bytes.length ?? 0) + text.length;

export const createTransactionStore = ({
  rows: maxRows = KEPT_TRANSACTIONS,
  polls: maxPolls = KEPT_POLLS,
  bytes: maxBytes = TRANSACTIONS_LIMIT_BYTES,
}: {
  readonly rows?: number;
  readonly polls?: number;
  readonly bytes?: number;
} = {}) => {
  let rows: TransactionRow[] = [];
  let polls = 0;
  let weight = 0;
  let dropped = 0;
  let revision = 0;

  const renew = (next: TransactionRow[]): void => {
    rows = next; // a new array, so that earlier snapshots do not change
    revision += 1;
  };

  const drop = (isGone: (row: TransactionRow) => boolean): void => {
    const kept = rows.filter((row) => {
      const stays = !isGone(row);
      if (stays) return true;
      weight -= weightOf(row);
      if (row.origin === 'background') polls -= 1;
      return false;
    });
    dropped += rows.length - kept.length;
    renew(kept);
  };

  const keepBound = (): void => {
    if (polls > maxPolls * SLACK) {
      let surplus = polls - maxPolls;
      drop(({ origin }) => origin === 'background' && (surplus -= 1) >= 0);
    }
    if (rows.length <= maxRows * SLACK && weight <= maxBytes * SLACK) return;
    let surplus = rows.length - maxRows;
    const newest = rows.at(-1);
    drop((row) => row !== newest && ((surplus -= 1) >= 0 || weight > maxBytes));
  };

  return {
    add: (row: TransactionRow): void => {
      rows.push(row);
      weight += weightOf(row);
      if (row.origin === 'background') polls += 1;
      keepBound();
    },
    /** Adds late bytes to this row; ignored if the row was dropped. */
    addLate: (id: number, bytes: PackedBytes, afterMs: number): void => {
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
      keepBound();
    },
    clear: (): void => {
      weight = 0;
      polls = 0;
      dropped = 0;
      renew([]);
    },
    list: (): TransactionList => ({ rows, length: rows.length, dropped, revision }),
  };
};
