import * as v from 'valibot';
import type { WorkspaceStore } from '../ports/workspace-store.ts';
import { createLive } from '../prelude/live.ts';
import { createDeviceRows } from './journal.ts';

const ROW = v.object({
  /** Wall-clock time of the reading or of the end of the write. */
  at: v.number(),
  pack: v.string(),
  /** The name of the standard. */
  standard: v.string(),
  result: v.string(),
});

/** A pack in the report of a batch. */
export type BatchRow = Readonly<v.InferOutput<typeof ROW>>;

/** The report of a batch on this computer. It is kept until the user deletes it. */
export const createBatchReport = (
  store: Pick<WorkspaceStore, 'read' | 'write'>,
  userId: string,
) => {
  const stored = createDeviceRows(store, userId, 'batch', ROW);
  const rows = createLive<readonly BatchRow[]>([]);
  const problem = createLive<string | undefined>(undefined);
  const deleted = new Set<number>();
  const nameOf = ({ at }: BatchRow): string => String(at);
  /** Adds the stored rows to the shown ones, of which some may not be stored yet. */
  const load = async (): Promise<void> => {
    const known = new Map((await stored.load()).map((row) => [row.at, row]));
    for (const row of rows.live.value) known.set(row.at, row);
    rows.set([...known.values()].toSorted((a, b) => a.at - b.at));
  };
  void load();
  return {
    /** The oldest row first. */
    rows$: rows.live,
    /** Why a row lasts only until the page closes, as a sentence; undefined if all are stored. */
    problem$: problem.live,
    /**
     * Adds a row, unless the report has a row of this time. A row that the user has deleted is not added again: the
     * screen may add it a second time while it shows the pack.
     */
    add: (row: BatchRow): void => {
      if (deleted.has(row.at) || rows.live.value.some(({ at }) => at === row.at)) return;
      rows.set([...rows.live.value, row]);
      void stored.save(nameOf(row), row).then((failed) => {
        if (failed !== undefined && rows.live.value.includes(row)) problem.set(failed);
      });
    },
    clear: (): void => {
      const removed = rows.live.value;
      rows.set([]);
      problem.set(undefined);
      for (const row of removed) {
        deleted.add(row.at);
        void stored.remove(nameOf(row));
      }
    },
  };
};
