import type { Connection } from '../link/connection.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { differenceWords, type PackDifference } from '../recording/pack-identity.ts';
import { STALE_AFTER_MS, type Freshness } from '../telemetry/freshness.ts';
import type { LiveData } from '../telemetry/telemetry.ts';
import type { Check, CheckStep } from './procedure.ts';
import {
  ageOf,
  CHECK_QUANTITIES,
  isComparable,
  isUnconfirmed,
  keepsLimits,
  limitsText,
  readingIn,
  readingText,
  type QuantityLimits,
  type CheckReading,
} from './quantity.ts';

/** The data against which conditions are evaluated. */
export interface Surroundings {
  readonly connection: Connection;
  readonly data: LiveData;
  /** The proofs that the connected pack is not the one the check began with. */
  readonly otherPack: readonly PackDifference[] | undefined;
  /** The last sample whose compared values were confirmed and reported together, with the age of the older one. */
  readonly compared?: { readonly sample: PackSample; readonly ageMs: number } | undefined;
  /** True if a value of a slow poll does not count once it is stale, as before a write to the device. */
  readonly needsRecent?: boolean;
}

/** An older comparison does not count in a condition. */
const COMPARED_FOR_MS = 30_000; // OBD-291

export interface ConditionState {
  readonly name: string;
  /** The requirement, such as "≤ 1 A"; '' if the name states it. */
  readonly needed: string;
  /** The current value, such as "0.02 A" or "missing". */
  readonly now: string;
  readonly isMet: boolean;
  /** The last reply had a new value that the next reply has to confirm. No step may begin with it. */
  readonly isUnconfirmed?: true;
}

/**
 * The freshness at which a value counts. A late value counts: at 9600 baud a labelled reply of 128 cells takes more
 * than a second, and one skipped poll must not halt a check. A stale value does not count.
 */
const TRUSTED: ReadonlySet<Freshness> = new Set(['fresh', 'late']);

export const isTrusted = ({ freshness }: Extract<LiveData, { readonly kind: 'sample' }>): boolean =>
  TRUSTED.has(freshness);

const connectionWords = (connection: Connection): string => {
  if (!('cause' in connection)) return connection.kind;
  switch (connection.cause.kind) {
    case 'unplugged':
      return 'unplugged';
    case 'takenOver':
    case 'openElsewhere':
      return 'open in another tab';
    default:
      return 'not connected';
  }
};

export const secondsOld = (ageMs: number): string => `${Math.floor(ageMs / 1_000)} s old`;

const RECENT = `less than ${STALE_AFTER_MS / 1_000} s old`;

const dataState = (data: LiveData): ConditionState => {
  const name = 'Live data';
  const needed = RECENT;
  if (data.kind === 'none') return { name, needed, now: 'missing', isMet: false };
  const now = data.freshness === 'fresh' ? 'fresh' : secondsOld(data.ageMs);
  return { name, needed, now, isMet: isTrusted(data) };
};

/** Returns the current value; undefined also while live data is stale. */
export const readingNow = (
  { quantity }: Pick<QuantityLimits, 'quantity'>,
  data: LiveData,
): CheckReading | undefined =>
  data.kind === 'sample' && isTrusted(data) ? readingIn(quantity, data) : undefined;

export const quantityState = (
  limits: QuantityLimits,
  { data, compared, needsRecent = false }: Omit<Surroundings, 'connection' | 'otherPack'>,
): ConditionState => {
  const { name, unit, read } = CHECK_QUANTITIES[limits.quantity];
  const needed = limitsText(limits, unit);
  if (data.kind === 'none' || !isTrusted(data))
    return { name, needed, now: 'unknown', isMet: false };
  let reading = readingIn(limits.quantity, data);
  let ageMs = ageOf(limits.quantity, data);
  if (reading !== undefined && !isComparable(limits.quantity, data)) {
    if (compared === undefined || compared.ageMs >= COMPARED_FOR_MS)
      return { name, needed, now: 'not reported together', isMet: false };
    reading = read(compared.sample);
    ({ ageMs } = compared);
  }
  const isMet = keepsLimits(reading, limits);
  if (isMet && isUnconfirmed(limits.quantity, data)) {
    return { name, needed, now: 'unconfirmed', isMet: false, isUnconfirmed: true };
  }
  const now = readingText(limits.quantity, reading, limits);
  if (reading === undefined || ageMs < STALE_AFTER_MS) return { name, needed, now, isMet };
  const aged = { name, now: `${now}, ${secondsOld(ageMs)}` };
  return needsRecent
    ? { ...aged, needed: `${needed} and ${RECENT}`, isMet: false }
    : { ...aged, needed, isMet };
};

/** Formats a requirement: "Current ≤ 1 A". */
export const requirementText = (limits: QuantityLimits): string => {
  const { name, unit } = CHECK_QUANTITIES[limits.quantity];
  return `${name} ${limitsText(limits, unit)}`;
};

/**
 * Returns the conditions of a step: those of every check, of this check, and of the step. A condition that explains
 * others comes before them.
 */
export const judgeConditions = (
  check: Check,
  step: CheckStep | undefined,
  { connection, data, otherPack, ...rest }: Surroundings,
): readonly ConditionState[] => [
  {
    name: 'Device',
    needed: '',
    now: connectionWords(connection),
    isMet: connection.kind === 'connected',
  },
  {
    name: 'Pack',
    needed: '',
    now: otherPack === undefined ? 'the same' : `changed (${differenceWords(otherPack)})`,
    isMet: otherPack === undefined,
  },
  dataState(data),
  ...[...check.conditions, ...(step?.conditions ?? [])].map((each) =>
    quantityState(each, { data, ...rest }),
  ),
];

export const firstUnmet = (states: readonly ConditionState[]): ConditionState | undefined =>
  states.find(({ isMet }) => !isMet);

/**
 * Formats a condition that is not met: "Current is 12.40 A, must be ≤ 1 A"; "Device: unplugged"; "Cells not read: 1
 * (cell 2), must be 0".
 */
export const conditionText = ({ name, needed, now }: ConditionState): string => {
  if (needed === '') return `${name}: ${now}`;
  return needed === '0' ? `${name}: ${now}, must be 0` : `${name} is ${now}, must be ${needed}`;
};
