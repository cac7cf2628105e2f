import {
  mergeReadings,
  replyOf,
  type MergedPack,
  type Profile,
  type ProfileReading,
} from '../profiles/index.ts';
import { understood, type DecodedReply } from '../protocol/reply-decoder.ts';

/** After this many periods of its poll without a new report, a value is no longer shown. */
const KEPT_PERIODS = 3;
/** The minimum time for which a value is shown. It is longer if one cycle of all polls takes longer. */
const LEAST_KEPT_MS = 6_000;
/** How long a value is shown if the device reports by itself, so that its period is not known. */
const KEPT_OF_STREAM_MS = 10_000;

const hasValues = ({ sample }: MergedPack): boolean =>
  sample.packVoltageV !== undefined ||
  sample.socPercent !== undefined ||
  sample.currentA !== undefined ||
  sample.cellVoltagesV.length > 0;

/** Returns a key of all values of a reading. A later reading with the same key replaces it as a whole. */
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
  /**
   * Adds readings. `everyMs` is the interval of the poll that they answer; undefined if the device sent them by itself.
   */
  readonly add: (readings: readonly ProfileReading[], everyMs: number | undefined) => void;
  /** Returns all readings as one reply at this time; undefined if they contain no value of a pack. */
  readonly merged: (at: number) => DecodedReply | undefined;
  /** Removes all readings, because another pack may answer from now on. */
  readonly clear: () => void;
}

export const createKeptReadings = (profile: Profile): KeptReadings => {
  const { polls } = profile;
  const cycleMs = polls.reduce((sum, { timeoutMs, settleMs = 0 }) => sum + timeoutMs + settleMs, 0);
  const leastMs = Math.max(LEAST_KEPT_MS, cycleMs);
  /** The readings by their key, latest last. A flood of records replaces entries and does not let the map grow. */
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
