import type { Clock } from '../ports/clock.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { WorkspaceStore, WorkspaceWrite } from '../ports/workspace-store.ts';
import { createLive, mapLive } from '../prelude/live.ts';
import { done, mapOk, ok, type Result } from '../prelude/result.ts';
import { readAs } from '../prelude/schema.ts';
import {
  isApplied,
  rebase,
  OUTBOX_ITEM,
  piecesIn,
  unsentOf,
  type OutboxItem,
} from './outbox-item.ts';
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

export const createOutbox = ({ store, clock, randomBytes, userId }: OutboxParts) => {
  const items = createLive<readonly OutboxItem[]>([]);
  const unreadable = createLive<readonly unknown[]>([]);
  const ids = createUuidV7(clock.wallNow, randomBytes);
  let isDisposed = false;

  const reload = async (): Promise<Result<readonly OutboxItem[], ArchiveError>> => {
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
  const write = async (
    put: readonly OutboxItem[],
    removed: readonly string[] = [],
  ): Promise<Result<void, ArchiveError>> => {
    // The server has the pieces of an applied item. They are removed with this write, because they may fill the storage.
    const sent = new Set([...removed, ...put.filter(isApplied).map(({ id }) => id)]);
    const pieces = items.live.value.filter(({ id }) => sent.has(id)).flatMap(piecesIn);
    const removal = pieces.length === 0 ? ok([]) : await removalOf(pieces, [...sent]);
    return removal.ok ? writeWith(put, removed, removal.value) : removal;
  };

  return {
    /** All items in the order of their ids, as they were last read, including those of other tabs. */
    items$: items.live,
    /** The items that will be sent. */
    unsent$: mapLive(items.live, unsentOf),
    /** Stored rows that this version cannot read. They are kept unchanged. */
    unreadable$: unreadable.live,
    /** Saves a change with the pieces that it names, in one write. Ok only if everything is stored. */
    append: async (
      entry: OutboxEntry,
      pieces: ReadonlyMap<string, Uint8Array> = new Map<string, Uint8Array>(),
    ): Promise<Result<OutboxItem, ArchiveError>> => {
      await loaded; // the new id must be greater than all stored ids
      const made: OutboxItem = { id: ids.next(), at: clock.wallNow(), ...entry };
      const item = rebase(made, items.live.value);
      const written = await writeWith(
        [item],
        [],
        [...pieces].map(([id, bytes]) => ({ table: 'pieces', id, value: { bytes } })),
      );
      return mapOk(written, () => item);
    },
    /** Saves changes that have ids with other rows of the user, in one write. An item with the same id is replaced. */
    appendAll: async (
      entries: readonly OutboxItem[],
      others: readonly WorkspaceWrite[],
    ): Promise<Result<void, ArchiveError>> => {
      await loaded;
      const now = items.live.value;
      return writeWith(
        entries.map((item) => rebase(item, now)),
        [],
        others,
      );
    },
    /**
     * Replaces the items with these ids, and removes others, in one write. Pieces of applied and removed items are
     * removed.
     */
    write,
    /** Reads the store again. */
    reload,
    dispose: (): void => {
      isDisposed = true;
      items.dispose();
      unreadable.dispose();
    },
  };
};

/** Changes of one user that the server has not confirmed. They are kept on this computer until it has. */
export type Outbox = ReturnType<typeof createOutbox>;
