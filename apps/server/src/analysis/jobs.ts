import type { Database } from '../database/database.ts';
import { describeError } from '../problem.ts';

/**
 * Does a job with this subject. Resolves to the pause in ms, of a day at most, after which to do a job without a subject
 * again, or undefined. Doing it twice is harmless.
 */
export type JobHandler = (subject: string) => Promise<number | undefined>;

/**
 * A clock that was ahead set the time of a job that is due later than 25 hours from now, because the longest pause is a
 * day, and of a later job that was not tried yet, because it is due when it is queued. Both are due.
 */
const IS_DUE = `(due_at <= now() or due_at > now() + interval '25 hours' or (attempts = 0 and subject <> ''))`;
/** Time after which another server takes over a job that has not ended, and interval at which due jobs are read. */
const LEASE = "interval '5 minutes'";
const POLL_MS = 5_000;
const MOST_ATTEMPTS = 5;
/** Pauses of 5 min, 20 min, 80 min and 5 h, so that an outage of the object storage does not use up all attempts. */
const FIRST_PAUSE_MS = 300_000;
const PAUSE_FACTOR = 4;
const DAY_MS = 86_400_000;

interface Job {
  readonly kind: string;
  readonly subject: string;
  readonly attempts: number;
  /** The time until which the job belongs to this server. With another time, it was queued or taken again. */
  readonly lease: string;
}

/**
 * Does the jobs of the table `jobs`. Several servers on one database share them: `skip locked` gives each job to one
 * server. A job that fails is logged and tried again after a pause that grows, five times in total; then it is removed. A
 * job without a subject is repeated for ever, so it is tried again a day later.
 */
export const createJobs = (
  database: Database,
  handlers: Readonly<Record<string, JobHandler>>,
  log: (line: string) => void,
) => {
  let isStopped = false;
  const take = async (): Promise<Job | undefined> => {
    if (isStopped) return undefined;
    const [job] = await database.query<Job>(
      `update jobs set due_at = now() + ${LEASE}, attempts = attempts + 1
       where (kind, subject) = (select kind, subject from jobs where ${IS_DUE} and kind = any(string_to_array($1, ','))
         order by is_repeat, due_at limit 1 for update skip locked)
       returning kind, subject, attempts, due_at::text as lease`,
      [Object.keys(handlers).join(',')],
    );
    return job;
  };
  /**
   * Removes a job or sets its next time by the clock of the database, because that of this server may differ, unless it was
   * queued or taken again meanwhile.
   */
  const release = async ({ kind, subject, lease }: Job, pauseMs?: number, attempts = 0) => {
    const own = 'kind = $1 and subject = $2 and due_at = $3::text::timestamptz';
    await database.query(
      pauseMs === undefined
        ? `delete from jobs where ${own}`
        : `update jobs set due_at = now() + $4::float8 * interval '1 ms', attempts = $5 where ${own}`,
      [kind, subject, lease, ...(pauseMs === undefined ? [] : [pauseMs, attempts])],
    );
  };
  const failed = async (job: Job): Promise<void> => {
    const { subject, attempts } = job;
    if (attempts < MOST_ATTEMPTS) {
      await release(job, FIRST_PAUSE_MS * PAUSE_FACTOR ** (attempts - 1), attempts);
    } else await release(job, subject === '' ? DAY_MS : undefined);
  };
  const run = async (): Promise<number> => {
    let count = 0;
    for (let job = await take(); job !== undefined; job = await take()) {
      try {
        if (job.attempts > MOST_ATTEMPTS) throw new Error('the server ended during each attempt');
        await release(job, await handlers[job.kind]?.(job.subject));
      } catch (error) {
        log(`job ${job.kind} failed (${job.attempts}): ${describeError(error)}`);
        await failed(job);
      }
      count += 1;
    }
    return count;
  };
  return {
    /** Does all jobs that are due, one after the other. Returns their number. */
    run,
    /** Runs the due jobs every 5 s. Returns a function that stops it and resolves after the current job. */
    start: (): (() => Promise<void>) => {
      let running = Promise.resolve();
      const look = (): void => {
        running = running
          .then(run)
          .then(() => undefined)
          .catch((error: unknown) => log(`jobs are not done: ${describeError(error)}`));
      };
      const timer = setInterval(look, POLL_MS);
      timer.unref();
      return async () => {
        isStopped = true;
        clearInterval(timer);
        await running;
      };
    },
  };
};

export type Jobs = ReturnType<typeof createJobs>;
