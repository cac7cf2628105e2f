import { MAX_CELLS } from '../pack-sample.ts';
import type { Evidence } from './evidence.ts';
import type { Entry } from './entry.ts';
import { close, rounded } from './numbers.ts';
import type { Meaning } from './meaning.ts';
import { inBase, type Quantity } from './quantity.ts';

/** Highest voltage of one cell, in V. */
const CELL_HIGH_V = 5.5;

const isUnread = (value: number): boolean =>
  Number.isNaN(value) ||
  value === 0 ||
  value === 65_535 ||
  close(value, 65.535, 1e-9) ||
  value === -1;

interface Cells {
  readonly volts: readonly (number | null)[];
  readonly evidence: readonly Evidence[];
  readonly used: readonly Entry[];
}

/** Returns the factor from bare numbers of cells to V; undefined if none fits. */
const cellFactor = (numbers: readonly Quantity[]): number | undefined => {
  const read = numbers.filter(({ value }) => !isUnread(value));
  const values = read.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (values.length === 0) return undefined;
  if (read.some(({ decimals }) => decimals > 0)) return low >= 0.5 && high <= 5 ? 1 : undefined;
  if (low >= 1_000 && high <= 5_000) return 0.001;
  const isTenth = values.length >= 3 && low >= 20_000 && high <= 45_000 && high - low <= 6_000;
  return isTenth ? 0.0001 : undefined;
};

/** Reads the voltages of the cells; undefined without cells. */
export const readCells = (found: readonly Meaning[]): Cells | undefined => {
  if (found.length === 0) return undefined;
  // `v1`, `v2` alone may also be phases, so at least three in the range of a cell are required.
  const best = Math.max(...found.map(({ score }) => score));
  const lists = found.filter(
    (each) => each.entry.value.isList && each.index === undefined && each.score === best,
  );
  const indexed = found.filter((each) => each.index !== undefined && !each.entry.value.isList);
  if (lists.length > 1) return undefined;
  const bare = indexed
    .filter((each) => each.unit === undefined)
    .flatMap(({ entry }) => entry.value.numbers.slice(0, 1))
    .filter(({ value }) => !isUnread(value));
  const [list] = lists;
  const places = new Map<
    number,
    { readonly value: number | null; readonly meaning: Meaning; readonly reason: string }
  >();

  const put = (
    meaning: Meaning,
    at: number,
    quantity: Quantity,
    factor: number | undefined,
  ): boolean => {
    const withUnit =
      meaning.unit === undefined ? quantity : { ...quantity, unit: quantity.unit ?? meaning.unit };
    const volts = factor === undefined ? inBase(withUnit) : rounded(quantity.value * factor);
    if (!isUnread(quantity.value) && (volts < 0.3 || volts > CELL_HIGH_V)) return isUnread(volts);
    const value = isUnread(quantity.value) ? null : volts;
    const before = places.get(at);
    if (before !== undefined && before.value !== value) return false;
    const reason =
      factor === undefined
        ? `a cell by its name, with its unit`
        : `a cell by its name; without a unit, only ${factor === 1 ? 'V' : factor === 0.001 ? 'mV' : '0.1 mV'} fits a cell`;
    places.set(at, { value, meaning, reason });
    return true;
  };

  if (indexed.length > 0) {
    const factor = cellFactor(bare);
    if (bare.length > 0 && factor === undefined) return undefined;
    const onlyLetters = indexed.every(({ score }) => score === 1);
    if (onlyLetters && indexed.length < 3 && bare.length > 0) return undefined;
    const lowest = Math.min(...indexed.map(({ index = 1 }) => index));
    const shift = lowest === 0 ? 1 : 0;
    for (const meaning of indexed) {
      const [quantity] = meaning.entry.value.numbers;
      const at = (meaning.index ?? 1) + shift;
      if (quantity === undefined || at > MAX_CELLS) continue;
      if (!put(meaning, at, quantity, meaning.unit === undefined ? factor : undefined))
        return undefined;
    }
  } else if (list !== undefined) {
    const { numbers } = list.entry.value;
    const factor = list.unit === undefined ? cellFactor(numbers) : undefined;
    const readCount = numbers.filter(({ value }) => !isUnread(value)).length;
    if (list.unit === undefined && factor === undefined) return undefined;
    if (numbers.length > MAX_CELLS || readCount === 0 || (list.score === 1 && readCount < 3))
      return undefined;
    for (const [at, quantity] of numbers.entries())
      if (!put(list, at + 1, quantity, factor)) return undefined;
  }
  if (![...places.values()].some(({ value }) => value !== null)) return undefined;
  const count = Math.max(...places.keys());
  const volts = Array.from({ length: count }, (_, at) => places.get(at + 1)?.value ?? null);
  const evidence = [...places].flatMap(([at, { value, meaning, reason }]): readonly Evidence[] =>
    value === null
      ? []
      : [
          {
            place: `cellVoltagesV ${at}`,
            key: meaning.name,
            text: meaning.entry.value.text,
            reason,
          },
        ],
  );
  return {
    volts,
    evidence,
    used: [...new Set([...places.values()].map(({ meaning }) => meaning.entry))],
  };
};
