import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
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
  it('[SA-12] without a database, every call reports that', async () => {
    const store = createIndexedDbWorkspace({
      factory: undefined,
      keyRange: IDBKeyRange,
      channel: new BroadcastChannel('none'),
      clock: createFakeClock(),
    });
    expect(await store.read('ada', 'outbox')).toMatchObject({ error: { kind: 'blocked' } });
    expect(await store.write('ada', [])).toMatchObject({ error: { kind: 'blocked' } });
    store.dispose();
  });
});
