import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { memoryBlobs } from '../testing/memory-blobs.ts';
import { addTestAccount, applyAs } from '../testing/test-workspace.ts';
import { type Drive, uploadDrive } from '../testing/upload-drive.ts';
import { asAccount } from '../workspace/scope.ts';
import { createFleetJob, type FleetFilter, readFleet } from './fleet.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createRollupJob, updateStats } from './rollups.ts';
import { readTrend } from './trend.ts';

const STARTED = Date.UTC(2026, 2, 12, 8);

describeOnDatabases('analysis', (get) => {
  let database: Database;
  let jobs: Jobs;
  let logged: string[];
  const store = memoryBlobs();
  beforeAll(async () => {
    database = get();
    logged = [];
    await addTestAccount(database, { id: 'works' });
    await addTestAccount(database, { id: 'fleet', creatorId: 'works' });
    await addTestAccount(database, { id: 'other', creatorId: 'works' });
    const handlers = {
      ROLLUP: createRollupJob(database, store),
      FLEET: createFleetJob(database, () => undefined, 2),
    };
    jobs = createJobs(database, handlers, (line) => logged.push(line));
  });

  const addPack = async (as: string): Promise<string> => {
    const id = randomUUID();
    await applyAs(database, as, { putAsset: { id, serial: id, designCapacityAh: 100 } });
    return id;
  };
  const upload = (
    as: string,
    assetId: string,
    milliOhm: number,
    day = 0,
    more: Pick<Drive, 'damage' | 'setBackMs' | 'gapMs' | 'samples'> = {},
  ) => {
    const startedAt = STARTED + day * 86_400_000;
    return uploadDrive(database, store, { as, assetId, milliOhm, startedAt, ...more });
  };
  const trend = (as: string, assetId: string) =>
    asAccount(database, as, (scope) => readTrend(scope, { assetId }));
  const near = (value: unknown): number => 5 * Math.round(Number(value) / 5);
  const worst = async (as: string): Promise<readonly number[]> =>
    (await fleet(as)).worst.map(({ value }) => near(value));
  const worstOf = async (pack: string): Promise<unknown> => {
    const stats = 'select worst_cell_percent as worst from assets where id = $1';
    return (await database.query<{ readonly worst: number | null }>(stats, [pack]))[0]?.worst;
  };
  const fleet = (as: string, filter: FleetFilter = {}) =>
    asAccount(database, as, (scope) => readFleet(scope, { metric: 'WORST_CELL', filter }));

  it('[ANA-14] the server calculates the figures of an uploaded recording from its pieces, in a job', async () => {
    const pack = await addPack('fleet');
    await upload('fleet', pack, 1.4, 1);
    await upload('fleet', pack, 1.3);
    expect(await trend('fleet', pack)).toEqual([]);
    expect(await jobs.run()).toBe(2);
    const points = await trend('fleet', pack);
    expect(points).toMatchObject([
      { samples: 300, steps: 60, worstCell: 2, medianMilliOhm: 1, restSpreadMv: null },
      { at: new Date(STARTED + 86_400_000) },
    ]);
    // The voltages in the pieces are whole millivolts, so the results are compared in steps of 5.
    expect(points.map((each) => near(each['worstCellPercent']))).toEqual([30, 40]);
    expect(await trend('works', pack)).toHaveLength(2);
    expect(await trend('other', pack)).toEqual([]);
    expect(await fleet('fleet')).toMatchObject({ n: 1, worst: [{ id: pack, worstCell: 2 }] });
    expect(await worst('fleet')).toEqual([40]);
    expect(await jobs.run()).toBe(0);
    expect(logged).toEqual([]);
  });

  it('[ANA-21] a recording has a row for each day, with its metrics on the first; a repeated job changes nothing', async () => {
    const pack = await addPack('fleet');
    const untilMidnight = (16 - 5 / 60) / 24; // 5 of 10 min
    const night = await upload('fleet', pack, 1.4, untilMidnight);
    await upload('fleet', pack, 1.3);
    await jobs.run();
    const points = await trend('fleet', pack);
    expect(points).toMatchObject([
      { day: '2026-03-12', samples: 300, cellSamples: 300, lowestC: 25, worstCell: 2 },
      { day: '2026-03-12', samples: 150, seconds: 298, recordingId: night, worstCell: 2 },
      { day: '2026-03-13', samples: 150, seconds: 300, recordingId: night, worstCell: null },
    ]);
    await database.query(`insert into jobs (kind, subject) values ('ROLLUP', $1)`, [night]);
    await jobs.run();
    expect(await trend('fleet', pack)).toEqual(points);
    expect(logged).toEqual([]);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-41] a pack has the figures of a recording during which the clock was set back over midnight', async () => {
    const pack = await addPack('fleet');
    await upload('fleet', pack, 1.4, 16 / 24, { setBackMs: 3_600_000 });
    await jobs.run();
    expect(await trend('fleet', pack)).toMatchObject([
      { day: '2026-03-12', samples: 150, worstCell: 2 },
      { day: '2026-03-13', samples: 150, worstCell: null },
    ]);
    expect(near(await worstOf(pack))).toBe(40);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-21] a pack has the newest known figures, even if a later recording of many days has none', async () => {
    const pack = await addPack('fleet');
    await upload('fleet', pack, 1.5);
    const long = await upload('fleet', pack, 1.2, 1);
    await jobs.run();
    await database.query(`delete from rollups where recording_id = $1`, [long]);
    await database.query(
      `insert into rollups (recording_id, day, asset_id, started_at, version, figures)
       select $1, date '2026-03-13' + n, $2, timestamptz '2026-03-13T08:00Z', 1000, '{"worstCell":null,"worstCellPercent":null}'
       from generate_series(0, 149) n`,
      [long, pack],
    );
    await database.transaction((inside) => updateStats(inside, pack));
    expect(await fleet('fleet')).toMatchObject({ n: 2, worst: [{ id: pack, worstCell: 2 }, {}] });
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-14] a damaged recording gets no figures, and other recordings still get theirs', async () => {
    const pack = await addPack('other');
    await upload('other', pack, 1.2, 0, { damage: true });
    await upload('other', pack, 1.2, 2);
    expect(await jobs.run()).toBe(2);
    expect(await trend('other', pack)).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it('[ANA-15] a fleet has the percentiles and worst packs of the caller’s subtree only, also after the nightly job', async () => {
    for (const milliOhm of [1.05, 1.1]) await upload('fleet', await addPack('fleet'), milliOhm);
    await jobs.run();
    const live = await fleet('works');
    expect(live.n).toBe(4);
    expect(await worst('works')).toEqual([40, 20, 10, 5]);
    expect([live.p5, live.p50, live.p95].map(near)).toEqual([5, 15, 35]);
    expect(await worst('other')).toEqual([20]);
    await database.query(`insert into jobs (kind, subject) values ('FLEET', '')`);
    expect(await jobs.run()).toBe(1);
    const nightly = await fleet('works');
    expect(nightly).toEqual({ ...live, at: nightly.at });
    await upload('fleet', await addPack('fleet'), 2);
    await jobs.run();
    expect((await fleet('works')).n).toBe(4); // until the next night
    expect((await fleet('other')).n).toBe(1); // a fleet of few packs is measured at once, not at night
    const [next] = await database.query<{ readonly due: boolean }>(
      `select due_at > now() and due_at <= now() + interval '1 day' as due from jobs where kind = 'FLEET'`,
    );
    expect(next).toEqual({ due: true });
  });

  it('[ANA-15] a pack that was moved away has no figures in its new fleet, and is not named in the old one', async () => {
    const pack = await addPack('fleet');
    await upload('fleet', pack, 1.9);
    await jobs.run();
    await database.query(`update jobs set due_at = now() where kind = 'FLEET'`);
    await jobs.run();
    expect(await worst('fleet')).toEqual([100, 90, 40, 10, 5]);
    await applyAs(database, 'works', { moveAsset: { id: pack, ownerId: 'other' } }, 1);
    expect(await worst('other')).toEqual([20]);
    expect(await worst('fleet')).toEqual([100, 40, 10, 5]);
    expect(await trend('other', pack)).toEqual([]);
  });

  it('[WS-29] a recording with a clock in the future is kept, and a later recording replaces its figures', async () => {
    const pack = await addPack('other');
    const today = (at: number): string => new Date(at).toISOString().slice(0, 10);
    const dayOf = (at: number): number => (at - STARTED) / 86_400_000;
    const received = Date.now();
    const ahead = await upload('other', pack, 1.9, dayOf(Date.UTC(2190, 0, 1, 12)));
    await jobs.run();
    const [point, second] = await trend('other', pack);
    expect(second).toBeUndefined();
    expect([today(received), today(Date.now())]).toContain(point?.['day']);
    const at = Number(point?.['at']);
    expect(at).toBeGreaterThanOrEqual(received - 1_000);
    expect(at).toBeLessThanOrEqual(Date.now());
    await vi.waitUntil(() => Date.now() > at + 1);
    await upload('other', pack, 1.3, dayOf(Date.now()));
    await jobs.run();
    expect(near(await worstOf(pack))).toBe(30);
    const recordings = (await trend('other', pack)).map(({ recordingId }) => recordingId);
    expect(new Set(recordings).size).toBe(2); // the later one may have two days, if it passes midnight
    const starts = 'select started_at as at from recordings where id = $1';
    expect(await database.query(starts, [ahead])).toEqual([{ at: new Date('2190-01-01T12:00Z') }]);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-42] the samples after a clock in the future was corrected stay on their day', async () => {
    const pack = await addPack('other');
    await upload('other', pack, 1.9, 40_000, { setBackMs: 40_000 * 86_400_000 });
    await jobs.run();
    expect(await trend('other', pack)).toMatchObject([
      { day: '2026-03-12', samples: 150 },
      { day: new Date().toISOString().slice(0, 10), samples: 150 },
    ]);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[WS-29] a migration finds when recordings were received, and analyses those with a clock ahead again', async () => {
    const pack = await addPack('other');
    const ahead = await upload('other', pack, 1.9, 60_000);
    const other = await upload('other', pack, 1.9);
    await database.script(`delete from jobs; update recordings set received_at = '2200-01-01'`);
    const file = new URL('../../migrations/0020-recording-clocks.sql', import.meta.url);
    const [, ...updates] = (await readFile(file, 'utf8')).split(';');
    await database.script(updates.join(';'));
    const isReceived = `select r.received_at = e.received_at as same from recordings r join events e
      on e.subject_id = r.id::text where r.id in ($1, $2)`;
    expect(await database.query(isReceived, [ahead, other])).toEqual([
      { same: true },
      { same: true },
    ]);
    const subjects = await database.query('select subject from jobs');
    expect(subjects).toContainEqual({ subject: ahead });
    expect(subjects).not.toContainEqual({ subject: other });
    await database.script('delete from jobs');
  });

  it('[ANA-30] a pack that is moved back to an owner has the figures of its recordings again', async () => {
    const pack = await addPack('fleet');
    await upload('fleet', pack, 1.2);
    await upload('fleet', pack, 1.9, 1);
    await jobs.run();
    const before = await worstOf(pack);
    expect(near(before)).toBe(90);
    await applyAs(database, 'works', { moveAsset: { id: pack, ownerId: 'other' } }, 1);
    await jobs.run();
    expect(await worstOf(pack)).toBeNull();
    await applyAs(database, 'works', { moveAsset: { id: pack, ownerId: 'fleet' } }, 2);
    await jobs.run();
    expect(await worstOf(pack)).toBe(before);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-32] the figures of a pack are calculated again when its design capacity or chemistry is corrected', async () => {
    const pack = await addPack('fleet');
    await upload('fleet', pack, 1.9);
    await jobs.run();
    const before = await worstOf(pack);
    expect(near(before)).toBe(90);
    const correct = async (facts: object, version: number): Promise<number> => {
      await applyAs(database, 'fleet', { putAsset: { id: pack, ...facts } }, version);
      return jobs.run();
    };
    expect(await correct({ designCapacityAh: 10_000 }, 1)).toBe(1); // its load steps are below 5 % of the capacity
    expect(await worstOf(pack)).toBeNull();
    expect(await correct({ designCapacityAh: 100, chemistry: 'LFP' }, 2)).toBe(1);
    expect(await worstOf(pack)).toBe(before);
    expect(await correct({ chemistry: null }, 3)).toBe(1);
    expect(await correct({ model: 'BX' }, 4)).toBe(0);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-32] facts that are corrected while a recording is analysed are used in another analysis', async () => {
    const pack = await addPack('fleet');
    const id = await upload('fleet', pack, 1.9);
    const done: string[] = [];
    const ROLLUP = async (subject: string) => {
      done.push(subject);
      const facts = { id: pack, designCapacityAh: 200 };
      if (done.length === 1) await applyAs(database, 'fleet', { putAsset: facts }, 1);
      return undefined;
    };
    const during = createJobs(database, { ROLLUP }, (line) => logged.push(line));
    expect(await during.run()).toBe(2);
    expect(done).toEqual([id, id]);
    expect(await during.run()).toBe(0);
  });

  it('[ANA-32] figures with the former facts, by a server that was slower, do not replace those with the corrected ones', async () => {
    const pack = await addPack('fleet');
    const id = await upload('fleet', pack, 1.9);
    await database.script('delete from jobs');
    const figures = async (): Promise<unknown> =>
      database.query('select figures from rollups where recording_id = $1', [id]);
    const slow = createRollupJob(database, {
      ...store,
      read: async (inside, sha256) => {
        await applyAs(database, 'fleet', { putAsset: { id: pack, designCapacityAh: 10_000 } }, 1);
        await jobs.run();
        corrected = await figures();
        return store.read(inside, sha256);
      },
    });
    let corrected: unknown;
    await slow(id);
    expect(corrected).toHaveLength(1);
    expect(await figures()).toEqual(corrected);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-34] new recordings are analysed before those that are analysed again', async () => {
    const pack = await addPack('fleet');
    const old = [await upload('fleet', pack, 1.9), await upload('fleet', pack, 1.8, 1)];
    await jobs.run();
    await applyAs(database, 'fleet', { putAsset: { id: pack, designCapacityAh: 200 } }, 1);
    const added = await upload('fleet', await addPack('fleet'), 1.2);
    const done: string[] = [];
    const ROLLUP = (subject: string) => {
      done.push(subject);
      return Promise.resolve(undefined);
    };
    expect(await createJobs(database, { ROLLUP }, (line) => logged.push(line)).run()).toBe(3);
    expect(done[0]).toBe(added);
    expect(done.toSorted()).toEqual([...old, added].toSorted());
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-30] a pack that is moved while its figures are calculated has none in its new fleet', async () => {
    const pack = await addPack('fleet');
    await upload('fleet', pack, 1.9);
    await jobs.run();
    let calculation: Promise<void> | undefined;
    await database.transaction(async (inside) => {
      const move = `update assets set owner = (select path from users where id = 'other'), stats = null where id = $1`;
      await inside.query(move, [pack]);
      calculation = database.transaction((other) => updateStats(other, pack));
      await setTimeout(200); // on PostgreSQL it now waits for the row
    });
    await calculation;
    const [row] = await database.query('select stats from assets where id = $1', [pack]);
    expect(row).toEqual({ stats: null });
  });

  it('[ANA-18] a fleet is filtered by model and by the time of the newest recording, also after the nightly job', async () => {
    const kept = await fleet('works');
    for (const [model, day, milliOhm] of [
      ['BX48', 10, 1.5],
      ['BX48', 20, 1.6],
      ['BX24', 20, 1.7],
    ] as const) {
      const id = randomUUID();
      await applyAs(database, 'fleet', {
        putAsset: { id, serial: id, model, designCapacityAh: 100 },
      });
      await upload('fleet', id, 1.3, day - 5);
      await upload('fleet', id, milliOhm, day);
    }
    await jobs.run();
    const found = async (filter: FleetFilter, as = 'works') =>
      (await fleet(as, filter)).worst.map(({ value }) => near(value));
    const day = (number: number): string => new Date(STARTED + number * 86_400_000).toISOString();
    expect(await found({ model: 'BX48' })).toEqual([60, 50]);
    expect(await found({ model: 'BX48' }, 'other')).toEqual([]);
    expect(await found({ from: day(11) })).toEqual([70, 60]);
    expect(await found({ from: day(10), to: day(20) })).toEqual([50]);
    expect(await found({ model: 'BX24', from: null, to: '2099-01-01T01:00:00+01:00' })).toEqual([
      70,
    ]);
    expect(await fleet('works', { model: 'none' })).toMatchObject({ n: 0, p50: null, worst: [] });
    expect(await fleet('works', { model: null })).toEqual(kept);
    await expect(fleet('works', { from: 'yesterday' })).rejects.toThrow(/filter/);
  });

  it('[ANA-35] an account that cannot sign in, because one above is not active, does not stop the nightly job', async () => {
    await addTestAccount(database, { id: 'closed', creatorId: 'works' });
    await addTestAccount(database, { id: 'branch', creatorId: 'closed' });
    const packs = [await addPack('branch'), await addPack('branch')];
    const set = (stats: string | null) =>
      database.query(
        `update assets set stats = $1::jsonb where id::text = any(string_to_array($2, ','))`,
        [stats, packs.join(',')],
      );
    await set('{ "at": "2026-03-12T00:00:00Z", "worstCellPercent": 10 }');
    await applyAs(database, 'works', { setAccountActive: { id: 'closed', active: false } });
    await createFleetJob(database, () => undefined, 2)();
    const paths = await database.query<{ readonly id: string }>(
      'select distinct u.id from fleet_stats f join users u on u.path_text = f.path_text',
    );
    expect(paths.map(({ id }) => id)).toContain('works');
    expect(paths.map(({ id }) => id)).not.toContain('branch');
    await set(null);
  });

  it('[ANA-51] a time that two recordings of a pack contain counts once in its trend and figures, or is named', async () => {
    const pack = await addPack('fleet');
    const minute = 1 / 1_440;
    await upload('fleet', pack, 1.4);
    await upload('fleet', pack, 1.4);
    await upload('fleet', pack, 1.9, minute, { samples: 240 });
    await jobs.run();
    expect(
      await database.query(
        `select figures #> '{time,closeS}' as s from rollups where asset_id = $1 order by started_at`,
        [pack],
      ),
    ).toEqual([{ s: 598 }, { s: 598 }, { s: 478 }]);
    expect(await trend('fleet', pack)).toMatchObject([{ samples: 300, overlapS: 0 }]);
    expect(near(await worstOf(pack))).toBe(40);
    const later = await upload('fleet', pack, 1.3, 4 * minute);
    await jobs.run();
    expect(await trend('fleet', pack)).toMatchObject([
      { samples: 300, overlapS: 0 },
      { samples: 300, overlapS: 358, recordingId: later }, // 4 to 9:58
    ]);
    expect(near(await worstOf(pack))).toBe(30);
    // Figures of version 10 lack a part of the time, those of earlier versions all of it.
    await database.query(
      `update rollups set figures = figures #- '{time,closeS}' where asset_id = $1`,
      [pack],
    );
    expect((await trend('fleet', pack)).map(({ overlapS }) => overlapS)).toEqual([0, 358]);
    await database.query(`update rollups set figures = figures - 'time' where asset_id = $1`, [
      pack,
    ]);
    expect((await trend('fleet', pack)).map(({ overlapS }) => overlapS)).toEqual([0, 0, 0, 0]);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-51] a recording of a time in which another one of the pack has no samples is counted', async () => {
    const pack = await addPack('fleet');
    const hour = 1 / 24;
    await upload('fleet', pack, 1.4, 0, { gapMs: 20 * 3_600_000 }); // until 4:10 on the next day
    await upload('fleet', pack, 1.4, 5 * hour, { samples: 150 });
    const later = await upload('fleet', pack, 1.4, 20.1 * hour, { samples: 240 }); // 8 min from 4:06
    await jobs.run();
    const points = await trend('fleet', pack);
    expect(points).toMatchObject([
      { day: '2026-03-12', samples: 150, overlapS: 0 },
      { day: '2026-03-13', samples: 150, overlapS: 0 },
      { day: '2026-03-12', samples: 150, overlapS: 0 },
      { day: '2026-03-13', samples: 240, overlapS: 238, recordingId: later }, // 4:06 to 4:09:58
    ]);
    expect(points.filter((point) => 'time' in point)).toEqual([]);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-51] recordings with a clock in the future are all counted', async () => {
    const pack = await addPack('fleet');
    await upload('fleet', pack, 1.4, 60_000);
    await upload('fleet', pack, 1.4, 60_000);
    await jobs.run();
    expect(new Set((await trend('fleet', pack)).map((each) => each.recordingId)).size).toBe(2);
    await database.query(`update assets set stats = null where id = $1`, [pack]); // the fleets of later tests do not contain it
  });

  it('[ANA-38] figures of an earlier version are calculated again in the night, also after an earlier server took their jobs', async () => {
    await database.script(
      `delete from jobs; insert into jobs (kind, subject) values ('FLEET', '');
       update rollups set version = 1
         where recording_id = (select recording_id from rollups where version < 1000 limit 1)`,
    );
    expect(await jobs.run()).toBe(2);
    expect(await database.query('select 1 from rollups where version = 1')).toEqual([]);
  });
});
