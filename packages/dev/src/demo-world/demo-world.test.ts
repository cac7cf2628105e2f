import { startAccountServer } from '@batbot/server';
import { openMemoryDatabase } from '@batbot/server/testing';
import { expect, test } from 'vitest';
import { demoSize, makeWorld } from './demo-world.ts';

const today = new Date('2026-11-22T10:00:00Z');
const world = makeWorld(demoSize, today);

test('[WS-12] the demo data is the same for the same day, and has the requested size', () => {
  expect(makeWorld(demoSize, new Date('2026-11-22T23:00:00Z'))).toEqual(world);
  expect(makeWorld({ ...demoSize, packs: 3 }, today).assets).toHaveLength(3);
});

test('[WS-12] the demo data has 300 packs with locations, two with faults and some aged ones, all seen within two years', () => {
  const { assets, events, accounts } = world;
  expect(assets).toHaveLength(300);
  expect(new Set(assets.map(({ serial }) => serial)).size).toBe(300);
  const attention = [0, 1, 2].map(
    (level) => assets.filter((asset) => asset.attention === level).length,
  );
  expect(attention).toEqual([288, 10, 2]);
  const ids = new Set(['demo-client', ...accounts.map(({ id }) => id)]);
  expect(assets.filter(({ ownerId }) => !ids.has(ownerId))).toEqual([]);
  const times = events.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(today.getTime() - 731 * 86_400_000);
  expect(Math.max(...times)).toBeLessThanOrEqual(today.getTime());
});

test('[WS-12] the demo data is added once, only if all demo accounts exist, and none of its accounts has a password', async () => {
  const database = await openMemoryDatabase();
  const kept = { ...database, close: () => Promise.resolve() };
  const options = { port: 0, webOrigins: [], database: kept, demoWorld: () => world };
  const start = async (demoAccounts: boolean) => {
    await (await startAccountServer({ ...options, demoAccounts })).close();
    const [row] = await database.query<{ readonly packs: number }>(
      'select count(*)::int as packs from assets',
    );
    return row?.packs;
  };
  expect(await start(false)).toBe(0);
  expect(await start(true)).toBe(300);
  expect(await start(true)).toBe(300);
  const passwords = await database.query<{ readonly id: string }>(
    'select id from users where has_password order by id',
  );
  expect(passwords.map(({ id }) => id)).toEqual([
    'demo-client',
    'demo-inactive',
    'demo-technician',
    'demo-viewer',
  ]);
  await database.query(`delete from users where id = 'demo-viewer'`);
  await database.query('delete from assets');
  expect(await start(true)).toBe(0);
  await database.close();
}, 60_000);
