import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { addTestAccount, applyAs, item, submitAs } from '../testing/test-workspace.ts';
import { listAccounts } from './lists/accounts.ts';
import { asAccount } from './scope.ts';

describeOnDatabases('accounts', (get) => {
  let database: Database;
  beforeAll(async () => {
    database = get();
    await addTestAccount(database, { id: 'top' });
    await addTestAccount(database, {
      id: 'mid',
      creatorId: 'top',
      flags: ['battAccess', 'terminal', 'analytics'],
      maxSubUsers: 40,
    });
  });

  const outcomeOf = async (as: string, change: object, base?: number) => {
    const [outcome] = await submitAs(database, as, [item({ ...change }, base)]);
    return [outcome?.code ?? outcome?.status, outcome?.field];
  };
  const newAccount = (parentId: string, more: object = {}) => {
    const id = randomUUID();
    return { putAccount: { id, parentId, userName: id, email: `${id}@a.example`, ...more } };
  };
  const list = (as: string, under?: string) =>
    asAccount(database, as, (scope) => listAccounts(scope, { under: under ?? null }));

  it('[WS-05] flags and limits never go beyond those of the account above', async () => {
    const put = (more: object) => outcomeOf('mid', newAccount('mid', more));
    expect(await put({ flags: ['battAccess', 'editConfig'] })).toEqual(['FLAGS_BEYOND', 'flags']);
    expect(await put({ maxSubUsers: null })).toEqual(['LIMIT_BEYOND', 'maxSubUsers']);
    expect(await put({ maxSubUsers: 41 })).toEqual(['LIMIT_BEYOND', 'maxSubUsers']);
    expect(await put({ flags: ['fly'] })).toEqual(['INVALID', 'flags.0']);
    expect(await put({ flags: ['battAccess'], maxSubUsers: 3 })).toEqual(['APPLIED', undefined]);
  });

  it('[WS-05] a flag taken from an account is not in effect below it, and comes back with it', async () => {
    const { putAccount } = newAccount('mid', { flags: ['battAccess', 'terminal'] });
    await applyAs(database, 'mid', { putAccount });
    const flags = async () =>
      (await list('top')).nodes.find(({ id }) => id === putAccount.id) as unknown;
    const version = async (id: string) =>
      (await list('top')).nodes.find((node) => node.id === id)?.version ?? 0;
    const grant = async (names: string[]) =>
      applyAs(database, 'top', { putAccount: { id: 'mid', flags: names } }, await version('mid'));
    await grant(['battAccess', 'analytics']);
    expect(await flags()).toMatchObject({
      flags: ['battAccess', 'terminal'],
      effectiveFlags: ['battAccess'],
    });
    await grant(['battAccess', 'terminal', 'analytics']);
    expect(await flags()).toMatchObject({ effectiveFlags: ['battAccess', 'terminal'] });
  });

  it('[WS-05] an account changes none above, beside or itself', async () => {
    const side = newAccount('top');
    await applyAs(database, 'top', side);
    for (const id of ['top', 'mid', side.putAccount.id]) {
      const wanted = ['NOT_FOUND', 'id'];
      expect(await outcomeOf('mid', { setAccountActive: { id, active: false } })).toEqual(wanted);
      expect(await outcomeOf('mid', { inviteAccount: { id, tokenHash: 'a'.repeat(64) } })).toEqual(
        wanted,
      );
    }
    expect(await outcomeOf('mid', { putAccount: { id: 'mid', flags: [] } }, 1)).toEqual([
      'NOT_FOUND',
      'id',
    ]);
    expect((await outcomeOf('mid', { putAccount: { id: 'top', flags: [] } }, 1))[0]).toBe(
      'INVALID',
    );
    const taken = { ...side.putAccount, parentId: 'mid', userName: 'new', email: 'new@a.example' };
    expect((await outcomeOf('mid', { putAccount: taken }))[0]).toBe('ID_TAKEN');
    expect((await list('mid')).nodes.map(({ id }) => id)).not.toContain('top');
  });

  it('[WS-05] names are taken once, in upper or lower case', async () => {
    await applyAs(
      database,
      'mid',
      newAccount('mid', { userName: 'Anna', email: 'anna@a.example' }),
    );
    const put = (more: object) => outcomeOf('top', newAccount('top', more));
    expect(await put({ userName: 'ANNA' })).toEqual(['NAME_TAKEN', 'userName']);
    expect(await put({ email: 'Anna@a.example' })).toEqual(['NAME_TAKEN', 'email']);
  });

  it('[WS-05] counts sub-users at any depth, and the tree has eight levels', async () => {
    const few = newAccount('top', { maxSubUsers: 2 });
    await applyAs(database, 'top', few);
    const { id } = few.putAccount;
    const child = newAccount(id, { maxSubUsers: 2 });
    await applyAs(database, 'top', child);
    await applyAs(database, 'top', newAccount(child.putAccount.id));
    expect(await outcomeOf('top', newAccount(child.putAccount.id))).toEqual([
      'SUB_USER_LIMIT',
      undefined,
    ]);
    const grandchildren = await list('top', id);
    expect(grandchildren.nodes.map(({ depth }) => String(depth)).toSorted()).toEqual([
      '2',
      '3',
      '4',
    ]);

    let parent = 'top';
    for (let level = 2; level <= 8; level += 1) {
      const next = newAccount(parent, { maxSubUsers: null });
      await applyAs(database, 'top', next);
      parent = next.putAccount.id;
    }
    expect(await outcomeOf('top', newAccount(parent))).toEqual(['TOO_DEEP', undefined]);
  });

  it('[WS-07] deactivating ends the sessions of the subtree, and none below signs in', async () => {
    await addTestAccount(database, { id: 'firm', creatorId: 'top' });
    await addTestAccount(database, { id: 'clerk', creatorId: 'firm' });
    await addTestAccount(database, { id: 'other', creatorId: 'top' });
    const sessions = createSessionStore(database);
    const tokens = await Promise.all(['firm', 'clerk', 'other'].map(sessions.open));
    const found = async () =>
      Promise.all(tokens.map(async (token) => (await sessions.find(token))?.id));
    expect(await found()).toEqual(['firm', 'clerk', 'other']);
    await applyAs(database, 'top', { setAccountActive: { id: 'firm', active: false } });
    expect(await found()).toEqual([undefined, undefined, 'other']);
    const clerk = await sessions.find(await sessions.open('clerk'));
    expect(clerk?.active).toBe(false);
    await expect(asAccount(database, 'clerk', () => Promise.resolve())).rejects.toThrow(
      'User Deactivated',
    );
    await applyAs(database, 'top', { setAccountActive: { id: 'firm', active: true } });
    expect((await sessions.find(await sessions.open('clerk')))?.active).toBe(true);
  });
});
