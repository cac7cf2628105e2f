import { Subject } from 'rxjs';
import { createFakeGates } from './fake-gates.ts';
import { copy } from './fake-session-archive.ts';
import { done, err, ok } from '../prelude/result.ts';
import { storageRefusal } from '../prelude/storage-refusal.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import type { WorkspaceStore, WorkspaceTable } from '../ports/workspace-store.ts';

export const createFakeWorkspaceStorage = () => {
  /** The rows by id, by user and table. */
  const kept = new Map<string, Map<string, unknown>>();
  const tabs = new Set<Subject<string>>();
  let refusal: ArchiveError['kind'] | undefined;
  let unreadable: WorkspaceTable | undefined;
  let full: WorkspaceTable | undefined;
  const reads = createFakeGates<WorkspaceTable>();
  const tableOf = (userId: string, table: WorkspaceTable): Map<string, unknown> => {
    const key = `${userId}\n${table}`;
    const rows = kept.get(key) ?? new Map<string, unknown>();
    kept.set(key, rows);
    return rows;
  };
  const under = (userId: string, table: WorkspaceTable) =>
    [...tableOf(userId, table)]
      .map(([id, value]) => ({ id, value: copy(value) }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));

  return {
    open: (): WorkspaceStore => {
      const changes = new Subject<string>();
      tabs.add(changes);
      return {
        read: async (userId, table, wanted) => {
          await (wanted === undefined ? reads.pass(table) : Promise.resolve());
          if (table === unreadable && wanted === undefined)
            return err({ kind: 'failed', message: 'not readable' });
          if (wanted === undefined) return ok(under(userId, table));
          const value = tableOf(userId, table).get(wanted);
          return ok(value === undefined ? [] : [{ id: wanted, value: copy(value) }]);
        },
        write: async (userId, writes) => {
          await Promise.resolve();
          if (refusal !== undefined) return storageRefusal(refusal);
          if (writes.some(({ table, value }) => table === full && value !== undefined))
            return storageRefusal('full');
          for (const { table, id, value } of writes) {
            if (value === undefined) tableOf(userId, table).delete(id);
            else tableOf(userId, table).set(id, copy(value));
          }
          for (const other of tabs) if (other !== changes) other.next(userId);
          return done;
        },
        changes$: changes.asObservable(),
        dispose: () => {
          tabs.delete(changes);
          changes.complete();
        },
      };
    },
    /** Makes every write fail with this error from now on; undefined lets writes succeed again. */
    refuse: (kind: ArchiveError['kind'] | undefined): void => {
      refusal = kind;
    },
    /** Makes every write that adds a row to a table fail from now on; undefined lets writes succeed again. */
    fill: (table: WorkspaceTable | undefined): void => {
      full = table;
    },
    /** Makes every read of a whole table fail from now on; undefined lets reads succeed again. */
    refuseReads: (table: WorkspaceTable | undefined): void => {
      unreadable = table;
    },
    /** Keeps the reads of a whole table pending until the returned function is called. */
    hold: reads.hold,
    /** Puts any value in place of a row, valid or not. */
    put: (userId: string, table: WorkspaceTable, id: string, value: unknown): void => {
      tableOf(userId, table).set(id, value);
    },
    rows: (userId: string, table: WorkspaceTable): readonly unknown[] =>
      under(userId, table).map(({ value }) => value),
  };
};

/** The storage of one computer. Each call of `open` stands for another tab, or for a reload. */
export type FakeWorkspaceStorage = ReturnType<typeof createFakeWorkspaceStorage>;
