import { ok, withTimeout, type Clock } from '@batbot/core';
import type { DataKey, VaultStore } from '@batbot/core/privacy';
import type { TabChannel } from './tab-lock.ts';

/** A key with its user, as tabs and the service worker send it. */
interface HeldKey {
  readonly userId: string;
  readonly key: DataKey;
}

export interface VaultKeysParts {
  readonly channel: TabChannel;
  /** Undefined if the platform has no service workers. */
  readonly workers: Pick<ServiceWorkerContainer, 'ready' | 'getRegistration'> | undefined;
  readonly page: Pick<Window, 'addEventListener'>;
  readonly clock: Clock;
}

/** How long other tabs and the service worker have to answer. */
const ANSWER_MS = 1_000;

const heldIn = (data: unknown, userId: string): DataKey | undefined => {
  if (typeof data !== 'object' || data === null) return undefined;
  const held = data as Partial<HeldKey>; // the properties of any object may be read
  return held.userId === userId && typeof held.key === 'object' ? held.key : undefined;
};

/**
 * Holds the unlocked key of the signed-in user in memory only, because IndexedDB would leave it in the browser's files
 * after it was deleted. A new tab requests it from the other tabs. During a reload, the service worker holds it for a
 * moment.
 */
export const createVaultKeys = ({
  channel,
  workers,
  page,
  clock,
}: VaultKeysParts): Pick<VaultStore, 'key' | 'putKey' | 'clearKeys'> => {
  let own: HeldKey | undefined;
  let worker: ServiceWorker | null = null;
  const asking = new Set<(data: unknown) => void>();

  channel.addEventListener('message', ({ data }) => {
    for (const each of asking) each(data);
    const asked = typeof data === 'object' && data !== null && 'wanted' in data && data.wanted;
    if (own !== undefined && own.userId === asked) channel.postMessage(own);
  });
  void workers?.ready.then(({ active }) => {
    worker = active;
  });
  page.addEventListener('pagehide', () => {
    if (own !== undefined) worker?.postMessage({ heldKey: own });
  });

  const fromTabs = (userId: string): Promise<DataKey> =>
    new Promise((resolve) => {
      const listener = (data: unknown): void => {
        const key = heldIn(data, userId);
        if (key === undefined) return;
        asking.delete(listener);
        resolve(key);
      };
      asking.add(listener);
      channel.postMessage({ wanted: userId });
    });

  const fromWorker = async (userId: string): Promise<DataKey> => {
    // A browser that blocks service workers rejects the call.
    const active = (await workers?.getRegistration().catch(() => undefined))?.active;
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', ({ data }) => {
        port1.close();
        const key = heldIn(data, userId);
        if (key !== undefined) resolve(key);
      });
      port1.start();
      active?.postMessage('giveKey', [port2]);
    });
  };

  return {
    key: async (userId) => {
      if (own?.userId === userId) return ok(own.key);
      const found = Promise.race([fromTabs(userId), fromWorker(userId)]);
      return ok(await withTimeout(found, clock, ANSWER_MS, undefined));
    },
    putKey: (userId, key) => {
      own = { userId, key };
      return Promise.resolve(ok(undefined));
    },
    clearKeys: () => {
      own = undefined;
      worker?.postMessage({ heldKey: undefined }); // another tab may have been closed a moment ago
      return Promise.resolve(ok(undefined));
    },
  };
};
