import { describe, expect, it } from 'vitest';
import type { OutboxItem } from './outbox-item.ts';
import { assetsOf, loggedChanges, packFinder, serialKey } from './rows.ts';
import { copied } from './workspace.fixture.ts';

const item = (id: string, input: Readonly<Record<string, unknown>>): OutboxItem => ({
  id,
  at: 1,
  target: 'asset:a',
  kind: 'putAsset',
  input,
});

describe('rows of the workspace', () => {
  it('[PAGE-86] packs are found by a part of their serial number, those that begin with it first', () => {
    const rows = [
      copied('asset', { id: 'a', serial: 'X-BB24-1' }),
      copied('asset', { id: 'b', serial: 'BB24-2' }),
      copied('asset', { id: 'r', kind: 'ROMEO', serial: 'BB24-3' }),
      copied('account', { id: 'u', serial: 'BB24-4' }),
    ];
    const find = packFinder(rows, [item('1', { id: 'c', serial: 'bb245' })]);
    expect(find('bb2 4', 9).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(find('BB24', 2).map(({ serial }) => serial)).toEqual(['BB24-2', 'bb245']);
    expect(find(' - ', 9)).toEqual([]);
    const many = Array.from({ length: 10_000 }, (_, at) =>
      copied('asset', { id: `p${at}`, serial: `BB24MX${at}` }),
    );
    expect(packFinder(many, [])('MX9999', 12)).toEqual([{ id: 'p9999', serial: 'BB24MX9999' }]);
  });

  it('[SYNC-103] a serial number is identified by its letters and digits, of any script', () => {
    const keys = ['bb-24 1', 'БАТ-15', 'вол-15', 'é', 'e\u0301', ' - '].map(serialKey);
    expect(keys).toEqual(['BB241', 'БАТ15', 'ВОЛ15', 'É', 'É', '']);
  });

  it('[SYNC-15] an asset is its copy with the pending changes applied in order', () => {
    const rows = [
      copied('asset', {
        id: 'a',
        version: 3,
        serial: 'SN-1',
        model: null,
        cells: 12,
        attention: 1,
      }),
      copied('account', { id: 'u' }),
    ];
    const items = [
      item('1', { id: 'a', model: 'M1', cells: null }),
      { ...item('2', { id: 'a', model: 'M2' }), madeVersion: 4 },
      item('3', { id: 'b', serial: 'SN-2' }),
    ];
    const [a, b, ...others] = assetsOf(rows, items);
    expect(a).toMatchObject({ serial: 'SN-1', model: 'M2', version: 3, attention: 1 });
    expect(a?.cells).toBeUndefined();
    expect(a?.waiting.map(({ id }) => id)).toEqual(['1']);
    expect(b).toMatchObject({
      id: 'b',
      serial: 'SN-2',
      kind: 'PACK',
      state: 'INUSE',
      attention: 0,
    });
    expect(others).toEqual([]);
  });

  it('[SYNC-15] a row of another shape is left out', () => {
    expect(assetsOf([copied('asset', { id: 'a', serial: 7 })], [])).toEqual([]);
    expect(loggedChanges([copied('event', { id: 'e', at: 'yesterday' })])).toEqual([]);
  });

  it('[SYNC-15] times are in ms since 1970', () => {
    const [event] = loggedChanges([
      copied('event', {
        id: 'e',
        at: '2026-03-12T08:30:00Z',
        receivedAt: '2026-03-12T08:30:01Z',
        actorName: 'ada',
        topic: 'ASSET',
        kind: 'putAsset',
        subjectId: 'a',
        assetId: null,
        body: { before: {}, after: { model: 'M' } },
      }),
    ]);
    expect(event).toMatchObject({
      at: Date.UTC(2026, 2, 12, 8, 30),
      receivedAt: Date.UTC(2026, 2, 12, 8, 30, 1),
      body: { after: { model: 'M' } },
    });
    expect(event?.assetId).toBeUndefined();
  });
});
