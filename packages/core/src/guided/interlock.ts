import type { Connection } from '../link/connection.ts';
import { differenceWords, type PackDifference } from '../recording/pack-identity.ts';
import { STALE_AFTER_MS, type Freshness } from '../telemetry/freshness.ts';
import type { LiveData } from '../telemetry/telemetry.ts';
import type { Check, CheckStep } from './check.ts';
import { isWithin, limitsText, readingText, type QuantityLimits } from './limits.ts';
import { CHECK_QUANTITIES, isInDoubt, type Reading } from './quantity.ts';

/** What interlocks are judged by. */
export interface Surroundings {
  readonly connection: Connection;
  readonly data: LiveData;
  /** Proofs that the pack is another than the one the check began with. */
  readonly strayed: readonly PackDifference[] | undefined;
}

/** An interlock as it stands now, in words. */
export interface InterlockState {
  readonly name: string;
  /** "at most 1 A"; '' where the name says it all. */
  readonly needed: string;
  /** "0.02 A", "no live data yet". */
  readonly now: string;
  readonly holds: boolean;
  /** The last reply told another value, which is not believed until the next one repeats it: nothing may begin on it. */
  readonly isInDoubt?: true;
}

/**
 * A late value still counts: at 9600 baud a labelled reply of 128 cells takes over a second, and one skipped poll must
 * not stop a check. A stale one does not.
 */
const TRUSTED: ReadonlySet<Freshness> = new Set(['fresh', 'late']);

export const isTrusted = ({ freshness }: Extract<LiveData, { readonly kind: 'sample' }>): boolean =>
  TRUSTED.has(freshness);

const connectionWords = (connection: Connection): string => {
  if (connection.kind === 'disconnecting') return 'no longer';
  if (connection.kind !== 'disconnected') return connection.kind;
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

const dataState = (data: LiveData): InterlockState => {
  const name = 'Live data is fresh';
  const needed = `less than ${STALE_AFTER_MS / 1_000} s old`;
  if (data.kind === 'none') return { name, needed, now: 'none yet', holds: false };
  const holds = isTrusted(data);
  const now = data.freshness === 'fresh' ? 'fresh' : `${Math.floor(data.ageMs / 1_000)} s old`;
  return { name, needed, now, holds };
};

/** The value now; undefined also while live data is too old to be believed. */
export const readingNow = (
  { quantity }: Pick<QuantityLimits, 'quantity'>,
  data: LiveData,
): Reading | undefined =>
  data.kind === 'sample' && isTrusted(data)
    ? CHECK_QUANTITIES[quantity].read(data.sample)
    : undefined;

const quantityState = (limits: QuantityLimits, data: LiveData): InterlockState => {
  const { name, unit } = CHECK_QUANTITIES[limits.quantity];
  const needed = limitsText(limits, unit);
  if (!dataState(data).holds) return { name, needed, now: 'not known', holds: false };
  const reading = readingNow(limits, data);
  const holds = reading !== undefined && isWithin(reading.value, limits);
  if (holds && isInDoubt(limits.quantity, data)) {
    return { name, needed, now: 'in doubt until the next reply', holds: false, isInDoubt: true };
  }
  return { name, needed, now: readingText(limits.quantity, reading), holds };
};

/** The interlocks of a step: those of every check, of this check, of the step; those that explain others come first. */
export const judgeInterlocks = (
  check: Check,
  step: CheckStep | undefined,
  { connection, data, strayed }: Surroundings,
): readonly InterlockState[] => [
  {
    name: 'Device is connected',
    needed: '',
    now: connectionWords(connection),
    holds: connection.kind === 'connected',
  },
  {
    name: 'Same pack throughout',
    needed: '',
    now: strayed === undefined ? 'the same' : `another: ${differenceWords(strayed)} changed`,
    holds: strayed === undefined,
  },
  dataState(data),
  ...[...check.interlocks, ...(step?.interlocks ?? [])].map((each) => quantityState(each, data)),
];

export const firstBroken = (states: readonly InterlockState[]): InterlockState | undefined =>
  states.find(({ holds }) => !holds);

/** "Current, either way: 12.40 A, needed at most 1 A". */
export const interlockText = ({ name, needed, now }: InterlockState): string =>
  needed === '' ? `${name}: ${now}` : `${name}: ${now}, needed ${needed}`;
