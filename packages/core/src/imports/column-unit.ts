import { unitMeaning } from '../protocol/infer/quantity.ts';
import { isMissing, numberIn, type DecimalSign } from './cell-values.ts';
import { QUANTITIES, unitsOf, type MappedColumn, type Target } from './targets.ts';

/** Values above these are not in V, A or Ah, so a column without a unit is assumed to be in thousandths. */
const MOST: Readonly<Partial<Record<Target, number>>> = {
  cell: 100,
  packVoltageV: 2_000,
  currentA: 5_000,
  remainingAh: 100_000,
  designCapacityAh: 100_000,
};

/** The names of the columns, and the sampled cells of each column. */
export interface SampledTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** `Voltage / V` names its unit as `Voltage (V)` does. */
export const withBrackets = (name: string): string =>
  name.replace(/\s*\/\s*([\p{L}°%]{1,5})\s*$/u, ' ($1)');

export const cellsOf = ({ rows }: SampledTable, column: number): readonly string[] =>
  rows.map((row) => row[column]?.trim() ?? '').filter((cell) => !isMissing(cell));

/** Returns the form of a column of moments. Numbers are seconds or ms since 1970. */
export const timeForm = (cells: readonly string[], sign: DecimalSign): string => {
  const number = numberIn(cells[0] ?? '', sign);
  if (number === undefined) return 'date';
  return number > 1e11 ? 'unix ms' : 'unix s';
};

/** Returns the unit of a column: the one in its name, or else one that is assumed from the size of its numbers. */
export const unitOfColumn = (
  target: Target,
  table: SampledTable,
  column: number,
  sign: DecimalSign,
): Pick<MappedColumn, 'unit' | 'isAssumed'> => {
  const cells = cellsOf(table, column);
  if (target === 'time') return { unit: timeForm(cells, sign) };
  const units = unitsOf(target);
  const quantity = QUANTITIES[target];
  if (quantity === undefined) return {};
  const [, written = ''] =
    /[([\s_.-]([^\s()[\]_.-]{1,8})[)\]]?\s*$/u.exec(withBrackets(table.header[column] ?? '')) ?? [];
  const meaning = unitMeaning(written);
  const said = units.find((each) => {
    const other = unitMeaning(each);
    return (
      meaning?.kind === quantity &&
      other?.factor === meaning.factor &&
      other.offset === meaning.offset
    );
  });
  if (said !== undefined) return { unit: said };
  const sizes = cells.map((cell) => Math.abs(numberIn(cell, sign) ?? 0));
  const most = Math.max(...sizes, 0);
  // If a fraction is assumed wrongly, later values are refused as too large. A wrong "%" would not be noticed.
  const isSmall = quantity === 'percent' && most <= 1;
  const isFraction =
    isSmall && (Math.min(...sizes) === 1 || cells.some((cell) => /[.,]\d|e-\d/i.test(cell)));
  return {
    unit: units[isFraction || most > (MOST[target] ?? Infinity) ? 1 : 0],
    isAssumed: isSmall || quantity !== 'percent',
  };
};
