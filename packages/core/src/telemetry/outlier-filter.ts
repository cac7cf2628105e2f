import { FAULTS, SCALARS, type Fault, type PackSample } from '../protocol/pack-sample.ts';
import { NO_STEPS, stepsAfter, type CellStep } from './cell-steps.ts';
import { EXPIRED_AFTER_MS } from './freshness.ts';
import { doubtsAbout, placeOf, type ListKey, type Place } from './plausibility.ts';

/** A value that is not shown until the next reply confirms it, or a fault that only one reply has reported. */
export interface HeldValue {
  readonly key: keyof PackSample;
  /** Number of the cell or sensor, from 1; absent for a whole list. */
  readonly number?: number;
  readonly fault?: Fault;
  /** The reported value that is not shown. Null means that it was not read. */
  readonly reported?: number | null;
}

/** Whether the same value is held in both samples: one of them only repeats it [OBD-277]. */
export const isHeldIn = (
  held: readonly HeldValue[],
  { key, number, fault, reported }: HeldValue,
): boolean =>
  held.some(
    (each) =>
      each.key === key &&
      each.number === number &&
      each.fault === fault &&
      each.reported === reported,
  );

/**
 * Alarms and protections have separate lists, because the alarm of a fault may be confirmed while its protection is
 * not.
 */
type UnsureFaults = Readonly<Record<'alarms' | 'protections', readonly Fault[]>>;

/** What the filter remembers from earlier replies. */
export interface FilterMemory {
  readonly shown: PackSample;
  readonly reported: PackSample;
  /** The current before the shown sample. It reveals a load step that the cells show one reply later. */
  readonly currentBefore: number | undefined;
  /** The number of consecutive replies for which the value at a place was held. */
  readonly strikes: ReadonlyMap<Place, number>;
  /**
   * The time in ms since all records with values of a key had been reported again, for the keys of which the shown
   * sample has older values.
   */
  readonly repeatedForMs: ReadonlyMap<string, number>;
  /** Faults that only one reply has reported, or that only one reply lacks. */
  readonly unsure: UnsureFaults;
  readonly steps: readonly CellStep[];
  /** The numbers of the temperature sensors that were shown. A place that was never read may have no sensor. */
  readonly sensors: ReadonlySet<number>;
  readonly cells: ReadonlySet<number>;
}

export interface Judged {
  /** The values that may be shown. */
  readonly sample: PackSample;
  readonly held: readonly HeldValue[];
  /** The numbers of temperature sensors that were read earlier and are not now. */
  readonly lostSensors: readonly number[];
  /** Cells whose voltage jumped without a load step. */
  readonly steps: readonly CellStep[];
  /** Whether the counters of the device fell, which means that it restarted. */
  readonly isRestart: boolean;
  readonly memory: FilterMemory;
}

/**
 * The number of replies after which a held value is shown: if they neither fit nor confirm each other, the value really
 * changes that fast.
 */
const MOST_STRIKES = 2;

/**
 * After a pause of this length (another tab of the app, a silent device), replies are not compared with earlier values.
 */
const FORGOTTEN_AFTER_MS = 60_000;

const NOTHING_OLDER: ReadonlyMap<string, number> = new Map();

const NONE_UNSURE: UnsureFaults = { alarms: [], protections: [] };

const fell = (before: number | undefined, now: number | undefined): boolean =>
  before !== undefined && now !== undefined && now < before;

/** Whether both counters fell. If only one falls, it may be a flipped bit. */
const countersFell = (before: PackSample, now: PackSample): boolean =>
  fell(before.uptimeS, now.uptimeS) && fell(before.sequence, now.sequence);

/**
 * Whether a counter fell in two replies. A sequence number that falls while the uptime does not has only wrapped
 * around.
 */
const counterStaysFallen = (before: PackSample, now: PackSample): boolean =>
  before.uptimeS === undefined || now.uptimeS === undefined
    ? fell(before.sequence, now.sequence)
    : fell(before.uptimeS, now.uptimeS);

const withFaults = (
  key: keyof UnsureFaults,
  memory: FilterMemory,
  now: PackSample,
  isRepetition: (place: string) => boolean,
): { readonly faults: readonly Fault[]; readonly unsure: readonly Fault[] } => {
  const before = memory.shown[key];
  const faults = [...new Set([...now[key], ...before])].filter(
    (fault) =>
      now[key].includes(fault) ||
      !memory.unsure[key].includes(fault) ||
      isRepetition(`${key} ${fault}`),
  );
  const unsure = faults.filter((fault) =>
    isRepetition(`${key} ${fault}`)
      ? memory.unsure[key].includes(fault)
      : now[key].includes(fault) !== before.includes(fault),
  );
  return { faults, unsure };
};

/** Whether one of several records with faults was reported again, because it has a new fault or no longer has this one. */
const faultsDiffer = (place: string, before: PackSample, now: PackSample): boolean => {
  const [key, fault] = place.split(' ');
  if (key !== 'alarms' && key !== 'protections') return false;
  return FAULTS.some((each) => {
    const [was, is] = [before[key].includes(each), now[key].includes(each)];
    return fault === undefined ? is && !was : each === fault && is !== was;
  });
};

/** Returns the list with its earlier values at the places in doubt. */
const withHeld = (
  key: ListKey,
  now: PackSample,
  old: PackSample | undefined,
  held: ReadonlySet<Place>,
): readonly (number | null)[] => {
  if (held.has(key)) return old?.[key] ?? now[key].map(() => null);
  const earlier = old?.[key].length === now[key].length ? old[key] : [];
  return now[key].map((value, index) =>
    held.has(placeOf(key, index + 1)) ? (earlier[index] ?? null) : value,
  );
};

const heldValue = (place: Place, now: PackSample): HeldValue => {
  const [key, number] = place.split(' ');
  if (key === 'cellVoltagesV' || key === 'temperaturesC') {
    if (number === undefined) return { key };
    return { key, number: Number(number), reported: now[key][Number(number) - 1] ?? null };
  }
  const scalar = SCALARS.find((each) => each === key);
  return scalar === undefined
    ? { key: 'switches' }
    : { key: scalar, reported: now[scalar] ?? null };
};

/** Returns the numbers of the cells or sensors that were read. */
const numbersIn = (values: readonly (number | null)[]): readonly number[] =>
  values.flatMap((value, index) => (value === null ? [] : [index + 1]));

/**
 * Returns the earlier sample with the values that records report for the first time, as if they had been the same
 * before: there is nothing to compare them with.
 */
const withFirstValues = (
  before: PackSample,
  now: PackSample,
  { cells, sensors }: FilterMemory,
  olderByMs: ReadonlyMap<string, number>,
): PackSample => {
  const listOf = (key: ListKey, known: ReadonlySet<number>): readonly (number | null)[] =>
    olderByMs.has(key) && now[key].length >= before[key].length
      ? now[key].map((value, index) =>
          known.has(index + 1) ? (before[key][index] ?? null) : value,
        )
      : before[key];
  const areSwitchesMerged = olderByMs.has('switches') && before.switches !== undefined;
  return {
    ...before,
    ...(areSwitchesMerged ? { switches: { ...now.switches, ...before.switches } } : {}),
    cellVoltagesV: listOf('cellVoltagesV', cells),
    temperaturesC: listOf('temperaturesC', sensors),
  };
};

const begin = (now: PackSample, isRestart: boolean): Judged => ({
  sample: now,
  held: [],
  lostSensors: [],
  steps: NO_STEPS,
  isRestart,
  memory: {
    shown: now,
    reported: now,
    currentBefore: now.currentA,
    strikes: new Map(),
    repeatedForMs: new Map(),
    unsure: NONE_UNSURE,
    steps: NO_STEPS,
    sensors: new Set(numbersIn(now.temperaturesC)),
    cells: new Set(numbersIn(now.cellVoltagesV)),
  },
});

/** Returns the sample to show: at held places it has the earlier values, or no values if these are too old. */
const mixed = (
  now: PackSample,
  old: PackSample | undefined,
  held: ReadonlySet<Place>,
): PackSample => {
  const sample: Record<string, unknown> = { ...now };
  for (const key of [...SCALARS, 'switches'] as const) {
    if (!held.has(key)) continue;
    if (old?.[key] === undefined) delete sample[key];
    else sample[key] = old[key];
  }
  const balancing = held.has('cellVoltagesV') ? (old?.balancing ?? now.balancing) : now.balancing;
  return {
    ...(sample as unknown as PackSample), // each value comes from the same key of a sample, so the types match
    cellVoltagesV: withHeld('cellVoltagesV', now, old, held),
    temperaturesC: withHeld('temperaturesC', now, old, held),
    ...(balancing === undefined ? {} : { balancing }),
  };
};

/**
 * Judges a reply by comparing it with earlier ones (device protocol, part 2). A value that jumps implausibly is shown
 * only if the next reply confirms it; until then the last good value stays. Faults are shown at once and disappear when
 * two replies lack them. The first reply of a connection is always shown. A value of an earlier reply that is only
 * repeated here (`olderByMs`, keyed by the name in the sample) does not confirm a change. A flipped bit within the
 * limits of `plausibility.ts` cannot be distinguished from a true change; only a checksum could do that.
 */
export const judgeSample = (
  memory: FilterMemory | undefined,
  now: PackSample,
  elapsedMs: number,
  olderByMs: ReadonlyMap<string, number> = NOTHING_OLDER,
): Judged => {
  if (memory === undefined) return begin(now, false);
  if (countersFell(memory.shown, now)) return begin(now, true);
  if (elapsedMs >= FORGOTTEN_AFTER_MS) return begin(now, counterStaysFallen(memory.shown, now));

  const before = withFirstValues(memory.shown, now, memory, olderByMs);
  const reported = withFirstValues(memory.reported, now, memory, olderByMs);
  // The held values are those that fit neither the shown sample nor the last reported one.
  const unrepeated = doubtsAbout(reported, now, elapsedMs);
  /** Whether a switch or a fault shows that one of several records of a key was reported again. */
  const isOther = (key: string): boolean =>
    key === 'switches' ? unrepeated.has(key) : faultsDiffer(key, reported, now);
  const repeatedForMs = new Map<string, number>();
  for (const [key, olderMs] of olderByMs) {
    const forMs = (memory.repeatedForMs.get(key) ?? 0) + elapsedMs;
    if (elapsedMs > 0 && olderMs >= forMs && !isOther(key)) repeatedForMs.set(key, forMs);
  }
  const isRepetition = (place: string): boolean =>
    repeatedForMs.has(olderByMs.has(place) ? place : place.split(' ', 1).join());

  // A list that has another length than the shown one is compared with the last reported one, value by value.
  const doubts = [...doubtsAbout(before, now, elapsedMs)].flatMap((place) =>
    unrepeated.has(place)
      ? place
      : [place, ...[...unrepeated].filter((each) => each.startsWith(`${place} `))],
  );
  const strikes = new Map<Place, number>();
  for (const place of doubts) {
    const times = memory.strikes.get(place) ?? 0;
    if (isRepetition(place)) {
      if (times > 0) strikes.set(place, times);
    } else if (unrepeated.has(place) && times < MOST_STRIKES) strikes.set(place, times + 1);
  }

  const held = new Set(strikes.keys());
  const old = elapsedMs < EXPIRED_AFTER_MS ? memory.shown : undefined;
  const alarms = withFaults('alarms', memory, now, isRepetition);
  const protections = withFaults('protections', memory, now, isRepetition);
  const shown: PackSample = {
    ...mixed(now, old, held),
    alarms: alarms.faults,
    protections: protections.faults,
  };
  const steps = stepsAfter(memory, shown, elapsedMs);
  const read = numbersIn(shown.temperaturesC);
  const sensors = new Set([...memory.sensors, ...read]);
  return {
    sample: shown,
    held: [
      ...Array.from(held, (place) => heldValue(place, now)),
      ...alarms.unsure.map((fault) => ({ key: 'alarms' as const, fault })),
      ...protections.unsure.map((fault) => ({ key: 'protections' as const, fault })),
    ],
    lostSensors: [...sensors].filter((each) => !read.includes(each)),
    steps,
    isRestart: counterStaysFallen(memory.shown, shown),
    memory: {
      shown,
      reported: now,
      currentBefore: memory.shown.currentA,
      strikes,
      repeatedForMs,
      unsure: { alarms: alarms.unsure, protections: protections.unsure },
      steps,
      sensors,
      cells: new Set([...memory.cells, ...numbersIn(shown.cellVoltagesV)]),
    },
  };
};
