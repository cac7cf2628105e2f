import { MAX_CELLS } from '../protocol/pack-sample.ts';
import { createCollector, type ValueCollector } from './collect-values.ts';
import type { TableRecord, TextMeaning } from './profile.ts';
import { isListTarget } from './profile-targets.ts';
import { addText } from './read-text.ts';

interface Column {
  readonly name: string;
  readonly meaning: TextMeaning;
  readonly from: number;
  /** Index at which the next word of the header begins. */
  readonly to: number;
}

const LEAST_COLUMNS = 2;

/** Returns the index of a column's name as whole words. */
const placeOf = (header: string, name: string): number => {
  for (let at = header.indexOf(name); at >= 0; at = header.indexOf(name, at + 1)) {
    const [before, behind] = [header.charAt(at - 1), header.charAt(at + name.length)];
    if (before.trim() === '' && behind.trim() === '') return at;
  }
  return -1;
};

const columnsOf = (header: string, { columns }: TableRecord): readonly Column[] =>
  Object.entries(columns).flatMap(([name, meaning]) => {
    const from = placeOf(header, name);
    if (from < 0) return [];
    const gap = header.slice(from + name.length).search(/\S/);
    return [{ name, meaning, from, to: gap < 0 ? Infinity : from + name.length + gap }];
  });

/** Returns the left edge of a column in a row. Devices print some columns one character to the left of their names. */
const edgeIn = (row: string, at: number): number =>
  at > 1 && row.charAt(at - 1).trim() !== '' && row.charAt(at - 2).trim() === '' ? at - 1 : at;

/** True if no word of the row crosses the edge of a column. */
const isAligned = (row: string, columns: readonly Column[]): boolean =>
  columns.every(({ from, to }) =>
    [edgeIn(row, from), edgeIn(row, to)].every(
      (edge) => edge === 0 || edge > row.length || row.charAt(edge - 1).trim() === '',
    ),
  );

const firstNumber = (row: string): number | undefined => {
  const digits = /^\s*(\d{1,3})(?=\s|$)/.exec(row)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly string[];
}

/** Returns the header and the rows below it that begin with a number; the reason if there is no clear header. */
const tableIn = (text: string, record: TableRecord): Table | string => {
  const lines = text.split(/[\r\n]+/).map((line) => line.trimEnd());
  const at = lines.findIndex((line) => columnsOf(line, record).length >= LEAST_COLUMNS);
  if (at < 0) return 'the line of column names is missing';
  const columns = columnsOf(lines[at] ?? '', record);
  // A damaged name can be equal to another name: with one wrong bit "Tlow" is "Vlow".
  const twice = columns.find(({ name, to }) => placeOf(lines[at]?.slice(to) ?? '', name) >= 0);
  if (twice !== undefined) return `two columns have the name ${twice.name}`;
  const below = lines.slice(at + 1).filter((line) => line.trim() !== '');
  const end = below.findIndex((line) => !/^\s*\d/.test(line));
  return {
    columns,
    rows: (end < 0 ? below : below.slice(0, end)).slice(0, MAX_CELLS),
  };
};

const textIn = (row: string, { from, to }: Column): string =>
  row.slice(edgeIn(row, from), edgeIn(row, to)).trim();

/** Reads a table with one row for each cell. A value of the whole pack is read only if all rows have the same value. */
export const readCellRows = (
  record: TableRecord,
  text: string,
  collector: ValueCollector,
): string | undefined => {
  const table = tableIn(text, record);
  if (typeof table === 'string') return table;
  const { columns, rows } = table;
  const wanted = Object.values(record.columns).find((each) => each.first !== undefined)?.first;
  const first = wanted ?? firstNumber(rows[0] ?? '') ?? 0;
  for (const [index, row] of rows.entries()) {
    if (!isAligned(row, columns)) return `row ${index + 1} does not fit the columns`;
    if (firstNumber(row) !== first + index)
      return `row ${index + 1} is not number ${first + index}`;
  }
  for (const column of columns) {
    const texts = rows.map((row) => textIn(row, column));
    if (isListTarget(column.meaning.to)) {
      for (const [index, each] of texts.entries()) {
        addText(collector, column.meaning, each, `${column.name}, row ${index + 1}`, index + 1);
      }
    } else if (texts[0] !== undefined && texts.every((each) => each === texts[0])) {
      addText(collector, column.meaning, texts[0], column.name);
    }
  }
  return undefined;
};

/** Reads a table with one row for each pack. Each pack has its own collector. */
export const readPackRows = (
  record: TableRecord,
  text: string,
  sign: 'charge' | 'discharge',
): string | readonly ValueCollector[] => {
  const table = tableIn(text, record);
  if (typeof table === 'string') return table;
  const { columns, rows } = table;
  if (!rows.every((row) => isAligned(row, columns))) return 'a row does not fit the columns';
  const isOfPack = ({ to }: TextMeaning): boolean => to === 'pack';
  if (Object.values(record.columns).some(isOfPack)) {
    // Without its right number a row would be shown as another pack.
    const column = columns.find(({ meaning }) => isOfPack(meaning));
    if (column === undefined) return 'the column of the pack number is missing';
    const numbers = rows.map((row) => textIn(row, column));
    if (!numbers.every((number) => /^[\w.-]+$/.test(number))) return 'a row has no pack number';
    if (new Set(numbers).size < numbers.length) return 'two rows have the same pack number';
  }
  return rows.map((row) => {
    const collector = createCollector(sign);
    for (const column of columns)
      addText(collector, column.meaning, textIn(row, column), column.name);
    return collector;
  });
};
