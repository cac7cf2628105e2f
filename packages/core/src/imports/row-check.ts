import { CHANGED_NUMBER } from '../prelude/csv.ts';
import type { DateOrder, DecimalSign } from './cell-values.ts';
import type { ImportSettings } from './layout.ts';

/** Why a row is not imported. */
export interface RefusedRow {
  readonly kind: 'refused';
  /** Line of the file, from 1. */
  readonly line: number;
  /** Index of the column with the fault, if one has it. */
  readonly column?: number;
  /** The fault as a sentence. */
  readonly reason: string;
}

/** The settings of a check, without those that only the user can decide. */
export type ReadSettings = ImportSettings & {
  readonly decimal: DecimalSign;
  readonly dateOrder: DateOrder;
};

export const refusedRow = (line: number, reason: string, column?: number): RefusedRow => ({
  kind: 'refused',
  line,
  reason,
  ...(column === undefined ? {} : { column }),
});

const LONGEST_SHOWN = 40;

/** Quotes the text of a cell in a sentence, shortened and without control characters. */
export const quoted = (text: string): string => {
  const shown = text.replace(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
  return `“${shown.length > LONGEST_SHOWN ? `${shown.slice(0, LONGEST_SHOWN)}…` : shown}”`;
};

/** Thrown while a row is read, and caught at its end: a fault of the row, or of the given column. */
export class RowFault extends Error {
  readonly column: number | undefined;
  constructor(reason: string, column?: number) {
    super(reason);
    this.column = column;
  }
}

/** A fault of the cell that was read last. */
export class CellFault extends RowFault {}

/** A character that no text of a table has: NUL, other control characters, or bytes of another encoding. */
const DAMAGED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/; // oxlint-disable-line no-control-regex -- they are what it looks for

const damageIn = (text: string): string => {
  if (text.includes('\uFFFD')) return 'has bytes that are not of the chosen encoding';
  return text.includes('\0') ? 'contains a NUL byte' : 'contains a control character';
};

/** Whether a text contains characters that no cell may have. */
export const isDamaged = (text: string): boolean => DAMAGED.test(text);

/**
 * Throws a `RowFault` for a row with another number of fields than the header, or with damaged characters.
 * `mayBeDamaged` is false if the text around the row is known to have none.
 */
const checkRow = (
  cells: readonly string[],
  { columns, named }: { readonly columns: number; readonly named: number },
  mayBeDamaged: boolean,
): void => {
  const { length } = cells;
  if (length < named || (length > columns && cells.slice(columns).some((cell) => cell !== '')))
    throw new RowFault(`The row has ${length} fields, and the header has ${columns}.`);
  const column = mayBeDamaged ? cells.findIndex(isDamaged) : -1;
  const cell = cells[column];
  if (cell !== undefined) throw new RowFault(`${quoted(cell)} ${damageIn(cell)}.`, column);
};

/**
 * The apostrophe with which an export of this product escapes a text that a spreadsheet would read as a formula. A
 * number such as −3.5 has it too in the file of refused rows.
 */
const ESCAPED = /^'(?=[\s\0]*[=+\-@＝＋－＠])/;

/** Returns a cell of the row that is being read, trimmed, and without the apostrophe of an export. */
export type CellIn = (column: number) => string;

/**
 * Creates a function that reads the rows of a file, one after another, or refuses them. `create` gets the access to the
 * cells of the current row. `named`: the number of columns up to the last
 * one with a name. A row may omit the columns after it.
 */
export const createReader = <Row>(
  columns: number,
  create: (cellIn: CellIn) => (line: number) => Row,
  named = columns,
) => {
  let row: readonly string[] = [];
  let last: number | undefined;
  const read = create((column) => {
    last = column;
    const cell = row[column]?.trim() ?? '';
    if (!cell.startsWith("'")) return cell;
    return ESCAPED.test(cell) || CHANGED_NUMBER.test(cell.slice(1)) ? cell.slice(1) : cell;
  });
  return (cells: readonly string[], line: number, mayBeDamaged = true): Row | RefusedRow => {
    row = cells;
    try {
      checkRow(cells, { columns, named }, mayBeDamaged);
      return read(line);
    } catch (thrown) {
      if (!(thrown instanceof RowFault)) throw thrown;
      return refusedRow(line, thrown.message, thrown instanceof CellFault ? last : thrown.column);
    }
  };
};
