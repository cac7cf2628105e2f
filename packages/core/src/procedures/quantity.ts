import { numberText, THIN_SPACE } from '../prelude/number-text.ts';
import { cellStats, extremeSensor, sumOfCells } from '../telemetry/pack-summary.ts';
import { areRepeated, areReportedTogether } from '../telemetry/reported-together.ts';
import type { LiveData, LiveSample } from '../telemetry/telemetry.ts';
import type { PackSample } from '../protocol/pack-sample.ts';

/** A value of the pack with its place, such as "cell 3". */
export interface CheckReading {
  readonly value: number;
  readonly where?: string;
  /** A cell or sensor was not read, so the true value may be farther out: it does not prove that limits are kept. */
  readonly isPartial?: true;
}

/** A numeric value of the pack's live data. */
export interface CheckQuantity {
  readonly name: string;
  /** The unit; '' for a count. */
  readonly unit: string;
  /** Number of decimals shown. */
  readonly digits: number;
  readonly keys: readonly (keyof PackSample)[];
  /** Returns the value; undefined if the device does not report it. */
  readonly read: (sample: PackSample) => CheckReading | undefined;
}

const plain = (value: number | undefined): CheckReading | undefined =>
  value === undefined ? undefined : { value };

const sensor = (sample: PackSample, direction: 1 | -1): CheckReading | undefined => {
  const found = extremeSensor(sample, direction);
  return found && { value: found.celsius, where: `sensor ${found.number}` };
};

/** Returns a reading of the cells, marked if some of them were not read. */
const ofCells = (
  cells: PackSample['cellVoltagesV'],
  value: number,
  where: string,
): CheckReading => {
  const numbers = cells.flatMap((volts, index) => (volts === null ? [index + 1] : []));
  if (numbers.length === 0) return where === '' ? { value } : { value, where };
  const lacks = `cell ${numbers.join(', ')} not read`;
  return { value, where: where === '' ? lacks : `${where}; ${lacks}`, isPartial: true };
};

const cell = ({ cellVoltagesV: cells }: PackSample, which: 'lowest' | 'highest') => {
  const standing = cellStats(cells)?.[which];
  return standing && ofCells(cells, standing.volts, `cell ${standing.number}`);
};

const spread = ({ cellVoltagesV: cells }: PackSample): CheckReading | undefined => {
  const stats = cellStats(cells);
  if (stats === undefined) return undefined;
  const where = `cells ${stats.lowest.number} and ${stats.highest.number}`;
  return ofCells(cells, stats.deltaMv, stats.deltaMv === 0 ? '' : where);
};

const unread = ({ cellVoltagesV }: PackSample): CheckReading | undefined => {
  if (cellVoltagesV.length === 0) return undefined;
  const numbers = cellVoltagesV.flatMap((volts, index) => (volts === null ? [index + 1] : []));
  return numbers.length === 0
    ? { value: 0 }
    : { value: numbers.length, where: `cell ${numbers.join(', ')}` };
};

/**
 * Returns by how many percent the sum of the cells differs from the pack voltage; undefined while a cell is not read.
 */
const sumOff = (sample: PackSample): CheckReading | undefined => {
  const { packVoltageV } = sample;
  const sum = sumOfCells(sample);
  if (packVoltageV === undefined || packVoltageV <= 0 || sum === undefined) return undefined;
  return { value: (Math.abs(sum - packVoltageV) / packVoltageV) * 100 };
};

/** Converts `cellOverVoltage` to "cell over voltage". */
const inWords = (fault: string): string =>
  fault.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const faults = ({ alarms, protections, lacksFaults }: PackSample): CheckReading | undefined => {
  if (lacksFaults === true) return undefined;
  const active = [...new Set([...alarms, ...protections])];
  return active.length === 0
    ? { value: 0 }
    : { value: active.length, where: active.map(inWords).join(', ') };
};

const quantity = (
  name: string,
  unit: string,
  digits: number,
  keys: CheckQuantity['keys'],
  read: CheckQuantity['read'],
): CheckQuantity => ({ name, unit, digits, keys, read });

const CELLS = ['cellVoltagesV'] as const;
const SENSORS = ['temperaturesC'] as const;

/** The quantities that a check can measure and limit. Check files contain the keys. */
export const CHECK_QUANTITIES = {
  packVoltage: quantity('Pack voltage', 'V', 2, ['packVoltageV'], (s) => plain(s.packVoltageV)),
  current: quantity('Current', 'A', 2, ['currentA'], (s) => plain(s.currentA)),
  currentSize: quantity('Current (either direction)', 'A', 2, ['currentA'], (s) =>
    plain(s.currentA === undefined ? undefined : Math.abs(s.currentA)),
  ),
  soc: quantity('State of charge', '%', 1, ['socPercent'], (s) => plain(s.socPercent)),
  soh: quantity('State of health', '%', 1, ['sohPercent'], (s) => plain(s.sohPercent)),
  cycles: quantity('Cycles', '', 0, ['cycles'], (s) => plain(s.cycles)),
  lowestCell: quantity('Lowest cell', 'V', 3, CELLS, (s) => cell(s, 'lowest')),
  highestCell: quantity('Highest cell', 'V', 3, CELLS, (s) => cell(s, 'highest')),
  cellSpread: quantity('Cell spread', 'mV', 0, CELLS, spread),
  unreadCells: quantity('Cells not read', '', 0, CELLS, unread),
  sumOff: quantity('Sum of cells vs. pack', '%', 2, ['packVoltageV', ...CELLS], sumOff),
  coldest: quantity('Lowest temperature', '°C', 0, SENSORS, (s) => sensor(s, -1)),
  hottest: quantity('Highest temperature', '°C', 0, SENSORS, (s) => sensor(s, 1)),
  faults: quantity('Active alarms and protections', '', 0, ['alarms', 'protections'], faults),
} as const satisfies Readonly<Record<string, CheckQuantity>>;

export type QuantityId = keyof typeof CHECK_QUANTITIES;

/** Returns the reading of live data, marked if it may be that of a sensor that is no longer read. */
export const readingIn = (
  id: QuantityId,
  { sample, lostSensors = [] }: Pick<LiveSample, 'sample' | 'lostSensors'>,
): CheckReading | undefined => {
  const reading = CHECK_QUANTITIES[id].read(sample);
  const isOfSensors = id === 'coldest' || id === 'hottest';
  if (reading === undefined || !isOfSensors || lostSensors.length === 0) return reading;
  const where = `${reading.where}; sensor ${lostSensors.join(', ')} not read`;
  return { ...reading, where, isPartial: true };
};

/** Returns the numbers of the sensors that live data knows, or knew on this connection, and that a sample lacks. */
export const lostSensorsIn = ({ temperaturesC }: PackSample, live: LiveData): readonly number[] => {
  if (live.kind === 'none') return [];
  const { sample, lostSensors = [] } = live;
  const read = sample.temperaturesC.flatMap((celsius, index) =>
    celsius === null ? [] : [index + 1],
  );
  return [...read, ...lostSensors].filter((number) => (temperaturesC[number - 1] ?? null) === null);
};

/** False if the quantity compares values that the device did not report together [OBD-291]. */
export const isComparable = (id: QuantityId, { olderByMs }: LiveSample): boolean =>
  id !== 'sumOff' || areReportedTogether(olderByMs, ...CHECK_QUANTITIES.sumOff.keys);

/** True if the reply only repeats the quantity from its last new reading, which was `elapsedMs` ago. */
export const isRepeated = (id: QuantityId, { olderByMs }: LiveSample, elapsedMs: number): boolean =>
  areRepeated(olderByMs, elapsedMs, ...CHECK_QUANTITIES[id].keys);

/** Returns the age in ms of the oldest value of the quantity. Values of a slow poll are older than the last reply. */
export const ageOf = (id: QuantityId, { olderByMs, ageMs }: LiveSample): number =>
  ageMs + Math.max(...CHECK_QUANTITIES[id].keys.map((key) => olderByMs?.get(key) ?? 0));

/** True if a new value of the quantity is implausible until the next reply confirms it. */
export const isUnconfirmed = (id: QuantityId, data: LiveData): boolean => {
  const { keys }: CheckQuantity = CHECK_QUANTITIES[id];
  return data.kind === 'sample' && data.held.some(({ key }) => keys.includes(key));
};

/** A range with both ends included. An absent end is unlimited. */
export interface Limits {
  readonly least?: number;
  readonly most?: number;
}

export interface QuantityLimits extends Limits {
  readonly quantity: QuantityId;
}

/** Relative tolerance for binary rounding at a limit: 1.1 × 3 is 3.3000000000000003. */
const SLACK = 1e-9;

export const isWithin = (value: number, { least, most }: Limits): boolean =>
  Number.isFinite(value) &&
  (least === undefined || value >= least - SLACK * Math.max(1, Math.abs(least))) &&
  (most === undefined || value <= most + SLACK * Math.max(1, Math.abs(most)));

/** True if the reading proves that the quantity is within the limits. */
export const keepsLimits = (
  reading: CheckReading | undefined,
  limits: Limits,
): reading is CheckReading =>
  reading !== undefined && reading.isPartial !== true && isWithin(reading.value, limits);

/** Formats a value with its unit: "3.65 V". Without `digits` it has all decimals. */
export const amountText = (value: number, unit: string, digits?: number): string => {
  const text = numberText(value, digits);
  return unit === '' ? text : `${text}${THIN_SPACE}${unit}`;
};

/** Formats limits: "≤ 30 mV", "0–45 °C"; '' without limits. A count of at most 0 is "0". */
export const limitsText = ({ least, most }: Limits, unit: string): string => {
  if (least !== undefined && most !== undefined) {
    const between = least < 0 ? ' to ' : '–';
    return least === most
      ? amountText(least, unit)
      : `${amountText(least, '')}${between}${amountText(most, unit)}`;
  }
  if (least !== undefined) return `≥ ${amountText(least, unit)}`;
  if (most === 0 && unit === '') return '0';
  return most === undefined ? '' : `≤ ${amountText(most, unit)}`;
};

const MOST_DIGITS = 6;

/** Returns the number of decimals with which a value is on the same side of its limits as it was measured. */
const digitsAt = (value: number, digits: number, limits: Limits): number => {
  const isSame = (count: number): boolean =>
    isWithin(Number(value.toFixed(count)), limits) === isWithin(value, limits);
  let count = digits;
  while (count < MOST_DIGITS && !isSame(count)) count += 1;
  return count;
};

/**
 * Formats a reading: "12 mV (cells 1 and 4)". Undefined is a value that the device does not report. Next to its limits a
 * value has more decimals, so that 45.4 °C is not shown as 45 °C above a limit of 45 °C.
 */
export const readingText = (
  id: QuantityId,
  reading: CheckReading | undefined,
  limits: Limits = {},
): string => {
  if (reading === undefined) return 'not reported';
  const { unit, digits } = CHECK_QUANTITIES[id];
  const text = amountText(reading.value, unit, digitsAt(reading.value, digits, limits));
  return reading.where === undefined ? text : `${text} (${reading.where})`;
};
