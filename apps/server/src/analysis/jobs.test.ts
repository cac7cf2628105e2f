import { beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { createFleetJob } from './fleet.ts';
import { createJobs } from './jobs.ts';

describeOnDatabases('jobs', (get) => {
  let database: Database;
  beforeAll(() => {
    database = get();
  });

  it('[ANA-16] [ANA-31] a job that fails is tried five times in seven hours and logged, the nightly one again on the next day; a job in progress is not started again', async () => {
    const lines: string[] = [];
    let calls = 0;
    const failing = createJobs(
      database,
      {
        TEST: () => {
          calls += 1;
          return Promise.reject(new Error('no'));
        },
      },
      (line) => lines.push(line),
    );
    await database.query(`insert into jobs (kind, subject) values ('TEST', 'a')`);
    const pauses: unknown[] = [];
    for (let round = 0; round < 7; round += 1) {
      await failing.run();
      expect(await failing.run()).toBe(0);
      const [pause] = await database.query<{ readonly minutes: number }>(
        `update jobs set due_at = now() where kind = 'TEST'
         returning (select round(extract(epoch from before.due_at - now()) / 60)::int
           from jobs before where before.kind = 'TEST') as minutes`,
      );
      if (pause !== undefined) pauses.push(pause.minutes);
    }
    expect(pauses).toEqual([5, 20, 80, 320]);
    expect(calls).toBe(5);
    expect(lines).toHaveLength(5);
    // The nightly job, which has no subject, is not removed.
    await database.query(`insert into jobs (kind, subject, attempts) values ('TEST', '', 4)`);
    await failing.run();
    expect(await failing.run()).toBe(0);
    const left = `select attempts, due_at > now() + interval '23 hours' as late from jobs where kind = 'TEST'`;
    expect(await database.query(left)).toEqual([{ attempts: 0, late: true }]);
    await database.query(`delete from jobs where kind = 'TEST'`);

    const done: string[] = [];
    const both = ['one', 'two'].map((name) =>
      createJobs(
        database,
        {
          SHARED: (subject) => {
            done.push(subject);
            return Promise.resolve(undefined);
          },
        },
        (line) => lines.push(name + line),
      ),
    );
    await database.query(
      `insert into jobs (kind, subject) select 'SHARED', n::text from generate_series(1, 20) n`,
    );
    await Promise.all(both.map((each) => each.run()));
    expect(done.toSorted()).toHaveLength(20);
    expect(new Set(done).size).toBe(20);
  });

  it('[OPS-22] jobs that were queued while the clock was ahead are done after it was corrected', async () => {
    const done: string[] = [];
    const AHEAD = (subject: string) => {
      done.push(subject);
      return Promise.resolve(subject === '' ? 86_400_000 : undefined);
    };
    await database.script(
      `insert into jobs (kind, subject, due_at, attempts) values ('AHEAD', '', now() + interval '30 days', 0),
         ('AHEAD', 'again', now() + interval '30 days', 1), ('AHEAD', 'later', now() + interval '1 day', 1),
         ('AHEAD', 'new', now() + interval '1 hour', 0)`,
    );
    const jobs = createJobs(database, { AHEAD }, (line) => done.push(line));
    await jobs.run();
    expect(done.toSorted()).toEqual(['', 'again', 'new']);
    expect(await jobs.run()).toBe(0); // the next night is a day later at most
    await database.query(`delete from jobs where kind = 'AHEAD'`);
  });

  it('[OPS-22] a server whose clock is far ahead of that of the database does each job once', async () => {
    const sleep = createFleetJob(database, () => undefined);
    let nights = 0;
    const FLEET = async () => {
      nights += 1;
      return nights > 3 ? undefined : sleep();
    };
    const FAILING = () => Promise.reject(new Error('no'));
    await database.script(
      `insert into jobs (kind, subject) values ('FLEET', ''), ('FAILING', 'a')`,
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 });
    try {
      expect(await createJobs(database, { FLEET, FAILING }, () => undefined).run()).toBe(2);
    } finally {
      vi.useRealTimers();
    }
    await database.script(`delete from jobs where kind in ('FLEET', 'FAILING')`);
  });

  it('[OPS-2] a server that is stopped ends its job and begins no other', async () => {
    const begun: string[] = [];
    let end = (): void => undefined;
    const LONG = async (subject: string) => {
      begun.push(subject);
      if (subject === 'b') return undefined;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return undefined;
    };
    await database.script(
      `insert into jobs (kind, subject, due_at) values ('LONG', 'a', now() - interval '1 hour'), ('LONG', 'b', now())`,
    );
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const stop = createJobs(database, { LONG }, () => undefined).start();
      vi.advanceTimersByTime(15_000);
      await expect.poll(() => begun).toEqual(['a']);
      const stopped = stop();
      end();
      await stopped;
    } finally {
      vi.useRealTimers();
    }
    expect(begun).toEqual(['a']);
    await database.query(`delete from jobs where kind = 'LONG'`);
  });

  it('[ANA-16] a job that was queued again is not ended by the server that began it before, and one during which each server ends is given up', async () => {
    const due = `update jobs set due_at = now() where kind = 'DYING'`;
    const lines: string[] = [];
    const begun: ((next: undefined) => void)[] = [];
    const DYING = () => new Promise<undefined>((resolve) => begun.push(resolve));
    const run = () => createJobs(database, { DYING }, (line) => lines.push(line)).run();
    await database.query(`insert into jobs (kind, subject) values ('DYING', 'a')`);
    const first = run();
    await expect.poll(() => begun.length).toBe(1);
    await database.query(`update jobs set attempts = 0 where kind = 'DYING'`);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await database.query(due);
      void run(); // by a server that ends before its job has ended
      await expect.poll(() => begun.length).toBe(attempt + 1);
      if (attempt === 1) begun[0]?.(undefined);
      await first;
    }
    await database.query(due);
    expect(await run()).toBe(1);
    expect(lines).toEqual([expect.stringContaining('job DYING failed (6)')]);
    expect(await database.query(`select 1 from jobs where kind = 'DYING'`)).toEqual([]);
  });
});
