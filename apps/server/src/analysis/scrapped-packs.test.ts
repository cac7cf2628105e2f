import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../testing/databases.ts';
import { addTestAccount, applyAs } from '../testing/test-workspace.ts';
import { listAccounts } from '../workspace/lists/accounts.ts';
import { findAsset } from '../workspace/lists/assets.ts';
import { asAccount } from '../workspace/scope.ts';
import { createFleetJob, readFleet } from './fleet.ts';

describeOnDatabases('scrapped packs', (get) => {
  it('[SYNC-86] a scrapped pack does not need attention, also not after another snapshot, until it is used again', async () => {
    const database = get();
    await addTestAccount(database, { id: 'shop' });
    const id = randomUUID();
    const attention = async () =>
      (await asAccount(database, 'shop', (scope) => findAsset(scope, id)))?.['attention'];
    const put = (values: object, base?: number) =>
      applyAs(database, 'shop', { putAsset: { id, ...values } }, base);
    await put({ serial: 'S-1', snapshot: { at: '2026-03-12T08:00:00Z', sohPercent: 70 } });
    expect(await attention()).toBe(1);
    await put({ state: 'SCRAPPED' }, 1);
    expect(await attention()).toBe(0);
    await put({ snapshot: { at: '2026-03-12T09:00:00Z', faults: ['cellUnderVoltage'] } });
    expect(await attention()).toBe(0);
    await put({ state: 'INUSE' }, 2);
    expect(await attention()).toBe(2);
    await put({ snapshot: { at: '2026-03-12T08:30:00Z', sohPercent: 99 } }); // an older one
    expect(await attention()).toBe(2);
  });

  const fleet = () =>
    asAccount(get(), 'works', (scope) => readFleet(scope, { metric: 'WORST_CELL' }));
  const packCount = async (): Promise<unknown> => {
    const { nodes } = await asAccount(get(), 'works', (scope) => listAccounts(scope, {}));
    return nodes[0]?.['packCount'];
  };

  it('[ANA-39] [SYNC-80] a scrapped pack counts neither in its fleet nor in the packs of its owner', async () => {
    const database = get();
    await addTestAccount(database, { id: 'works' });
    const packs: string[] = [];
    for (const percent of [10, 20, 90]) {
      const id = randomUUID();
      packs.push(id);
      await applyAs(database, 'works', { putAsset: { id, serial: id } });
      const stats = JSON.stringify({ at: '2026-03-12T08:00:00.000Z', worstCellPercent: percent });
      await database.query('update assets set stats = $2::jsonb where id = $1', [id, stats]);
    }
    expect(await fleet()).toMatchObject({ n: 3, p50: 20 });
    expect(await packCount()).toBe(3);
    await createFleetJob(database, () => undefined, 2)();
    const [, , worst] = packs;
    await applyAs(database, 'works', { putAsset: { id: worst, state: 'SCRAPPED' } }, 1);
    expect(await packCount()).toBe(2);
    // The figures of the night are those of the night, but a pack that was scrapped since is not named.
    expect((await fleet()).worst.map(({ value }) => value)).toEqual([20, 10]);
    await createFleetJob(database, () => undefined, 2)();
    expect(await fleet()).toMatchObject({ n: 2, p50: 15, worst: [{ value: 20 }, { value: 10 }] });
    await createFleetJob(database, () => undefined, 3)();
    expect(await fleet()).toMatchObject({ n: 2, p50: 15, worst: [{ value: 20 }, { value: 10 }] });
  });
});
