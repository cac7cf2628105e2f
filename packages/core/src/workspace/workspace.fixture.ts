import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeTabs } from '../fakes/fake-tab-lock.ts';
import { createFakeWorkspaceServer } from '../fakes/fake-workspace-server.ts';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import { createLive } from '../prelude/live.ts';
import { createCopies, type CopiedRow } from './copies.ts';
import { createImages } from './images.ts';
import { createOutbox } from './outbox.ts';
import { createSync } from './sync.ts';

/** Creates a computer and a server. `open` opens a tab of the user, or the same tab after a reload. */
export const createWorkspaceRig = () => {
  const clock = createFakeClock();
  const server = createFakeWorkspaceServer();
  const storage = createFakeWorkspaceStorage();
  const tabs = createFakeTabs();
  const token = createLive<string | undefined>('token');
  const isReached = createLive(true);
  let byte = 0;
  const open = (userId = 'ada') => {
    const tab = tabs.open();
    const store = storage.open();
    const randomBytes = (count: number) => Uint8Array.from({ length: count }, () => (byte += 7));
    const outbox = createOutbox({ store, clock, randomBytes, userId });
    const copies = createCopies(store, userId);
    const images = createImages(store, userId, {
      sha256: (bytes) => Promise.resolve(`hash-${bytes[0]}`),
    });
    const sync = createSync({
      server,
      store,
      outbox,
      copies,
      images,
      tabs: tab,
      clock,
      random: () => 0.5,
      userId,
      token$: token.live,
      isReached$: isReached.live,
    });
    const put = (id: string, values: object, base?: number) =>
      outbox.append({ target: `asset:${id}`, kind: 'put', input: { id, ...values }, base });
    return {
      outbox,
      copies,
      images,
      sync,
      put,
      /** Starts a round of the synchronization, and lets everything settle this many times. */
      round: async (turns = 1) => {
        sync.run();
        for (let turn = 0; turn < turns; turn += 1) await clock.settle();
      },
      /** Ends the tab at once, as a close, a crash or a kill does. */
      kill: () => {
        sync.dispose();
        outbox.dispose();
        copies.dispose();
        images.dispose();
        store.dispose();
        tab.close();
      },
    };
  };
  return { clock, server, storage, tabs, token, isReached, open };
};

/** Returns a row of the server as a copy. */
export const copied = (
  kind: string,
  row: { readonly id: string; readonly [field: string]: unknown },
): CopiedRow => ({ kind, id: row.id, row, since: '1' });
