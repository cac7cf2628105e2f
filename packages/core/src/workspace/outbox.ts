import type { Clock } from '../ports/clock.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { WorkspaceStore, WorkspaceWrite } from '../ports/workspace-store.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { done, ok, type Result } from '../prelude/result.ts';
import { readAs } from '../prelude/schema.ts';
import { onEarlier, OUTBOX_ITEM, piecesIn, type OutboxItem } from './outbox-item.ts';
import { piecesOfChanges, piecesOfImages } from './pieces.ts';
import { createUuidV7 } from './uuid-v7.ts';

export interface OutboxParts {
  readonly store: WorkspaceStore;
  readonly clock: Clock;
  /** Returns cryptographically secure random bytes. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly userId: string;
}

/** A change of the user, as `append` takes it. */
export type OutboxEntry = Pick<OutboxItem, 'target' | 'kind' | 'input' | 'base'>;

/** Changes of one user that the server has not confirmed. They are kept on this computer until it has. */
export interface Outbox {
  /** All items in the order of their ids, as they were last read, including those of other tabs. */
  readonly items$: Live<readonly OutboxItem[]>;
  /** Stored rows that this version cannot read. They are kept unchanged. */
  readonly unreadable$: Live<readonly unknown[]>;
  /** Saves a change with the pieces that it names, in one write. Ok only if everything is stored. */
  readonly append: (
    entry: OutboxEntry,
    pieces?: ReadonlyMap<string, Uint8Array>,
  ) => Promise<Result<OutboxItem, ArchiveError>>;
  /** Saves changes that have ids with other rows of the user, in one write. An item with the same id is replaced. */
  readonly appendAll: (
    entries: readonly OutboxItem[],
    others: readonly WorkspaceWrite[],
  ) => Promise<Result<void, ArchiveError>>;
  /** Replaces the items with these ids, and removes others with their pieces, in one write. */
  readonly write: (
    put: readonly OutboxItem[],
    removed?: readonly string[],
  ) => Promise<Result<void, ArchiveError>>;
  /** Reads the store again. */
  readonly reload: () => Promise<Result<readonly OutboxItem[], ArchiveError>>;
  readonly dispose: () => void;
}

export const createOutbox = ({ store, clock, randomBytes, userId }: OutboxParts): Outbox => {
  const items = createLive<readonly OutboxItem[]>([]);
  const unreadable = createLive<readonly unknown[]>([]);
  const ids = createUuidV7(clock.wallNow, randomBytes);
  let isDisposed = false;

  const reload: Outbox['reload'] = async () => {
    const rows = await store.read(userId, 'outbox');
    if (!rows.ok) return rows;
    const read = rows.value.map(({ value }) => ({ value, item: readAs(OUTBOX_ITEM, value) }));
    const found = read.flatMap(({ item }) => (item === undefined ? [] : [item]));
    const last = found.at(-1);
    if (last !== undefined) ids.after(last.id);
    if (!isDisposed) {
      items.set(found);
      unreadable.set(read.filter(({ item }) => item === undefined).map(({ value }) => value));
    }
    return ok(found);
  };
  const loaded = reload();

  const writeWith = async (
    put: readonly OutboxItem[],
    removed: readonly string[],
    others: readonly WorkspaceWrite[],
  ): Promise<Result<void, ArchiveError>> => {
    const written = await store.write(userId, [
      ...put.map((item) => ({ table: 'outbox' as const, id: item.id, value: item })),
      ...removed.map((id) => ({ table: 'outbox' as const, id })),
      ...others,
    ]);
    if (!written.ok) return written;
    await reload();
    return done;
  };
  /** Returns the writes that remove the pieces that only the removed items name. */
  const removalOf = async (
    pieces: readonly string[],
    removed: readonly string[],
  ): Promise<Result<readonly WorkspaceWrite[], ArchiveError>> => {
    const ofImages = await piecesOfImages(store, userId);
    if (!ofImages.ok) return ofImages;
    const ofOthers = await piecesOfChanges(store, userId, removed);
    if (!ofOthers.ok) return ofOthers;
    const named = new Set([...ofImages.value, ...ofOthers.value]);
    const unnamed = pieces.filter((sha256) => !named.has(sha256));
    return ok(unnamed.map((id) => ({ table: 'pieces', id })));
  };
  const write: Outbox['write'] = async (put, removed = []) => {
    const pieces = items.live.value.filter(({ id }) => removed.includes(id)).flatMap(piecesIn);
    const removal = pieces.length === 0 ? ok([]) : await removalOf(pieces, removed);
    return removal.ok ? writeWith(put, removed, removal.value) : removal;
  };

  return {
    items$: items.live,
    unreadable$: unreadable.live,
    append: async (entry, pieces = new Map<string, Uint8Array>()) => {
      await loaded; // the new id must be greater than all stored ids
      const made: OutboxItem = { id: ids.next(), at: clock.wallNow(), ...entry };
      const item = onEarlier(made, items.live.value);
      const written = await writeWith(
        [item],
        [],
        [...pieces].map(([id, bytes]) => ({ table: 'pieces', id, value: { bytes } })),
      );
      return written.ok ? ok(item) : written;
    },
    appendAll: async (entries, others) => {
      await loaded;
      const now = items.live.value;
      return writeWith(
        entries.map((item) => onEarlier(item, now)),
        [],
        others,
      );
    },
    write,
    reload,
    dispose: () => {
      isDisposed = true;
      items.dispose();
      unreadable.dispose();
    },
  };
};
