import { describe, expect, it } from 'vitest';
import { sessionArchiveContract } from '../contracts/session-archive.contract.ts';
import { workspaceStoreContract } from '../contracts/workspace-store.contract.ts';
import { createFakeSessionArchive } from '../fakes/fake-session-archive.ts';
import { createFakeVaultCrypto } from './fake-vault.fixture.ts';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import { fromBytes, toBytes } from './plain-bytes.ts';
import { createEncryptedArchive } from './encrypted-archive.ts';
import { createEncryptedRows } from './encrypted-rows.ts';

const accesses = {
  of: (_userId: string) => ({
    cipher: createFakeVaultCrypto().cipher(Uint8Array.of(1, 2, 3)),
    takesClear: false,
  }),
  onDamaged: () => {
    throw new Error('nothing is damaged here');
  },
};

workspaceStoreContract('the encrypted workspace store', () => {
  const storage = createFakeWorkspaceStorage();
  const open = () => createEncryptedRows(storage.open(), accesses);
  return { store: open(), other: open, settle: () => Promise.resolve(), close: () => undefined };
});

sessionArchiveContract('the encrypted session archive', () => {
  const fake = createFakeSessionArchive();
  return Promise.resolve({
    archive: createEncryptedArchive(fake.archive, accesses),
    otherTab: createEncryptedArchive(fake.archive, accesses),
    clear: () => Promise.resolve(fake.clear()),
    refuseFull: () => fake.refuse('full'),
    close: () => Promise.resolve(),
  });
});

describe('a read that the lock overtakes', () => {
  it('[PRIV-8] does not report the data as damaged', async () => {
    const fake = createFakeSessionArchive();
    const faults: string[] = [];
    let isLocked = false;
    let release = (): void => undefined;
    const reading = new Promise<void>((resolve) => {
      release = resolve;
    });
    const archive = createEncryptedArchive(
      {
        ...fake.archive,
        list: async (userId) => {
          await reading;
          return fake.archive.list(userId);
        },
      },
      {
        of: (userId) => (isLocked ? undefined : accesses.of(userId)),
        onDamaged: () => faults.push('damaged'),
      },
    );
    await archive.save({ userId: 'u1', sessionId: 's1', info: { id: 's1' }, chunks: [] });
    const listed = archive.list('u1');
    await Promise.resolve();
    await Promise.resolve();
    isLocked = true;
    release();
    expect(await listed).toEqual({ ok: true, value: [{ id: 's1' }] });
    expect(faults).toEqual([]);
    expect(await archive.list('u1')).toMatchObject({ error: { kind: 'blocked' } });
  });
});

describe('the bytes of plain data', () => {
  it('[PRIV-15] all plain data is read as it was written, with the same types', () => {
    const data = {
      text: '🔋 "$"',
      $: 'undefined',
      numbers: [0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      nothing: [null, undefined, true, false, '', [], {}],
      missing: undefined,
      arrays: [
        Int8Array.of(-1),
        Uint8Array.of(255),
        Uint8ClampedArray.of(7),
        Int16Array.of(-2),
        Uint16Array.of(2),
        Int32Array.of(-3),
        Uint32Array.of(3),
        Float32Array.of(0.5),
        Float64Array.of(Number.NaN, 1e300),
        new Uint8Array(0),
        Float64Array.of(1, 2, 3).subarray(1),
      ],
      deep: { $: { at: 1, size: 2 } },
    };
    const read = fromBytes(toBytes(data));
    expect(read).toStrictEqual(data);
    expect(Object.keys(read as object)).toEqual(Object.keys(data));
  });
});
