import type { Stats } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { done, err, ok } from '@batbot/core';
import type { DeviceParametersParts } from '@batbot/core/parameters';
import { NEVER } from 'rxjs';

/** The file with the unfinished writes of this user of the computer. */
export const DEFAULT_FILE = join(homedir(), '.batbot', 'device.json');

/** Schemas are not stored, because each command names its schema. */
const isJournal = (id: string): boolean => id.startsWith('write:');

const rowsIn = async (file: string): Promise<Record<string, unknown>> => {
  const text = await readFile(file, 'utf8').catch((problem: unknown) => {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return '{}';
    throw problem; // a new file would replace the writes in this one
  });
  const rows: unknown = JSON.parse(text);
  return { ...(Object(rows) as object) };
};

const LOOK_MS = 20;
/** A command holds the lock for milliseconds. One that holds it for 5 s was killed meanwhile. */
const LOOKS_PER_HOLDER = 250;
/** Limit of the whole wait: 30 s. */
const MOST_LOOKS = 1_500;

/** Whether the lock file exists. While it is being deleted, Windows refuses to create it with other codes. */
export const isTaken = (problem: unknown, platform: string = process.platform): boolean => {
  const { code = '' } = problem as NodeJS.ErrnoException;
  return code === 'EEXIST' || (platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(code));
};

/** Tells one lock file from the next. */
const idFrom = (info: Stats | undefined): string => `${info?.ino} ${info?.mtimeMs}`;
const idOf = async (file: string): Promise<string> =>
  idFrom(await stat(file).catch(() => undefined));

/** Creates the lock file, which the caller removes. Returns its id. */
const lock = async (file: string, pause: (ms: number) => Promise<void>): Promise<string> => {
  let holder = '';
  let looksAtHolder = 0;
  for (let look = 0; ; look += 1) {
    try {
      const handle = await open(file, 'wx');
      const id = idFrom(await handle.stat());
      await handle.close();
      return id;
    } catch (problem) {
      if (!isTaken(problem) || look === MOST_LOOKS) throw problem;
    }
    const id = await idOf(file);
    looksAtHolder = id === holder ? looksAtHolder + 1 : 1;
    holder = id;
    if (looksAtHolder % LOOKS_PER_HOLDER === 0) await removeStale(file, id, pause);
    else await pause(LOOK_MS);
  }
};

/** Removes the lock file unless another command took it over, as after this one was stopped for a time. */
const unlock = async (file: string, id: string): Promise<void> => {
  if ((await idOf(file)) === id) await rm(file, { force: true });
};

/** Removes the lock file of a killed command. A lock of its own ensures that no command removes that of the next holder. */
const removeStale = async (
  file: string,
  id: string,
  pause: (ms: number) => Promise<void>,
): Promise<void> => {
  const own = await lock(`${file}.lock`, pause);
  try {
    await unlock(file, id);
  } finally {
    await unlock(`${file}.lock`, own);
  }
};

/** Removes the new files of killed commands and, if it was not renamed, that of this one. */
const removeNewFiles = async (file: string): Promise<void> => {
  const folder = dirname(file);
  for (const name of await readdir(folder).catch(() => [])) {
    const isNew = name.startsWith(`${basename(file)}.`) && name.endsWith('.new');
    if (isNew) await rm(join(folder, name), { force: true });
  }
};

/**
 * Stores the journals of writes in a file, which is on the disk when a write settles. Commands for several devices share
 * the file [CLI-29].
 */
export const createDeviceRows = (
  file = DEFAULT_FILE,
  pause: (ms: number) => Promise<void> = setTimeout,
): DeviceParametersParts['store'] => ({
  changes$: NEVER,
  read: async () => {
    try {
      return ok(Object.entries(await rowsIn(file)).map(([id, value]) => ({ id, value })));
    } catch {
      return err({ kind: 'failed', message: `${file} is not readable.` });
    }
  },
  write: async (_, writes) => {
    try {
      await mkdir(dirname(file), { recursive: true });
      const held = await lock(`${file}.lock`, pause);
      const newFile = `${file}.${process.pid}.new`;
      try {
        const rows = await rowsIn(file);
        for (const { id, value } of writes) if (isJournal(id)) rows[id] = value;
        const handle = await open(newFile, 'w', 0o600);
        await handle.writeFile(JSON.stringify(rows));
        await handle.sync();
        await handle.close();
        if ((await idOf(`${file}.lock`)) !== held) throw new Error('another command took over');
        await rename(newFile, file);
      } finally {
        if ((await idOf(`${file}.lock`)) === held) await removeNewFiles(file);
        else await rm(newFile, { force: true });
        await unlock(`${file}.lock`, held);
      }
      return done;
    } catch (thrown) {
      return err({ kind: 'failed', message: `${file}: ${String(thrown)}` });
    }
  },
});
