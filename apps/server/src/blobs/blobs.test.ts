import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { addTestAccount, applyAs, AT } from '../testing/test-workspace.ts';
import { databaseStore } from './blob-store.ts';
import { createBlobs } from './blobs.ts';

describeOnDatabases('blobs', (get) => {
  let database: Database;
  beforeAll(async () => {
    database = get();
    await addTestAccount(database, { id: 'works' });
  });

  it('[WS-26] a piece to which a recording refers since the unused pieces were listed is kept', async () => {
    const bytes = Buffer.from('piece');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const blobs = createBlobs(database, databaseStore);
    await blobs.put('works', sha256, bytes);
    const assetId = randomUUID();
    await applyAs(database, 'works', { putAsset: { id: assetId, serial: 'SN-1' } });
    const facts = { startedAt: AT, durationS: 1, samples: 1, cells: 1, temperatures: 1 };
    const addRecording = {
      ...facts,
      id: randomUUID(),
      assetId,
      chunks: [{ kind: 'samples', seq: 0, sha256 }],
      sealed: false,
      schemaVersion: 1,
    };
    await applyAs(database, 'works', { addRecording });
    /** The database with a list of unused pieces from before the recording. */
    const late: Database = {
      ...database,
      transaction: (work) =>
        database.transaction((inside) =>
          work({
            ...inside,
            query: <Row>(...[sql, values]: Parameters<Database['query']>) =>
              sql.startsWith('select sha256 from blobs')
                ? inside.query<Row>('select sha256 from blobs for update')
                : inside.query<Row>(sql, values),
          }),
        ),
    };
    expect(await createBlobs(late, databaseStore).clean()).toBe(0);
    expect(await blobs.get('works', sha256)).toEqual(bytes);
  });
});
