import type { Kind } from '../protocol/infer/quantity.ts';

/** The kinds of files that can be imported. `session` is a session that this product has exported. */
export const IMPORT_KINDS = ['packs', 'logger', 'bdf', 'session'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The values of a pack in a pack list, as in the API. `place` is an address. */
export const PACK_TARGETS = [
  'serial',
  'maker',
  'model',
  'chemistry',
  'cells',
  'designCapacityAh',
  'builtOn',
  'installedIn',
  'firmware',
  'place',
  'state',
] as const;
export type PackTarget = (typeof PACK_TARGETS)[number];

/**
 * The values of a sample. `time` is a moment, `clock` the time of day if the file has it in another column, `elapsed`
 * the time since the start. `cell` and `temperature` are columns of their own for each cell and sensor.
 */
export const SAMPLE_TARGETS = [
  'time',
  'clock',
  'elapsed',
  'packVoltageV',
  'currentA',
  'socPercent',
  'sohPercent',
  'remainingAh',
  'designCapacityAh',
  'cycles',
  'cell',
  'temperature',
] as const;
/** The columns that only a session of this product has. */
const SESSION_TARGETS = [
  'sequence',
  'uptimeS',
  'switches',
  'alarms',
  'protections',
  'balancing',
  'events',
] as const;
export type SampleTarget = (typeof SAMPLE_TARGETS)[number] | (typeof SESSION_TARGETS)[number];

export type Target = PackTarget | SampleTarget;

/** A column of the file with the value that it contains. */
export interface MappedColumn {
  readonly target: Target;
  /** Index of the column, from 0. */
  readonly column: number;
  /** The unit of its numbers: `mV`. For `time`: `date`, `unix s` or `unix ms`. */
  readonly unit?: string | undefined;
  /** True if the file does not name the unit. */
  readonly isAssumed?: boolean | undefined;
}

/** Which column contains which value. Targets of cells and sensors occur once for each, in their order. */
export type Mapping = readonly MappedColumn[];

/** The quantity that a target measures; undefined for texts and counts. */
export const QUANTITIES: Readonly<Partial<Record<Target, Kind>>> = {
  elapsed: 'time',
  packVoltageV: 'voltage',
  currentA: 'current',
  socPercent: 'percent',
  sohPercent: 'percent',
  remainingAh: 'charge',
  designCapacityAh: 'charge',
  cell: 'voltage',
  temperature: 'temperature',
};

/** The unit of a state of charge or health that is written as a fraction: 0.78 for 78 %. */
export const FRACTION = '0–1';

const UNITS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  voltage: ['V', 'mV'],
  current: ['A', 'mA'],
  charge: ['Ah', 'mAh'],
  percent: ['%', FRACTION],
  temperature: ['°C', '°F', 'K'],
  time: ['s', 'ms', 'min', 'h'],
};

/** The forms of a moment. */
const TIME_FORMS = ['date', 'unix s', 'unix ms'] as const;

/** Returns the units that the column of a target may have, the usual one first. */
export const unitsOf = (target: Target): readonly string[] =>
  target === 'time' ? TIME_FORMS : (UNITS[QUANTITIES[target] ?? 'other'] ?? []);

/** Whether a file may have several columns with this target. */
export const isList = (target: Target): boolean => target === 'cell' || target === 'temperature';

export const targetsOf = (kind: ImportKind): readonly Target[] =>
  kind === 'packs' ? PACK_TARGETS : SAMPLE_TARGETS;

/** Returns what a mapping lacks, as a sentence; undefined if rows can be read with it. */
export const mappingProblem = (kind: ImportKind, mapping: Mapping): string | undefined => {
  const has = (...targets: readonly Target[]): boolean =>
    mapping.some(({ target }) => targets.includes(target));
  if (kind === 'packs')
    return has('serial') ? undefined : 'Choose the column of the serial number.';
  if (!has('time', 'elapsed')) return 'Choose the column of the time.';
  return has('packVoltageV', 'currentA', 'socPercent', 'cell', 'temperature')
    ? undefined
    : 'Choose at least one column with a measured value.';
};
