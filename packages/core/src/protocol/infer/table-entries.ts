import type { Entry } from './entry.ts';
import { keyWords, wordMeaning } from './key-words.ts';
import { rounded } from './numbers.ts';
import {
  valueOf,
  type CommaRule,
  type WrittenNumber,
  type UnitMeaning,
  type Value,
} from './quantity.ts';
import { isEmptyRow, rowKind, type TextTable } from './text-table.ts';

const THOUSANDTHS: Readonly<Partial<Record<string, UnitMeaning>>> = {
  voltage: { kind: 'voltage', factor: 0.001 },
  v: { kind: 'voltage', factor: 0.001 },
  current: { kind: 'current', factor: 0.001 },
  temp: { kind: 'temperature', factor: 0.001 },
};

/**
 * True if a table counts in thousandths throughout: its temperatures are plausible only when divided by 1000, and its
 * voltages are whole thousandths. The two quantities confirm each other, so neither is a guess.
 */
const isInThousandths = (
  names: readonly string[],
  rows: readonly (readonly (WrittenNumber | undefined)[])[],
): boolean => {
  const columnsOf = (words: readonly string[]): readonly (readonly WrittenNumber[])[] =>
    names.flatMap((name, column) => {
      const isNamed = keyWords(name).written.some((word) =>
        words.includes(wordMeaning(word) ?? ''),
      );
      const numbers = rows.map((row) => row[column]).filter((each) => each !== undefined);
      return isNamed && numbers.length > 0 ? [numbers] : [];
    });
  const within = (
    columns: readonly (readonly WrittenNumber[])[],
    low: number,
    high: number,
  ): boolean =>
    columns.length > 0 &&
    columns.every((column) =>
      column.every(
        ({ value, decimals, unit }) =>
          unit === undefined && decimals === 0 && value >= low && value <= high,
      ),
    );
  return (
    within(columnsOf(['temp']), 5_000, 80_000) &&
    within(columnsOf(['voltage', 'v']), 1_500, 1_500_000)
  );
};

const withUnit = (quantity: WrittenNumber, unit: UnitMeaning | undefined): WrittenNumber =>
  quantity.unit !== undefined || unit === undefined ? quantity : { ...quantity, unit };

/**
 * The entries of a table. A column with the same value in all rows is one entry; otherwise each row is a cell or a
 * pack.
 */
export interface TableEntries {
  /** One list for each moment, or a single list for cells and packs. */
  readonly records: readonly (readonly Entry[])[];
}

export const tableEntries = ({ names, rows: all }: TextTable, rule: CommaRule): TableEntries => {
  const rows = all.filter((row) => !isEmptyRow(row));
  const values = rows.map((row) => row.map((cell) => valueOf(cell, rule)));
  const numbers = values.map((row) => row.map(({ numbers: [first] }) => first));
  const inThousandths = isInThousandths(names, numbers);
  const unitOf = (name: string): UnitMeaning | undefined => {
    if (!inThousandths) return undefined;
    return keyWords(name)
      .written.map((word) => THOUSANDTHS[wordMeaning(word) ?? ''])
      .find((each) => each !== undefined);
  };
  const isVoltage = (column: number): boolean => {
    const meanings = keyWords(names[column] ?? '').written.map(wordMeaning);
    return (
      meanings.some((word) => word === 'voltage' || word === 'v') &&
      !meanings.includes('excluded') &&
      !meanings.includes('pack')
    );
  };
  const isCellColumn = (column: number): boolean =>
    isVoltage(column) &&
    numbers.every((row) => {
      const number = row[column];
      if (number === undefined) return false;
      const unit = number.unit ?? keyWords(names[column] ?? '').unit;
      const volts = rounded(number.value * (unit?.factor ?? (number.decimals > 0 ? 1 : 0.001)));
      return volts === 0 || (volts >= 1 && volts <= 4.6);
    });
  const kind = rowKind({ names, rows }, isCellColumn);
  const entryOf = (value: Value, groups: readonly string[], name: string, key = name): Entry => {
    const unit = unitOf(name);
    return {
      groups,
      key,
      value: { ...value, numbers: value.numbers.map((each) => withUnit(each, unit)) },
    };
  };
  // There is one row for each cell, but the voltages are not those of cells.
  if (kind === 'packs' && /^(cell|zelle|cellule)/i.test(names[0] ?? '')) return { records: [] };
  if (kind !== 'cells') {
    const groupsOf = (row: number): readonly string[] =>
      kind === 'packs' && rows.length > 1 ? ['packs', `[${row + 1}]`] : [];
    const records = values.map((row, at) =>
      row.map((value, column) => entryOf(value, groupsOf(at), names[column] ?? '')),
    );
    return { records: kind === 'moments' ? records : [records.flat()] };
  }
  const entries = names.flatMap((name, column): readonly Entry[] => {
    if (column === 0) return [];
    const cells = values.flatMap((row) => row.slice(column, column + 1));
    const words = keyWords(name).written.map(wordMeaning);
    const isOfCells =
      isCellColumn(column) || (words.includes('temp') && !words.includes('excluded'));
    if (isOfCells)
      return cells.map((value, row) => entryOf(value, [], name, `cell ${row + 1} ${name}`));
    const isEqual = new Set(cells.map(({ text }) => text)).size === 1;
    if (isEqual) return cells.slice(0, 1).map((value) => entryOf(value, [], name));
    return cells.map((value, row) => entryOf(value, ['rows', `[${row + 1}]`], name));
  });
  return { records: [entries] };
};
