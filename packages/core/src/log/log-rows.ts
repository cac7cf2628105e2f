import { stripAnsi } from './ansi.ts';
import { blockIndexOf } from './log-buffer.ts';
import type { LogBlock } from './log-block.ts';
import type { LogEntry } from './log-entry.ts';
import { createRisingList } from './rising-numbers.ts';
import type { ShownLog } from './shown-log.ts';

/** What determines the rows of an entry on a screen with fixed-width characters. */
export interface LogShape {
  readonly hex: boolean;
  /** The number of characters that fit beside time and direction. */
  readonly columns: number;
  /** The number of bytes in a row of the hex view. */
  readonly bytesPerRow: number;
}

/** An entry with the rows that it takes, counted from the top of the log. */
export interface LogItem {
  readonly entry: LogEntry;
  readonly row: number;
  readonly rows: number;
}

/** The position of every entry. `revision` increases when shown entries may have moved. */
export interface LogLayout {
  readonly revision: number;
  readonly count: number;
  readonly totalRows: number;
  readonly item: (index: number) => LogItem | undefined;
  /** Returns the index of the entry that contains this row, or of the last entry if the row is after it. */
  readonly indexAtRow: (row: number) => number;
  /** Returns the index of the entry with this id, or of the next entry if it is not shown. */
  readonly indexOfId: (id: number) => number;
}

/** Returns the number of rows of a text that wraps between words. A word wider than a row is broken. */
const rowsOfWords = (text: string, columns: number): number => {
  let rows = 1;
  let used = 0;
  for (const word of text.split(' ')) {
    const end = (used === 0 ? 0 : used + 1) + word.length;
    if (end <= columns) {
      used = end;
      continue;
    }
    const further = Math.max(0, Math.ceil(word.length / columns) - 1);
    rows += (used === 0 ? 0 : 1) + further;
    used = word.length - further * columns;
  }
  return rows;
};

/**
 * Returns the number of rows of an entry. A text takes at most as many columns as it has bytes in UTF-8, and nearly
 * always exactly as many, so no text has to be decoded. Escapes take no columns.
 */
const rowsOf = (block: LogBlock, row: number, shape: LogShape): number => {
  if (shape.hex && block.direction(row) !== 'system') {
    return Math.max(1, Math.ceil(block.byteLength(row) / shape.bytesPerRow));
  }
  if (block.direction(row) === 'system' && block.textLength(row) > shape.columns) {
    return rowsOfWords(block.text(row), shape.columns);
  }
  let columns = block.textLength(row);
  if (columns > shape.columns && block.hasEscapesIn(row)) {
    const text = block.text(row);
    columns -= text.length - stripAnsi(text).length;
  }
  return Math.max(1, Math.ceil(columns / shape.columns));
};

const sameShape = (a: LogShape, b: LogShape): boolean =>
  a.hex === b.hex && (b.hex ? a.bytesPerRow === b.bytesPerRow : true) && a.columns === b.columns;

/**
 * Creates a function that lays out the shown entries in rows. Its cost depends only on the entries that were added at
 * the end and dropped at the beginning, not on the length of the log. Another shape lays out everything again.
 */
export const createLogRows = (): ((shown: ShownLog, shape: LogShape) => LogLayout) => {
  /**
   * For each entry, the row after its last one, counted from the first entry of the log, which may have been dropped.
   */
  const ends = createRisingList();
  let seen: { readonly shown: ShownLog; readonly shape: LogShape } | undefined;
  let base = 0;
  let total = 0;
  let revision = 0;

  const reset = (): void => {
    ends.clear();
    base = 0;
    total = 0;
    revision += 1;
  };

  /** Returns how many of the entries already have a layout. */
  const laidOut = (shown: ShownLog, shape: LogShape): number => {
    const isSame =
      seen !== undefined && seen.shown.revision === shown.revision && sameShape(seen.shape, shape);
    if (seen === undefined || !isSame) {
      reset();
      return 0;
    }
    const gone = seen.shown.ids.indexFrom(shown.ids.at(0) ?? Infinity);
    if (gone > 0) {
      base = ends.take().at(gone - 1) ?? base;
      ends.dropBelow(base + 1);
      revision += 1;
    }
    return seen.shown.ids.length - gone;
  };

  const append = ({ view, ids }: ShownLog, from: number, shape: LogShape): void => {
    let at = blockIndexOf(view.blocks, ids.at(from) ?? 0);
    for (let index = from; index < ids.length; index += 1) {
      const id = ids.at(index) ?? 0;
      while ((view.blocks[at + 1]?.firstId ?? Infinity) <= id) at += 1;
      const block = view.blocks[at];
      if (block === undefined) return;
      total += rowsOf(block, id - block.firstId, shape);
      ends.push(total);
    }
  };

  const layout = ({ view, ids }: ShownLog): LogLayout => {
    const [rowEnds, first, last] = [ends.take(), base, total];
    const count = rowEnds.length;
    return {
      revision,
      count,
      totalRows: last - first,
      item: (index) => {
        const id = ids.at(index);
        const entry = id === undefined ? undefined : view.entry(id - view.firstId);
        if (entry === undefined) return undefined;
        const row = (rowEnds.at(index - 1) ?? first) - first;
        return { entry, row, rows: (rowEnds.at(index) ?? first) - first - row };
      },
      indexAtRow: (row) => Math.min(count - 1, rowEnds.indexFrom(row + first + 1)),
      indexOfId: ids.indexFrom,
    };
  };

  return (shown, shape) => {
    const from = laidOut(shown, shape);
    append(shown, from, shape);
    seen = { shown, shape };
    return layout(shown);
  };
};
