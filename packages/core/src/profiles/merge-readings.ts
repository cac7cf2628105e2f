import { groupBy } from '../prelude/group-by.ts';
import { FAULTS, MAX_CELLS, type Fault, type PackSample } from '../protocol/pack-sample.ts';
import { isSwitchTarget, type SwitchTarget, type TextTarget } from './profile-targets.ts';
import type { NamedValue, NumberedValue, ProfileReading, ScalarName } from './profile-reading.ts';

/** The state of a pack, merged from its latest readings. */
export interface MergedPack {
  /** The pack's number; absent if the device reports none. */
  readonly pack?: string;
  /** The sample without its switches. `switches` contains only those that are known. */
  readonly sample: Omit<PackSample, 'switches'>;
  readonly switches: Readonly<Partial<Record<SwitchTarget, boolean>>>;
  readonly others: readonly NamedValue[];
  readonly texts: Readonly<Partial<Record<TextTarget, string>>>;
  /** The number of decimals with which the device reports a value, by its field in the sample. */
  readonly decimals: ReadonlyMap<string, number>;
  /**
   * Time of each value in ms, by its name: `current`, `cells 3`, `temps 1`, `charge`, `alarms`, or the name of another
   * value.
   */
  readonly times: ReadonlyMap<string, number>;
}

const SAMPLE_KEYS = {
  packVoltage: 'packVoltageV',
  current: 'currentA',
  soc: 'socPercent',
  soh: 'sohPercent',
  remaining: 'remainingAh',
  capacity: 'designCapacityAh',
  cycles: 'cycles',
  sequence: 'sequence',
  uptime: 'uptimeS',
} as const satisfies Record<ScalarName, keyof PackSample>;

/** Returns the field of a sample for a name of `MergedPack.times`. */
const placeOf = (name: string): string => {
  if (/^cells\b/.test(name)) return 'cellVoltagesV';
  if (/^temps\b/.test(name)) return 'temperaturesC';
  const [, faults] = /^(alarms|protections) /.exec(name) ?? [];
  if (faults !== undefined) return faults;
  if (isSwitchTarget(name)) return 'switches';
  return Object.hasOwn(SAMPLE_KEYS, name) ? SAMPLE_KEYS[name as ScalarName] : name;
};

/** Converts numbered values to a list from number 1. Values that no reading reported are null. */
const listOf = (values: ReadonlyMap<number, number | null>): readonly (number | null)[] =>
  Array.from(
    { length: Math.min(MAX_CELLS, Math.max(0, ...values.keys())) },
    (_, index) => values.get(index + 1) ?? null,
  );

interface FaultsOfRecord {
  readonly faults: readonly Fault[];
  readonly reportable: readonly Fault[];
  readonly at: number;
}

const ALL_FAULTS = { alarms: FAULTS, protections: FAULTS };

const faultsIn = (records: ReadonlyMap<string, FaultsOfRecord>): readonly Fault[] => [
  ...new Set([...records.values()].flatMap(({ faults }) => faults)),
];

const mergePack = (pack: string | undefined, readings: readonly ProfileReading[]): MergedPack => {
  const scalars = new Map<ScalarName, number>();
  const cells = new Map<number, number | null>();
  const temps = new Map<number, number | null>();
  const switches = new Map<SwitchTarget, boolean>();
  const texts = new Map<TextTarget, string>();
  const others = new Map<string, NamedValue>();
  const decimals = new Map<string, number>();
  // Each record reports its own faults and balancing. Its latest reading replaces them.
  const alarms = new Map<string, FaultsOfRecord>();
  const protections = new Map<string, FaultsOfRecord>();
  const faultRecords = [['alarms', alarms] as const, ['protections', protections] as const];
  const times = new Map<string, number>();
  const balancing = new Map<string, { readonly cells: readonly boolean[]; readonly at: number }>();

  const put = <K extends string, T>(into: Map<K, T>, key: K, value: T, at: number): void => {
    into.set(key, value);
    times.set(key, at);
  };
  const list = (
    into: Map<number, number | null>,
    name: string,
    from: readonly NumberedValue[],
    at: number,
  ) => {
    for (const { number, value } of from) {
      into.set(number, value);
      times.set(`${name} ${number}`, at);
    }
  };

  for (const reading of readings) {
    const { at, recordId } = reading;
    for (const [name, value] of Object.entries(reading.scalars))
      put(scalars, name as ScalarName, value, at);
    for (const [name, value] of Object.entries(reading.switches))
      put(switches, name as SwitchTarget, value, at);
    for (const [name, value] of Object.entries(reading.texts))
      put(texts, name as TextTarget, value, at);
    for (const [name, count] of Object.entries(reading.decimals ?? {}))
      decimals.set(placeOf(name), count);
    for (const other of reading.others) put(others, other.name, other, at);
    list(cells, 'cells', reading.cells, at);
    list(temps, 'temps', reading.temps, at);
    for (const [key, records] of faultRecords) {
      const { [key]: faults, reportable = ALL_FAULTS } = reading;
      if (faults !== undefined) records.set(recordId, { faults, reportable: reportable[key], at });
    }
    if (reading.balancing !== undefined) balancing.set(recordId, { cells: reading.balancing, at });
  }

  for (const [name, records] of [...faultRecords, ['balancing', balancing] as const])
    if (records.size > 0) times.set(name, Math.min(...[...records.values()].map(({ at }) => at)));
  for (const [name, records] of faultRecords)
    for (const fault of records.size < 2 ? [] : FAULTS) {
      const known = [...records.values()].filter(({ reportable }) => reportable.includes(fault));
      if (known.length > 0) times.set(`${name} ${fault}`, Math.min(...known.map(({ at }) => at)));
    }

  const cellVoltagesV = listOf(cells);
  const named = Object.fromEntries(
    [...scalars].map(([name, value]) => [SAMPLE_KEYS[name], value]),
  ) as Partial<PackSample>; // the names are scalars of a sample
  return {
    ...(pack === undefined ? {} : { pack }),
    sample: {
      ...named,
      alarms: faultsIn(alarms),
      protections: faultsIn(protections),
      ...(alarms.size + protections.size === 0 ? { lacksFaults: true as const } : {}),
      cellVoltagesV,
      temperaturesC: listOf(temps),
      ...(balancing.size === 0
        ? {}
        : {
            balancing: cellVoltagesV.map((_, index) =>
              [...balancing.values()].some(({ cells: each }) => each[index] === true),
            ),
          }),
    },
    switches: Object.fromEntries(switches),
    others: [...others.values()],
    texts: Object.fromEntries(texts),
    decimals,
    times,
  };
};

/**
 * Merges readings, oldest first, into one sample for each pack, with the latest of each value. The caller chooses the
 * readings: those of one cycle, or those that are recent enough. Packs are in the order in which they were first
 * reported.
 */
export const mergeReadings = (readings: readonly ProfileReading[]): readonly MergedPack[] =>
  Array.from(
    groupBy(readings, ({ pack }) => pack),
    ([pack, all]) => mergePack(pack, all),
  );

/**
 * Returns how much older than `at` each value is, in ms, by its field in the sample or the name of another value.
 * Values that arrived at `at` are omitted. A list is as old as its oldest value; then each of its values has its own age
 * too, such as `cellVoltagesV 3`. If several records report faults, so has each fault: `alarms shortCircuit`.
 */
export const agesOf = ({ times }: MergedPack, at: number): ReadonlyMap<string, number> => {
  const ages = new Map<string, number>();
  for (const [name, cameAt] of times) {
    const place = placeOf(name);
    if (cameAt < at) ages.set(place, Math.max(ages.get(place) ?? 0, at - cameAt));
  }
  for (const [name, cameAt] of times) {
    const [, part] = /^(?:cells|temps|alarms|protections) (\w+)$/.exec(name) ?? [];
    const place = placeOf(name);
    if (part !== undefined && ages.has(place)) ages.set(`${place} ${part}`, at - cameAt);
  }
  return ages;
};
