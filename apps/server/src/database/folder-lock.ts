import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, serverError } from '../problem.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM'; // alive, but another user's
  }
};

/** In a container every run has the same process id: its start in ms tells a crashed ancestor from ourselves. */
const ownMark = (): string => `${process.pid} ${Math.round(performance.timeOrigin)}`;

/** The process id that holds the lock, or nothing when its process is gone. */
const holder = async (file: string): Promise<number | undefined> => {
  const mark = (await readFile(file, 'utf8').catch(() => '')).trim();
  const pid = Number.parseInt(mark, 10);
  if (pid === process.pid) return mark === ownMark() ? pid : undefined;
  return pid > 0 && isAlive(pid) ? pid : undefined;
};

/**
 * Claims a data folder for this process by a file in it; returns the release. A file left by a process that is gone
 * is taken over. Rejects with `dataInUse`.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const file = join(folder, 'lock');
  const claim = (): Promise<void> => writeFile(file, `${ownMark()}\n`, { flag: 'wx' });
  try {
    await claim();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const pid = await holder(file);
    if (pid !== undefined) {
      throw serverError(
        { kind: 'dataInUse', folder, pid },
        `The data folder ${folder} is used by the running process ${pid} (if that is no account server, delete ${file}).`,
      );
    }
    await rm(file, { force: true });
    await claim();
  }
  return () => rm(file, { force: true });
};
