import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { profileArchiveContract } from '@batbot/core/contracts';
import { createFakeClock } from '@batbot/core/fakes';
import { createIndexedDbProfiles } from './indexed-db-profiles.ts';

profileArchiveContract('profiles in IndexedDB', () => {
  const factory = new IDBFactory();
  const open = () => createIndexedDbProfiles({ factory, clock: createFakeClock() });
  const archive = open();
  const others: ReturnType<typeof open>[] = [];
  return {
    archive,
    reopened: () => {
      const other = open();
      others.push(other);
      return other;
    },
    close: () => {
      for (const each of [archive, ...others]) each.dispose();
      return Promise.resolve();
    },
  };
});

describe('profiles in IndexedDB', () => {
  it('[SA-12] without a database, every call reports that', async () => {
    const archive = createIndexedDbProfiles({ factory: undefined, clock: createFakeClock() });
    expect(await archive.load()).toMatchObject({ error: { kind: 'blocked' } });
    expect(await archive.keep('a', '{}')).toMatchObject({ error: { kind: 'blocked' } });
    expect(await archive.forget('a')).toMatchObject({ error: { kind: 'blocked' } });
  });

  it('[PAGE-82] a profile that the browser fails to delete is reported and kept', async () => {
    const archive = createIndexedDbProfiles({
      factory: new IDBFactory(),
      clock: createFakeClock(),
    });
    await archive.keep('a', '{}');
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('no', 'UnknownError');
    });
    expect(await archive.forget('a')).toMatchObject({ ok: false, error: { kind: 'failed' } });
    vi.restoreAllMocks();
    expect(await archive.load()).toEqual({ ok: true, value: new Map([['a', '{}']]) });
  });

  it('[ST-02] a database that was deleted from outside is opened again', async () => {
    const factory = new IDBFactory();
    const archive = createIndexedDbProfiles({ factory, clock: createFakeClock() });
    await archive.keep('a', '{}');
    await new Promise((resolve) => {
      factory.deleteDatabase('batbot-device-profiles').addEventListener('success', resolve);
    });
    expect(await archive.keep('b', '{}')).toMatchObject({ ok: true });
    expect(await archive.load()).toEqual({ ok: true, value: new Map([['b', '{}']]) });
  });
});
