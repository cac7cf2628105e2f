import { IDBDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { workspaceStoreContract } from '@batbot/core/contracts';
import { createFakeClock } from '@batbot/core/fakes';
import { createIndexedDbWorkspace } from './indexed-db-workspace.ts';

workspaceStoreContract('the workspace in IndexedDB', () => {
  const factory = new IDBFactory();
  const name = `workspace ${Math.random()}`;
  const open = () =>
    createIndexedDbWorkspace({
      factory,
      keyRange: IDBKeyRange,
      channel: new BroadcastChannel(name),
      clock: createFakeClock(),
    });
  const tabs: ReturnType<typeof open>[] = [];
  const tab = () => {
    const opened = open();
    tabs.push(opened);
    return opened;
  };
  return {
    store: tab(),
    other: tab,
    // Waits for a message that is posted now. All earlier messages of the channel have then arrived.
    settle: () =>
      new Promise((resolve) => {
        const listener = new BroadcastChannel(name);
        const poster = new BroadcastChannel(name);
        listener.addEventListener('message', ({ data }) => {
          if (data !== 0) return;
          listener.close();
          poster.close();
          resolve();
        });
        poster.postMessage(0);
      }),
    close: () => {
      for (const each of tabs) each.dispose();
    },
  };
});

describe('the workspace in IndexedDB', () => {
  it('[SA-12] [PAGE-264] without a database, every call reports that and says what to do', async () => {
    const store = createIndexedDbWorkspace({
      factory: undefined,
      keyRange: IDBKeyRange,
      channel: new BroadcastChannel('none'),
      clock: createFakeClock(),
    });
    expect(await store.read('ada', 'outbox')).toMatchObject({
      error: {
        kind: 'blocked',
        message: 'This browser does not let the page keep data. Allow site data, then reload.',
      },
    });
    expect(await store.write('ada', [])).toMatchObject({ error: { kind: 'blocked' } });
    store.dispose();
  });

  it('[DEV-17] [SYNC-1] journals, changes and imports are written with strict durability, copies and drafts are not', async () => {
    const factory = new IDBFactory();
    const seen: unknown[] = [];
    const open = factory.open.bind(factory);
    factory.open = (...asked) => {
      const request = open(...asked);
      request.addEventListener('success', () => {
        const database = request.result;
        const begin = database.transaction.bind(database);
        database.transaction = (stores, mode, options) => {
          if (mode === 'readwrite') seen.push(options?.durability);
          return begin(stores, mode, options);
        };
      });
      return request;
    };
    const store = createIndexedDbWorkspace({
      factory,
      keyRange: IDBKeyRange,
      channel: new BroadcastChannel('durability'),
      clock: createFakeClock(),
    });
    const copy = { table: 'copies', id: 'a', value: {} } as const;
    await store.write('ada', [copy]);
    await store.write('ada', [{ table: 'drafts', id: 'a', value: {} }]);
    expect(seen.splice(0)).toEqual(['relaxed', 'relaxed']);
    for (const table of ['device', 'outbox', 'pieces', 'imports', 'importParts'] as const) {
      await store.write('ada', [copy, { table, id: 'a', value: {} }]);
      expect([table, ...seen.splice(0)]).toEqual([table, 'strict']);
    }
    store.dispose();
  });

  it('[DEV-17] a database of the previous version keeps its rows and accepts journals', async () => {
    const factory = new IDBFactory();
    await new Promise((resolve) => {
      const request = factory.open('batbot-workspace', 1);
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore('rows').put({ n: 1 }, ['ada', 'outbox', 'a']);
      });
      request.addEventListener('success', () => {
        request.result.close();
        resolve(undefined);
      });
    });
    const store = createIndexedDbWorkspace({
      factory,
      keyRange: IDBKeyRange,
      channel: new BroadcastChannel('migration'),
      clock: createFakeClock(),
    });
    await store.write('ada', [{ table: 'device', id: 'write:A1', value: { n: 2 } }]);
    expect(await store.read('ada', 'outbox')).toMatchObject({ value: [{ id: 'a' }] });
    expect(await store.read('ada', 'device')).toMatchObject({ value: [{ id: 'write:A1' }] });
    store.dispose();
  });

  describe('[SYNC-100] a write that is reported as failed is not stored later', () => {
    const CHANGE = { table: 'outbox', id: 'a', value: {} } as const;
    const makeStore = (factory: IDBFactory) => {
      const clock = createFakeClock();
      const channel = new BroadcastChannel('late');
      return {
        clock,
        store: createIndexedDbWorkspace({ factory, keyRange: IDBKeyRange, channel, clock }),
      };
    };

    it('when the database opens after the deadline', async () => {
      const factory = new IDBFactory();
      const before = makeStore(factory).store;
      await before.write('ada', []);
      before.dispose();
      const request = new EventTarget();
      const slow = Object.assign(Object.create(factory) as IDBFactory, { open: () => request });
      const { store, clock } = makeStore(slow);
      const written = store.write('ada', [CHANGE]);
      await clock.advance(10_000);
      expect(await written).toMatchObject({ error: { kind: 'failed' } });
      const opened = factory.open('batbot-workspace');
      opened.addEventListener('success', () => {
        Object.assign(request, { result: opened.result });
        request.dispatchEvent(new Event('success'));
      });
      expect(await store.read('ada', 'outbox')).toEqual({ ok: true, value: [] });
      expect(clock.pendingTimers()).toBe(0);
      store.dispose();
    });

    it('when the browser is already storing it: then it is reported as stored', async () => {
      const factory = new IDBFactory();
      const { store, clock } = makeStore(factory);
      await store.write('ada', []);
      const real = vi.spyOn(IDBDatabase.prototype, 'transaction');
      const slow = Object.assign(new EventTarget(), {
        abort: () => undefined,
        objectStore: () => ({ put: () => undefined }),
      });
      real.mockReturnValueOnce(slow as never);
      const written = store.write('ada', [CHANGE]);
      await clock.advance(20_000);
      slow.dispatchEvent(new Event('complete'));
      expect(await written).toMatchObject({ ok: true });
      real.mockRestore();
      store.dispose();
    });

    it('when another tab holds the rows until after the deadline', async () => {
      const factory = new IDBFactory();
      const { store, clock } = makeStore(factory);
      await store.write('ada', []);
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opened = factory.open('batbot-workspace');
        opened.addEventListener('success', () => resolve(opened.result));
      });
      const rows = database.transaction('rows', 'readwrite').objectStore('rows');
      let isHeld = true;
      const hold = (): void => {
        if (isHeld) rows.get('none').addEventListener('success', hold);
      };
      hold();
      const written = store.write('ada', [CHANGE]);
      await clock.advance(10_000);
      expect(await written).toMatchObject({ error: { kind: 'failed' } });
      isHeld = false;
      expect(await store.read('ada', 'outbox')).toEqual({ ok: true, value: [] });
      expect(clock.pendingTimers()).toBe(0);
      store.dispose();
      database.close();
    });
  });
});
