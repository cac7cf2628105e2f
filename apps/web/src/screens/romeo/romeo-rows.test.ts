import { expect, test } from 'vitest';
import type { Asset, Assignment, WorkspaceDocument } from '@batbot/core/workspace';
import { PACK } from '../../testing/asset.fixture.ts';
import type { Standards } from '../parameters/use-standards.ts';
import { romeoRows } from './romeo-rows.ts';

const DEVICE: Asset = { ...PACK, kind: 'ROMEO', serial: 'R-1' };
const DOCUMENT: WorkspaceDocument = {
  id: 'set',
  version: 1,
  kind: 'PARAMETER_SET',
  name: 'Winter',
  state: 'RELEASED',
  hash: undefined,
  body: {},
  createdAt: 1,
  ownerId: undefined,
  authorId: undefined,
  waiting: [],
};
const ASSIGNMENT: Assignment = {
  id: '00000000-0000-7000-8000-000000000002',
  version: 1,
  documentId: 'set',
  assetId: DEVICE.id,
  accountId: undefined,
  filter: undefined,
  mode: 'REQUIRED',
  state: 'ACTIVE',
  reason: undefined,
  stages: [100],
  stage: 0,
  mayChange: true,
  pauseAfterStage: undefined,
  stopAtFailedPercent: undefined,
  progress: undefined,
  expiresAt: 5_000,
  createdAt: 1_000,
  waiting: [],
};

const standardsWith = (
  device: Partial<Asset>,
  assignments: readonly Assignment[] = [ASSIGNMENT],
): Standards => ({
  state: { kind: 'loading' },
  workspace: undefined,
  isComplete: true,
  sets: [
    {
      document: DOCUMENT,
      set: {
        format: 'batbot-parameter-set-1',
        name: 'Winter',
        schema: { name: 'Romeo', hash: 'h' },
        values: { A: 1, B: 2 },
        source: { kind: 'template' },
      },
    },
  ],
  schemas: [],
  schemaOf: () => undefined,
  packs: [
    { ...DEVICE, ...device },
    { ...DEVICE, id: 'pack', kind: 'PACK', serial: 'P-1' },
  ],
  accounts: [],
  assignments,
  now: 2_000,
  standardOf: () => undefined,
});

const reported = (values: Readonly<Record<string, number>>, at: number, schemaHash = 'h') => ({
  parameters: {
    ...{ at, schemaName: 'Romeo', schemaHash, hash: undefined, values },
    firmware: undefined,
  },
});
const rowOf = (...args: Parameters<typeof standardsWith>) => {
  const rows = romeoRows(standardsWith(...args));
  expect(rows).toHaveLength(1); // packs are not listed
  return rows[0];
};

test('[PAGE-120] a device without an assignment has no wanted configuration', () => {
  expect(rowOf({}, [])).toMatchObject({ state: 'none', wanted: undefined, since: undefined });
});

test('[PAGE-120] a wanted configuration counts as unknown until the device has reported', () => {
  expect(rowOf({})).toMatchObject({ state: 'unknown', since: 1_000 });
});

test('[PAGE-120] a wanted configuration counts as applied only if the device has reported every wanted value', () => {
  expect(rowOf(reported({ A: 1, B: 2, C: 3 }, 1_500))).toMatchObject({
    state: 'same',
    differing: [],
    since: undefined,
  });
  expect(rowOf(reported({ A: 1, B: 9 }, 1_500))).toMatchObject({
    state: 'differs',
    differing: [{ key: 'B', wanted: 2, reported: 9 }],
    since: 1_500,
  });
  expect(rowOf(reported({ A: 1 }, 500))).toMatchObject({
    state: 'differs',
    differing: [{ key: 'B', reported: undefined }],
    since: 1_000,
  });
});

test('[PAGE-120] values of another schema are not compared', () => {
  expect(rowOf(reported({ A: 1, B: 2 }, 1_500, 'x'))).toMatchObject({ state: 'unknown' });
});

test('[DEV-87] a configuration for all devices of an account is shown as expired after its end', () => {
  const all = {
    ...ASSIGNMENT,
    assetId: undefined,
    filter: { kind: 'ROMEO' as const, maker: undefined, model: undefined, firmware: undefined },
  };
  expect(rowOf({}, [{ ...all, expiresAt: 1_900 }])).toMatchObject({ state: 'expired' });
  // It is not shown while another configuration is in force.
  expect(rowOf({}, [{ ...all, expiresAt: 1_900 }, ASSIGNMENT])).toMatchObject({ state: 'unknown' });
});

test('[DEV-87] a configuration that was withdrawn is not wanted any more', () => {
  const standards = standardsWith({});
  const sets = standards.sets.map((each) => ({
    ...each,
    document: { ...DOCUMENT, state: 'RETIRED' as const },
  }));
  expect(romeoRows({ ...standards, sets })).toMatchObject([
    { state: 'withdrawn', ended: 'withdrawn' },
  ]);
});

test('[PAGE-121] after its end, a configuration that was not applied is expired', () => {
  const ended = [{ ...ASSIGNMENT, expiresAt: 1_900 }];
  expect(rowOf({}, ended)).toMatchObject({ state: 'expired' });
  expect(rowOf(reported({ A: 1, B: 2 }, 1_500), ended)).toMatchObject({
    state: 'same',
    ended: 'expired', // a device that differs when it is connected again gets nothing
  });
});

test('[SYNC-53] while the lists are not read, it is not known what is wanted of a device', () => {
  const [row] = romeoRows({ ...standardsWith({}, []), isComplete: false });
  expect(row).toMatchObject({ state: 'unread', wanted: undefined });
});
