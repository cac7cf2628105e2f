import { MAX_CELLS } from '../pack-sample.ts';
import type { Evidence } from './evidence.ts';
import type { Entry } from './entry.ts';
import { rounded } from './numbers.ts';
import type { Meaning } from './meaning.ts';
import type { WrittenNumber } from './quantity.ts';
import { rangeOf, type Numbering } from './numbering.ts';
import { inBaseOf } from './reading.ts';

/** Limits of the voltage of one cell, in V. */
const CELL_LOW_V = 0.3;
const CELL_HIGH_V = 5.5;

/** Numbers that stand for a cell that was not read. */
export const UNREAD_CELL: readonly number[] = [Number.NaN, 0, -1, 65_535, 65.535];

/** A number of a reply with its place among the cells, from 1. */
interface NumberedCell {
  readonly at: number;
  readonly meaning: Meaning;
  readonly quantity: WrittenNumber;
}

interface Cells {
  readonly volts: readonly (number | null)[];
  readonly evidence: readonly Evidence[];
  readonly used: readonly Entry[];
}

/** The units that numbers without a unit may have, by their factors to V. */
const UNIT_NAMES = { 1: 'V', 0.001: 'mV', 0.0001: '0.1 mV' };

/** Returns the factor from bare numbers of cells to V; undefined if none fits. Without numbers, any fits. */
const cellFactor = (bare: readonly WrittenNumber[]): keyof typeof UNIT_NAMES | undefined => {
  const values = bare.map(({ value }) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (bare.some(({ decimals }) => decimals > 0)) return low >= 0.5 && high <= 5 ? 1 : undefined;
  if (low >= 1_000 && high <= 5_000) return 0.001;
  const isTenth = values.length >= 3 && low >= 20_000 && high <= 45_000 && high - low <= 6_000;
  return isTenth ? 0.0001 : undefined;
};

/** Returns the cells with a number in their names, counted from 1, and how many the device has named so far. */
const namedCells = (
  found: readonly Meaning[],
  numbering: Numbering,
): { readonly named: readonly NumberedCell[]; readonly least: number } => {
  const cells = found.flatMap((meaning): readonly NumberedCell[] => {
    const { index: at, entry } = meaning;
    const { isList, numbers } = entry.value;
    return at === undefined || at > MAX_CELLS || isList
      ? []
      : numbers.map((quantity) => ({ at, meaning, quantity }));
  });
  if (cells.length === 0) return { named: [], least: 0 };
  const name = `${found[0]?.pack} cells`;
  const { first, last } = rangeOf(
    numbering,
    name,
    cells.map(({ at }) => at),
  );
  const shift = first === 0 ? 1 : 0;
  return {
    named: cells
      .map((cell) => ({ ...cell, at: cell.at + shift }))
      .filter(({ at }) => at <= MAX_CELLS),
    least: last + shift > MAX_CELLS ? 0 : last + shift,
  };
};

/** Returns the cells of the list with the highest score; none if there are several, or if it is too long. */
const listedCells = (found: readonly Meaning[], score: number): readonly NumberedCell[] => {
  const lists = found.filter(
    (each) => each.entry.value.isList && each.index === undefined && each.score === score,
  );
  const cells = lists.flatMap((meaning) =>
    meaning.entry.value.numbers.map((quantity, at) => ({ at: at + 1, meaning, quantity })),
  );
  return lists.length > 1 || cells.length > MAX_CELLS ? [] : cells;
};

/** Reads the voltages of the cells; undefined without cells. */
export const readCells = (
  found: readonly Meaning[],
  numbering: Numbering = new Map(),
): Cells | undefined => {
  const score = Math.max(...found.map((each) => each.score));
  const { named, least } = namedCells(found, numbering);
  const listed = listedCells(found, score);
  const cells = named.length > 0 ? named : listed;
  const read = cells.filter(({ quantity }) => !UNREAD_CELL.includes(quantity.value));
  if (read.length === 0) return undefined;
  // `v1`, `v2` alone may also be phases or rails, so at least three are required. In a list only numbers that were
  // read count.
  const isOnlyLetters = cells.every(({ meaning }) => meaning.score === 1);
  if (isOnlyLetters && (named.length > 0 ? named : read).length < 3) return undefined;
  const factor = cellFactor(
    read.filter(({ meaning }) => meaning.unit === undefined).map(({ quantity }) => quantity),
  );
  if (factor === undefined) return undefined;

  const places = new Map<number, NumberedCell & { readonly volts: number | null }>();
  for (const cell of cells) {
    const { at, meaning, quantity } = cell;
    const inVolts =
      meaning.unit === undefined ? rounded(quantity.value * factor) : inBaseOf(meaning, quantity);
    const isUnread = UNREAD_CELL.includes(quantity.value) || UNREAD_CELL.includes(inVolts);
    if (!isUnread && (inVolts < CELL_LOW_V || inVolts > CELL_HIGH_V)) return undefined;
    const volts = isUnread ? null : inVolts;
    const before = places.get(at);
    if (before !== undefined && before.volts !== volts) return undefined;
    places.set(at, { ...cell, volts });
  }
  const count = Math.max(least, ...places.keys());
  const volts = Array.from({ length: count }, (_, at) => places.get(at + 1)?.volts ?? null);
  const evidence = [...places.values()].flatMap(({ at, meaning, volts: value }) =>
    value === null
      ? []
      : [
          {
            place: `cellVoltagesV ${at}` as const,
            key: meaning.name,
            text: meaning.entry.value.text,
            reason:
              meaning.unit === undefined
                ? `a cell by its name; without a unit, only ${UNIT_NAMES[factor]} fits a cell`
                : 'a cell by its name, with its unit',
          },
        ],
  );
  if (evidence.length === 0) return undefined;
  return {
    volts,
    evidence,
    used: [...new Set([...places.values()].map(({ meaning }) => meaning.entry))],
  };
};
