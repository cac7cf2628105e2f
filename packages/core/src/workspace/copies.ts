import * as v from 'valibot';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { ListRest, RowPage, ServerRow } from '../ports/workspace-server.ts';
import type { WorkspaceStore, WorkspaceWrite } from '../ports/workspace-store.ts';
import { createLive } from '../prelude/live.ts';
import { done, mapOk, type Result } from '../prelude/result.ts';
import { OBJECT, readAs } from '../prelude/schema.ts';
import type { OutboxItem } from './outbox-item.ts';

/**
 * The number is the version of the copied rows, to be increased when rows get a field. Rows of an earlier version, which
 * lack it, are copied again. Each version has its own progress, so that tabs of two versions do not restart each other.
 */
const PROGRESS_ID = 'progress 3';
/** The ids of earlier versions. */
const EARLIER_IDS = ['progress'];
/** How complete the copies are: `since` is the cursor of `changes`; `page` is where the first copying continues. */
const PROGRESS = v.object({
  since: v.string(),
  isCopying: v.boolean(),
  page: v.optional(v.string()),
});
export type CopyProgress = Readonly<v.InferOutput<typeof PROGRESS>>;

/** A row of the server as it was last seen. */
const COPIED_ROW = v.object({
  kind: v.string(),
  id: v.string(),
  row: OBJECT,
  /** The copying or the change that the row came from. */
  since: v.string(),
});
export type CopiedRow = Readonly<v.InferOutput<typeof COPIED_ROW>>;

export const startOf = (since: string): CopyProgress => ({ since, isCopying: true });

const REST = 'rest';
const LIST_REST = v.object({ kind: v.string(), cursor: v.string() });

/** Returns the rest of a list as a row of the copies, so that both are replaced together. */
export const restRow = (rest: ListRest, isOpen = true): ServerRow => ({
  kind: REST,
  id: rest.cursor,
  row: isOpen ? { ...rest } : undefined,
});

/** Returns the rest of a list that was not copied to its end. */
export const restOf = (rows: readonly CopiedRow[], kind: string): ListRest | undefined => {
  for (const each of rows) {
    const rest = each.kind === REST ? readAs(LIST_REST, each.row) : undefined;
    if (rest?.kind === kind) return rest;
  }
  return undefined;
};

/** Whether a document that is assigned is in the part of the list that was not copied. */
export const lacksDocuments = (rows: readonly CopiedRow[]): boolean => {
  if (restOf(rows, 'document') === undefined) return false;
  const known = new Set(rows.flatMap(({ kind, id }) => (kind === 'document' ? [id] : [])));
  return rows.some(
    ({ kind, row }) =>
      kind === 'assignment' &&
      (row['state'] === 'ACTIVE' || row['state'] === 'PAUSED') &&
      !known.has(String(row['documentId'])),
  );
};

const keyOf = ({ kind, id }: Pick<ServerRow, 'kind' | 'id'>): string => `${kind}:${id}`;

const versionOf = ({ row }: Pick<ServerRow, 'row'>): number => Number(row?.['version'] ?? 0);

/**
 * Returns a function that tells whether the copies show an applied change: they contain its event, or its row with the
 * version that it made. A recording and an entry have no version.
 */
export const changesShownIn = (
  rows: readonly CopiedRow[],
): ((change: Pick<OutboxItem, 'id' | 'target' | 'madeVersion'>) => boolean) => {
  const versions = new Map(
    rows.map((each) => [keyOf(each), Number(each.row['version'] ?? Number.POSITIVE_INFINITY)]),
  );
  return ({ id, target, madeVersion = 0 }) =>
    versions.has(keyOf({ kind: 'event', id })) || (versions.get(target) ?? -1) >= madeVersion;
};

export const createCopies = (store: WorkspaceStore, userId: string) => {
  const rows = createLive<readonly CopiedRow[]>([]);
  const isComplete = createLive(false);
  let isDisposed = false;
  /** Pages of the current copying that `rows$` contains, and those that are only stored. */
  const pages = { shown: 0, hidden: 0 };

  const progress = async (): Promise<Result<CopyProgress | undefined, ArchiveError>> =>
    mapOk(await store.read(userId, 'state'), (state) =>
      readAs(PROGRESS, state.find(({ id }) => id === PROGRESS_ID)?.value),
    );

  const reload = async (): Promise<Result<void, ArchiveError>> => {
    const state = await progress(); // read first: rows that another tab adds meanwhile are not missed
    if (!state.ok) return state;
    const stored = await store.read(userId, 'copies');
    if (!stored.ok) return stored;
    // A copy that this version cannot read is left out, because the server has the row.
    const read = stored.value.map(({ value }) => readAs(COPIED_ROW, value));
    if (isDisposed) return done;
    rows.set(read.filter((each) => each !== undefined));
    isComplete.set(state.value?.isCopying === false);
    pages.shown = isComplete.live.value ? 0 : pages.shown + pages.hidden;
    pages.hidden = 0;
    return done;
  };

  const write = async (
    writes: readonly WorkspaceWrite[],
    isPageOfCopying = false,
  ): Promise<Result<void, ArchiveError>> => {
    if (isDisposed) return done; // the user has signed out, so nothing is copied any more
    const written = await store.write(userId, writes);
    if (!written.ok) return written;
    pages.hidden += 1;
    return isPageOfCopying && pages.hidden < pages.shown ? done : reload();
  };

  return {
    /** The rows as they were last read. They may be old. */
    rows$: rows.live,
    /** Whether the last copying has ended. Until then, rows of every list may be missing. */
    isComplete$: isComplete.live,
    /** Returns how complete the copies are; undefined before the first copying. */
    progress,
    /** Replaces older versions of these rows. The progress does not change. */
    put: async (page: RowPage['rows']): Promise<Result<void, ArchiveError>> => {
      const state = await progress();
      if (!state.ok) return state;
      const since = state.value?.since;
      if (since === undefined) return done; // the first copying will fetch the rows
      // Rows that the synchronization has just written may be newer.
      const now = await reload();
      if (!now.ok) return now;
      const versions = new Map(rows.live.value.map((each) => [keyOf(each), versionOf(each)]));
      const newer = page.filter((each) => versionOf(each) >= (versions.get(keyOf(each)) ?? 0));
      return write(
        newer.map(({ kind, id, row }): WorkspaceWrite => ({
          table: 'copies',
          id: keyOf({ kind, id }),
          value: { kind, id, row, since },
        })),
      );
    },
    /**
     * Saves a page and the new progress in one write. While the copying goes on, `rows$` contains at least half of its
     * pages: reading all rows again after each page would take a time that grows with the square of their number.
     */
    apply: async (
      page: RowPage['rows'],
      next: CopyProgress,
    ): Promise<Result<void, ArchiveError>> => {
      const { since, isCopying, page: lastPage } = next;
      const isEndOfCopying = !isCopying && lastPage !== undefined;
      if (isEndOfCopying && pages.hidden > 0) {
        const now = await reload(); // a row of a hidden page is not stale
        if (!now.ok) return now;
      }
      const stale = isEndOfCopying ? rows.live.value.filter((row) => row.since !== since) : [];
      const writes = [
        ...stale.map((row): WorkspaceWrite => ({ table: 'copies', id: keyOf(row) })),
        ...page.map(({ kind, id, row }): WorkspaceWrite => ({
          table: 'copies',
          id: keyOf({ kind, id }),
          ...(row === undefined ? {} : { value: { kind, id, row, since } satisfies CopiedRow }),
        })),
        { table: 'state' as const, id: PROGRESS_ID, value: next },
      ];
      return write(writes, isCopying);
    },
    /** Forgets the progress. The rows stay until the end of the next copying. */
    restart: (): Promise<Result<void, ArchiveError>> =>
      write([{ table: 'state', id: PROGRESS_ID }]),
    reload,
    /** Removes all copies from this computer. */
    clear: async (): Promise<Result<void, ArchiveError>> => {
      const stored = await store.read(userId, 'copies');
      if (!stored.ok) return stored;
      return store.write(userId, [
        ...stored.value.map(({ id }): WorkspaceWrite => ({ table: 'copies', id })),
        ...[PROGRESS_ID, ...EARLIER_IDS].map((id): WorkspaceWrite => ({ table: 'state', id })),
      ]);
    },
    dispose: (): void => {
      isDisposed = true;
      rows.dispose();
      isComplete.dispose();
    },
  };
};

/** Rows of the server that are kept on this computer for one user. */
export type Copies = ReturnType<typeof createCopies>;
