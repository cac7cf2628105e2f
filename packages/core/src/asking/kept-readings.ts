import {
  mergeReadings,
  replyOf,
  type MergedPack,
  type Profile,
  type ProfileReading,
} from '../profiles/index.ts';
import { understood, type DecodedReply } from '../protocol/reply-decoder.ts';

/** A value that was not reported again within so many periods of its poll is no longer shown … */
const KEPT_PERIODS = 3;
/** … but not before this time, and not before each poll had its turn once more. */
const LEAST_KEPT_MS = 6_000;
/** The period of a device that reports by itself is not known. */
const KEPT_OF_STREAM_MS = 10_000;

const hasValues = ({ sample }: MergedPack): boolean =>
  sample.packVoltageV !== undefined ||
  sample.socPercent !== undefined ||
  sample.currentA !== undefined ||
  sample.cellVoltagesV.length > 0;

/** The readings of a connection that are not too old. */
export interface KeptReadings {
  /** `everyMs`: the interval of the poll that they answer; without it the device reported by itself. */
  readonly add: (readings: readonly ProfileReading[], everyMs: number | undefined) => void;
  /** All of them as one reply at this time; undefined if there is no value of a pack. */
  readonly merged: (at: number) => DecodedReply | undefined;
  /** Another pack may answer from now on. */
  readonly clear: () => void;
}

export const createKeptReadings = (profile: Profile): KeptReadings => {
  const { polls } = profile;
  const cycleMs = polls.reduce((sum, { timeoutMs, settleMs = 0 }) => sum + timeoutMs + settleMs, 0);
  const leastMs = Math.max(LEAST_KEPT_MS, cycleMs);
  let kept: readonly { readonly reading: ProfileReading; readonly keptMs: number }[] = [];

  const add: KeptReadings['add'] = (readings, everyMs) => {
    const keptMs =
      everyMs === undefined ? KEPT_OF_STREAM_MS : Math.max(leastMs, KEPT_PERIODS * everyMs);
    kept = [...kept, ...readings.map((reading) => ({ reading, keptMs }))];
  };

  const merged: KeptReadings['merged'] = (at) => {
    kept = kept.filter(({ reading, keptMs }) => at - reading.at <= keptMs);
    const packs = mergeReadings(kept.map(({ reading }) => reading)).filter(hasValues);
    const reply = replyOf(packs, at);
    return reply && understood(reply, { kind: 'profile', profile });
  };

  return {
    add,
    merged,
    clear: () => {
      kept = [];
    },
  };
};
