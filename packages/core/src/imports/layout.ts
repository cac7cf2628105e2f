import { commaRule } from '../protocol/infer/quantity.ts';
import { sniffDateOrder, type DateOrder, type DecimalSign, type TimeZone } from './cell-values.ts';
import { mostFrequent, type Delimiter } from './delimiter.ts';
import type { Encoding } from './encoding.ts';
import type { SampledTable } from './column-unit.ts';
import { guessMapping, recognizeKind } from './guess-mapping.ts';
import { PACK_TARGETS, type ImportKind, type Mapping, type PackTarget } from './targets.ts';

/** How the rows of a file are read. The user may change each setting. */
export interface ImportSettings {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  /** The row with the names of the columns, from 1. The rows before it are not data. */
  readonly headerRow: number;
  /** Undefined if the file can be read in both ways: the user decides. */
  readonly decimal: DecimalSign | undefined;
  /** Undefined if the dates of the file fit both orders: the user decides. */
  readonly dateOrder: DateOrder | undefined;
  readonly timeZone: TimeZone;
  /** What a positive current means. */
  readonly positiveCurrent: 'charging' | 'discharging';
  /** The start of a file that has only times since its start, in ms since 1970. */
  readonly startsAt: number;
}

/** What was recognized in the first rows of a file. `kind` is undefined if no kind fits. */
export interface Layout {
  readonly settings: ImportSettings;
  readonly kind: ImportKind | undefined;
  readonly table: SampledTable;
  readonly mapping: Mapping;
}

/** The largest number of columns of a row. */
export const MOST_COLUMNS = 10_000;

const ROWS_FOR_HEADER = 50;
const isNumber = (cell: string): boolean => /^[-+]?[\d.,]+$/.test(cell.trim());

/**
 * Returns the number of the first row with the usual number of fields, at least two of which have a text and most of
 * which are names. A spreadsheet pads the row of a title with empty fields.
 */
const findHeader = (rows: readonly (readonly string[])[]): number => {
  const first = rows.slice(0, ROWS_FOR_HEADER);
  const usual = mostFrequent(rows.map(({ length }) => length).filter((length) => length > 1));
  const isUsual = ({ length }: readonly string[]): boolean => length === usual;
  // Some loggers write a separator after the last value of a row, but not after the last name.
  const isEnded = rows.filter(isUsual).every((row) => row.at(-1)?.trim() === '');
  const at = first.findIndex(
    (row) =>
      (isUsual(row) || (isEnded && row.length + 1 === usual)) &&
      row.filter((cell) => cell.trim() !== '').length > 1 &&
      row.filter(isNumber).length <= row.length / 2,
  );
  return at < 0 ? 1 : at + 1;
};

/** The values of a pack that are neither numbers nor dates. */
const TEXTS = PACK_TARGETS.filter(
  (target) => !['cells', 'designCapacityAh', 'builtOn'].includes(target),
);

/**
 * Returns the cells that show how the file writes a value: those of its column in a pack list, else all that are not
 * texts. A firmware such as 1.4.22 says nothing about numbers and dates.
 */
const cellsFor = (
  target: PackTarget,
  kind: ImportKind | undefined,
  { header, rows }: SampledTable,
): readonly string[] => {
  if (kind !== 'packs') return rows.flat();
  const mapping = guessMapping('packs', { header, rows }, 'point');
  const own = mapping.find((each) => each.target === target)?.column;
  const texts = new Set(
    mapping
      .filter((each) => TEXTS.some((text) => text === each.target))
      .map(({ column }) => column),
  );
  return rows.flatMap((row) =>
    row.filter((_, column) => (own === undefined ? !texts.has(column) : column === own)),
  );
};

/** A capacity that may be a thousand in a list with decimal commas. */
const MAYBE_THOUSAND = /^\s*[1-9]\d{0,2}\.\d{3}(?!\d)/;

const decimalIn = (
  kind: ImportKind | undefined,
  table: SampledTable,
  delimiter: Delimiter,
): DecimalSign | undefined => {
  // This product writes sessions so. Their notes are texts, in which any number may occur.
  if (kind === 'session' && delimiter === ';') return 'comma';
  if (kind === 'session' && delimiter === ',') return 'point';
  // The seconds of a time have a point also in files with decimal commas.
  const cells = cellsFor('designCapacityAh', kind, table).filter((cell) => !cell.includes(':'));
  const rule = commaRule(cells.join('\n'));
  const withPoint = kind === 'packs' ? cells.filter((cell) => cell.includes('.')) : [];
  const isUnclear =
    rule === 'unclear' ||
    (rule === 'point' &&
      withPoint.length > 0 &&
      withPoint.every((cell) => MAYBE_THOUSAND.test(cell)));
  return isUnclear ? undefined : rule;
};

/**
 * Recognizes kind, settings and mapping from the first rows of a file. `chosen` contains what the user has chosen; it
 * is not recognized again.
 */
export const recognizeLayout = (
  rows: readonly (readonly string[])[],
  chosen: Pick<ImportSettings, 'encoding' | 'delimiter' | 'startsAt'> & Partial<ImportSettings>,
  chosenKind?: ImportKind,
): Layout => {
  const headerRow = chosen.headerRow ?? findHeader(rows);
  const [header = [], ...data] = rows.slice(headerRow - 1);
  const names = header.map((name) => name.trim());
  const table = { header: names, rows: data.filter((row) => row.length > 1 || row[0] !== '') };
  const kind =
    chosenKind ??
    recognizeKind(
      table,
      chosen.decimal ?? decimalIn(undefined, table, chosen.delimiter) ?? 'point',
    );
  const order = kind === 'session' ? undefined : sniffDateOrder(cellsFor('builtOn', kind, table));
  const decimal = chosen.decimal ?? decimalIn(kind, table, chosen.delimiter);
  const mapping = kind === undefined ? [] : guessMapping(kind, table, decimal ?? 'point');
  const time = mapping.filter(({ target }) => target === 'time' || target === 'clock');
  // The times of a session of this product have a zone.
  const isUtc =
    kind === 'logger' && time.some(({ column }) => /utc|gmt/i.test(names[column] ?? ''));
  const settings: ImportSettings = {
    timeZone: isUtc ? 'utc' : 'local',
    positiveCurrent: 'charging',
    ...chosen,
    headerRow,
    decimal,
    dateOrder: chosen.dateOrder ?? (order === 'unclear' ? undefined : (order ?? 'dmy')),
  };
  return { settings, kind, table, mapping };
};

/** Returns what the user has to decide before rows can be read, as a sentence. */
export const settingsProblem = ({ decimal, dateOrder }: ImportSettings): string | undefined => {
  if (decimal === undefined) {
    return 'Numbers such as 1,234 or 1.234 may be a thousand or a fraction: choose the decimal sign.';
  }
  return dateOrder === undefined
    ? 'Dates such as 03/04/2025 may be in March or in April: choose the order.'
    : undefined;
};
