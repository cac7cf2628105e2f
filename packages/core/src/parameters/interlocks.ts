import { filter, firstValueFrom, map } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Clock } from '../ports/clock.ts';
import { withTimeout } from '../prelude/with-timeout.ts';
import {
  conditionText,
  firstUnmet,
  judgeConditions,
  secondsOld,
  type ConditionState,
} from '../procedures/conditions.ts';
import { ageOf } from '../procedures/quantity.ts';
import { LATE_AFTER_MS, STALE_AFTER_MS } from '../telemetry/freshness.ts';
import type { LiveData, LiveSample, Telemetry } from '../telemetry/telemetry.ts';

/** What a write needs from the pack. */
export interface InterlockNeeds {
  /** The highest current in A, of either sign. Default: any. */
  readonly currentA?: number | undefined;
  /** False for a roll back: the protection may be an effect of the write. */
  readonly noProtection: boolean;
}

export interface InterlockParts {
  readonly link: Pick<Link, 'connection$'>;
  readonly telemetry: Pick<Telemetry, 'liveData$'>;
  readonly clock: Pick<Clock, 'after'>;
}

/** How many replies are awaited until a new value is confirmed. */
const MOST_REPLIES = 3;

const protectionsAge = ({ ageMs, olderByMs }: LiveSample): number =>
  ageMs + (olderByMs?.get('protections') ?? 0);

const protections = (data: LiveData): ConditionState => {
  const name = 'Active protections';
  const needed = '0';
  if (data.kind === 'none') return { name, needed, now: 'unknown', isMet: false };
  const { sample } = data;
  if (sample.lacksFaults === true) return { name, needed, now: 'not reported', isMet: false };
  const active = [...new Set(sample.protections)];
  const words = active.map((each) =>
    each.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
  const isMet = active.length === 0;
  const now = isMet ? '0' : `${active.length} (${words.join(', ')})`;
  const ageMs = protectionsAge(data);
  return ageMs < STALE_AFTER_MS
    ? { name, needed, now, isMet }
    : { name, needed, now: `${now}, but ${secondsOld(ageMs)}`, isMet: false };
};

/** Returns the conditions of a write with their current values. */
export const judgeInterlocks = (
  { currentA, noProtection }: InterlockNeeds,
  { link, telemetry }: Omit<InterlockParts, 'clock'>,
): readonly ConditionState[] => {
  const data = telemetry.liveData$.value;
  const conditions =
    currentA === undefined
      ? []
      : [{ quantity: 'current', least: -currentA, most: currentA } as const];
  const check = { name: '', purpose: '', conditions, steps: [] };
  const states = judgeConditions(check, undefined, {
    connection: link.connection$.value,
    data,
    otherPack: undefined,
    needsRecent: true,
  });
  // The serial number is checked before anything is written, to make sure that it is the same pack.
  const ofPack = states.filter(({ name }) => name !== 'Pack');
  return noProtection ? [...ofPack, protections(data)] : ofPack;
};

const arrival = (data: LiveData): number | undefined =>
  data.kind === 'sample' ? data.receivedAt : undefined;

/** Waits for live data that fulfils a condition; returns false if it does not arrive in time. */
const awaitData = (
  { telemetry, clock }: InterlockParts,
  isWanted: (data: LiveData) => boolean,
): Promise<boolean> =>
  withTimeout(
    firstValueFrom(telemetry.liveData$.pipe(map(isWanted), filter(Boolean)), {
      defaultValue: false,
    }),
    clock,
    STALE_AFTER_MS,
    false,
  );

/**
 * Returns the first condition that is not met, as a sentence. Waits for fresh live data first, because commands delay
 * the polls.
 */
export const firstInterlock = async (
  needs: InterlockNeeds,
  parts: InterlockParts,
): Promise<string | undefined> => {
  const isFresh = (data: LiveData): boolean =>
    data.kind === 'sample' &&
    data.ageMs < LATE_AFTER_MS &&
    Math.max(ageOf('current', data), protectionsAge(data)) < STALE_AFTER_MS;
  for (let reply = 1; ; reply += 1) {
    if (parts.link.connection$.value.kind === 'connected') {
      const data = parts.telemetry.liveData$.value;
      if (!isFresh(data)) await awaitData(parts, isFresh);
    }
    const unmet = firstUnmet(judgeInterlocks(needs, parts));
    if (unmet === undefined) return undefined;
    const before = arrival(parts.telemetry.liveData$.value);
    const mayWait = unmet.isUnconfirmed === true && reply < MOST_REPLIES;
    if (!mayWait || !(await awaitData(parts, (data) => arrival(data) !== before))) {
      return conditionText(unmet);
    }
  }
};
