import { describe, expect } from 'vitest';
import type { WorkspaceStore, WorkspaceTable } from '../ports/workspace-store.ts';
import { casesOn } from './cases-on.ts';

export interface WorkspaceStoreHarness {
  readonly store: WorkspaceStore;
  /** Opens the same store in another tab, or after a reload. */
  readonly other: () => WorkspaceStore;
  /** Lets events between tabs arrive. */
  readonly settle: () => Promise<void>;
  readonly close: () => void;
}

/** Contract tests of the `WorkspaceStore` port; each case gets a new, empty harness. */
export const workspaceStoreContract = (
  name: string,
  makeHarness: () => WorkspaceStoreHarness,
): void => {
  const it = casesOn(makeHarness, (harness) => harness.close());
  const rows = async (store: WorkspaceStore, userId: string, table: WorkspaceTable = 'outbox') => {
    const read = await store.read(userId, table);
    return read.ok ? read.value : read.error.kind;
  };

  describe(`${name} passes the contract of the workspace store`, () => {
    it('rows are returned in the order of their ids, also after a reload', async ({
      store,
      other,
    }) => {
      expect(await rows(store, 'ada')).toEqual([]);
      await store.write('ada', [
        { table: 'outbox', id: 'b', value: { text: '🔋', list: [1, { deep: null }] } },
        { table: 'outbox', id: 'a', value: { n: 1 } },
        { table: 'copies', id: 'a', value: { n: 2 } },
        { table: 'pieces', id: 'p', value: { bytes: Uint8Array.of(0, 255) } },
      ]);
      expect(await rows(other(), 'ada', 'pieces')).toEqual([
        { id: 'p', value: { bytes: Uint8Array.of(0, 255) } },
      ]);
      expect(await rows(other(), 'ada')).toEqual([
        { id: 'a', value: { n: 1 } },
        { id: 'b', value: { text: '🔋', list: [1, { deep: null }] } },
      ]);
      expect(await rows(other(), 'ada', 'copies')).toEqual([{ id: 'a', value: { n: 2 } }]);
      expect(await store.read('ada', 'outbox', 'a')).toEqual({
        ok: true,
        value: [{ id: 'a', value: { n: 1 } }],
      });
      expect(await store.read('ada', 'outbox', 'none')).toEqual({ ok: true, value: [] });
    });

    it('write replaces and removes rows, and succeeds for a missing row', async ({ store }) => {
      await store.write('ada', [{ table: 'state', id: 'a', value: { n: 1 } }]);
      const written = await store.write('ada', [
        { table: 'state', id: 'a' },
        { table: 'state', id: 'missing' },
        { table: 'state', id: 'b', value: { n: 1 } },
        { table: 'state', id: 'b', value: { n: 2 } },
      ]);
      expect(written).toEqual({ ok: true, value: undefined });
      expect(await rows(store, 'ada', 'state')).toEqual([{ id: 'b', value: { n: 2 } }]);
    });

    it('rows of users are separate, also if one user name begins with another', async ({
      store,
    }) => {
      await store.write('ada', [{ table: 'outbox', id: 'a', value: { of: 'ada' } }]);
      await store.write('ada2', [{ table: 'outbox', id: 'a', value: { of: 'ada2' } }]);
      await store.write('ada2', [{ table: 'outbox', id: 'a' }]);
      expect(await rows(store, 'ada')).toEqual([{ id: 'a', value: { of: 'ada' } }]);
      expect(await rows(store, 'ad')).toEqual([]);
    });

    it('calls that are not awaited take effect in their order', async ({ store }) => {
      void store.write('ada', [{ table: 'outbox', id: 'a', value: { n: 1 } }]);
      void store.write('ada', [{ table: 'outbox', id: 'a' }]);
      void store.write('ada', [{ table: 'outbox', id: 'a', value: { n: 3 } }]);
      expect(await rows(store, 'ada')).toEqual([{ id: 'a', value: { n: 3 } }]);
    });

    it('other tabs are notified of a write, the writing tab is not', async ({
      store,
      other,
      settle,
    }) => {
      const tab = other();
      const heard: string[] = [];
      store.changes$.subscribe((userId) => heard.push(`writer ${userId}`));
      tab.changes$.subscribe((userId) => heard.push(`other ${userId}`));
      await store.write('ada', [{ table: 'outbox', id: 'a', value: {} }]);
      await settle();
      expect(heard).toEqual(['other ada']);
    });
  });
};
