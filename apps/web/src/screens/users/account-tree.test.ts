import { expect, test, vi } from 'vitest';
import type { Account, Level } from '@batbot/core/workspace';
import { accountState, accountTree } from './account-tree.ts';
import { explainFlags, rightsOf } from './rights.ts';

const account = (
  id: string,
  parentId: string | undefined,
  more: Partial<Account> = {},
): Account => ({
  id,
  version: 1,
  userName: id,
  email: `${id}@works.example`,
  active: true,
  hasPassword: true,
  parentId,
  flags: [],
  effectiveFlags: [],
  userLevel: '',
  maxSubUsers: null,
  packCount: 1,
  seenAt: undefined,
  companyName: '',
  clientName: undefined,
  phoneNumber: '',
  ...more,
});

test('[SYNC-22] accounts are listed below their parents, with the number of accounts and packs below', () => {
  const rows = accountTree([
    account('depot', 'client'),
    account('viewer', 'client', { hasPassword: false }),
    account('client', 'me', { active: false }),
    account('bay', 'depot', { packCount: 5 }),
    account('me', 'somebody above'),
    account('lost', 'not copied'),
  ]);
  expect(rows.map(({ id, level, below, packs }) => [id, level, below.length, packs])).toEqual([
    ['lost', 0, 0, 1],
    ['me', 0, 4, 9],
    ['client', 1, 3, 8],
    ['depot', 2, 1, 6],
    ['bay', 3, 0, 5],
    ['viewer', 2, 0, 1],
  ]);
  expect(rows.map(accountState)).toEqual([
    'Active',
    'Active',
    'Not active',
    'Blocked',
    'Blocked',
    'Blocked',
  ]);
  expect(rows.find(({ id }) => id === 'bay')?.blockedBy).toBe('client');
});

test('[SYNC-22] the number of packs is unknown, not zero, for a user who sees no packs', () => {
  const rows = accountTree([
    account('me', undefined, { packCount: undefined }),
    account('a', 'me', { packCount: undefined }),
  ]);
  expect(rows.map(({ packs }) => packs)).toEqual([undefined, undefined]);
});

test('[SYNC-22] the tree of 2,000 accounts is built without a search for each of them', () => {
  const depots = Array.from({ length: 2_000 }, (_, index) => account(`depot ${index}`, 'me'));
  const searched = vi.spyOn(Array.prototype, 'find');
  const [top] = accountTree([account('me', undefined), ...depots]);
  const { length } = searched.mock.calls;
  vi.restoreAllMocks();
  expect([top?.below.length, top?.packs]).toEqual([2_000, 2_001]);
  expect(length).toBeLessThan(100);
});

const LEVEL: Level = {
  id: 'l',
  version: 1,
  ownerId: 'me',
  kind: 'LEVEL_PRESET',
  name: 'Client',
  state: 'RELEASED',
  body: { flags: ['battAccess', 'terminal', 'service'], maxSubUsers: 20 },
};

test('[SYNC-22] each permission has its origin, or the reason why it cannot be granted', () => {
  const [me, , child] = accountTree([
    account('me', undefined, {
      effectiveFlags: ['battAccess', 'terminal', 'analytics', 'uploadCsv'],
    }),
    account('parent', 'me', { effectiveFlags: ['battAccess', 'terminal', 'analytics'] }),
    account('sub', 'parent', { flags: ['battAccess', 'analytics', 'service', 'uploadCsv'] }),
  ]);
  if (child === undefined) throw new Error('The tree lacks a row.');
  const reasons = new Map(
    explainFlags(child, LEVEL, child, me).map(({ flag, reason }) => [flag, reason]),
  );
  expect(reasons.get('battAccess')).toBe('from level Client');
  expect(reasons.get('analytics')).toBe('added');
  expect(reasons.get('terminal')).toBe('not granted, level Client has it');
  expect(reasons.get('service')).toBe('from level Client, not in effect: you lack it');
  expect(reasons.get('uploadCsv')).toBe('added, not in effect: parent lacks it');
  expect(reasons.get('editConfig')).toBe('cannot grant: you lack it');
  expect(reasons.size).toBe(15);
});

test('[SYNC-22] the permissions of the user are in effect unless an account above lacks them', () => {
  const [me] = accountTree([
    account('me', 'above', { flags: ['terminal', 'service'], effectiveFlags: ['terminal'] }),
  ]);
  if (me === undefined) throw new Error('The tree lacks a row.');
  const own = explainFlags(me, undefined, me, me).filter(({ isGranted }) => isGranted);
  expect(own.map(({ flag, reason }) => [flag, reason])).toEqual([
    ['service', 'not in effect: an account above lacks it'],
    ['terminal', ''],
  ]);
});

test('[SYNC-22] a level grants no more than the account above can grant', () => {
  const [parent] = accountTree([
    account('me', undefined, { effectiveFlags: ['battAccess', 'analytics'], maxSubUsers: 5 }),
  ]);
  if (parent === undefined) throw new Error('The tree lacks a row.');
  const without = { ...LEVEL, body: { flags: [], maxSubUsers: null } };
  expect(rightsOf(LEVEL, parent)).toEqual({
    userLevel: 'Client',
    flags: ['battAccess'],
    maxSubUsers: 5,
  });
  expect(rightsOf(without, parent).maxSubUsers).toBe(5);
  expect(rightsOf(without, { ...parent, maxSubUsers: null }).maxSubUsers).toBeNull();
});
