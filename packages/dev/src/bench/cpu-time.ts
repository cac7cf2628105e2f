import { readdir, readFile } from 'node:fs/promises';

/** CPU time in ms since the start: of this process, of the servers that it started, and of PostgreSQL. */
export interface CpuTime {
  readonly client: number;
  readonly servers: number;
  readonly database: number;
}

const TICK_MS = 10; // Linux counts in hundredths of a second

interface ProcessTime {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly ms: number;
}

/** Reads the fields of /proc/PID/stat, see proc(5). Returns undefined if the process has ended in the meantime. */
const readProcess = async (pid: string): Promise<ProcessTime | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
  return {
    pid: Number(pid),
    parent: parent ?? 0,
    name: stat.slice(stat.indexOf('(') + 1, end),
    ms: ((user ?? 0) + (system ?? 0)) * TICK_MS,
  };
};

/** Reads the CPU time of this process and of all processes below it. Linux only. */
export const readCpuTime = async (): Promise<CpuTime> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(pids.map(readProcess))).filter((each) => each !== undefined);
  const time = { client: 0, servers: 0, database: 0 };
  const add = (process: ProcessTime, kind: keyof CpuTime): void => {
    time[kind] += process.ms;
    for (const child of all.filter(({ parent }) => parent === process.pid)) {
      add(child, child.name === 'postgres' ? 'database' : 'servers');
    }
  };
  const own = all.find(({ pid }) => pid === process.pid);
  if (own !== undefined) add(own, 'client');
  return time;
};
