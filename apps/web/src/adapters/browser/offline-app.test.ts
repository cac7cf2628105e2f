import { createLive } from '@batbot/core';
import type { OutboxItem } from '@batbot/core/workspace';
import { expect, test } from 'vitest';
import { keepAppOffline } from './offline-app.ts';

const ITEM: OutboxItem = { id: '1', at: 0, target: 'asset:1', kind: 'putAsset', input: {} };

test('[OFF-5] a starting page keeps the note of unsent changes until it has read the outbox', async () => {
  const notes: string[] = [];
  const add = (note: string) => Promise.resolve(notes.push(note) > 0);
  const cache = { put: () => add('put'), delete: () => add('delete') };
  const items = createLive<readonly OutboxItem[]>([]);
  keepAppOffline({
    workers: { getRegistrations: () => Promise.resolve([]) },
    caches: { open: () => Promise.resolve(cache) } as unknown as CacheStorage,
    activeWorker: () => new Promise(() => undefined),
    workspace$: createLive({ outbox: { unsent$: items.live } }).live,
    log: { warn: () => undefined },
  });
  items.set([ITEM]);
  await expect.poll(() => notes).toEqual(['put']);
  items.set([]);
  await expect.poll(() => notes).toEqual(['put', 'delete']);
});
