import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '@batbot/core/fakes';
import { createIndexedDbVault } from './indexed-db-vault.ts';

describe('the vault in IndexedDB', () => {
  it('[PRIV-11] each account is saved under its user and survives a reload', async () => {
    const factory = new IDBFactory();
    const open = () => createIndexedDbVault({ factory, clock: createFakeClock() });
    await open().put('ada', { login: 'Ada' });
    await open().put('ada', { login: 'ada' });
    expect(await open().accounts()).toEqual({
      ok: true,
      value: [{ userId: 'ada', account: { login: 'ada' } }],
    });
  });

  it('[SA-12] without a database, every call reports that', async () => {
    const vault = createIndexedDbVault({ factory: undefined, clock: createFakeClock() });
    expect(await vault.accounts()).toMatchObject({ error: { kind: 'blocked' } });
    expect(await vault.put('ada', {})).toMatchObject({ error: { kind: 'blocked' } });
  });
});
