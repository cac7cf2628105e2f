import { countUntil } from '../prelude/binary-search.ts';
import { ok, type Result } from '../prelude/result.ts';
import type { ArchiveError, ArchiveRange, ArchiveRow } from '../ports/session-archive.ts';
import { LIVE_DATA_COMMAND } from '../protocol/commands.ts';
import { createLineReader, type RawLine } from '../protocol/line-reader.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { ReadReply, ReplyProfile } from '../protocol/reply-decoder.ts';
import { classifyLine } from '../protocol/reply-lines.ts';
import { judgeSample, type FilterMemory } from '../telemetry/outlier-filter.ts';
import {
  decodeBytes,
  decodeEvents,
  decodeSamples,
  encodeCells,
  type ByteRecord,
  type ChunkKind,
} from './chunks.ts';
import { columnsOf, sampleRow } from './sample-columns.ts';
import { NEXT_SESSION, type SessionInfo } from './session-info.ts';

export type ReadRows = (
  kind: ChunkKind,
  range?: ArchiveRange,
) => Promise<Result<readonly ArchiveRow[], ArchiveError>>;

/** A session whose samples and cells were decoded again from its bytes. */
export interface Reread {
  readonly read: ReadRows;
  readonly info: SessionInfo;
}

interface TimedSample {
  readonly ms: number;
  readonly sample: PackSample;
}

/**
 * Returns the sample of the pack with this label; `undefined` if the reply does not contain it. Without a label it
 * returns the only pack: which of several packs was recorded is then not known.
 */
const sampleOf = (
  { sample, packs = [] }: ReadReply,
  label: string | undefined,
): PackSample | undefined => {
  if (label !== undefined) return packs.find((each) => each.label === label)?.sample;
  return packs.length > 1 ? undefined : sample;
};

/**
 * Creates a decoder of recorded polls. It decodes like live data and returns each sample with the time at which its
 * reply ended. `pack`: the number of the recorded pack, if the device reports several.
 */
export const createRereader = ({ read }: ReplyProfile, pack?: string) => {
  let reader = createLineReader();
  /** The pending reply: it begins with a poll and ends with a final result code or the next command. */
  let lines: string[] | undefined;
  let endedAt = 0;
  let receivedAt = 0;
  let last: { readonly memory: FilterMemory; readonly ms: number } | undefined;

  const end = (samples: TimedSample[]): void => {
    const reply = lines;
    lines = undefined;
    if (reply === undefined || reply.length === 0) return;
    const decoded = read(reply);
    if (!decoded.ok) return;
    const reported = sampleOf(decoded.value, pack);
    if (reported === undefined) return;
    if (reported.sequence !== undefined && reported.sequence === last?.memory.reported.sequence)
      return;
    const { sample, memory } = judgeSample(last?.memory, reported, endedAt - (last?.ms ?? endedAt));
    last = { memory, ms: endedAt };
    samples.push({ ms: endedAt, sample });
  };

  const take = (line: RawLine, ms: number, samples: TimedSample[]): void => {
    const {
      text,
      role: { kind },
    } = classifyLine(line.text);
    if (lines === undefined || (kind !== 'final' && kind !== 'info')) return;
    endedAt = ms;
    if (kind === 'final') end(samples);
    else if (text.toUpperCase() !== LIVE_DATA_COMMAND) lines.push(text);
  };

  const finish = (samples: TimedSample[]): void => {
    for (const line of reader.flush()) take(line, receivedAt, samples);
    end(samples);
  };

  return {
    /** Undefined stands for bytes that cannot be read. A reply does not continue after them. */
    take: (records: readonly ByteRecord[] | undefined): readonly TimedSample[] => {
      const samples: TimedSample[] = [];
      if (records === undefined) {
        lines = undefined;
        reader = createLineReader();
        return samples;
      }
      for (const { ms, dir, bytes, background } of records) {
        if (dir === 'rx') {
          receivedAt = ms;
          for (const line of reader.push(bytes)) take(line, ms, samples);
          continue;
        }
        finish(samples);
        const text = new TextDecoder().decode(bytes).trim().toUpperCase();
        if (background && text === LIVE_DATA_COMMAND) lines = [];
        reader = createLineReader();
      }
      return samples;
    },
    end: (): readonly TimedSample[] => {
      const samples: TimedSample[] = [];
      finish(samples);
      return samples;
    },
  };
};

interface Times {
  /**
   * Converts a time of the session to UTC by the nearest recorded sample or event: the clocks diverge while the
   * computer sleeps or when its clock is set.
   */
  readonly wallAt: (ms: number) => number;
  /**
   * The time of the last reply of the session's pack. If the session ended because another pack was connected, the
   * replies after its last sample may be of that pack.
   */
  readonly endMs: number;
}

const readTimes = async (stored: ReadRows, { startedAt }: SessionInfo): Promise<Times> => {
  const [samples, noted] = await Promise.all([stored('samples'), stored('events')]);
  const start = { ms: 0, wall: startedAt };
  const times: { readonly ms: number; readonly wall: number }[] = [];
  for (const { data } of samples.ok ? samples.value : []) {
    const { ms = [], wall = [] } = decodeSamples(data) ?? {};
    ms.forEach((each, row) => times.push({ ms: each, wall: wall[row] ?? 0 }));
  }
  const events = (noted.ok ? noted.value : []).flatMap(({ data }) => decodeEvents(data) ?? []);
  const isFollowed = events.some(
    ({ kind, text }) => kind === 'marker' && text.endsWith(NEXT_SESSION),
  );
  const endMs = isFollowed ? (times.at(-1)?.ms ?? -1) : Number.POSITIVE_INFINITY;
  times.push(...events);
  times.sort((a, b) => a.ms - b.ms);
  const wallAt = (ms: number): number => {
    const at = countUntil(times.length, (index) => times[index]?.ms ?? 0, ms);
    const before = times[at - 1] ?? start;
    const after = times[at];
    const isAfter = after !== undefined && after.ms - ms < ms - before.ms;
    const nearest = isAfter ? after : before;
    return nearest.wall + ms - nearest.ms;
  };
  return { wallAt, endMs };
};

/**
 * Decodes a session again from its bytes. Undefined if the profile decodes no reply of the session; then the recorded
 * samples are used.
 *
 * @param breathe called between chunks, so that the page stays responsive: a day takes seconds
 */
export const rereadSession = async (
  stored: ReadRows,
  info: SessionInfo,
  profile: ReplyProfile,
  breathe: () => Promise<void>,
): Promise<Reread | undefined> => {
  const bytes = await stored('bytes');
  if (!bytes.ok) return undefined;
  const { wallAt, endMs } = await readTimes(stored, info);
  const rereader = createRereader(profile, info.pack);
  const sampleRows: ArchiveRow[] = [];
  const cellRows: ArchiveRow[] = [];
  let count = 0;
  let [cells, temperatures] = [0, 0];
  const keep = (decoded: readonly TimedSample[]): void => {
    const samples = decoded.filter(({ ms }) => ms <= endMs);
    if (samples.length === 0) return;
    const index = sampleRows.length;
    const rows = samples.map(({ ms, sample }) => sampleRow(sample, ms, wallAt(ms)));
    sampleRows.push({ index, data: columnsOf(rows) });
    cellRows.push({ index, data: encodeCells(samples.map(({ sample }) => sample)) });
    count += samples.length;
    for (const { sample } of samples) {
      cells = sample.cellVoltagesV.length || cells;
      temperatures = sample.temperaturesC.length || temperatures;
    }
  };
  for (const { data } of bytes.value) {
    keep(rereader.take(decodeBytes(data)));
    await breathe();
  }
  keep(rereader.end());
  if (count === 0) return undefined;
  return {
    info: { ...info, samples: count, cells, temperatures },
    read: async (kind, range) => {
      if (kind !== 'samples' && kind !== 'cells') return stored(kind, range);
      const rows = kind === 'samples' ? sampleRows : cellRows;
      return ok(range === undefined ? rows : rows.slice(range.from, range.to + 1));
    },
  };
};
