import { expect, it } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeWorkspaceStorage } from '../fakes/fake-workspace-store.ts';
import { createLive } from '../prelude/live.ts';
import { done } from '../prelude/result.ts';
import type { CopiedRow } from './copies.ts';
import { createDeviceReports } from './device-reports.ts';
import type { OutboxItem } from './outbox-item.ts';
import type { Outbox } from './outbox.ts';
import { createUuidV7 } from './uuid-v7.ts';

const ID = '00000000-0000-7000-8000-000000000032';
const OTHER_ID = ID.replace('32', '33');

const createRig = () => {
  const clock = createFakeClock();
  const storage = createFakeWorkspaceStorage();
  const store = storage.open();
  /** A workspace whose changes appear in its outbox at once. */
  const workspaceOf = (userId: string) => {
    const rows = createLive<readonly CopiedRow[]>([]);
    const items = createLive<readonly OutboxItem[]>([]);
    const changeAll: Outbox['appendAll'] = async (entries, others) => {
      const written = await store.write(userId, others);
      if (!written.ok) return written;
      const ids = new Set(entries.map(({ id }) => id));
      items.update((before) => [...before.filter(({ id }) => !ids.has(id)), ...entries]);
      return done;
    };
    const outbox = {
      items$: items.live,
      unsent$: items.live,
      unreadable$: createLive<readonly unknown[]>([]).live,
    };
    const add = (serial: string, id = ID): void => {
      rows.update((before) => [
        ...before,
        { kind: 'asset', id, since: '1', row: { id, version: 1, serial } },
      ]);
    };
    const sent = () => items.live.value.map(({ target, kind, input }) => [target, kind, input]);
    return { workspace: { userId, rows$: rows.live, outbox, changeAll }, items, add, sent };
  };
  type Fake = ReturnType<typeof workspaceOf>['workspace'];
  /** A page with its own memory and the storage of this computer. */
  const open = (workspace?: Fake) => {
    const workspace$ = createLive<Fake | undefined>(workspace);
    const randomBytes = (count: number) => new Uint8Array(count).fill(7);
    const parts = { workspace$: workspace$.live, store, clock, randomBytes };
    return { submit: createDeviceReports(parts), signIn: workspace$.set };
  };
  return { clock, storage, workspaceOf, open };
};

const report = (serial: string | undefined, id: string, userId = 'ada') =>
  ({ userId, serial, kind: 'reportWrite', input: { id } }) as const;

const logged = (...ids: readonly string[]) =>
  ids.map((id) => [`asset:${ID}`, 'reportWrite', { id, assetId: ID }]);

it('[SYNC-35] a report waits for the workspace and for its asset, and is then logged once', async () => {
  const { clock, workspaceOf, open } = createRig();
  const { submit, signIn } = open();
  submit(report('SN-1', 'r1'));
  const { workspace, add, sent } = workspaceOf('ada');
  signIn(workspace);
  submit(report('sn 1', 'r2'));
  submit(report('SN-2', 'r3'));
  submit(report(undefined, 'r4'));
  await clock.settle();
  expect(sent()).toEqual([]);
  add('SN-1');
  await clock.settle();
  expect(sent()).toEqual(logged('r1', 'r2'));
  add('SN-9', OTHER_ID);
  await clock.settle();
  expect(sent()).toEqual(logged('r1', 'r2'));
});

it('[SYNC-94] a report that is older than its asset waits until the server has the asset', async () => {
  const { clock, workspaceOf, open } = createRig();
  const { workspace, items, add, sent } = workspaceOf('ada');
  const { submit } = open(workspace);
  const addAsset = { target: `asset:${ID}`, kind: 'putAsset', input: { id: ID, serial: 'SN-1' } };
  submit(report('SN-1', 'before'));
  await clock.advance(1_000);
  const ids = createUuidV7(clock.wallNow, (count) => new Uint8Array(count).fill(7));
  items.set([{ ...addAsset, id: ids.next(), at: clock.wallNow() }]);
  await clock.advance(1_000);
  submit(report('SN-1', 'after'));
  await clock.settle();
  expect(sent()).toEqual([Object.values(addAsset), ...logged('after')]);
  items.set([]);
  add('SN-1');
  await clock.settle();
  expect(sent()).toEqual(logged('before'));
});

it('[SYNC-35] a report that the storage refuses is logged with the next change', async () => {
  const { clock, storage, workspaceOf, open } = createRig();
  const { workspace, add, sent } = workspaceOf('ada');
  add('SN-1');
  const { submit } = open(workspace);
  storage.refuse('full');
  submit(report('SN-1', 'r1'));
  await clock.settle();
  expect(sent()).toEqual([]);
  storage.refuse(undefined);
  submit(report('SN-1', 'r2'));
  await clock.settle();
  expect(sent()).toEqual(logged('r1', 'r2'));
});

it('[SYNC-35] with two assets of its serial number, a report waits', async () => {
  const { clock, workspaceOf, open } = createRig();
  const { workspace, add, sent } = workspaceOf('ada');
  const { submit } = open(workspace);
  add('SN-1');
  add('SN-1', OTHER_ID);
  submit(report('SN-1', 'r1'));
  await clock.settle();
  expect(sent()).toEqual([]);
});

it('[SYNC-35] a report of one user is never logged for another', async () => {
  const { clock, workspaceOf, open } = createRig();
  const { submit, signIn } = open();
  submit(report('SN-1', 'r1'));
  const other = workspaceOf('grace');
  other.add('SN-1');
  signIn(other.workspace);
  await clock.settle();
  expect(other.sent()).toEqual([]);
  const own = workspaceOf('ada');
  own.add('SN-1');
  signIn(own.workspace);
  await clock.settle();
  expect(own.sent()).toEqual(logged('r1'));
});

it('[SYNC-35] a waiting report survives the end of its page, keeps its time, and is logged once', async () => {
  const { clock, storage, workspaceOf, open } = createRig();
  const begun = clock.wallNow();
  const first = workspaceOf('ada');
  open(first.workspace).submit(report('SN-1', 'r1'));
  await clock.advance(60_000);
  const next = workspaceOf('ada');
  open(next.workspace);
  const last = workspaceOf('ada');
  open(last.workspace);
  await clock.settle();
  for (const tab of [next, last]) tab.add('SN-1');
  await clock.settle();
  for (const tab of [next, last]) expect(tab.sent()).toEqual(logged('r1'));
  const [item] = next.items.live.value;
  expect(item?.at).toBe(begun);
  // The server applies a change of one id once.
  expect(last.items.live.value).toEqual([item]);
  expect(storage.rows('ada', 'device')).toEqual([]);
});

it('[SYNC-35] of more than 200 waiting reports, the oldest are dropped', async () => {
  const { clock, storage, workspaceOf, open } = createRig();
  const { submit } = open(workspaceOf('ada').workspace);
  submit(report('SN-1', 'of grace', 'grace'));
  for (let count = 0; count < 202; count += 1) submit(report('SN-1', `r${count}`));
  await clock.settle();
  const next = workspaceOf('ada');
  next.add('SN-1');
  open(next.workspace);
  await clock.settle();
  expect(next.sent()).toEqual(logged(...Array.from({ length: 200 }, (_, at) => `r${at + 2}`)));
  expect(storage.rows('grace', 'device')).toHaveLength(1);
});
