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

/** Maximum number of lists of cells or sensors that are remembered. */
const MOST_LISTS = 1_024;

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

/** The cells or sensors of a record that the device has reported. */
interface Reported {
  readonly pack: string | undefined;
  readonly list: 'cells' | 'temps';
  readonly highest: number;
}

const LIST_KEYS = { cells: 'cellVoltagesV', temps: 'temperaturesC' } as const;

export const createKeptReadings = (profile: Profile) => {
  const { polls } = profile;
  const cycleMs = polls.reduce((sum, { timeoutMs, settleMs = 0 }) => sum + timeoutMs + settleMs, 0);
  const leastMs = Math.max(LEAST_KEPT_MS, cycleMs);
  /** The readings by their key, latest last. A flood of records replaces entries and does not let the map grow. */
  const kept = new Map<string, { readonly reading: ProfileReading; readonly keptMs: number }>();

  /** By pack, record, list and lowest number: a record may have several frames, each with other cells. */
  const reported = new Map<string, Reported>();

  /** Remembers how many cells and sensors a record has. A record that is reported again replaces what it had. */
  const remember = ({ pack, recordId, ...reading }: ProfileReading): void => {
    for (const list of ['cells', 'temps'] as const) {
      if (reading[list].length === 0) continue;
      const numbers = reading[list].map(({ number }) => number);
      if (reported.size >= MOST_LISTS) reported.clear();
      const key = JSON.stringify([pack, recordId, list, Math.min(...numbers)]);
      reported.set(key, { pack, list, highest: Math.max(...numbers) });
    }
  };

  /** Adds the cells and sensors of records that are no longer reported as not read, so that they are not overlooked. */
  const withLost = (merged: MergedPack): MergedPack => {
    const { sample } = merged;
    const lengthOf = (list: Reported['list']): number =>
      Math.max(
        ...[...reported.values()].map((each) =>
          each.list === list && each.pack === merged.pack ? each.highest : 0,
        ),
      );
    const padded = (list: Reported['list']): readonly (number | null)[] => {
      const values = sample[LIST_KEYS[list]];
      const missing = values.length === 0 ? 0 : Math.max(0, lengthOf(list) - values.length);
      return [...values, ...Array.from({ length: missing }, () => null)];
    };
    const lists = { cellVoltagesV: padded('cells'), temperaturesC: padded('temps') };
    return { ...merged, sample: { ...sample, ...lists } };
  };

  const removeOld = (at: number): void => {
    for (const [places, { reading, keptMs }] of kept)
      if (at - reading.at > keptMs) kept.delete(places);
  };

  const add = (readings: readonly ProfileReading[], everyMs: number | undefined): void => {
    const keptMs =
      everyMs === undefined ? KEPT_OF_STREAM_MS : Math.max(leastMs, KEPT_PERIODS * everyMs);
    const [first] = readings;
    if (first !== undefined) removeOld(first.at);
    if (kept.size === 0) reported.clear(); // after such a silence another pack may be connected
    for (const reading of readings) {
      remember(reading);
      const places = placesIn(reading);
      kept.delete(places);
      kept.set(places, { reading, keptMs });
    }
  };

  const merged = (at: number): DecodedReply | undefined => {
    removeOld(at);
    const packs = mergeReadings([...kept.values()].map(({ reading }) => reading)).filter(hasValues);
    const reply = replyOf(packs.map(withLost), at);
    return reply && understood(reply, { kind: 'profile', profile });
  };

  return {
    /**
     * Adds readings. `everyMs` is the interval of the poll that they answer; undefined if the device sent them by itself.
     */
    add,
    /** Returns all readings as one reply at this time; undefined if they contain no value of a pack. */
    merged,
    /** Removes all readings, because another pack may answer from now on. */
    clear: (): void => {
      kept.clear();
      reported.clear();
    },
  };
};

/** The readings of a connection that are not too old. */
export type KeptReadings = ReturnType<typeof createKeptReadings>;
