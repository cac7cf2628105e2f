import { filter, firstValueFrom, merge, Subject } from 'rxjs';
import * as v from 'valibot';
import type { ArchiveError } from '../ports/session-archive.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { done, err, ok, type Result } from '../prelude/result.ts';
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
  type UndoChanges,
  type UndoPlan,
} from './pack-change.ts';
import type { PackRow } from './pack-rows.ts';

/** Changes in the outbox above which an import waits until the server has confirmed some. */
const MOST_WAITING = 400;
/** Changes of one part. They are put into the outbox in one write. */
const PART_CHANGES = 200;
/** Changes of one import. A longer list has to be split. */
export const MOST_CHANGES = 20_000;

/** Age from which an import that is being stored was interrupted. Its rows are removed. */
const LONGEST_STAGING_MS = 3_600_000;

const HEAD = v.object({
  id: v.string(),
  fileName: v.string(),
  /** Wall-clock time of the start, in ms since 1970. */
  at: v.number(),
  /** `staging`: its changes are being stored, and none is applied. */
  state: v.picklist(['staging', 'applying', 'done', 'undone']),
  create: v.number(),
  update: v.number(),
  refused: v.number(),
  parts: v.number(),
  /** The part that is applied next. */
  next: v.number(),
  /** The import that this one undoes. */
  undoes: v.exactOptional(v.string()),
  /** Numbers of changes that undoing withdraws, reverses and leaves unchanged, as it was planned. */
  undo: v.exactOptional(
    v.object({ withdrawn: v.number(), reversed: v.number(), stays: v.number() }),
  ),
});
/** An imported pack list: what it changes, and how much of it is applied. */
export type ImportHead = Readonly<v.InferOutput<typeof HEAD>>;

const PART = v.object({ changes: v.array(PACK_CHANGE) });

export interface ImportRun {
  readonly id: string;
  readonly applied: number;
  readonly of: number;
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

/** Applies pack lists as changes of the workspace. An import that has begun continues after a crash of the browser. */
export interface Importer {
  /** The imports of this computer, the newest first; undefined until they were read. */
  readonly imports$: Live<readonly ImportHead[] | undefined>;
  /** The reason why `imports$` could not be read, or could not be read again. */
  readonly problem$: Live<ArchiveError | undefined>;
  /** The import that this tab is applying. */
  readonly run$: Live<ImportRun | undefined>;
  /**
   * Stores the changes of all rows on this computer. Until the end nothing is applied; an import that fails or whose
   * rows throw leaves nothing behind. The receipt of an earlier import of the same file is kept.
   */
  readonly stage: (about: NewImport, rows: AsyncIterable<readonly PackRow[]>) => Answer<ImportHead>;
  /**
   * Puts the stored changes into the outbox, part after part. Succeeds if all changes are in the outbox, or `stop` was
   * called.
   */
  readonly apply: (id: string) => Answer<ImportHead>;
  /** Stops after the current part. `apply` continues. */
  readonly stop: () => void;
  /** Returns what undoing would do now. */
  readonly undoPlan: (id: string) => Answer<UndoPlan>;
  /** Withdraws and reverses the changes of an import. */
  readonly undo: (id: string) => Answer<ImportHead>;
  /** Returns the changes of an import that was undone, and those that reverse them. */
  readonly undoChanges: (id: string) => Answer<UndoChanges>;
  /** Forgets an import. Its changes stay. */
  readonly forget: (id: string) => Answer<void>;
  /** Reads `imports$` again. */
  readonly reload: () => Promise<void>;
}

/** The id of the import that undoes another one. */
const undoId = (id: string): string => `${id}-undo`;

const partId = (id: string, part: number): string => `${id}:${String(part).padStart(6, '0')}`;

const bytesOf = (hex: string, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );

export interface ImporterParts {
  readonly workspace: Pick<Workspace, 'input' | 'changeAll' | 'outbox' | 'rows$' | 'sync'>;
  /** Wall-clock time in ms since 1970. */
  readonly now: () => number;
}

export const createImporter = ({ workspace, now }: ImporterParts): Importer => {
  const { input: store, outbox } = workspace;
  const list = createLive<readonly ImportHead[] | undefined>(undefined);
  const problem = createLive<ArchiveError | undefined>(undefined);
  const run = createLive<ImportRun | undefined>(undefined);
  const stopped = new Subject<void>();

  const headWrite = (head: ImportHead) => ({ table: 'imports' as const, id: head.id, value: head });
  const show = (head: ImportHead): ImportHead => {
    const others = (list.live.value ?? []).filter(({ id }) => id !== head.id);
    list.set([head, ...others].toSorted((a, b) => b.at - a.at));
    return head;
  };
  const removal = (head: Pick<ImportHead, 'id' | 'parts'>) => [
    { table: 'imports' as const, id: head.id },
    ...Array.from({ length: head.parts }, (_, part) => ({
      table: 'importParts' as const,
      id: partId(head.id, part),
    })),
  ];

  const reload = async (): Promise<void> => {
    const rows = await store.read('imports');
    problem.set(rows.ok ? undefined : rows.error);
    if (!rows.ok) return;
    const heads = rows.value.flatMap(({ value }) => readAs(HEAD, value) ?? []);
    const isLost = ({ state, at }: ImportHead): boolean =>
      state === 'staging' && now() - at > LONGEST_STAGING_MS;
    const lost = heads.filter(isLost).flatMap(removal);
    if (lost.length > 0) await store.write(lost);
    const shown = heads.filter(({ state }) => state !== 'staging');
    list.set(shown.toSorted((a, b) => b.at - a.at));
  };
  const headOf = async (id: string): Answer<ImportHead> => {
    const rows = await store.read('imports', id);
    if (!rows.ok) return rows;
    const head = readAs(HEAD, rows.value[0]?.value);
    return head === undefined
      ? err({ kind: 'failed', message: 'The import is not on this computer any more.' })
      : ok(head);
  };
  const changesOf = async (id: string, part: number): Answer<readonly PackChange[]> => {
    const rows = await store.read('importParts', partId(id, part));
    if (!rows.ok) return rows;
    const read = readAs(PART, rows.value[0]?.value);
    return read === undefined
      ? err({ kind: 'failed', message: 'A part of the import is damaged.' })
      : ok(read.changes);
  };

  /** Stores changes in parts. Until the last write, the import is `staging`. */
  const stageChanges = async (
    first: ImportHead,
    batches: AsyncIterable<readonly ((itemId: string) => PackChange)[]>,
  ): Answer<ImportHead> => {
    const ids = createUuidV7(
      () => first.at,
      (count) => bytesOf(first.id, count),
    );
    let head = first;
    const rest: PackChange[] = [];
    const writePart = async (): Answer<void> => {
      const changes = rest.splice(0, PART_CHANGES);
      const next: ImportHead = { ...head, parts: head.parts + 1 };
      const written = await store.write([
        { table: 'importParts', id: partId(head.id, head.parts), value: { changes } },
        headWrite(next),
      ]);
      if (written.ok) head = next;
      return written;
    };
    const fail = async (error: ImportError): Answer<ImportHead> => {
      await store.write(removal(head));
      await reload();
      return err(error);
    };
    let written: Result<void, ImportError> = await store.write([headWrite(head)]);
    try {
      for await (const batch of batches) {
        if (!written.ok) return await fail(written.error);
        for (const make of batch) {
          const change = make(ids.next());
          const isNew = change.base === undefined;
          head = {
            ...head,
            create: head.create + Number(isNew),
            update: head.update + Number(!isNew),
          };
          rest.push(change);
        }
        if (head.create + head.update > MOST_CHANGES) return await fail({ kind: 'tooMany' });
        while (written.ok && rest.length >= PART_CHANGES) written = await writePart();
      }
    } catch (thrown) {
      await fail({ kind: 'failed', message: 'The rows could not be read.' });
      throw thrown;
    }
    if (written.ok && rest.length > 0) written = await writePart();
    const staged: ImportHead = { ...head, state: head.parts === 0 ? 'done' : 'applying' };
    if (written.ok) written = await store.write([headWrite(staged)]);
    return written.ok ? ok(show(staged)) : fail(written.error);
  };

  const newHead = ({ id, fileName, refused }: NewImport): ImportHead => ({
    id,
    fileName,
    refused,
    at: now(),
    state: 'staging',
    create: 0,
    update: 0,
    parts: 0,
    next: 0,
  });

  const apply: Importer['apply'] = async (id) => {
    let isStopped = false;
    const stop = stopped.subscribe(() => {
      isStopped = true;
    });
    try {
      const found = await headOf(id);
      if (!found.ok) return found;
      let head = found.value;
      const of = head.create + head.update;
      while (head.next < head.parts && !isStopped) {
        const applied = head.next * PART_CHANGES;
        const isFull = outbox.items$.value.length > MOST_WAITING;
        run.set({ id, applied, of, isWaiting: isFull });
        if (isFull) {
          const room = outbox.items$.pipe(filter((items) => items.length <= MOST_WAITING));
          await firstValueFrom(merge(room, stopped));
          continue;
        }
        const changes = await changesOf(id, head.next);
        if (!changes.ok) return changes;
        const next = head.next + 1;
        const state = next === head.parts ? 'done' : 'applying';
        const later: ImportHead = { ...head, next, state };
        const at = now();
        const written = await workspace.changeAll(
          changes.value.map((change) => itemOf(change, at)),
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

  const allChanges = async (
    id: string,
    from: number,
    to: number,
  ): Answer<readonly PackChange[]> => {
    const changes: PackChange[] = [];
    for (let part = from; part < to; part += 1) {
      const read = await changesOf(id, part);
      if (!read.ok) return read;
      changes.push(...read.value);
    }
    return ok(changes);
  };

  const undoPlan: Importer['undoPlan'] = async (id) => {
    const head = await headOf(id);
    if (!head.ok) return head;
    const changes = await allChanges(id, 0, head.value.next);
    if (!changes.ok) return changes;
    const items = outbox.items$.value;
    return ok(planUndo(changes.value, assetsOf(workspace.rows$.value, []), items));
  };

  const undoChanges: Importer['undoChanges'] = async (id) => {
    const head = await headOf(id);
    if (!head.ok) return head;
    const own = await allChanges(id, 0, head.value.next);
    if (!own.ok) return own;
    const undo = await headOf(undoId(id));
    if (!undo.ok)
      return head.value.undo?.reversed === 0 ? ok({ own: own.value, sent: [], unsent: [] }) : undo;
    const { next, parts } = undo.value;
    const sent = await allChanges(undoId(id), 0, next);
    const unsent = await allChanges(undoId(id), next, parts);
    if (!sent.ok) return sent;
    return unsent.ok ? ok({ own: own.value, sent: sent.value, unsent: unsent.value }) : unsent;
  };

  void reload();
  return {
    imports$: list.live,
    problem$: problem.live,
    run$: run.live,
    reload,
    stage: async (about, rows) => {
      const before = await headOf(about.id);
      const isKept =
        before.ok && before.value.state !== 'undone' && before.value.state !== 'staging';
      if (before.ok && !isKept) await store.write(removal(before.value));
      const head = newHead(isKept ? { ...about, id: `${about.id}-${now()}` } : about);
      const changes = async function* () {
        for await (const batch of rows) {
          yield batch.flatMap((row) =>
            row.kind === 'create' || row.kind === 'update'
              ? [(itemId: string) => changeOfRow(row, { importId: head.id, itemId, now: head.at })]
              : [],
          );
        }
      };
      return stageChanges(head, changes());
    },
    apply,
    stop: () => {
      stopped.next();
    },
    undoPlan,
    undoChanges,
    undo: async (id) => {
      const plan = await undoPlan(id);
      const found = await headOf(id);
      if (!plan.ok) return plan;
      if (!found.ok) return found;
      const { withdraw, reverse, stays } = plan.value;
      const withdrawn = withdraw.length === 0 ? done : await workspace.sync.decide([], withdraw);
      if (!withdrawn.ok) return withdrawn;
      const undone: ImportHead = {
        ...found.value,
        state: 'undone',
        undo: { withdrawn: withdraw.length, reversed: reverse.length, stays: stays.length },
      };
      if (reverse.length > 0) {
        const { fileName } = found.value;
        const head = { ...newHead({ id: undoId(id), fileName, refused: 0 }), undoes: id };
        const changes = async function* () {
          await Promise.resolve();
          yield reverse.map((each) => (itemId: string) => reversed(each, itemId, head.at));
        };
        const staged = await stageChanges(head, changes());
        if (!staged.ok) return staged;
      }
      const written = await store.write([headWrite(undone)]);
      if (!written.ok) return written;
      show(undone);
      if (reverse.length > 0) {
        const applied = await apply(undoId(id));
        if (!applied.ok) return applied;
      }
      return ok(undone);
    },
    forget: async (id) => {
      const head = await headOf(id);
      if (!head.ok) return head;
      const removed = await store.write(removal(head.value));
      await reload();
      return removed;
    },
  };
};
