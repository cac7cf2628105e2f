import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCode, serverError } from '../problem.ts';

/** The name of the file that makes a folder a complete backup: it is written last. */
export const MANIFEST = 'manifest.json';
/** The folder of the pieces, beside the backups, which share it. */
export const POOL = 'pieces';

const manifestSchema = v.object({
  format: v.literal('batbot-backup-1'),
  createdAt: v.string(),
  /** The kind of database; a dump of one cannot be restored into the other. */
  kind: v.picklist(['postgres', 'embedded']),
  migration: v.number(),
  /** SHA-256 of the dump. */
  sha256: v.string(),
  /** Where the pieces are: in the dump, or in the folder beside the backups. */
  pieces: v.picklist(['database', 'pool']),
  /** Pieces that were missing when the backup was made, or whose bytes did not match their SHA-256. */
  missing: v.array(v.string()),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

export const dumpName = (kind: Manifest['kind']): string =>
  kind === 'postgres' ? 'database.dump' : 'database.tar.gz';

export const refuseBackup = (message: string, cause?: unknown) =>
  serverError({ kind: 'backup' }, message, cause);

/** Returns the SHA-256 of a file of any size. */
export const hashOfFile = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer); // no encoding is set
  return hash.digest('hex');
};

/** Reads the manifest of a backup and checks its dump against it. Rejects with `backup`. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    throw errorCode(error) === 'ENOENT'
      ? refuseBackup(`${folder} has no ${MANIFEST}: it is not a complete backup.`, error)
      : error;
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!parsed.success) {
    throw refuseBackup(`${join(folder, MANIFEST)} is not a manifest that this version can read.`);
  }
  const dump = join(folder, dumpName(parsed.output.kind));
  if ((await hashOfFile(dump).catch(() => '')) !== parsed.output.sha256) {
    throw refuseBackup(`${dump} is missing or damaged: its SHA-256 is not that of the manifest.`);
  }
  return parsed.output;
};
