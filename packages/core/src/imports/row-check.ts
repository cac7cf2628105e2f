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

/** Thrown while the cells of a row are read, and caught at its end. */
export class CellFault extends Error {
  readonly column: number | undefined;
  constructor(reason: string, column?: number) {
    super(reason);
    this.column = column;
  }
}

/** A character that no text of a table has: NUL, other control characters, or bytes of another encoding. */
const DAMAGED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/; // oxlint-disable-line no-control-regex -- they are what it looks for

const damageIn = (text: string): string => {
  if (text.includes('\uFFFD')) return 'has bytes that are not of the chosen encoding';
  return text.includes('\0') ? 'contains a NUL byte' : 'contains a control character';
};

/** Whether a text contains characters that no cell may have. */
export const isDamaged = (text: string): boolean => DAMAGED.test(text);

/**
 * Returns the fault of a row as a whole: another number of fields than the header has, or damaged characters.
 * `mayBeDamaged` is false if the text around the row is known to have none.
 */
export const rowFault = (
  cells: readonly string[],
  columns: number,
  mayBeDamaged: boolean,
): { readonly reason: string; readonly column?: number } | undefined => {
  const { length } = cells;
  if (length < columns || (length > columns && cells.slice(columns).some((cell) => cell !== ''))) {
    return { reason: `The row has ${length} fields, and the header has ${columns}.` };
  }
  if (!mayBeDamaged) return undefined;
  const column = cells.findIndex(isDamaged);
  if (column < 0) return undefined;
  const cell = cells[column] ?? '';
  return { reason: `${quoted(cell)} ${damageIn(cell)}.`, column };
};
