import { filter, firstValueFrom, merge, Subject } from 'rxjs';
import * as v from 'valibot';
import type { ArchiveError } from '../ports/session-archive.ts';
import { createLive } from '../prelude/live.ts';
import { done, err, mapOk, ok, type Result } from '../prelude/result.ts';
import { readAs } from '../prelude/schema.ts';
import { createUuidV7 } from '../workspace/uuid-v7.ts';
import { assetsOf } from '../workspace/rows.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  changeOfRow,
  itemOf,
  PACK_CHANGE,
  planUndo,
  reversed,
  type PackChange,
  type ImportChanges,
  type UndoPlan,
} from './pack-change.ts';
import type { PackRow } from './pack-rows.ts';

/** Changes in the outbox above which an import waits until the server has confirmed some. */
const MOST_WAITING = 400;
/** Changes that are put into the outbox in one write. */
const PART_CHANGES = 200;
/** Changes of one import. A longer list has to be split. */
export const MOST_CHANGES = 20_000;

const HEAD = v.object({
  id: v.string(),
  fileName: v.string(),
  /** Wall-clock time of the start, in ms since 1970. */
  at: v.number(),
  /** `undoing`: the changes that reverse those of the import are being applied. */
  state: v.picklist(['applying', 'done', 'undoing', 'undone']),
  create: v.number(),
  update: v.number(),
  refused: v.number(),
  /** Number of rows in which an earlier version stored the changes. Such an import can only be forgotten. */
  parts: v.exactOptional(v.number()),
  /** Number of changes that were put into the outbox: of the import, or of those that reverse it. */
  next: v.number(),
  /** Numbers of changes that undoing withdraws, reverses and leaves unchanged, as it was planned. */
  undo: v.exactOptional(
    v.object({ withdrawn: v.number(), reversed: v.number(), stays: v.number() }),
  ),
});
/** An imported pack list: what it changes, and how much of it is applied. */
export type ImportHead = Readonly<v.InferOutput<typeof HEAD>>;

const CHANGES = v.object({
  own: v.array(PACK_CHANGE),
  /** The changes that undo it. */
  reverse: v.array(PACK_CHANGE),
});
const STORED = v.object({ head: HEAD, changes: CHANGES });

/** Returns the number of changes that an import, or its undo, puts into the outbox. */
export const changesIn = ({ create, update, undo }: ImportHead): number =>
  undo?.reversed ?? create + update;

/** Whether an import, or its undo, can be continued. */
export const isUnfinished = ({ state, parts }: ImportHead): boolean =>
  parts === undefined && (state === 'applying' || state === 'undoing');

export interface ImportRun {
  readonly id: string;
  /** True while the outbox is full and the server has to confirm first. */
  readonly isWaiting: boolean;
}

export type ImportError = ArchiveError | { readonly kind: 'sending' | 'tooMany' };
type Answer<T> = Promise<Result<T, ImportError>>;

export interface NewImport {
  /** Hash of the file and of its mapping, in hexadecimal digits: the same import has the same id. */
  readonly id: string;
  readonly fileName: string;
  readonly refused: number;
}

const bytesOf = (hex: string, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );

/** Creates the ids of the changes of an import, which are sent after those that wait already. */
const itemIds = (id: string, at: number, waiting: readonly { readonly id: string }[]) => {
  const ids = createUuidV7(
    () => at,
    (count) => bytesOf(id, count),
  );
  for (const item of waiting) ids.after(item.id);
  return ids;
};

export interface ImporterParts {
  readonly workspace: Pick<Workspace, 'input' | 'changeAll' | 'outbox' | 'rows$' | 'sync'>;
  /** Wall-clock time in ms since 1970. */
  readonly now: () => number;
}

export type Importer = ReturnType<typeof createImporter>;

/** Applies pack lists as changes of the workspace. An import that has begun continues after a crash of the browser. */
export const createImporter = ({ workspace, now }: ImporterParts) => {
  const { input: store, outbox } = workspace;
  const list = createLive<readonly ImportHead[] | undefined>(undefined);
  const problem = createLive<ArchiveError | undefined>(undefined);
  const run = createLive<ImportRun | undefined>(undefined);
  const stopped = new Subject<void>();

  const reload = async (): Promise<void> => {
    const rows = await store.read('imports');
    problem.set(rows.ok ? undefined : rows.error);
    if (!rows.ok) return;
    const heads = rows.value.flatMap(({ value }) => readAs(HEAD, value) ?? []);
    list.set(heads.toSorted((a, b) => b.at - a.at));
  };
  const load = async (id: string): Answer<v.InferOutput<typeof STORED>> => {
    const head = await store.read('imports', id);
    if (!head.ok) return head;
    const changes = await store.read('importParts', id);
    if (!changes.ok) return changes;
    const stored = readAs(STORED, {
      head: head.value[0]?.value,
      changes: changes.value[0]?.value,
    });
    return stored === undefined
      ? err({ kind: 'failed', message: 'The import is not on this computer any more.' })
      : ok(stored);
  };
  const headWrite = (head: ImportHead) => ({ table: 'imports' as const, id: head.id, value: head });
  const show = (head: ImportHead): ImportHead => {
    const others = (list.live.value ?? []).filter(({ id }) => id !== head.id);
    list.set([head, ...others].toSorted((a, b) => b.at - a.at));
    return head;
  };
  const save = async (
    head: ImportHead,
    value: v.InferOutput<typeof CHANGES>,
  ): Answer<ImportHead> => {
    const written = await store.write([
      headWrite(head),
      { table: 'importParts', id: head.id, value },
    ]);
    return mapOk(written, () => show(head));
  };

  const apply = async (id: string): Answer<ImportHead> => {
    let isStopped = false;
    const stop = stopped.subscribe(() => {
      isStopped = true;
    });
    try {
      const stored = await load(id);
      if (!stored.ok) return stored;
      let { head } = stored.value;
      const { own, reverse } = stored.value.changes;
      const changes = head.state === 'undoing' ? reverse : own;
      while (isUnfinished(head) && !isStopped) {
        const isWaiting = outbox.items$.value.length > MOST_WAITING;
        run.set({ id, isWaiting });
        if (isWaiting) {
          const room = outbox.items$.pipe(filter((items) => items.length <= MOST_WAITING));
          await firstValueFrom(merge(room, stopped));
          continue;
        }
        const part = changes.slice(head.next, head.next + PART_CHANGES);
        const next = head.next + part.length;
        const ended = head.state === 'undoing' ? 'undone' : 'done';
        const later: ImportHead = {
          ...head,
          next,
          state: next === changes.length ? ended : head.state,
        };
        const at = now();
        const written = await workspace.changeAll(
          part.map((change) => itemOf(change, at)),
          [headWrite(later)],
        );
        if (!written.ok) return written;
        head = show(later);
      }
      return ok(head);
    } finally {
      stop.unsubscribe();
      run.set(undefined);
    }
  };

  const planOf = (changes: readonly PackChange[]): UndoPlan =>
    planUndo(changes, assetsOf(workspace.rows$.value, []), outbox.items$.value);

  void reload();
  return {
    /** The imports of this computer, the newest first; undefined until they were read. */
    imports$: list.live,
    /** The reason why `imports$` could not be read, or could not be read again. */
    problem$: problem.live,
    /** The import that this tab is applying. */
    run$: run.live,
    /** Reads `imports$` again. */
    reload,
    /**
     * Stores the changes of all rows on this computer in one write. Nothing is applied. The receipt of an earlier import
     * of the same file is kept.
     */
    stage: async (
      { id: fileId, fileName, refused }: NewImport,
      rows: AsyncIterable<readonly PackRow[]>,
    ): Answer<ImportHead> => {
      const before = await load(fileId);
      const at = now();
      const id = before.ok && before.value.head.state !== 'undone' ? `${fileId}-${at}` : fileId;
      const ids = itemIds(id, at, outbox.items$.value);
      const own: PackChange[] = [];
      for await (const batch of rows) {
        for (const row of batch) {
          if (row.kind === 'create' || row.kind === 'update')
            own.push(changeOfRow(row, { importId: id, itemId: ids.next(), now: at }));
        }
        if (own.length > MOST_CHANGES) return err({ kind: 'tooMany' });
      }
      const update = own.filter(({ base }) => base !== undefined).length;
      const state = own.length === 0 ? 'done' : 'applying';
      const counts = { create: own.length - update, update, refused, next: 0 };
      return save({ id, fileName, at, state, ...counts }, { own, reverse: [] });
    },
    /**
     * Puts the stored changes into the outbox, part after part. Succeeds if all changes are in the outbox, or `stop` was
     * called.
     */
    apply,
    /** Stops after the current part. `apply` continues. */
    stop: (): void => stopped.next(),
    /** Returns what undoing would do now. */
    undoPlan: async (id: string): Answer<UndoPlan> =>
      mapOk(await load(id), ({ head, changes }) => planOf(changes.own.slice(0, head.next))),
    /** Withdraws and reverses the changes of an import. */
    undo: async (id: string): Answer<ImportHead> => {
      const stored = await load(id);
      if (!stored.ok) return stored;
      const { head, changes } = stored.value;
      const own = changes.own.slice(0, head.next);
      const { withdraw, reverse, stays } = planOf(own);
      const withdrawn = withdraw.length === 0 ? done : await workspace.sync.decide([], withdraw);
      if (!withdrawn.ok) return withdrawn;
      const at = now();
      const ids = itemIds(id, at, outbox.items$.value);
      const saved = await save(
        {
          ...head,
          state: reverse.length === 0 ? 'undone' : 'undoing',
          next: 0,
          undo: { withdrawn: withdraw.length, reversed: reverse.length, stays: stays.length },
        },
        { own, reverse: reverse.map((each) => reversed(each, ids.next(), at)) },
      );
      return saved.ok ? apply(id) : saved;
    },
    /** Returns the changes of an import and how many of them, or of those that undo it, are in the outbox. */
    changesOf: async (id: string): Answer<ImportChanges> => {
      const stored = await load(id);
      if (!stored.ok) return stored;
      const { head, changes } = stored.value;
      const all = head.undo === undefined ? changes.own : changes.reverse;
      return ok({ own: changes.own, sent: all.slice(0, head.next), unsent: all.slice(head.next) });
    },
    forget: async (id: string): Answer<void> => {
      const stored = await store.read('importParts');
      if (!stored.ok) return stored;
      const own = stored.value.filter((row) => row.id === id || row.id.startsWith(`${id}:`));
      const removed = await store.write([
        { table: 'imports', id },
        ...own.map((row) => ({ table: 'importParts' as const, id: row.id })),
      ]);
      await reload();
      return removed;
    },
  };
};
