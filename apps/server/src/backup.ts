import { restoreBackup } from './backup/restore-backup.ts';
import { type BackupParts, saveBackup } from './backup/save-backup.ts';
import { blobsFromEnv, databaseFromEnv, typedPath } from './deployment.ts';
import { isServerError } from './problem.ts';

const HELP = `Backups of the database and of the pieces of recordings

  npm run backup -w @batbot/server -- FOLDER           saves a backup in a new folder below FOLDER
  npm run restore -w @batbot/server -- FOLDER/NAME     restores it into an empty database

  Database and pieces are those of the server's settings: DATABASE_URL or BATBOT_DATA_DIR, and
  BATBOT_BLOBS. Servers on PostgreSQL can run during a backup; a server with the embedded database
  must not. PostgreSQL's pg_dump and pg_restore are needed, of the server's major version.
`;

/** Prints a warning, after which the command can still succeed. */
const warn = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const complain = (line: string): void => {
  warn(line);
  process.exitCode = 1;
};

const complainOfMissing = (missing: readonly string[]): void => {
  if (missing.length === 0) return;
  complain(`${missing.length} pieces are missing or damaged:\n${missing.join('\n')}`);
};

/** Runs the command line that saves and restores backups; see `HELP`. */
const main = async (): Promise<void> => {
  const { env } = process;
  const [command, name, ...rest] = process.argv.slice(2);
  if (name === undefined || rest.length > 0 || (command !== 'save' && command !== 'restore')) {
    complain(HELP);
    return;
  }
  const folder = typedPath(env, name);
  const database = databaseFromEnv(env);
  const parts: BackupParts = { database, blobs: blobsFromEnv(env, database), warn };
  if (command === 'save') {
    const { path, manifest } = await saveBackup(parts, folder, new Date());
    process.stdout.write(`Saved: ${path}\n`);
    complainOfMissing(manifest.missing);
  } else {
    const { manifest, missing } = await restoreBackup(parts, folder);
    process.stdout.write(`Restored: the backup of ${manifest.createdAt}\n`);
    complainOfMissing(missing);
  }
};

main().catch((error: unknown) => complain(isServerError(error) ? error.message : String(error)));
