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

/** Whether this user can write Chromium's managed policies, directly or with a sudo that needs no password. */
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
    return (problem as NodeJS.ErrnoException).code === 'EPERM'; // the process of another user is running
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

/**
 * Runs `work` while no other process of this machine does. A lock of flock is released even if its holder is killed.
 */
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
 * Lets pages of `origins` (scheme, host and port each) use every serial port without a permission prompt, in Chromium
 * processes that start before `release` is called. Chromium reads a list policy from only one file, so all test runs on
 * this machine share it: each run has a lease, and the file contains the origins of all leases whose process is
 * running.
 */
export const leaseSerialPolicy = async (
  origins: readonly string[],
): Promise<{ readonly release: () => Promise<void> }> => {
  if (!mayWriteSerialPolicy()) throw new Error(`${policies} cannot be written`);
  if (!existsSync(leases)) {
    mkdirSync(leases, { recursive: true });
    chmodSync(leases, 0o777); // all users of this machine share the folder
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
