import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAccountServer } from '../account-server.ts';
import { createFolderStore } from '../blobs/blob-store.ts';
import { createBlobs } from '../blobs/blobs.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { hashOf } from '../hash.ts';
import { createApiClient } from '../testing/api-client.ts';
import { builtProgram } from '../testing/built-server.ts';
import { fillDataFolder, loadEmpty } from '../testing/snapshots.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { addTestAccount, applyAs, RECORDING, TEST_PASSWORD } from '../testing/test-workspace.ts';
import { listChanges } from '../workspace/lists/changes.ts';
import { asAccount } from '../workspace/scope.ts';
import { restoreBackup } from './restore-backup.ts';
import { type BackupParts, saveBackup } from './save-backup.ts';

const NOW = new Date('2026-03-12T08:30:00Z');
const warn = (line: string): void => {
  throw new Error(line);
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'batbot-backup-'));
});
afterAll(() => rm(root, { recursive: true }));

/** Adds a pack with a recording of one piece, as the account `one`. Returns the hash of the piece. */
const addRecording = async (database: Database, folder: string): Promise<string> => {
  const [assetId, id] = [randomUUID(), randomUUID()];
  const bytes = Buffer.from(`piece of ${id}`);
  await createBlobs(database, createFolderStore(folder)).put('one', hashOf(bytes), bytes);
  await applyAs(database, 'one', { putAsset: { id: assetId, serial: id } });
  await applyAs(database, 'one', {
    addRecording: {
      id,
      assetId,
      ...RECORDING,
      startedAt: NOW.toISOString(),
      chunks: [{ kind: 'SAMPLES', seq: 0, sha256: hashOf(bytes) }],
    },
  });
  return hashOf(bytes);
};

const columnOf = async (database: Database, sql: string): Promise<readonly string[]> =>
  (await database.query<{ readonly value: string }>(sql)).map(({ value }) => value);

/**
 * Checks that the database is complete: each change with its row, each recording with its piece. Returns the changes.
 */
const readWhole = async (database: Database, folder: string): Promise<readonly string[]> => {
  const subjects = await columnOf(database, `select subject_id as value from events order by seq`);
  const rows = await columnOf(
    database,
    'select id::text as value from assets union all select id::text from recordings',
  );
  expect(subjects.toSorted()).toEqual(rows.toSorted());
  const store = createFolderStore(folder);
  for (const sha256 of await columnOf(
    database,
    `select c ->> 'sha256' as value from recordings, jsonb_array_elements(chunks) c`,
  )) {
    const bytes = await store.read(database, sha256);
    expect(bytes && hashOf(bytes)).toBe(sha256);
  }
  return subjects;
};

/** Tests that a backup of the source can be restored into the target. */
const drill = async (
  source: BackupParts & { readonly blobs: { readonly folder: string } },
  target: BackupParts & { readonly blobs: { readonly folder: string } },
  { isOnline }: { readonly isOnline: boolean },
): Promise<void> => {
  const backups = join(root, randomUUID());
  let database = await openDatabase(source.database, warn);
  await addTestAccount(database, { id: 'one' });
  for (let count = 0; count < 5; count += 1) await addRecording(database, source.blobs.folder);
  await database.query("insert into invitations values ('one', 'hash', now() + interval '7 days')");
  const server = await startAccountServer({ port: 0, webOrigins: [], database });
  const { data } = await createApiClient(server.url).login('one', TEST_PASSWORD);
  const token = String(data['loginBot']?.['token']);
  const before = await columnOf(database, 'select subject_id as value from events order by seq');
  const { endCursor } = await asAccount(database, 'one', (scope) => listChanges(scope, {}));

  let isOver = false;
  const load = async (): Promise<void> => {
    while (!isOver) await addRecording(database, source.blobs.folder);
  };
  const loading = isOnline ? Promise.all([load(), load()]) : Promise.resolve();
  if (!isOnline) await server.close();
  const first = await saveBackup(source, backups, NOW);
  expect(first.manifest.missing).toEqual([]);
  isOver = true;
  await loading;
  if (isOnline) await server.close();

  const restored = await restoreBackup(target, first.path);
  expect(restored.missing).toEqual([]);
  database = await openDatabase(target.database, warn);
  const after = await readWhole(database, target.blobs.folder);
  expect(after.slice(0, before.length)).toEqual(before);
  // A link that was used after the backup must not be valid again.
  expect(await database.query('select 1 from invitations')).toEqual([]);
  const next = await startAccountServer({ port: 0, webOrigins: [], database });
  const client = createApiClient(next.url);
  const query = '{ getUserData(userId: "one", batbotWebVer: "") { userName } }';
  expect((await client.ask(query, { token })).errors).toEqual(['Token Expired']);
  expect((await client.login('one', TEST_PASSWORD)).errors).toEqual([]);
  await expect(
    asAccount(database, 'one', (scope) => listChanges(scope, { after: endCursor })),
  ).rejects.toMatchObject({ extensions: { code: 'CURSOR_LOST' } });
  await addRecording(database, target.blobs.folder);
  await next.close();

  // The second backup adds only the piece that is new, and a restore never overwrites data.
  const second = await saveBackup(target, backups, new Date(NOW.getTime() + 1_000));
  expect(second.manifest.missing).toEqual([]);
  await expect(restoreBackup(target, second.path)).rejects.toMatchObject({ kind: 'backup' });
};

/** Tests that no server starts on a database whose restore was interrupted, here by a store that cannot be written. */
const interrupt = async (source: BackupParts, target: BackupParts): Promise<void> => {
  const backups = join(root, randomUUID());
  const database = await openDatabase(source.database, warn);
  await addTestAccount(database, { id: 'one' });
  await addRecording(database, join(root, 'pieces'));
  await database.close();
  const { path } = await saveBackup(
    { ...source, blobs: { folder: join(root, 'pieces') } },
    backups,
    NOW,
  );
  const file = join(root, randomUUID());
  await writeFile(file, '');
  await expect(restoreBackup({ ...target, blobs: { folder: file } }, path)).rejects.toThrow(
    'ENOTDIR',
  );
  await expect(openDatabase(target.database, warn)).rejects.toThrow('has not ended');
  await expect(saveBackup(target, backups, NOW)).rejects.toThrow('has not ended');
};

describe('a backup of the embedded database', () => {
  const parts = (name: string) => ({
    database: { dataDir: join(root, name) },
    blobs: { folder: join(root, name, 'blobs') },
    warn,
  });
  const initialize = (name: string) => fillDataFolder(join(root, name));

  it('[OPS-6] [OP-07] a backup is restored with all changes and pieces, and earlier sessions, one-time links and cursors become invalid', async () => {
    await initialize('source');
    await drill(parts('source'), parts('target'), { isOnline: false });
  });

  it('[OPS-13] a backup replaces a damaged piece of an earlier backup', async () => {
    await initialize('repaired');
    const { database: at, blobs } = parts('repaired');
    const database = await openDatabase(at, warn);
    await addTestAccount(database, { id: 'one' });
    const sha256 = await addRecording(database, blobs.folder);
    await database.close();
    const backups = join(root, 'damaged');
    await saveBackup(parts('repaired'), backups, NOW);
    const copy = join(backups, 'pieces', sha256.slice(0, 2), sha256);
    const bytes = await readFile(copy);
    // One byte is changed, as on a failing disk: the size stays the same.
    await writeFile(copy, Buffer.concat([Buffer.from('P'), bytes.subarray(1)]));
    const next = new Date(NOW.getTime() + 1_000);
    const { manifest } = await saveBackup(parts('repaired'), backups, next);
    expect(manifest.missing).toEqual([]);
    expect(await readFile(copy)).toEqual(bytes);
  });

  it('[OPS-20] a backup that fails after the dump leaves no partial dump on the disk', async () => {
    await initialize('unread');
    const database = await openDatabase(parts('unread').database, warn);
    await addTestAccount(database, { id: 'one' });
    await addRecording(database, join(root, 'unread', 'blobs'));
    await database.close();
    const noFolder = join(root, 'no-folder');
    await writeFile(noFolder, '');
    const backups = join(root, 'failed');
    const failing = saveBackup({ ...parts('unread'), blobs: { folder: noFolder } }, backups, NOW);
    await expect(failing).rejects.toThrow('ENOTDIR');
    expect(await readdir(backups)).toEqual([]);
  });

  it('[OPS-21] the next backup removes what a killed backup left a day before', async () => {
    await initialize('killed');
    await (await openDatabase(parts('killed').database, warn)).close();
    const backups = join(root, 'after-kill');
    const piece = hashOf('piece');
    const pool = join(backups, 'pieces', piece.slice(0, 2));
    await mkdir(pool, { recursive: true });
    const long = new Date(Date.now() - 25 * 3_600_000);
    const dump = join(backups, '2026-03-11T08-30-00-000Z.part');
    const copy = join(pool, `${piece}.${randomUUID()}`);
    await mkdir(dump);
    await writeFile(join(dump, 'database.tar.gz'), 'half');
    await writeFile(copy, 'half');
    for (const path of [dump, copy]) await utimes(path, long, long);
    await mkdir(join(backups, '2026-03-12T08-29-59-000Z.part')); // of a backup that still runs
    const { path } = await saveBackup(parts('killed'), backups, NOW);
    const names = ['2026-03-12T08-29-59-000Z.part', basename(path), 'pieces'];
    expect((await readdir(backups)).toSorted()).toEqual(names);
    expect(await readdir(pool)).toEqual([]);
  });

  it('[OPS-7] [OP-08] no server starts on an interrupted restore, which can be repeated', async () => {
    await initialize('whole');
    const target = parts('interrupted');
    await interrupt(parts('whole'), target);
    const { path } = await saveBackup(parts('whole'), join(root, 'again'), NOW);
    await restoreBackup(target, path);
    const database = await openDatabase(target.database, warn);
    expect(await database.query('select 1 from recordings')).toHaveLength(1);
    await database.close();
  });

  it('[OPS-7] [OP-08] a damaged, incomplete, newer or foreign backup is refused and nothing is created', async () => {
    await mkdir(join(root, 'small'));
    const loadDataDir = await loadEmpty();
    await (await PGlite.create(join(root, 'small', 'postgres'), { loadDataDir })).close();
    const backups = join(root, 'refused');
    await expect(saveBackup(parts('small'), backups, NOW)).rejects.toThrow('no data');
    await (await openDatabase(parts('small').database, warn)).close();
    const { path } = await saveBackup(parts('small'), backups, NOW);
    const target = parts('never');
    const refused = async (reason: string) => {
      await expect(restoreBackup(target, path)).rejects.toMatchObject({
        kind: 'backup',
        message: expect.stringContaining(reason) as string,
      });
      expect(await readdir(root)).not.toContain('never');
    };
    const other = {
      ...target,
      database: { databaseUrl: 'postgres://stranger@127.0.0.1:1/none' },
    };
    await expect(restoreBackup(other, path)).rejects.toThrow('unset DATABASE_URL');
    const manifest = await readFile(join(path, 'manifest.json'), 'utf8');
    await writeFile(
      join(path, 'manifest.json'),
      manifest.replace(/"migration": \d+/, '"migration": 900'),
    );
    await refused('newer version');
    await writeFile(join(path, 'manifest.json'), manifest);
    await appendFile(join(path, 'database.tar.gz'), 'x');
    await refused('SHA-256');
    await writeFile(join(path, 'manifest.json'), '{}');
    await refused('manifest');
    await rm(join(path, 'manifest.json'));
    await refused('not a complete backup');
  });
});

const binaries = await findPostgres();

describe.skipIf(binaries === undefined)('a backup of PostgreSQL', () => {
  let postgres: TestPostgres;
  let other: TestPostgres;
  beforeAll(async () => {
    if (binaries === undefined) return;
    [postgres, other] = await Promise.all([
      startPostgres(binaries),
      startPostgres(binaries, { hasOwnId: true }),
    ]);
  });
  afterAll(() => Promise.all([postgres.stop(), other.stop()]));

  const parts = (databaseUrl: string) => ({
    database: { databaseUrl },
    blobs: { folder: join(root, randomUUID()) },
    warn,
  });

  it('[OPS-6] [OP-06] a backup made under load is complete and can be restored in another cluster', async () => {
    const source = parts(await postgres.createDatabase('source'));
    await drill(source, parts(other.url), { isOnline: true });
  });

  it('[OPS-6] a database restored into the same cluster refuses earlier cursors', async () => {
    const source = parts(await postgres.createDatabase('first'));
    await drill(source, parts(await postgres.createDatabase('second')), { isOnline: true });
  });

  it('[OPS-7] [OP-08] no server starts on an interrupted restore', async () => {
    const source = parts(await postgres.createDatabase('complete'));
    await interrupt(source, parts(await postgres.createDatabase('interrupted')));
  });

  it('[OPS-7] [OP-08] the command reports a piece that is missing', async () => {
    const { database: at, blobs } = parts(await postgres.createDatabase('holes'));
    const database = await openDatabase(at, warn);
    await addTestAccount(database, { id: 'one' });
    const lost = await addRecording(database, blobs.folder);
    await database.close();
    await rm(blobs.folder, { recursive: true });
    const run = promisify(execFile)(process.execPath, [builtProgram('backup'), 'save', root], {
      env: { ...process.env, DATABASE_URL: at.databaseUrl, BATBOT_BLOBS: blobs.folder },
    });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Saved: ') as string,
      stderr: expect.stringContaining(lost) as string,
    });
  });
});
