import * as v from 'valibot';
import type { PieceTools } from '../ports/piece-tools.ts';
import type { ArchiveChunk, ArchiveError } from '../ports/session-archive.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { jsonFile, OBJECT } from '../prelude/schema.ts';
import { decodeEvents } from '../recording/chunks.ts';
import type { RecordedSession } from '../recording/recorded-session.ts';
import { parseSessionInfo, type SessionInfo } from '../recording/session-info.ts';
import { packBlock, unpackBlock } from './packed-block.ts';

/** The fields of a recording of the account server that are needed to open it. */
export interface NamedPieces {
  readonly id: string;
  readonly schemaVersion: number;
  readonly chunks: readonly {
    readonly kind: string;
    readonly seq: number;
    readonly sha256: string;
  }[];
}

/**
 * The version of the pieces. `session` is the info and the events as JSON, `samples` are packed blocks; both are
 * compressed with gzip.
 */
export const PIECES_VERSION = 1;
/**
 * Rows of a piece: 20 min of samples every 2 s. A long session gets more rows per piece, so that it stays below the
 * server's limit of pieces.
 */
const ROWS = 600;
const MOST_PIECES = 500;
const PIECE_BYTES = 1_048_576;
const MOST_UNPACKED_BYTES = 64_000_000;

/**
 * Limits of the piece `session`, so that parsing it does not stop the page for seconds: its bytes, and its braces,
 * brackets and commas, of which each value has about one. They allow for 90,000 events.
 */
const MOST_JSON_BYTES = 16_000_000;
const MOST_JSON_MARKS = 500_000;
const [BRACE, BRACKET, COMMA] = [0x7b, 0x5b, 0x2c];

const isParsable = (json: Uint8Array): boolean => {
  if (json.length > MOST_JSON_BYTES) return false;
  let marks = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === BRACE || byte === BRACKET || byte === COMMA) marks += 1;
  }
  return marks <= MOST_JSON_MARKS;
};

const SESSION = jsonFile({ schema: v.object({ info: OBJECT, events: v.unknown() }) });

export type PiecesError =
  | ArchiveError
  | { readonly kind: 'cancelled' | 'tooLarge' | 'damaged' | 'newer' };

/** Pieces keyed by their SHA-256, and the input of `addRecording` that names them. */
export interface RecordingPieces {
  readonly input: NamedPieces &
    Readonly<Record<string, unknown> & { startedAt: string; samples: number }>;
  readonly pieces: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/**
 * Splits a session into pieces. `step` is called before each piece with the share that is done; false cancels the work.
 */
export const makePieces = async (
  session: Pick<RecordedSession, 'info' | 'series' | 'events' | 'blocks'>,
  { id, assetId, name }: { readonly id: string; readonly assetId: string; readonly name: string },
  tools: Pick<PieceTools, 'gzip' | 'sha256'>,
  step: (share: number) => Promise<boolean>,
): Promise<Result<RecordingPieces, PiecesError>> => {
  const { series, events } = session;
  const { follows: _, ...info } = session.info;
  const rows = Math.max(ROWS, Math.ceil(series.length / (MOST_PIECES - 1)));
  const blocks = await session.blocks(rows);
  if (!blocks.ok) return blocks;
  const pieces = new Map<string, Uint8Array<ArrayBuffer>>();
  const chunks: NamedPieces['chunks'][number][] = [];
  const add = async (kind: string, seq: number, plain: Uint8Array<ArrayBuffer>) => {
    const bytes = await tools.gzip(plain);
    const sha256 = await tools.sha256(bytes);
    pieces.set(sha256, bytes);
    chunks.push({ kind, seq, sha256 });
    return bytes.length <= PIECE_BYTES;
  };
  const head = new TextEncoder().encode(JSON.stringify({ info: { ...info, name }, events }));
  if (!isParsable(head) || !(await add('session', 0, head))) return err({ kind: 'tooLarge' });
  let done = 0;
  for (const block of blocks.value) {
    if (!(await step((done * rows) / series.length))) return err({ kind: 'cancelled' });
    if (!(await add('samples', done, packBlock(block)))) return err({ kind: 'tooLarge' });
    done += 1;
  }
  const input = {
    id,
    assetId,
    startedAt: new Date(info.startedAt).toISOString(),
    durationS: info.durationMs / 1_000,
    samples: series.length,
    cells: info.cells,
    temperatures: info.temperatures,
    chunks,
    sealed: false,
    schemaVersion: PIECES_VERSION,
  };
  return ok({ input, pieces });
};

/** Restores a session from its pieces in the form that the archive stores. `piece` returns the bytes of a name. */
export const openPieces = async <Fault>(
  recording: NamedPieces,
  tools: PieceTools,
  piece: (sha256: string) => Promise<Result<Uint8Array<ArrayBuffer>, Fault>>,
  step: (share: number) => boolean,
): Promise<
  Result<
    { readonly info: SessionInfo; readonly chunks: readonly ArchiveChunk[] },
    Fault | PiecesError
  >
> => {
  if (recording.schemaVersion > PIECES_VERSION) return err({ kind: 'newer' });
  const chunks: ArchiveChunk[] = [];
  let info: SessionInfo | undefined;
  let storedBytes = 0;
  for (const [done, { kind, seq, sha256 }] of recording.chunks.entries()) {
    if (!step(done / recording.chunks.length)) return err({ kind: 'cancelled' });
    const found = await piece(sha256);
    if (!found.ok) return found;
    const isSame = (await tools.sha256(found.value)) === sha256;
    const plain = isSame ? await tools.gunzip(found.value, MOST_UNPACKED_BYTES) : undefined;
    if (plain === undefined) return err({ kind: 'damaged' });
    storedBytes += plain.length;
    if (kind === 'session') {
      const head = isParsable(plain) && SESSION.parse(new TextDecoder().decode(plain));
      if (head === false || !head.ok) return err({ kind: 'damaged' });
      info = parseSessionInfo({ ...head.value.info, id: recording.id });
      const events = decodeEvents(head.value);
      if (events !== undefined) chunks.push({ kind: 'events', index: 0, data: { events } });
    } else if (kind === 'samples') {
      const block = unpackBlock(plain);
      if (block === undefined) return err({ kind: 'damaged' });
      chunks.push({ kind: 'samples', index: seq, data: block.columns });
      chunks.push({ kind: 'cells', index: seq, data: block.cells });
    }
  }
  return info === undefined
    ? err({ kind: 'damaged' })
    : ok({ info: { ...info, finished: true, storedBytes }, chunks });
};
