import type { PieceTools } from '../ports/piece-tools.ts';
import type { WorkspaceWrite } from '../ports/workspace-store.ts';
import { joinBytes } from '../prelude/join-bytes.ts';
import { plainText } from '../prelude/plain-text.ts';
import { ok, type Result } from '../prelude/result.ts';
import type { OutboxItem } from '../workspace/outbox-item.ts';
import { createUuidV7 } from '../workspace/uuid-v7.ts';
import type { Change } from '../workspace/workspace.ts';
import type { EntryBody, EntryKind, TicketEntry } from './entries.ts';
import type { Ticket } from './ticket-rows.ts';
import type { TicketState } from './ticket-states.ts';

export const PIECE_BYTES = 1_048_576;
/** The largest sum of the pieces of an entry, in bytes. */
export const ENTRY_BYTES = 25 * PIECE_BYTES;
/** The largest body of an entry that the server accepts, in bytes of `jsonBytes`. */
export const BODY_BYTES = 60_000;
export const LONGEST_TEXT = 10_000;
const LONGEST_TITLE = 120;

/** A change of the outbox, and the pieces that it names. */
export interface TicketChange extends Change {
  readonly target: string;
  readonly pieces?: ReadonlyMap<string, Uint8Array>;
}

/** The pieces of some data: their SHA-256 in order, and their bytes by SHA-256. */
export interface NamedBytes {
  readonly names: readonly string[];
  readonly pieces: ReadonlyMap<string, Uint8Array>;
}

/** Returns the size of a value as JSON in UTF-8, in bytes. */
export const jsonBytes = (value: object): number =>
  new TextEncoder().encode(JSON.stringify(value)).length;

/** Returns the title of a complaint: the first line of its text, shortened. */
export const titleOf = (text: string): string => {
  const line =
    plainText(text)
      .split(/[\n\r]/u, 1)[0]
      ?.replaceAll('\t', ' ') ?? '';
  if (line.length <= LONGEST_TITLE) return line;
  return `${line
    .slice(0, LONGEST_TITLE - 1)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()}…`;
};

/**
 * Returns the change that adds an entry. Each entry has its own target, so that none waits for a decision on another
 * change of the ticket.
 */
export const addEntry = <Kind extends EntryKind>(
  ticketId: string,
  kind: Kind,
  body: EntryBody<Kind>,
  { id, data }: { readonly id: string; readonly data?: NamedBytes },
): TicketChange => ({
  target: `ticketEntry:${id}`,
  kind: 'addTicketEntry',
  input: {
    id,
    ticketId,
    kind,
    body,
    ...(data && { pieces: data.names.map((sha256, seq) => ({ seq, sha256 })) }),
  },
  ...(data && { pieces: data.pieces }),
});

/** Returns the change of a ticket's state, and of what is decided with it. `dueAt` is in ms since 1970, null: not due. */
export const setState = (
  { id, version }: Pick<Ticket, 'id' | 'version'>,
  state: TicketState,
  values: Readonly<{ assigneeId?: string; priority?: number; dueAt?: number | null }> = {},
): TicketChange => {
  const { dueAt, ...others } = values;
  const input = {
    id,
    state,
    ...others,
    ...(dueAt !== undefined && { dueAt: dueAt && new Date(dueAt).toISOString() }),
  };
  return { target: `ticket:${id}`, kind: 'setTicketState', input, base: version };
};

/**
 * Returns the ticket on whose version a change of these values is based: `now`, as it is known now. If others changed
 * one of the values since the user saw it, `seen`, so that the server reports a conflict.
 */
export const baseOf = (seen: Ticket, now: Ticket, changed: readonly (keyof Ticket)[]): Ticket =>
  changed.every((key) => seen[key] === now[key]) ? now : seen;

/** Splits bytes into pieces of at most 1 MiB. */
export const splitPieces = async (
  bytes: Uint8Array<ArrayBuffer>,
  { sha256 }: Pick<PieceTools, 'sha256'>,
): Promise<NamedBytes> => {
  const names: string[] = [];
  const pieces = new Map<string, Uint8Array>();
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const piece = bytes.slice(from, from + PIECE_BYTES);
    const name = await sha256(piece);
    names.push(name);
    pieces.set(name, piece);
  }
  return { names, pieces };
};

/** Joins the pieces of an entry again. `piece` returns the bytes of a name. The first failure ends it. */
export const joinPieces = async <Fault>(
  { pieces }: Pick<TicketEntry, 'pieces'>,
  piece: (sha256: string) => Promise<Result<Uint8Array<ArrayBuffer>, Fault>>,
): Promise<Result<Uint8Array<ArrayBuffer>, Fault>> => {
  const parts: Uint8Array[] = [];
  for (const { sha256 } of pieces.toSorted((a, b) => a.seq - b.seq)) {
    const part = await piece(sha256);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return ok(joinBytes(parts));
};

/**
 * Returns changes as items of the outbox in their order, and the rows of their pieces, to save them in one write. They are
 * sent after the items that wait already.
 */
export const itemsOf = (
  changes: readonly TicketChange[],
  now: number,
  randomBytes: (count: number) => Uint8Array,
  waiting: readonly Pick<OutboxItem, 'id'>[],
): { readonly items: readonly OutboxItem[]; readonly rows: readonly WorkspaceWrite[] } => {
  const ids = createUuidV7(() => now, randomBytes);
  for (const { id } of waiting) ids.after(id);
  return {
    items: changes.map(({ pieces: _, ...change }) => ({ id: ids.next(), at: now, ...change })),
    rows: changes.flatMap(({ pieces }) =>
      [...(pieces ?? [])].map(([id, bytes]) => ({
        table: 'pieces' as const,
        id,
        value: { bytes },
      })),
    ),
  };
};
