import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeTabs } from '../fakes/fake-tab-lock.ts';
import { createFakeWorkspaceServer } from '../fakes/fake-workspace-server.ts';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import { pause } from '../prelude/pause.ts';
import { createLive } from '../prelude/live.ts';
import { accountsOf, levelsOf } from './rows.ts';
import { createWorkspace } from './workspace.ts';
import { createWorkspaceRig } from './workspace.fixture.ts';

const ACCOUNT = {
  userName: 'grace',
  email: 'grace@works.example',
  active: true,
  hasPassword: true,
  parentId: 'ada',
  flags: [],
  effectiveFlags: [],
  userLevel: '',
  maxSubUsers: 0,
  companyName: '',
  phoneNumber: '',
};

const open = async () => {
  const clock = createFakeClock();
  const server = createFakeWorkspaceServer();
  const token = createLive<string | undefined>('token');
  let byte = 0;
  const same = (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(bytes);
  server.put('grace', { ...ACCOUNT });
  const workspace = createWorkspace({
    server,
    store: createFakeWorkspaceStorage().open(),
    tabs: createFakeTabs().open(),
    clock,
    tools: { gzip: same, gunzip: same, sha256: () => Promise.resolve('') },
    random: () => 0.5,
    randomBytes: (count) => Uint8Array.from({ length: count }, () => (byte += 7)),
    userId: 'ada',
    token$: token.live,
    isReached$: createLive(true).live,
  });
  await clock.settle();
  return { clock, server, token, workspace };
};

describe('changes that are sent immediately', () => {
  const change = (active: boolean) => ({
    kind: 'setAccountActive',
    input: { id: 'grace', active },
    base: 1,
  });

  it('[SYNC-21] a failed change is not kept for later, and the copies contain an applied one', async () => {
    const { clock, server, workspace } = await open();
    expect(await workspace.submitNow([change(false)])).toMatchObject({
      value: [{ status: 'applied', version: 2 }],
    });
    await clock.settle();
    expect(accountsOf(workspace.rows$.value)).toMatchObject([{ active: false, version: 2 }]);
    server.fail('unreachable');
    expect(await workspace.submitNow([change(true)])).toMatchObject({
      error: { kind: 'unreachable' },
    });
    expect(workspace.outbox.items$.value).toEqual([]);
    server.fail(undefined);
    await clock.advance(600_000);
    expect(server.rows().get('grace')).toMatchObject({ version: 2 });
  });

  it('[SYNC-21] a change that is repeated after a lost answer is applied once', async () => {
    const { server, workspace } = await open();
    server.decide((call) => (call === 'submit' ? 'lostAfter' : 'answered'));
    expect(await workspace.submitNow([change(false)])).toMatchObject({ ok: false });
    server.decide(() => 'answered');
    expect(await workspace.submitNow([change(false)])).toMatchObject({
      value: [{ status: 'applied' }],
    });
    expect(server.applied()).toHaveLength(1);
    expect(server.rows().get('grace')).toMatchObject({ version: 2 });
  });

  it('[SYNC-21] without a session no change is sent', async () => {
    const { server, token, workspace } = await open();
    token.set(undefined);
    expect(await workspace.submitNow([change(false)])).toMatchObject({
      error: { kind: 'expired' },
    });
    expect(await workspace.changePassword('secret', 'velvet-Otter-91')).toMatchObject({
      error: { kind: 'expired' },
    });
    expect(server.applied()).toEqual([]);
  });
});

describe('accounts', () => {
  it('[SYNC-22] fetched accounts contain fields that change without a version, and an older answer is ignored', async () => {
    const { server, workspace } = await open();
    server.put('grace', { seenAt: '2026-06-01T00:00:00Z' });
    expect(await workspace.refresh('account')).toMatchObject({ ok: true });
    expect(accountsOf(workspace.rows$.value)).toMatchObject([{ seenAt: Date.UTC(2026, 5, 1) }]);
    const { present } = server;
    const answer = (row: object): void => {
      const value = [{ kind: 'account', id: 'grace', row: { ...ACCOUNT, id: 'grace', ...row } }];
      Object.assign(server, { present: () => Promise.resolve({ ok: true, value }) });
    };
    answer({ version: 2, seenAt: '2026-06-02T00:00:00Z' });
    await workspace.refresh('account');
    expect(accountsOf(workspace.rows$.value)).toMatchObject([{ seenAt: Date.UTC(2026, 5, 2) }]);
    answer({ version: 1 });
    await workspace.refresh('account');
    expect(accountsOf(workspace.rows$.value)).toMatchObject([{ version: 2 }]);
    Object.assign(server, { present });
    server.fail('unreachable');
    expect(await workspace.refresh('account')).toMatchObject({ error: { kind: 'unreachable' } });
    expect(accountsOf(workspace.rows$.value)).toHaveLength(1);
  });

  it('[ANA-15] the fleet and the trend of a pack are fetched; a missing server is reported', async () => {
    const { workspace, server } = await open();
    const stat = { n: 3, p5: 1, p50: 2, p95: 3, at: 5, worst: [] };
    server.setFleet('SOH', stat, []);
    expect(await workspace.fleet('SOH', {})).toEqual({ ok: true, value: stat });
    expect(await workspace.trend('pack')).toEqual({ ok: true, value: [] });
    server.fail('unreachable');
    expect(await workspace.fleet('SOH', {})).toMatchObject({ error: { kind: 'unreachable' } });
  });

  it('[SYNC-34] the drift of a standard is fetched with the first assets that differ', async () => {
    const { server, workspace } = await open();
    server.put('pack', { serial: 'SN-1' });
    server.setDrift({ targets: 3, same: 1, differs: 1, unknown: 1, ids: ['pack'] });
    expect(await workspace.drift('standard')).toMatchObject({
      value: { targets: 3, same: 1, differs: 1, unknown: 1, assets: [{ serial: 'SN-1' }] },
    });
    server.fail('unreachable');
    expect(await workspace.drift('standard')).toMatchObject({ error: { kind: 'unreachable' } });
  });

  it('[SYNC-22] levels are the released presets in the order of their names', async () => {
    const { clock, server, workspace } = await open();
    const level = (name: string, more: object = {}) => ({
      kind: 'LEVEL_PRESET',
      name,
      state: 'RELEASED',
      body: { flags: ['terminal'], maxSubUsers: 0 },
      ...more,
    });
    server.put('l1', level('Depot'));
    server.put('l2', level('Client'));
    server.put('l3', level('Old', { state: 'RETIRED' }));
    server.put('l4', level('Odd', { body: { flags: 'all' } }));
    workspace.sync.run();
    await clock.settle();
    expect(levelsOf(workspace.rows$.value).map(({ name }) => name)).toEqual(['Client', 'Depot']);
  });
});

describe('batches of changes', () => {
  it('[SYNC-4] a change that is too large is refused before sending; a batch is measured in bytes, not in characters', async () => {
    const rig = createWorkspaceRig();
    const tab = rig.open();
    rig.server.fail('unreachable');
    await tab.put('big', { text: '漢'.repeat(120_000) });
    await tab.put('long', { text: '漢'.repeat(100_000) });
    await tab.put('one', { text: '漢'.repeat(15_000) });
    await tab.put('two', { text: '漢'.repeat(15_000) });
    rig.server.fail(undefined);
    tab.sync.run();
    await rig.clock.advance(60_000);
    expect(tab.outbox.items$.value.map(({ answer }) => answer?.code)).toEqual(['TOO_LARGE']);
    expect([...rig.server.rows().keys()]).toEqual(['long', 'one', 'two']);
    expect(rig.server.calls().filter((call) => call === 'submit')).toHaveLength(3);
  });
});

describe('a session that another tab replaces', () => {
  it('[SYNC-112] the copies of the user stay complete', async () => {
    const { server, storage, token, clock } = createWorkspaceRig();
    const tabs = createFakeTabs();
    const same = (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve(bytes);
    const signIn = () =>
      createWorkspace({
        server,
        store: storage.open(),
        tabs: tabs.open(),
        clock,
        tools: { gzip: same, gunzip: same, sha256: () => Promise.resolve('') },
        random: () => 0.5,
        randomBytes: (count) => new Uint8Array(count),
        userId: 'ada',
        token$: token.live,
        isReached$: createLive(true).live,
      });
    for (const id of ['a', 'b', 'c']) server.put(id, { serial: id });
    const before = signIn();
    await clock.settle();
    expect(before.rows$.value).toHaveLength(3);

    server.put('b', { serial: 'changed' });
    const { changes } = server;
    const slowly: typeof changes = async (...asked) => {
      await pause(clock, 100);
      return changes(...asked);
    };
    Object.assign(server, { changes: slowly });
    const release = storage.hold('copies'); // reading many rows takes long
    token.set(undefined);
    const leaving = before.signOut();
    token.set('token of the other tab');
    const next = signIn();
    await clock.settle();
    release();
    await leaving;
    await clock.advance(600_000);
    expect(next.isComplete$.value).toBe(true);
    expect(next.rows$.value.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});
