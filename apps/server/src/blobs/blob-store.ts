import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../database/database.ts';
import { listFolder, removeLeftovers } from '../leftovers.ts';
import { errorCode } from '../problem.ts';

/** Stores the bytes of pieces; the database stores the references to them. */
export interface BlobStore {
  /** Stores the bytes of a piece whose row exists. Idempotent. */
  readonly write: (inside: Queryable, sha256: string, bytes: Buffer) => Promise<void>;
  readonly read: (inside: Queryable, sha256: string) => Promise<Buffer | undefined>;
  /** Removes the bytes of a piece before its row is removed. */
  readonly remove: (inside: Queryable, sha256: string) => Promise<void>;
  /** Removes the parts of pieces that a killed process left. When aborted, it ends after the current folder. */
  readonly removeParts?: (signal?: AbortSignal) => Promise<void>;
}

const FOLDER_OF_PIECES = /^[0-9a-f]{2}$/;
const PART = /^[0-9a-f]{64}\.[0-9a-f-]{36}$/;

/**
 * Stores pieces as files in a folder that all servers on one database share. A file is written completely before it
 * gets its name.
 */
export const createFolderStore = (folder: string): BlobStore => {
  const fileOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256);
  return {
    write: async (_inside, sha256, bytes) => {
      const file = fileOf(sha256);
      const part = `${file}.${randomUUID()}`;
      await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true, mode: 0o700 });
      try {
        await writeFile(part, bytes, { mode: 0o600, flush: true });
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true }); // leaves no partial file on a full disk
        throw error;
      }
    },
    read: (_inside, sha256) =>
      readFile(fileOf(sha256)).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw error;
      }),
    remove: (_inside, sha256) => rm(fileOf(sha256), { force: true }),
    removeParts: async (signal) => {
      for (const name of await listFolder(folder)) {
        if (signal?.aborted === true) return;
        if (FOLDER_OF_PIECES.test(name)) await removeLeftovers(join(folder, name), PART);
      }
    },
  };
};

/** Stores pieces in PostgreSQL. PGlite is too slow for this: it takes almost a second for a piece of 1 MiB. */
export const databaseStore: BlobStore = {
  write: async (inside, sha256, bytes) => {
    await inside.query(`update blobs set body = decode($2, 'base64') where sha256 = $1`, [
      sha256,
      bytes.toString('base64'),
    ]);
  },
  read: async (inside, sha256) => {
    const [row] = await inside.query<{ readonly body: string | null }>(
      `select encode(body, 'base64') as body from blobs where sha256 = $1`,
      [sha256],
    );
    return typeof row?.body === 'string' ? Buffer.from(row.body, 'base64') : undefined;
  },
  remove: () => Promise.resolve(),
};
