import { rounded } from '../protocol/infer/numbers.ts';
import { unitMeaning } from '../protocol/infer/quantity.ts';
import { UNREAD_CELL } from '../protocol/infer/read-cells.ts';
import { MISSING_SENSOR } from '../protocol/infer/read-temperatures.ts';
import {
  FAULTS,
  MAX_CELLS,
  SCALARS,
  type Fault,
  type PackSample,
} from '../protocol/pack-sample.ts';
import { PLAUSIBLE } from '../profiles/units.ts';
import { SWITCHES } from '../recording/sample-columns.ts';
import type { ProfileTarget } from '../profiles/profile-targets.ts';
import { isMissing, numberIn, timeIn } from './cell-values.ts';
import { CellFault, quoted, type CellIn, type ReadSettings } from './row-check.ts';
import {
  FRACTION,
  QUANTITIES,
  type MappedColumn,
  type Mapping,
  type SampleTarget,
  type Target,
} from './targets.ts';

/** A row that is a sample. `ms` is the time since the first row, `wall` is UTC in ms. */
export interface SampleRowRead {
  readonly kind: 'sample';
  readonly ms: number;
  readonly wall: number;
  readonly sample: PackSample;
  /** The text of the events since the previous sample, of a session of this product. */
  readonly events: string;
}

/** Reads a cell; undefined if the value is missing. Throws a `CellFault`. */
type Convert = (cell: string) => number | undefined;

/** The plausible range of each value. A value outside of it is a reading error or in another unit. */
const RANGES: Readonly<Partial<Record<SampleTarget, ProfileTarget>>> = {
  packVoltageV: 'packVoltage',
  currentA: 'current',
  socPercent: 'soc',
  sohPercent: 'soh',
  remainingAh: 'remaining',
  designCapacityAh: 'capacity',
  cycles: 'cycles',
  cell: 'cells',
  temperature: 'temps',
};

/** State of health of a new pack may be above 100 %. */
const HIGHEST_SOH = 200;

const rangeOf = (target: SampleTarget): readonly [number, number] => {
  if (target === 'sohPercent') return [0, HIGHEST_SOH];
  const name = RANGES[target];
  return (name === undefined ? undefined : PLAUSIBLE[name]) ?? [-Infinity, Infinity];
};

/** Numbers that stand for a cell or sensor that was not read, as in replies. */
const UNREAD: Readonly<Partial<Record<Target, readonly number[]>>> = {
  cell: UNREAD_CELL,
  temperature: [MISSING_SENSOR],
};

const converter = ({ target, unit }: MappedColumn, { decimal }: ReadSettings): Convert => {
  const quantity = QUANTITIES[target];
  const meaning = quantity === undefined || unit === undefined ? undefined : unitMeaning(unit);
  const { factor = 1, offset = 0 } = unit === FRACTION ? { factor: 100 } : (meaning ?? {});
  const isPlain = factor === 1 && offset === 0;
  const unread = UNREAD[target];
  const [least, most] = rangeOf(target as SampleTarget); // the mapping of a file with samples
  return (cell) => {
    const number = numberIn(cell, decimal);
    if (number === undefined) {
      if (isMissing(cell)) return undefined;
      throw new CellFault(`${quoted(cell)} is not a number.`);
    }
    const value = isPlain ? number : rounded(number * factor + offset);
    if (unread?.includes(number) === true || unread?.includes(value) === true) return undefined;
    if (value < least || value > most) {
      throw new CellFault(`${quoted(cell)} ${unit ?? ''} is not possible here. Check the unit.`);
    }
    return value;
  };
};

const switchesIn = (cell: string): PackSample['switches'] => {
  const words = cell.split(' ');
  const known = SWITCHES.filter((name) => !words.includes(`${name}=—`));
  return Object.fromEntries(known.map((name) => [name, words.includes(name)]));
};

const faultsIn = (cell: string): readonly Fault[] =>
  cell
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const fault = FAULTS.find((each) => each === word);
      if (fault === undefined) throw new CellFault(`${quoted(word)} is not a known fault.`);
      return fault;
    });

const balancingIn = (cell: string, cells: number): readonly boolean[] => {
  const on = new Set(cell.split(' ').map(Number));
  return Array.from({ length: cells }, (_, index) => on.has(index + 1));
};

const momentIn = (
  cell: string,
  unit: string | undefined,
  settings: ReadSettings,
  last: number,
): number => {
  if (unit === 'date' || unit === undefined) {
    const time = timeIn(cell, settings.dateOrder, settings.timeZone, last);
    if (typeof time === 'string') throw new CellFault(`${quoted(cell)} ${time}.`);
    return time;
  }
  const number = numberIn(cell, settings.decimal);
  if (number === undefined) throw new CellFault(`${quoted(cell)} is not a number.`);
  const ms = unit === 'unix s' ? number * 1_000 : number;
  if (!(ms > 0 && ms < 7.3e12)) throw new CellFault(`${quoted(cell)} is not a time since 1970.`);
  return Math.round(ms);
};

/**
 * Largest number of missing columns, as a share of those in the file. If more are missing, the numbers in the names are not
 * used: they may count the cells of all modules.
 */
const MOST_GAPS = 0.5;

/**
 * Returns the index of each column in the list of cells or sensors. It follows from the number in the column's name, so that
 * a cell without a column does not change the numbers of the others. If these numbers do not increase, the columns are
 * numbered in their order.
 */
const placesOf = (names: readonly string[]): readonly number[] => {
  const numbers = names.map((name) => Number(/(\d{1,3})\D*$/.exec(name)?.[1] ?? Number.NaN));
  const first = Math.min(1, numbers[0] ?? 0);
  const areCounted =
    names.length > 1 &&
    numbers.every((each, at) => at === 0 || each > (numbers[at - 1] ?? 0)) &&
    (numbers.at(-1) ?? 0) - first < Math.min(MAX_CELLS, names.length * (1 + MOST_GAPS));
  return areCounted ? numbers.map((each) => each - first) : names.map((_, at) => at);
};

/** Reads the rows of a file with samples, one after another. A refused row leaves a gap. */
export const createSampleReader = (
  mapping: Mapping,
  settings: ReadSettings,
  cellIn: CellIn,
  header: readonly string[],
) => {
  const at = (target: SampleTarget) => mapping.find((each) => each.target === target);
  const [time, clock, elapsed] = [at('time'), at('clock'), at('elapsed')];
  const toElapsed = elapsed && converter(elapsed, settings);
  const scalars = SCALARS.flatMap((name) => {
    const column = at(name);
    return column === undefined
      ? []
      : [{ name, column: column.column, read: converter(column, settings) }];
  });
  const sign = settings.positiveCurrent === 'charging' ? 1 : -1;
  const lists = (target: SampleTarget) => {
    const own = mapping.filter((each) => each.target === target);
    const places = placesOf(own.map(({ column }) => header[column] ?? ''));
    return own.map((each, index) => ({
      column: each.column,
      place: places[index] ?? index,
      read: converter(each, settings),
    }));
  };
  const [cells, sensors] = [lists('cell'), lists('temperature')];
  const [switches, alarms, protections, balancing, events] = (
    ['switches', 'alarms', 'protections', 'balancing', 'events'] as const
  ).map((target) => at(target)?.column);
  let first: { readonly wall: number; readonly elapsed: number } | undefined;
  let last = { ms: -Infinity, wall: -Infinity, line: 0 };

  /** Reads a list; undefined if the device did not report it. An empty cell is an empty list. */
  const reported = <T>(column: number | undefined, read: (cell: string) => T): T | undefined => {
    if (column === undefined) return undefined;
    const cell = cellIn(column);
    return cell !== '' && isMissing(cell) ? undefined : read(cell);
  };
  const lengthOf = (each: typeof cells): number => (each.at(-1)?.place ?? -1) + 1;
  const list = (each: typeof cells): readonly (number | null)[] => {
    const values = Array.from({ length: lengthOf(each) }, (): number | null => null);
    for (const { column, place, read } of each) values[place] = read(cellIn(column)) ?? null;
    return values;
  };

  const sinceStart = (): number | undefined => {
    if (elapsed === undefined || toElapsed === undefined) return undefined;
    const seconds = toElapsed(cellIn(elapsed.column));
    if (seconds === undefined) throw new CellFault('The time is missing.');
    return seconds * 1_000;
  };
  const momentOf = (): number | undefined => {
    if (time === undefined) return undefined;
    const ofDay = clock === undefined ? '' : ` ${cellIn(clock.column)}`;
    return momentIn(`${cellIn(time.column)}${ofDay}`, time.unit, settings, last.wall);
  };
  const timesOf = (): { readonly ms: number; readonly wall: number } => {
    const since = sinceStart();
    const moment = momentOf();
    first ??= { wall: moment ?? settings.startsAt, elapsed: since ?? 0 };
    const ms = since === undefined ? (moment ?? 0) - first.wall : since - first.elapsed;
    return { ms, wall: moment ?? settings.startsAt + ms };
  };

  const sampleOf = (): PackSample => {
    const [active, tripped] = [reported(alarms, faultsIn), reported(protections, faultsIn)];
    const sample: { -readonly [Name in keyof PackSample]: PackSample[Name] } = {
      alarms: active ?? [],
      protections: tripped ?? [],
      cellVoltagesV: list(cells),
      temperaturesC: list(sensors),
    };
    for (const { name, column, read } of scalars) {
      const value = read(cellIn(column));
      if (value !== undefined) sample[name] = value;
    }
    if (sample.currentA !== undefined && sample.currentA !== 0) sample.currentA *= sign;
    if (active === undefined && tripped === undefined) sample.lacksFaults = true;
    const closed = reported(switches, switchesIn);
    if (closed !== undefined) sample.switches = closed;
    const balanced = reported(balancing, (cell) => balancingIn(cell, lengthOf(cells)));
    if (balanced !== undefined) sample.balancing = balanced;
    return sample;
  };

  return (line: number): SampleRowRead => {
    const sample = sampleOf();
    const { ms, wall } = timesOf();
    if (ms < last.ms) throw new CellFault(`The time is before that of line ${last.line}.`);
    last = { ms, wall, line };
    const text = events === undefined ? '' : cellIn(events);
    return { kind: 'sample', ms, wall, sample, events: text };
  };
};

/** Returns why samples cannot be read with a mapping at all, as a sentence. */
export const tooManyCells = (mapping: Mapping): string | undefined =>
  mapping.filter(({ target }) => target === 'cell').length > MAX_CELLS
    ? `More than ${MAX_CELLS} columns are cells. Choose those of one pack.`
    : undefined;
