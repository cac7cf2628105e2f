import type { RecordedSession } from '../recording/recorded-session.ts';
import type { NamedPieces, RecordingPieces } from '../uploads/recording-pieces.ts';
import type { EntryBody, TicketEntry } from './entries.ts';
import type { NamedBytes } from './ticket-changes.ts';

/** How much of a recording is attached to a complaint, in milliseconds. */
const ATTACHED_MS = 10 * 60_000;

type Part = Pick<RecordedSession, 'info' | 'series' | 'events' | 'blocks'>;

/** Returns the last ten minutes of a session and their length in seconds. Times stay relative to the session's start. */
export const lastMinutes = (session: Part): { readonly part: Part; readonly durationS: number } => {
  const { series, events, blocks } = session;
  const ms = series.columns.ms.subarray(0, series.length);
  const end = ms.at(-1) ?? 0;
  const first = Math.max(
    0,
    ms.findIndex((each) => each >= end - ATTACHED_MS),
  );
  const part = {
    info: session.info,
    series: { ...series, length: series.length - first },
    events: events.filter((event) => event.ms >= end - ATTACHED_MS),
    blocks: (rows: number) => blocks(rows, first),
  };
  return { part, durationS: (end - (ms[first] ?? 0)) / 1_000 };
};

/** Converts the result of `makePieces` to the body of an entry and its data. */
export const recordingEntry = (
  { input: { startedAt, samples, schemaVersion, chunks }, pieces }: RecordingPieces,
  durationS: number,
): { readonly body: EntryBody<'RECORDING'>; readonly data: NamedBytes } => ({
  body: {
    startedAt,
    durationS,
    samples,
    schemaVersion,
    parts: chunks.map(({ kind, seq }) => ({ kind, seq })),
  },
  data: { names: chunks.map(({ sha256 }) => sha256), pieces },
});

/**
 * Returns the recording of an entry in the form that `openPieces` takes. Its id is never that of a recording of a pack,
 * because the author of an entry may choose the entry's id.
 */
export const recordingIn = ({
  id,
  body: { schemaVersion, parts },
  pieces,
}: Extract<TicketEntry, { readonly kind: 'RECORDING' }>): NamedPieces => ({
  id: `ticket-${id}`,
  schemaVersion,
  chunks: pieces.flatMap(({ seq, sha256 }) => {
    const part = parts[seq];
    return part === undefined ? [] : [{ ...part, sha256 }];
  }),
});
