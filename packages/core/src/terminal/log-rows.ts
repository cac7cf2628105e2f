import type { LogEntry, LogView } from './log-buffer.ts';

/** What decides how many rows an entry takes on a screen of fixed-width characters. */
export interface LogShape {
  readonly hex: boolean;
  readonly showBackground: boolean;
  /** Characters that fit beside time and direction. */
  readonly columns: number;
  /** Bytes of a row of the hex view. */
  readonly bytesPerRow: number;
}

/** An entry and the rows it takes, counted from the top of the log. */
export interface LogItem {
  readonly entry: LogEntry;
  readonly row: number;
  readonly rows: number;
}

/** Where every entry stands. `revision` grows when entries shown before may stand elsewhere now. */
export interface LogLayout {
  readonly revision: number;
  readonly count: number;
  readonly totalRows: number;
  readonly item: (index: number) => LogItem | undefined;
  /** Index of the entry that holds this row; the last one when the row lies beyond. */
  readonly indexAtRow: (row: number) => number;
  /** Index of the entry with this id, or of the next one if it is not shown. */
  readonly indexOfId: (id: number) => number;
}

/** A line ending, at most: sent entries hold it among their bytes. */
const ENDING_BYTES = 2;

/** Columns of a text. Beyond ASCII a character may take two; where in doubt a row too many is kept free. */
const widthOf = ({ text, byteLength }: LogEntry): number =>
  byteLength > text.length + ENDING_BYTES ? text.length * 2 : text.length;

export const rowsOf = (entry: LogEntry, shape: LogShape): number => {
  const inHex = shape.hex && entry.direction !== 'system';
  const rows = inHex
    ? Math.ceil(entry.byteLength / shape.bytesPerRow)
    : Math.ceil(widthOf(entry) / shape.columns);
  return Math.max(1, rows);
};

const sameShape = (a: LogShape | undefined, b: LogShape): boolean =>
  a !== undefined &&
  a.hex === b.hex &&
  a.showBackground === b.showBackground &&
  (b.hex ? a.bytesPerRow === b.bytesPerRow : true) &&
  a.columns === b.columns;

/** The first index in `0 … count` for which the test holds; the test must hold from there on. */
const firstWhere = (count: number, holds: (index: number) => boolean): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/**
 * Lays a log out on rows. Entries added at the end cost only themselves, however long the log is; a change of shape
 * or entries dropped at the beginning lay out anew.
 */
export const createLogRows = (): ((view: LogView, shape: LogShape) => LogLayout) => {
  let seen: { readonly view: LogView; readonly shape: LogShape; readonly from: number } | undefined;
  let shown: LogEntry[] = [];
  let ends: number[] = [];
  let revision = 0;

  const layout = (): LogLayout => {
    // Lists only grow until the next revision, so a layout taken now stays right.
    const [entries, rowEnds, count] = [shown, ends, shown.length];
    return {
      revision,
      count,
      totalRows: rowEnds[count - 1] ?? 0,
      item: (index) => {
        const entry = index < count ? entries[index] : undefined;
        if (entry === undefined) return undefined;
        const row = rowEnds[index - 1] ?? 0;
        return { entry, row, rows: (rowEnds[index] ?? row) - row };
      },
      indexAtRow: (row) =>
        Math.min(
          count - 1,
          firstWhere(count, (index) => (rowEnds[index] ?? 0) > row),
        ),
      indexOfId: (id) => firstWhere(count, (index) => (entries[index]?.id ?? 0) >= id),
    };
  };

  return (view, shape) => {
    const from = shape.hex ? view.hexFrom : 0;
    const grown =
      seen !== undefined &&
      seen.view.entries === view.entries &&
      seen.view.length <= view.length &&
      seen.from === from &&
      sameShape(seen.shape, shape);
    const start = grown && seen !== undefined ? seen.view.length : from;
    if (!grown) {
      shown = [];
      ends = [];
      revision += 1;
    }
    let total = ends.at(-1) ?? 0;
    for (let index = start; index < view.length; index += 1) {
      const entry = view.entries[index];
      if (entry === undefined) break;
      if (entry.origin === 'background' && !shape.showBackground) continue;
      total += rowsOf(entry, shape);
      shown.push(entry);
      ends.push(total);
    }
    seen = { view, shape, from };
    return layout();
  };
};
