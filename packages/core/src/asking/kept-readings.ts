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

/** Names all values of a reading: a later one of the same name replaces it as a whole. */
const placesIn = ({ recordId, pack, ...reading }: ProfileReading): string =>
  JSON.stringify([
    recordId,
    pack,
    ...[reading.scalars, reading.switches, reading.texts].map(Object.keys),
    ...[reading.cells, reading.temps].map((list) => list.map(({ number }) => number)),
    reading.others.map(({ name }) => name),
    [reading.alarms, reading.protections, reading.balancing].map((each) => each !== undefined),
  ]);

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
  /** By what they report, the latest last: a flood of records does not make it grow. */
  const kept = new Map<string, { readonly reading: ProfileReading; readonly keptMs: number }>();

  const add: KeptReadings['add'] = (readings, everyMs) => {
    const keptMs =
      everyMs === undefined ? KEPT_OF_STREAM_MS : Math.max(leastMs, KEPT_PERIODS * everyMs);
    for (const reading of readings) {
      const places = placesIn(reading);
      kept.delete(places);
      kept.set(places, { reading, keptMs });
    }
  };

  const merged: KeptReadings['merged'] = (at) => {
    for (const [places, { reading, keptMs }] of kept)
      if (at - reading.at > keptMs) kept.delete(places);
    const packs = mergeReadings([...kept.values()].map(({ reading }) => reading)).filter(hasValues);
    const reply = replyOf(packs, at);
    return reply && understood(reply, { kind: 'profile', profile });
  };

  return {
    add,
    merged,
    clear: () => {
      kept.clear();
    },
  };
};
