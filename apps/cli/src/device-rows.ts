import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** Stores the journals of writes in a file, which is on the disk when a write settles. */
export const createDeviceRows = (file = DEFAULT_FILE): DeviceParametersParts['store'] => ({
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
      const rows = await rowsIn(file);
      for (const { id, value } of writes) if (isJournal(id)) rows[id] = value;
      await mkdir(dirname(file), { recursive: true });
      const handle = await open(`${file}.new`, 'w', 0o600);
      await handle.writeFile(JSON.stringify(rows));
      await handle.sync();
      await handle.close();
      await rename(`${file}.new`, file);
      return done;
    } catch (thrown) {
      return err({ kind: 'failed', message: `${file}: ${String(thrown)}` });
    }
  },
});
