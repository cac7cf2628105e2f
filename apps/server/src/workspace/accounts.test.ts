import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { findCredentials } from '../accounts/account-store.ts';
import { createPasswordCheck } from '../accounts/passwords.ts';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { createPasswordSetter } from '../login/set-password.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { addTestAccount, applyAs, item, submitAs } from '../testing/test-workspace.ts';
import { listAccounts } from './lists/accounts.ts';
import { listAssets } from './lists/assets.ts';
import { listChanges } from './lists/changes.ts';
import { listEvents } from './lists/events.ts';
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

  it('[WS-05] flags and limits of an account cannot exceed those of the account above', async () => {
    const put = (more: object) => outcomeOf('mid', newAccount('mid', more));
    expect(await put({ flags: ['battAccess', 'editConfig'] })).toEqual(['FLAGS_BEYOND', 'flags']);
    expect(await put({ maxSubUsers: null })).toEqual(['LIMIT_BEYOND', 'maxSubUsers']);
    expect(await put({ maxSubUsers: 41 })).toEqual(['LIMIT_BEYOND', 'maxSubUsers']);
    expect(await put({ flags: ['fly'] })).toEqual(['INVALID', 'flags.0']);
    expect(await put({ flags: ['battAccess'], maxSubUsers: 3 })).toEqual(['APPLIED', undefined]);
  });

  it('[WS-05] a flag that an account loses is not in effect below it, until the account gets it back', async () => {
    const { putAccount } = newAccount('mid', {
      flags: ['battAccess', 'terminal'],
      maxSubUsers: 2,
    });
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

    // The account above can leave the flag as it is or take it away, and can give no other that it lacks.
    const put = async (names: string[]) =>
      outcomeOf(
        'mid',
        { putAccount: { id: putAccount.id, flags: names } },
        await version(putAccount.id),
      );
    expect(await put(['analytics', 'terminal'])).toEqual(['APPLIED', undefined]);
    expect(await put(['service', 'terminal'])).toEqual(['FLAGS_BEYOND', 'flags']);
    expect(await flags()).toMatchObject({
      flags: ['analytics', 'terminal'],
      effectiveFlags: ['analytics'],
    });
    await put(['battAccess', 'terminal']);
    await grant(['battAccess', 'terminal', 'analytics']);
    expect(await flags()).toMatchObject({ effectiveFlags: ['battAccess', 'terminal'] });

    // The account cannot list the accounts above itself, but sees that a flag is not in effect because they lack it.
    const below = newAccount(putAccount.id, { flags: ['terminal'] });
    await applyAs(database, 'mid', below);
    await grant(['battAccess']);
    const seen = (await list(putAccount.id)).nodes.find(({ id }) => id === below.putAccount.id);
    expect(seen).toMatchObject({ flags: ['terminal'], effectiveFlags: [] });
    await grant(['battAccess', 'terminal', 'analytics']);
  });

  it.each(['Иван', 'İpek', 'Zoë'])(
    '[PAGE-314] the account %s is found by the beginning of its name as it is written',
    async (userName) => {
      await applyAs(database, 'mid', newAccount('mid', { userName }));
      const found = await asAccount(database, 'top', (scope) =>
        listAccounts(scope, { filter: { text: userName.slice(0, 3) } }),
      );
      expect(found.nodes).toMatchObject([{ userName }]);
    },
  );

  it('[WS-05] an account cannot change itself or an account above or beside it', async () => {
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

  it('[WS-05] user names and e-mail addresses are unique, ignoring case', async () => {
    await applyAs(
      database,
      'mid',
      newAccount('mid', { userName: 'Anna', email: 'anna@a.example' }),
    );
    const put = (more: object) => outcomeOf('top', newAccount('top', more));
    expect(await put({ userName: 'ANNA' })).toEqual(['NAME_TAKEN', 'userName']);
    expect(await put({ email: 'Anna@a.example' })).toEqual(['NAME_TAKEN', 'email']);
  });

  it('[WS-05] sub-users are counted at any depth, and the tree has at most eight levels', async () => {
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

  it('[WS-05] a moved account takes the accounts below and their data along, within the subtree and without cycles', async () => {
    const add = async (parentId: string, more: object = {}) => {
      const account = newAccount(parentId, { maxSubUsers: null, flags: ['battAccess'], ...more });
      await applyAs(database, 'top', account);
      return account.putAccount.id;
    };
    const [north, south] = [await add('top'), await add('top')];
    const depot = await add(north);
    const clerk = await add(depot);
    const assetId = randomUUID();
    await applyAs(database, clerk, { putAsset: { id: assetId, serial: 'MOVE-1' } });
    const changes = (as: string, after: string | null) =>
      asAccount(database, as, (scope) => listChanges(scope, { after }));
    const cursors = new Map<string, string>();
    for (const as of ['top', 'mid', north, south, clerk])
      cursors.set(as, (await changes(as, null)).endCursor);
    const sees = async (as: string) => ({
      accounts: (await list(as)).nodes.map(({ id }) => id).filter((id) => id === clerk).length,
      assets: (await asAccount(database, as, (scope) => listAssets(scope, { sort: 'SERIAL' })))
        .nodes.length,
      events: (await asAccount(database, as, (scope) => listEvents(scope, { filter: { assetId } })))
        .nodes.length,
    });
    const move = (id: string, parentId: string, as = 'top') =>
      outcomeOf(as, { moveAccount: { id, parentId } });
    expect(await move(depot, clerk)).toEqual(['CYCLE', undefined]);
    expect(await move(depot, depot)).toEqual(['CYCLE', undefined]);
    expect(await move('top', north)).toEqual(['NOT_FOUND', 'id']);
    expect(await move(depot, south, north)).toEqual(['NOT_FOUND', 'parentId']);
    expect(await move(depot, south, clerk)).toEqual(['NOT_FOUND', 'id']);
    expect(await sees(north)).toEqual({ accounts: 1, assets: 1, events: 1 });
    expect(await move(depot, south)).toEqual(['APPLIED', undefined]);
    expect(await sees(north)).toEqual({ accounts: 0, assets: 0, events: 0 });
    expect(await sees(south)).toEqual({ accounts: 1, assets: 1, events: 1 });
    expect(await sees(clerk)).toEqual({ accounts: 1, assets: 1, events: 1 });
    expect((await list('top', south)).nodes.map(({ parentId }) => parentId)).toContain(depot);
    await applyAs(database, clerk, { putAsset: { id: randomUUID(), serial: 'MOVE-2' } });
    expect((await sees(south)).assets).toBe(2);
    // Cursors of accounts that gained or lost sight of rows are lost; others stay valid.
    for (const as of ['top', north, south, clerk])
      await expect(changes(as, cursors.get(as) ?? '')).rejects.toThrow('not known any more');
    expect((await changes('mid', cursors.get('mid') ?? '')).nodes).toEqual([]);
  });

  it('[SYNC-51] the cursor of an account is lost if its own rights, or those of an account above, change what it sees', async () => {
    const add = async (parentId: string, flags: readonly string[]) => {
      const account = newAccount(parentId, { maxSubUsers: null, flags });
      await applyAs(database, 'top', account);
      return account.putAccount.id;
    };
    const boss = await add('top', ['battAccess', 'service']);
    const clerk = await add(boss, ['battAccess']);
    const grant = (id: string, flags: readonly string[], base: number) =>
      applyAs(database, 'top', { putAccount: { id, flags } }, base);
    const changes = (after: string | null) =>
      asAccount(database, clerk, (scope) => listChanges(scope, { after }));
    const before = (await changes(null)).endCursor;
    await grant(clerk, ['battAccess', 'service'], 1);
    await expect(changes(before)).rejects.toThrow('not known any more');
    const { endCursor } = await changes(null);
    await grant(boss, ['battAccess', 'service', 'terminal'], 1);
    await expect(changes(endCursor)).resolves.toMatchObject({ hasNext: false });
    await grant(boss, ['battAccess'], 2);
    await expect(changes(endCursor)).rejects.toThrow('not known any more');
  });

  it('[WS-05] a move is refused if the new place would exceed its depth or its limit of sub-users', async () => {
    const add = async (parentId: string, more: object = {}) => {
      const account = newAccount(parentId, { maxSubUsers: null, ...more });
      await applyAs(database, 'top', account);
      return account.putAccount.id;
    };
    const few = await add('top', { maxSubUsers: 1 });
    const pair = await add('top');
    await add(pair);
    expect(await outcomeOf('top', { moveAccount: { id: pair, parentId: few } })).toEqual([
      'SUB_USER_LIMIT',
      undefined,
    ]);
    let deep = 'top';
    for (let level = 2; level <= 7; level += 1) deep = await add(deep);
    expect(await outcomeOf('top', { moveAccount: { id: pair, parentId: deep } })).toEqual([
      'TOO_DEEP',
      undefined,
    ]);
  });

  it('[WS-05] an account shows when it was last seen, and its number of packs to readers who can see packs', async () => {
    await addTestAccount(database, { id: 'seen', creatorId: 'top' });
    await addTestAccount(database, { id: 'blind', creatorId: 'seen', flags: [] });
    await applyAs(database, 'seen', { putAsset: { id: randomUUID(), serial: 'SEEN-1' } });
    await applyAs(database, 'seen', {
      putAsset: { id: randomUUID(), serial: 'DEV-1', kind: 'OBD' },
    });
    const row = async (as: string, id: string) =>
      (await list(as)).nodes.find((node) => node.id === id);
    expect(await row('top', 'seen')).toMatchObject({ seenAt: null, packCount: 1 });
    const sessions = createSessionStore(database);
    const token = await sessions.open('seen');
    await sessions.end(token);
    expect((await row('top', 'seen'))?.['seenAt']).toBeInstanceOf(Date);
    expect(await row('blind', 'blind')).toMatchObject({ packCount: null });
  });

  it('[WS-07] deactivating an account ends the sessions of its subtree, and no account below can be used', async () => {
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

  it('[WS-07] the one-time links of moved accounts end, because an account above the old place may know them', async () => {
    for (const id of ['west', 'east']) await addTestAccount(database, { id, creatorId: 'top' });
    await addTestAccount(database, { id: 'shop', creatorId: 'west' });
    const setter = createPasswordSetter(database, await createPasswordCheck(), () => undefined);
    const link = async (id: string) => {
      await applyAs(database, 'west', {
        inviteAccount: { id, tokenHash: hashOf(`link of ${id}`) },
      });
      return { token: `link of ${id}`, password: 'orchid-Tram-57-lumen', address: '192.0.2.1' };
    };
    const staff = newAccount('shop');
    await applyAs(database, 'west', staff);
    const stays = newAccount('west');
    await applyAs(database, 'west', stays);
    const links = [await link(staff.putAccount.id), await link('shop')];
    const other = await link(stays.putAccount.id);
    await applyAs(database, 'top', { moveAccount: { id: 'shop', parentId: 'east' } });
    for (const each of links)
      expect(await setter.accept(each)).toMatchObject({ code: 'LINK_INVALID' });
    expect(await setter.accept(other)).toMatchObject({ kind: 'set' });
  });

  it('[WS-35] the one-time links below an account end when it may not have sub-users any more', async () => {
    await addTestAccount(database, { id: 'lead', creatorId: 'top', maxSubUsers: 5 });
    const staff = newAccount('lead');
    await applyAs(database, 'lead', staff);
    const { id } = staff.putAccount;
    const setter = createPasswordSetter(database, await createPasswordCheck(), () => undefined);
    const invite = async (as: string, of: string, token: string) => {
      await applyAs(database, as, { inviteAccount: { id: of, tokenHash: hashOf(token) } });
      return { token, password: 'orchid-Tram-57-lumen', address: '192.0.2.1' };
    };
    const below = await invite('lead', id, 'link of lead');
    const own = await invite('top', 'lead', 'link of top');
    await applyAs(database, 'top', { putAccount: { id: 'lead', maxSubUsers: 0 } }, 1);
    expect(await setter.accept(below)).toMatchObject({ code: 'LINK_INVALID' });
    expect(await setter.accept(own)).toMatchObject({ kind: 'set' });
    expect(await setter.accept(await invite('top', id, 'next'))).toMatchObject({ kind: 'set' });
  });

  it('[WS-02] a change that is sent again after its row has left the subtree is known', async () => {
    await addTestAccount(database, { id: 'leaves', creatorId: 'west' });
    const change = item({ putAsset: { id: randomUUID(), serial: 'SN-91', ownerId: 'leaves' } });
    const send = (as: string) => submitAs(database, as, [change]);
    expect(await send('west')).toMatchObject([{ status: 'APPLIED', version: 1 }]);
    await applyAs(database, 'top', { moveAccount: { id: 'leaves', parentId: 'east' } });
    expect(await send('west')).toMatchObject([{ status: 'DUPLICATE', version: 1 }]);
    expect(await send('east')).toMatchObject([{ status: 'REFUSED', code: 'ID_TAKEN' }]);
  });

  it('[WS-25] a user name cannot be the e-mail address of another account, also of another company', async () => {
    await addTestAccount(database, { id: 'rival' });
    const put = (as: string, more: object) => outcomeOf(as, newAccount(as, more));
    const [taken, free] = ['MID@works.example', 'own@rival.example'];
    expect(await put('rival', { userName: taken })).toEqual(['NAME_TAKEN', 'userName']);
    expect(await put('rival', { userName: free, email: free })).toEqual(['APPLIED', undefined]);
    expect(await put('rival', { userName: 'nick@rival.example' })).toEqual(['APPLIED', undefined]);
    expect(await put('top', { email: 'Nick@rival.example' })).toEqual(['NAME_TAKEN', 'email']);
    const { id, parentId, ...facts } = newAccount('rival').putAccount;
    await applyAs(database, 'rival', { putAccount: { id, parentId, ...facts } });
    const rename = { putAccount: { id, userName: taken } };
    expect(await outcomeOf('rival', rename, 1)).toEqual(['NAME_TAKEN', 'userName']);
    expect((await findCredentials(database, taken))?.account.id).toBe('mid');
    const race = await Promise.all([
      put('rival', { userName: 'race@rival.example' }),
      put('top', { email: 'race@rival.example' }),
    ]);
    expect(race.map(([code]) => String(code)).toSorted()).toEqual(['APPLIED', 'NAME_TAKEN']);
  });
});
