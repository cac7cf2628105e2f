import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { sessionArchiveContract } from '@batbot/core/contracts';
import { createFakeClock } from '@batbot/core/fakes';
import { createIndexedDbArchive, DATABASE_NAME, DATABASE_VERSION } from './indexed-db-archive.ts';

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(String(request.error))));
  });

const makeArchive = (factory: IDBFactory | undefined = new IDBFactory()) => {
  const clock = createFakeClock();
  return { clock, archive: createIndexedDbArchive({ factory, keyRange: IDBKeyRange, clock }) };
};

const ENTRY = { userId: 'u1', sessionId: 's1', info: { name: 'x' }, chunks: [] };

sessionArchiveContract('the IndexedDB archive', () => {
  const factory = new IDBFactory();
  const { archive } = makeArchive(factory);
  const otherTab = makeArchive(factory).archive;
  return Promise.resolve({
    archive,
    otherTab,
    clear: async () => {
      await settled(factory.deleteDatabase(DATABASE_NAME));
    },
    close: () => {
      archive.dispose();
      otherTab.dispose();
      return Promise.resolve();
    },
  });
});

describe('the IndexedDB archive', () => {
  it('[ST-04] a newer version can upgrade at once, and the older one then reports that it is outdated', async () => {
    const factory = new IDBFactory();
    const { archive } = makeArchive(factory);
    await archive.save(ENTRY);
    let blocked = false;
    const newer = factory.open(DATABASE_NAME, DATABASE_VERSION + 1);
    newer.addEventListener('blocked', () => {
      blocked = true;
    });
    await settled(newer);
    expect(blocked).toBe(false);
    expect(await archive.save(ENTRY)).toMatchObject({ error: { kind: 'outdated' } });
    const reloadedOldPage = makeArchive(factory).archive;
    expect(await reloadedOldPage.list('u1')).toMatchObject({ error: { kind: 'outdated' } });
  });

  it('[ANA-22] a long session is read in small parts', async () => {
    const parts: unknown[] = [];
    class NotedRange extends IDBKeyRange {
      static override bound(...bounds: Parameters<typeof IDBKeyRange.bound>): IDBKeyRange {
        parts.push(bounds.slice(0, 2).map((key) => (key as readonly unknown[])[3])); // keys are arrays
        return super.bound(...bounds);
      }
    }
    const archive = createIndexedDbArchive({
      factory: new IDBFactory(),
      keyRange: NotedRange,
      clock: createFakeClock(),
    });
    const chunks = Array.from({ length: 20 }, (_, index) => ({ kind: 'cells', index, data: {} }));
    await archive.save({ ...ENTRY, chunks });
    const range = { from: 0, to: 19 };
    expect(await archive.read('u1', 's1', 'cells', range)).toMatchObject({ ok: true });
    expect(parts).toEqual([
      [0, 19], // of the keys
      [0, 7],
      [8, 15],
      [16, 19],
    ]);
  });

  it('without a database, every call reports that', async () => {
    const clock = createFakeClock();
    const archive = createIndexedDbArchive({ factory: undefined, keyRange: IDBKeyRange, clock });
    expect(await archive.save(ENTRY)).toMatchObject({ error: { kind: 'blocked' } });
    expect(await archive.list('u1')).toMatchObject({ error: { kind: 'blocked' } });
    expect(await archive.usage()).toBeUndefined();
    expect(await archive.keep()).toBe(false);
    expect(clock.pendingTimers()).toBe(0);
  });

  it('an entry with data that cannot be cloned is refused as a whole, and the archive keeps working', async () => {
    const { archive } = makeArchive();
    await archive.save(ENTRY);
    const bad = { kind: 'samples', index: 0, data: { f: () => undefined } };
    const refused = await archive.save({ ...ENTRY, info: { name: 'y' }, chunks: [bad] });
    expect(refused).toMatchObject({ ok: false, error: { kind: 'failed' } });
    expect(await archive.list('u1')).toEqual({ ok: true, value: [{ name: 'x' }] });
  });

  it('a database that does not open in time is an error, and no timer is left', async () => {
    const factory = new IDBFactory();
    const silent = Object.assign(Object.create(factory) as IDBFactory, {
      open: () => new EventTarget(),
    });
    const { archive, clock } = makeArchive(silent);
    const saved = archive.save(ENTRY);
    await clock.advance(10_000);
    expect(await saved).toMatchObject({ error: { kind: 'failed' } });
    expect(clock.pendingTimers()).toBe(0);
  });

  it('usage and persistence come from the storage manager', async () => {
    const archive = createIndexedDbArchive({
      factory: new IDBFactory(),
      keyRange: IDBKeyRange,
      clock: createFakeClock(),
      storage: {
        estimate: () => Promise.resolve({ usage: 5, quota: 10 }),
        persist: () => Promise.resolve(true),
      },
    });
    expect(await archive.usage()).toEqual({ usedBytes: 5, quotaBytes: 10 });
    expect(await archive.keep()).toBe(true);
  });
});
