import { createCollector, type ValueCollector } from './collect-values.ts';
import { textOfBytes } from '../prelude/text-of-bytes.ts';
import { fitsPattern, patternOf, type BytePattern } from './device-bytes.ts';
import { createFramer } from './framer.ts';
import { replyStart } from './iso-tp.ts';
import type { Profile, ProfileRecord } from './profile.ts';
import type { ProfileReading, Refusal } from './profile-reading.ts';
import { readLayout } from './read-layout.ts';
import { readRegisters } from './read-registers.ts';
import { readReplyRecord } from './read-reply.ts';
import { readCellRows, readPackRows } from './read-table.ts';
import { readFields, readKeys, splitFields } from './read-text.ts';

/** The circumstances in which bytes were received. */
export interface ReadContext {
  /** The poll that the bytes answer. Absent if the device sent them unsolicited. */
  readonly poll?: string;
  /** Time of arrival, ms. */
  readonly at: number;
}

export interface ReadResult {
  readonly readings: readonly ProfileReading[];
  /** Values and frames that are not shown, with the reasons. */
  readonly refused: readonly Refusal[];
}

interface Matcher {
  readonly record: ProfileRecord;
  readonly pattern: BytePattern;
}

export const createRecordMatcher = (profile: Profile) => {
  const matchers: readonly Matcher[] = profile.records.map((record) => ({
    record,
    pattern: record.match === undefined ? [] : (patternOf(record.match) ?? []),
  }));
  // A digit that is wrong in the identifier of a reply would put its values in other places.
  const starts = new Map(
    profile.frame.split === 'isoTp'
      ? profile.polls.map(({ id, send = '' }) => [id, replyStart(send)] as const)
      : [],
  );
  const hasColumns = (record: ProfileRecord, body: Uint8Array): boolean =>
    record.read !== 'fields' ||
    record.columns === undefined ||
    splitFields(textOfBytes(body), record.by).length === record.columns;
  const isWhole = (record: ProfileRecord, body: Uint8Array): boolean =>
    record.read !== 'layout' ||
    record.whole !== true ||
    readLayout(record, body, createCollector(profile.signs.current)) === undefined;
  return (body: Uint8Array, poll: string | undefined): ProfileRecord | undefined => {
    if (poll !== undefined && !fitsPattern(body, starts.get(poll) ?? [])) return undefined;
    const fitting = matchers.filter(
      ({ record, record: { answers, size, has }, pattern }) =>
        (answers === undefined || (poll !== undefined && answers.includes(poll))) &&
        (size === undefined || body.length === size) &&
        fitsPattern(body, pattern) &&
        (has === undefined || textOfBytes(body).includes(has)) &&
        hasColumns(record, body),
    );
    // If the frame ends where no layout ends, the last record refuses it with the reason.
    return (fitting.find(({ record }) => isWhole(record, body)) ?? fitting.at(-1))?.record;
  };
};

const readInto = (
  profile: Profile,
  record: Exclude<ProfileRecord, { read: 'reply' }>,
  body: Uint8Array,
  poll: string | undefined,
  collector: ValueCollector,
): string | undefined => {
  switch (record.read) {
    case 'layout':
      return readLayout(record, body, collector);
    case 'fields':
      return readFields(record, textOfBytes(body), collector);
    case 'keys':
      readKeys(record, textOfBytes(body), collector);
      return undefined;
    case 'table':
      return readCellRows(record, textOfBytes(body), collector);
    case 'registers': {
      const request = profile.polls.find(({ id }) => id === poll)?.modbus;
      return request === undefined
        ? 'no question was sent'
        : readRegisters(record, body, request, collector);
    }
  }
};

/** True for a row without values, which stands for a missing pack. */
const isAbsent = ({ scalars, cells, temps }: ProfileReading): boolean =>
  Object.keys(scalars).length === 0 && cells.length === 0 && temps.length === 0;

/**
 * Creates a reader for one connection. With `startsWhole: false` (reading begins at any moment of a stream) the first
 * line is skipped, because its beginning may be missing.
 */
export const createProfileReader = (
  profile: Profile,
  { startsWhole = true }: { readonly startsWhole?: boolean } = {},
) => {
  const framer = createFramer(profile, startsWhole);
  const recordOf = createRecordMatcher(profile);
  const sign = profile.signs.current;

  const readBody = (body: Uint8Array, { poll, at }: ReadContext): ReadResult => {
    const record = recordOf(body, poll);
    if (record === undefined) return { readings: [], refused: [] };
    const recordId = record.id;
    const refuse = (reason: string): ReadResult => ({
      readings: [],
      refused: [{ recordId, reason }],
    });
    if (record.read === 'reply') {
      // Free text may be UTF-8, unlike the fields of a protocol.
      const reading = readReplyRecord(record, new TextDecoder().decode(body), sign, at);
      return typeof reading === 'string' ? refuse(reading) : { readings: [reading], refused: [] };
    }
    let collectors: readonly ValueCollector[];
    if (record.read === 'table' && record.rows === 'packs') {
      const rows = readPackRows(record, textOfBytes(body), sign);
      if (typeof rows === 'string') return refuse(rows);
      collectors = rows;
    } else {
      const collector = createCollector(sign);
      const problem = readInto(profile, record, body, poll, collector);
      if (problem !== undefined) return refuse(problem);
      collectors = [collector];
    }
    const finished = collectors.map((each) => each.finish(recordId, at));
    const isRow = record.read === 'table' && record.rows === 'packs';
    const pack = profile.polls.find(({ id }) => id === poll)?.pack;
    return {
      readings: finished.flatMap(({ reading }) =>
        reading === undefined || (isRow && isAbsent(reading))
          ? []
          : pack === undefined
            ? [reading]
            : [{ pack, ...reading }],
      ),
      refused: finished.flatMap(({ refused }) => refused.map((reason) => ({ recordId, reason }))),
    };
  };

  const readAll = (found: ReturnType<typeof framer.push>, context: ReadContext): ReadResult => {
    const results = found.map((each) =>
      each.body === undefined
        ? { readings: [], refused: [{ reason: each.bad }] }
        : readBody(each.body, context),
    );
    return {
      readings: results.flatMap(({ readings }) => readings),
      refused: results.flatMap(({ refused }) => refused),
    };
  };

  return {
    /** Reads the frames that these bytes complete. Accepts any number of bytes with bounded memory. Never throws. */
    read: (bytes: Uint8Array, context: ReadContext): ReadResult =>
      readAll(framer.push(bytes), context),
    /** Reads the remaining bytes when the reply is complete (a prompt, a final line, silence). */
    flush: (context: ReadContext): ReadResult => readAll(framer.flush(), context),
    /** Reads these bytes as the end of a reply: `read` and `flush`. */
    readReply: (bytes: Uint8Array, context: ReadContext): ReadResult =>
      readAll([...framer.push(bytes), ...framer.flush()], context),
  };
};
