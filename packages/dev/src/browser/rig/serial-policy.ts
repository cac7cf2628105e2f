import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLineProcess } from './line-process.ts';

const policies = '/etc/chromium/policies/managed';
const policyFile = `${policies}/batbot-rig.json`;
const leases = join(tmpdir(), 'batbot-serial-policy');

const isRoot = (): boolean => process.getuid?.() === 0;

const asRoot = (command: string, args: readonly string[], input = ''): boolean => {
  const [program, all] = isRoot() ? [command, args] : ['sudo', ['-n', command, ...args]];
  return spawnSync(program, [...all], { input, stdio: ['pipe', 'ignore', 'ignore'] }).status === 0;
};

/** Whether this user may write Chromium's managed policies, directly or by a sudo that asks nothing. */
export const mayWriteSerialPolicy = (): boolean => {
  try {
    accessSync(policies, constants.W_OK);
    return true;
  } catch {
    return asRoot('mkdir', ['-p', policies]);
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code === 'EPERM'; // another user's, so alive
  }
};

const leasedOrigins = (): readonly string[] =>
  readdirSync(leases).flatMap((name) => {
    if (!name.endsWith('.json')) return [];
    const file = join(leases, name);
    if (isAlive(Number.parseInt(name, 10)))
      return JSON.parse(readFileSync(file, 'utf8')) as string[];
    rmSync(file, { force: true });
    return [];
  });

/** Runs `work` while no other process of this machine does: flock lets go even when its holder is killed. */
const exclusively = async (work: () => void): Promise<void> => {
  const lock = startLineProcess('flock', [join(leases, 'lock'), 'sh', '-c', 'echo held; read _']);
  try {
    await lock.nextLine(30_000);
    work();
  } finally {
    await lock.stop();
  }
};

const rewrite = (): void => {
  const origins = [...new Set(leasedOrigins())].toSorted();
  const done =
    origins.length === 0
      ? asRoot('rm', ['-f', policyFile])
      : asRoot('tee', [policyFile], JSON.stringify({ SerialAllowAllPortsForUrls: origins }));
  if (!done) throw new Error(`cannot write ${policyFile}`);
};

/**
 * Lets pages of `origins` (scheme, host and port each) see every serial port without asking, for Chromium processes
 * started from now until `release`. Chromium takes a list policy from one file only, so all runs on this machine
 * share one file: each holds a lease, the file is the sum of the leases whose process lives.
 */
export const leaseSerialPolicy = async (
  origins: readonly string[],
): Promise<{ readonly release: () => Promise<void> }> => {
  if (!mayWriteSerialPolicy()) throw new Error(`${policies} cannot be written`);
  if (!existsSync(leases)) {
    mkdirSync(leases, { recursive: true });
    chmodSync(leases, 0o777); // all users of this machine share the one file
  }
  const lease = join(leases, `${process.pid}-${randomUUID()}.json`);
  await exclusively(() => {
    writeFileSync(lease, JSON.stringify(origins));
    rewrite();
  });
  return {
    release: () =>
      exclusively(() => {
        rmSync(lease, { force: true });
        rewrite();
      }),
  };
};
