import { describe, expect, it, vi } from 'vitest';
import { assignedTo, assignmentsOf, documentsOf, standardFor } from './device-rows.ts';
import { assetsBehind } from './installs.ts';
import type { OutboxItem } from './outbox-item.ts';
import { accountsOf, assetsOf } from './rows.ts';
import { copied } from './workspace.fixture.ts';

let count = 0;
const item = (kind: string, input: Readonly<Record<string, unknown>>): OutboxItem => ({
  id: String((count += 1)),
  at: Date.UTC(2026, 2, 12),
  target: 'x',
  kind,
  input,
});

const at = '2026-03-12T08:30:00Z';
const schema = { name: 'Simulator', hash: 'h' };
const id = (tail: string): string => `00000000-0000-7000-8000-0000${tail}`;

const account = (name: string, parentId: string | null) =>
  copied('account', {
    id: name,
    version: 1,
    userName: name,
    email: '',
    active: true,
    hasPassword: true,
    parentId,
    flags: [],
    effectiveFlags: [],
    userLevel: '',
    maxSubUsers: null,
    companyName: '',
    phoneNumber: '',
  });
const document = (name: string, kind = 'PARAMETER_SET', state = 'RELEASED') =>
  copied('document', {
    id: name,
    version: 1,
    kind,
    name,
    state,
    hash: 'h',
    body: {},
    createdAt: at,
  });
const assignment = (name: string, documentId: string, more: object = {}) =>
  copied('assignment', {
    id: name,
    version: 1,
    documentId,
    mode: 'OFFERED',
    state: 'ACTIVE',
    createdAt: at,
    ...more,
  });
const asset = (more: object = {}) =>
  copied('asset', { id: id('00000032'), version: 1, serial: 'SN-1', ownerId: 'depot', ...more });

/** Returns the id of the standard of an asset, and the documents assigned to it. */
const assigned = (assetMore: object, ...rows: readonly ReturnType<typeof copied>[]) => {
  const all = [
    account('maker', null),
    account('client', 'maker'),
    account('depot', 'client'),
    ...rows,
  ];
  const [found] = assetsOf([asset(assetMore)], []);
  if (found === undefined) throw new Error('no asset');
  const parts = {
    documents: [
      ...documentsOf(all, [], 'PARAMETER_SET'),
      ...documentsOf(all, [], 'FIRMWARE_IMAGE'),
    ],
    assignments: assignmentsOf(all, []),
    accounts: accountsOf(all),
    now: Date.parse(at) + 1,
  };
  return {
    standard: standardFor(found, parts)?.document.id,
    all: assignedTo(found, parts).map((each) => each.assignment.id),
  };
};

describe('parameters and firmware of assets', () => {
  it('[SYNC-30] an unsent report is shown as the last parameters, unless a later reading is known', () => {
    const parameters = { at, schemaName: 'S', schemaHash: 'h', hash: 'x', values: { A: 1 } };
    const report = (when: string) =>
      item('reportWrite', { id: 'r', assetId: id('00000032'), at: when, schema, values: { A: 2 } });
    const last = (...items: readonly OutboxItem[]) => {
      const [found] = assetsOf([asset({ parameters })], items);
      return [found?.parameters?.values['A'], found?.parameters?.hash, found?.waiting.length];
    };
    expect(last()).toEqual([1, 'x', 0]);
    expect(last(report('2026-03-12T08:29:59Z'))).toEqual([1, 'x', 1]);
    expect(last(report('2026-03-12T08:30:01Z'))).toEqual([2, undefined, 1]);
    expect(assetsOf([asset({ parameters: { values: 7 } })], [])[0]?.parameters).toBeUndefined();
  });

  it('[SYNC-49] an asset was seen at the time of its last snapshot or report of parameters', () => {
    const seen = (row: object) => assetsOf([asset(row)], [])[0]?.seenAt;
    const parameters = (time: string) => ({
      at: time,
      schemaName: 'S',
      schemaHash: 'h',
      values: {},
    });
    const earlier = '2026-03-11T08:30:00Z';
    expect(seen({})).toBeUndefined();
    expect(seen({ parameters: parameters(at) })).toBe(Date.parse(at));
    expect(seen({ seenAt: at, parameters: parameters(earlier) })).toBe(Date.parse(at));
    expect(seen({ seenAt: earlier, snapshot: { at } })).toBe(Date.parse(at));
  });

  it('[WS-36] an assignment to an asset does not apply to it at an owner that does not see the document', () => {
    const rows = [
      account('shop', 'maker'),
      document('set'),
      assignment('a', 'set', { assetId: id('00000032'), accountId: 'depot' }),
    ];
    expect(assigned({}, ...rows).standard).toBe('set');
    expect(assigned({ ownerId: 'shop' }, ...rows).standard).toBeUndefined();
  });

  it('[SYNC-25] an asset is behind if its firmware is older than the nearest offer; unknown firmware is not', () => {
    const image = (name: string, version: string) => {
      const made = document(name, 'FIRMWARE_IMAGE');
      return { ...made, row: { ...made.row, body: { version } } };
    };
    const behind = (firmware: string | undefined, own: string) => {
      const rows = [
        account('depot', null),
        asset({ firmware }),
        image('common', '1.10.0'),
        image('own', own),
        assignment('a', 'common', { accountId: 'depot' }),
        assignment('b', 'own', { assetId: id('00000032') }),
      ];
      return assetsBehind(assetsOf(rows, []), rows, [], Date.parse(at) + 1).size;
    };
    expect(behind('1.9.0', '1.10.0')).toBe(1);
    expect(behind('1.10.0', '1.10.0')).toBe(0);
    expect(behind('1.9.0', '1.8.0')).toBe(0);
    expect(behind(undefined, '1.10.0')).toBe(0);
    expect(assetsBehind(assetsOf([asset({ firmware: '1.0' })], []), [], [], 0).size).toBe(0);
  });

  it('[SYNC-31] the accounts and the documents are read once for all assets', () => {
    const rows = [
      account('depot', null),
      document('set'),
      assignment('a', 'set', { accountId: 'depot' }),
      ...Array.from({ length: 20 }, (_, index) => asset({ id: id(`000000${10 + index}`) })),
    ];
    const parts = {
      documents: documentsOf(rows, [], 'PARAMETER_SET'),
      assignments: assignmentsOf(rows, []),
      accounts: accountsOf(rows),
      now: Date.parse(at) + 1,
    };
    const readAccounts = vi.spyOn(parts.accounts, 'map');
    const readDocuments = vi.spyOn(parts.documents, 'filter');
    const assets = assetsOf(rows, []);
    expect(assets.flatMap((each) => assignedTo(each, parts))).toHaveLength(20);
    expect(readAccounts).toHaveBeenCalledOnce();
    expect(readDocuments).toHaveBeenCalledOnce();
  });

  it('[SYNC-30] an unsent report of an install that is done sets the firmware', () => {
    const report = (outcome: string) =>
      item('reportInstall', { id: 'r', assetId: id('00000032'), to: '2', outcome });
    const firmware = (outcome: string) =>
      assetsOf([asset({ firmware: '1' })], [report(outcome)])[0]?.firmware;
    expect(firmware('DONE')).toBe('2');
    expect(firmware('FAILED')).toBe('1');
  });

  it('[SYNC-30] an unsent report of an install does not replace firmware that is known to be later', () => {
    const report = item('reportInstall', {
      ...{ id: 'r', assetId: id('00000032'), to: '2', outcome: 'DONE' },
    });
    const event = (seconds: number, kind: string, after: object, assetId = id('00000032')) => {
      const time = new Date(report.at + seconds * 1_000).toISOString();
      const facts = { actorName: 'ada', topic: 'x', subjectId: assetId };
      return copied('event', {
        ...facts,
        ...{ id: 'e', at: time, receivedAt: time, kind, assetId, body: { after } },
      });
    };
    const shown = (...events: ReturnType<typeof event>[]) =>
      assetsOf([asset({ firmware: '3' }), ...events], [report]).map(({ firmware, waiting }) => [
        firmware,
        waiting.length,
      ]);
    expect(shown(event(1, 'reportInstall', { outcome: 'DONE' }))).toEqual([['3', 1]]);
    expect(shown(event(1, 'putAsset', { firmware: '3' }))).toEqual([['3', 1]]);
    const others = [
      event(-1, 'reportInstall', { outcome: 'DONE' }),
      event(1, 'reportInstall', { outcome: 'FAILED' }),
      event(1, 'putAsset', { maker: 'Works' }),
      event(1, 'reportInstall', { outcome: 'DONE' }, 'another'),
    ];
    expect(shown(...others)).toEqual([['2', 1]]);
  });

  it('[SYNC-32] unsent documents, assignments and changes of their state are listed', () => {
    const rows = [
      document('b'),
      document('c'),
      assignment('x', 'b', { state: 'PAUSED', reason: 'STAGE' }),
    ];
    const publish = item('publishDocument', {
      id: 'a',
      kind: 'PARAMETER_SET',
      name: 'a',
      body: { values: {} },
      state: 'RELEASED',
    });
    const items = [
      publish,
      { ...item('retireDocument', { id: 'c' }), madeVersion: 2 },
      item('assign', {
        id: 'y',
        documentId: 'a',
        accountId: 'client',
        mode: 'OFFERED',
        filter: null,
      }),
      item('setAssignment', { id: 'x', state: 'ACTIVE' }),
    ];
    const sets = documentsOf(rows, items, 'PARAMETER_SET');
    expect(sets.map((each) => [each.id, each.state, each.hash, each.waiting.length])).toEqual([
      ['a', 'RELEASED', undefined, 1],
      ['b', 'RELEASED', 'h', 0],
      ['c', 'RETIRED', 'h', 0],
    ]);
    expect(documentsOf(rows, items, 'FIRMWARE_IMAGE')).toEqual([]);
    expect(assignmentsOf(rows, items)).toMatchObject([
      { id: 'x', state: 'ACTIVE', reason: undefined, stages: [100], stage: 0 },
      { id: 'y', state: 'ACTIVE', stages: [100], waiting: [{ kind: 'assign' }] },
    ]);
  });

  it('[SYNC-113] a refused change of a document or an assignment is listed with the row as it is on the server', () => {
    const answer = { status: 'conflict', code: 'VERSION' } as const;
    const rows = [
      document('draft', 'PARAMETER_SET', 'DRAFT'),
      document('set'),
      assignment('x', 'set', { accountId: 'client' }),
    ];
    const items = [
      item('publishDocument', { id: 'draft', kind: 'PARAMETER_SET', state: 'RELEASED' }),
      item('retireDocument', { id: 'set' }),
      item('setAssignment', { id: 'x', state: 'PAUSED' }),
      item('assign', { id: 'y', documentId: 'set', accountId: 'client', mode: 'OFFERED' }),
    ].map((each) => ({ ...each, answer }));
    const sets = documentsOf(rows, items, 'PARAMETER_SET');
    expect(sets.map((each) => [each.id, each.state, each.hash, each.waiting.length])).toEqual([
      ['draft', 'DRAFT', 'h', 1],
      ['set', 'RELEASED', 'h', 1],
    ]);
    expect(
      assignmentsOf(rows, items).map((each) => [each.id, each.state, each.waiting.length]),
    ).toEqual([
      ['x', 'ACTIVE', 1],
      ['y', 'CANCELLED', 1],
    ]);
  });

  it('[SYNC-31] the standard is the first in this order: for the asset itself, of the nearest account, with a filter, newest', () => {
    const later = { createdAt: '2026-03-12T08:30:00.001Z' };
    const rows = [
      ...['own', 'near', 'filtered', 'far', 'above', 'newer'].map((name) => document(name)),
      assignment('1', 'above', later),
      assignment('2', 'far', { accountId: 'client' }),
      assignment('3', 'newer', { accountId: 'client', ...later }),
      assignment('4', 'near', { accountId: 'depot' }),
      assignment('5', 'filtered', { accountId: 'depot', filter: { model: 'BX' } }),
      assignment('6', 'own', { assetId: id('00000032') }),
    ];
    expect(assigned({ model: 'BX' }, ...rows)).toEqual({
      standard: 'own',
      all: ['6', '5', '4', '3', '2', '1'],
    });
    expect(assigned({ model: 'MX', id: id('00000001') }, ...rows).all).toEqual([
      '4',
      '3',
      '2',
      '1',
    ]);
    expect(assigned({ ownerId: 'client', id: id('00000001') }, ...rows).standard).toBe('newer');
    expect(assigned({ kind: 'ROMEO', id: id('00000001') }, ...rows).all).toEqual([]);
    expect(assigned({ state: 'SCRAPPED' }, ...rows).all).toEqual([]);
  });

  it('[SYNC-31] only released documents of active assignments that have not expired apply', () => {
    const rows = [
      document('draft', 'PARAMETER_SET', 'DRAFT'),
      document('retired', 'PARAMETER_SET', 'RETIRED'),
      document('set'),
      assignment('1', 'draft', { accountId: 'client' }),
      assignment('2', 'retired', { accountId: 'client' }),
      assignment('3', 'set', { accountId: 'client', state: 'PAUSED' }),
      assignment('4', 'set', { accountId: 'client', expiresAt: at }),
      assignment('5', 'unknown', { accountId: 'client' }),
      assignment('6', 'set', { accountId: 'stranger' }),
    ];
    expect(assigned({}, ...rows)).toEqual({ standard: undefined, all: [] });
  });

  it('[SYNC-31] an asset gets a document when the stage to which both ids assign it is reached', () => {
    const staged = (stage: number, tail: string) =>
      assigned(
        { id: id(tail) },
        document('image', 'FIRMWARE_IMAGE'),
        assignment(id('80000000'), 'image', { stages: [50, 51, 100], stage }),
      ).all.length;
    // 0x80000032 modulo 100 is 98, 0x80000000 is 48, 0x80000002 is 50.
    expect([0, 1, 2].map((stage) => staged(stage, '00000032'))).toEqual([0, 0, 1]);
    expect([0, 1, 2].map((stage) => staged(stage, '00000000'))).toEqual([1, 1, 1]);
    expect([0, 1, 2].map((stage) => staged(stage, '00000002'))).toEqual([0, 1, 1]);
  });
});
