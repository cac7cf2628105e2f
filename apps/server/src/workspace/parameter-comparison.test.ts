import { expect, it } from 'vitest';
import { describeOnDatabases } from '../testing/databases.ts';

const WANTED = { limit: 3_650, name: 'A', isOn: true };

describeOnDatabases('the comparison of parameters with a standard', (get) => {
  it.each([
    ['SAME', WANTED, WANTED],
    ['SAME', { ...WANTED, more: 1 }, WANTED],
    ['SAME', { limit: 3_650.0 }, { limit: 3.65e3 }],
    ['SAME', {}, {}],
    ['DIFFERS', { ...WANTED, limit: 3_600 }, WANTED],
    ['DIFFERS', { limit: 3_600 }, WANTED],
    ['DIFFERS', { limit: '3650' }, { limit: 3_650 }],
    ['UNKNOWN', { limit: 3_650, name: 'A' }, WANTED],
    ['UNKNOWN', {}, WANTED],
    ['SAME', { curve: [1, 2, 2] }, { curve: [1, 2, 2] }],
    ['DIFFERS', { curve: [2, 1] }, { curve: [1, 2] }],
    ['DIFFERS', { curve: [1, 2, 3] }, { curve: [1, 2] }],
    ['DIFFERS', { curve: [1, 2] }, { curve: [1, 2, 2] }],
    ['SAME', { text: '[a' }, { text: '[a' }],
    ['DIFFERS', { curve: { x: 1, y: 2 } }, { curve: { x: 1 } }],
    ['SAME', { curve: { x: 1 } }, { curve: { x: 1 } }],
  ])('[SYNC-34] it is %s for %j and the wanted %j', async (state, values, wanted) => {
    const compared = await get().query('select compare_parameters($1::jsonb, $2::jsonb) as state', [
      JSON.stringify({ schemaHash: 'h', values }),
      JSON.stringify({ schema: { hash: 'h' }, values: wanted }),
    ]);
    expect(compared).toEqual([{ state }]);
  });

  it('[SYNC-34] it is UNKNOWN without a report, or with one of another schema', async () => {
    const wanted = JSON.stringify({ schema: { hash: 'h' }, values: {} });
    for (const reported of [null, JSON.stringify({ schemaHash: 'other', values: {} })])
      expect(
        await get().query('select compare_parameters($1::jsonb, $2::jsonb) as state', [
          reported,
          wanted,
        ]),
      ).toEqual([{ state: 'UNKNOWN' }]);
  });
});
