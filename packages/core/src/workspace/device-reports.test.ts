import { expect, it } from 'vitest';
import { createLive } from '../prelude/live.ts';
import { ok } from '../prelude/result.ts';
import type { CopiedRow } from './copies.ts';
import { createDeviceReports } from './device-reports.ts';
import type { OutboxItem } from './outbox-item.ts';
import type { OutboxEntry } from './outbox.ts';

const ID = '00000000-0000-7000-8000-000000000032';

/** A workspace whose changes appear in its outbox at once. */
const workspaceOf = (userId: string) => {
  const rows = createLive<readonly CopiedRow[]>([]);
  const items = createLive<readonly OutboxItem[]>([]);
  const change = (entry: OutboxEntry) => {
    const item = { ...entry, id: String(items.live.value.length), at: 0 };
    items.update((before) => [...before, item]);
    return Promise.resolve(ok(item));
  };
  const outbox = { items$: items.live, unreadable$: createLive<readonly unknown[]>([]).live };
  const add = (serial: string, id = ID): void => {
    rows.update((before) => [
      ...before,
      { kind: 'asset', id, since: '1', row: { id, version: 1, serial } },
    ]);
  };
  const sent = () => items.live.value.map(({ target, kind, input }) => [target, kind, input]);
  return { workspace: { userId, rows$: rows.live, outbox, change }, add, sent };
};

type Fake = ReturnType<typeof workspaceOf>['workspace'];

const report = (serial: string | undefined, id: string) =>
  ({ userId: 'ada', serial, kind: 'reportWrite', input: { id } }) as const;

it('[SYNC-35] a report waits for the workspace and for its asset, and is then logged once', () => {
  const workspace$ = createLive<Fake | undefined>(undefined);
  const submit = createDeviceReports(workspace$.live);
  submit(report('SN-1', 'r1'));
  const { workspace, add, sent } = workspaceOf('ada');
  workspace$.set(workspace);
  submit(report('sn 1', 'r2'));
  submit(report('SN-2', 'r3'));
  submit(report(undefined, 'r4'));
  expect(sent()).toEqual([]);
  add('SN-1');
  const logged = ['r1', 'r2'].map((id) => [`asset:${ID}`, 'reportWrite', { id, assetId: ID }]);
  expect(sent()).toEqual(logged);
  add('SN-9', ID.replace('32', '33'));
  expect(sent()).toEqual(logged);
});

it('[SYNC-35] with two assets of its serial number, a report waits', () => {
  const { workspace, add, sent } = workspaceOf('ada');
  const submit = createDeviceReports(createLive<Fake | undefined>(workspace).live);
  add('SN-1');
  add('SN-1', ID.replace('32', '33'));
  submit(report('SN-1', 'r1'));
  expect(sent()).toEqual([]);
});

it('[SYNC-35] a report of one user is never logged for another', () => {
  const workspace$ = createLive<Fake | undefined>(undefined);
  const submit = createDeviceReports(workspace$.live);
  submit(report('SN-1', 'r1'));
  const other = workspaceOf('grace');
  other.add('SN-1');
  workspace$.set(other.workspace);
  expect(other.sent()).toEqual([]);
  const own = workspaceOf('ada');
  own.add('SN-1');
  workspace$.set(own.workspace);
  expect(own.sent()).toEqual([]);
});
