import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { memoryBlobs } from '../testing/memory-blobs.ts';
import { addTestAccount, applyAs, item, RECORDING, submitAs } from '../testing/test-workspace.ts';
import { type BlobStore, databaseStore } from './blob-store.ts';
import { createBlobs } from './blobs.ts';

describeOnDatabases('blobs', (get) => {
  let database: Database;
  beforeAll(async () => {
    database = get();
    await addTestAccount(database, { id: 'works' });
  });

  /**
   * The database in which the query that begins with `sql` returns the rows of the query `other`, as if it had run
   * earlier.
   */
  const withLate = (sql: string, other: string): Database => ({
    ...database,
    transaction: (work) =>
      database.transaction((inside) =>
        work({
          ...inside,
          query: <Row>(...[each, values]: Parameters<Database['query']>) =>
            each.startsWith(sql) ? inside.query<Row>(other) : inside.query<Row>(each, values),
        }),
      ),
  });

  const recordingOf = async (sha256: string) => {
    const assetId = randomUUID();
    await applyAs(database, 'works', { putAsset: { id: assetId, serial: assetId } });
    const chunks = [{ kind: 'samples', seq: 0, sha256 }];
    const id = randomUUID();
    return { addRecording: { ...RECORDING, id, assetId, chunks } };
  };

  it('[WS-26] a piece to which a recording refers since the unused pieces were listed is kept', async () => {
    const bytes = Buffer.from('piece');
    const sha256 = hashOf(bytes);
    const blobs = createBlobs(database, databaseStore);
    await blobs.put('works', sha256, bytes);
    await applyAs(database, 'works', await recordingOf(sha256));
    const late = withLate('select sha256 from blobs', 'select sha256 from blobs for update');
    expect(await createBlobs(late, databaseStore).clean()).toBe(0);
    expect(await blobs.get('works', sha256)).toEqual(bytes);
  });

  it('[WS-30] an account can be moved while its upload is stored, and the piece moves with it', async () => {
    await addTestAccount(database, { id: 'dealer', creatorId: 'works' });
    await addTestAccount(database, { id: 'shop', creatorId: 'works' });
    const bytes = Buffer.from('moved');
    const { put, get: read } = createBlobs(database, {
      ...databaseStore,
      write: async (inside, ...piece) => {
        await applyAs(database, 'works', { moveAccount: { id: 'shop', parentId: 'dealer' } });
        await databaseStore.write(inside, ...piece);
      },
    });
    expect(await put('shop', hashOf(bytes), bytes)).toBe('stored');
    const { addRecording } = await recordingOf(hashOf(bytes));
    const assetId = randomUUID();
    await applyAs(database, 'dealer', { putAsset: { id: assetId, serial: assetId } });
    await applyAs(database, 'dealer', { addRecording: { ...addRecording, assetId } });
    expect(await read('dealer', hashOf(bytes))).toEqual(bytes);
  });

  it('[WS-30] a piece whose upload fails cannot be used in a recording', async () => {
    const bytes = Buffer.from('failed');
    const broken = { ...databaseStore, write: () => Promise.reject(new Error('full')) };
    await expect(createBlobs(database, broken).put('works', hashOf(bytes), bytes)).rejects.toThrow(
      'full',
    );
    const recording = item(await recordingOf(hashOf(bytes)));
    expect(await submitAs(database, 'works', [recording])).toMatchObject([
      { code: 'BLOBS_MISSING' },
    ]);
  });

  it('[WS-41] a piece that is not used any more cannot be used in a recording after its removal was interrupted', async () => {
    const pieces = ['first', 'second'].map((each) => Buffer.from(each));
    const store = memoryBlobs();
    await Promise.all(
      pieces.map((each) => createBlobs(database, store).put('works', hashOf(each), each)),
    );
    await database.script(`update blobs set used_at = now() - interval '2 days'`);
    let removals = 0;
    const broken: BlobStore = {
      ...store,
      remove: async (...piece) => {
        removals += 1;
        if (removals > 1) throw new Error('the object storage does not answer');
        await store.remove(...piece);
      },
    };
    await expect(createBlobs(database, broken).clean()).rejects.toThrow('does not answer');
    for (const each of pieces) {
      const recording = item(await recordingOf(hashOf(each)));
      expect(await submitAs(database, 'works', [recording])).toMatchObject([
        { status: 'LATER', code: 'BLOBS_MISSING' },
      ]);
      await createBlobs(database, store).put('works', hashOf(each), each);
      expect(await submitAs(database, 'works', [recording])).toMatchObject([{ status: 'APPLIED' }]);
    }
    const whole = createBlobs(database, store);
    await whole.clean();
    expect(await Promise.all(pieces.map((each) => whole.get('works', hashOf(each))))).toEqual(
      pieces,
    );
  });

  it('[OPS-22] a piece that was uploaded while the clock was ahead is removed a day after it was corrected', async () => {
    const sha256 = hashOf(Buffer.from('ahead'));
    const blobs = createBlobs(database, databaseStore);
    await blobs.put('works', sha256, Buffer.from('ahead'));
    await database.query(
      `update blobs set used_at = now() + interval '30 days' where sha256 = $1`,
      [sha256],
    );
    await blobs.clean();
    const use = 'select used_at <= now() as past from blobs where sha256 = $1';
    expect(await database.query(use, [sha256])).toEqual([{ past: true }]);
  });

  it('[WS-32] uploads at the same time do not exceed the limit of the account together', async () => {
    await addTestAccount(database, { id: 'full', creatorId: 'works' });
    const pieces = ['a', 'b', 'c'].map((each) => Buffer.from(each.repeat(10)));
    const waiting: (() => void)[] = [];
    const { put } = createBlobs(
      database,
      {
        ...databaseStore,
        write: async (...piece) => {
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            if (waiting.length === pieces.length) for (const each of waiting) each();
          });
          await databaseStore.write(...piece);
        },
      },
      { pieceBytes: 10, accountBytes: 20 },
    );
    const uploads = await Promise.all(pieces.map((each) => put('full', hashOf(each), each)));
    expect(uploads.toSorted()).toEqual(['full', 'stored', 'stored']);
    const used = `select sum(bytes)::int as used from blobs join blob_refs using (sha256) where account_id = 'full'`;
    expect(await database.query(used)).toEqual([{ used: 20 }]);
    const again = createBlobs(database, databaseStore, { pieceBytes: 10, accountBytes: 20 });
    const outcomes = pieces.map((each) => again.put('full', hashOf(each), each));
    expect(await Promise.all(outcomes)).toEqual(uploads); // a stored piece can be sent again
  });

  it('[WS-26] a recording whose piece is removed at the same moment is sent again, with the piece', async () => {
    const sha256 = hashOf(Buffer.from('removed'));
    const recording = item(await recordingOf(sha256));
    const late = withLate('select distinct sha256 from blob_refs', `select '${sha256}' as sha256`);
    expect(await submitAs(late, 'works', [recording])).toMatchObject([{ status: 'LATER' }]);
    expect(await submitAs(database, 'works', [recording])).toMatchObject([
      { status: 'LATER', code: 'BLOBS_MISSING', current: [sha256] },
    ]);
  });
});
