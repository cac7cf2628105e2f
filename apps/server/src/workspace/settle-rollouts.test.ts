import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFleetJob } from '../analysis/fleet.ts';
import { createBlobs } from '../blobs/blobs.ts';
import { hashOf } from '../hash.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { memoryBlobs } from '../testing/memory-blobs.ts';
import { addTestAccount, applyAs, imageBody } from '../testing/test-workspace.ts';
import { findAssignment } from './lists/assignments.ts';
import { asAccount } from './scope.ts';

/** Creates a UUID with the given last 8 digits: with those of the assignment they decide the stage of an asset. */
const idEnding = (digits: string): string => `${randomUUID().slice(0, 28)}${digits}`;

describeOnDatabases('rollouts', (get) => {
  it('[WS-40] a rollout continues in the night after the last pack of its stage was scrapped or moved away', async () => {
    const database = get();
    await addTestAccount(database, { id: 'maker' });
    for (const id of ['engineer', 'client', 'other'])
      await addTestAccount(database, { id, creatorId: 'maker' });
    const piece = Buffer.from('piece');
    await createBlobs(database, memoryBlobs()).put('engineer', hashOf(piece), piece);
    const image = {
      ...{ id: randomUUID(), kind: 'FIRMWARE_IMAGE', name: 'Image' },
      body: imageBody(hashOf(piece)),
    };
    await applyAs(database, 'engineer', { publishDocument: { ...image, state: 'DRAFT' } });
    await applyAs(database, 'maker', { publishDocument: { ...image, state: 'RELEASED' } }, 1);
    const packs = ['00000001', '00000002', '00000032'].map(idEnding); // at 1, 2 and 50 % of the targets
    for (const id of packs) await applyAs(database, 'client', { putAsset: { id, serial: id } });
    const id = idEnding('00000000');
    await applyAs(database, 'maker', {
      assign: {
        ...{ id, documentId: image.id, accountId: 'client', mode: 'OFFERED' },
        stages: [10, 100],
      },
    });
    const stage = async () =>
      (await asAccount(database, 'maker', (scope) => findAssignment(scope, id)))?.stage;
    await createFleetJob(database, () => undefined)();
    expect(await stage()).toBe(0);
    await applyAs(database, 'client', { putAsset: { id: packs[0], state: 'SCRAPPED' } }, 1);
    await applyAs(database, 'maker', { moveAsset: { id: packs[1], ownerId: 'other' } }, 1);
    expect(await stage()).toBe(0);
    await createFleetJob(database, () => undefined)();
    expect(await stage()).toBe(1);
  });

  it('[OPS-31] a rollout that cannot be continued prevents neither another one nor the other nightly work', async () => {
    const database = get();
    await addTestAccount(database, { id: 'owner' });
    const [broken, sound] = [randomUUID(), randomUUID()] as const;
    for (const id of [broken, sound]) {
      await database.query(
        `insert into documents (id, version, owner, kind, name, state, hash, body)
         select $1, 1, path, 'PARAMETER_SET', '', 'RELEASED', '', '{}' from users where id = 'owner'`,
        [id],
      );
      await database.query(
        `insert into assignments (id, version, owner, document_id, audience, mode, state, stages)
         select $1, 1, path, $1, path, 'OFFERED', 'ACTIVE', '[10, 100]' from users where id = 'owner'`,
        [id],
      );
    }
    await database.query(`insert into invitations values ('owner', 'old link', 'yesterday')`);
    await database.script(
      `alter function settle_assignments rename to settle_each;
       create function settle_assignments(document uuid) returns void language plpgsql as $$ begin
         if document = '${broken}' then raise exception 'too slow'; end if;
         perform settle_each(document);
       end $$`,
    );
    const logged: string[] = [];
    await createFleetJob(database, (line) => logged.push(line))();
    expect(logged).toEqual([
      expect.stringMatching(`^the rollout of document ${broken} is not continued: .*too slow`),
    ]);
    await database.script(
      'drop function settle_assignments; alter function settle_each rename to settle_assignments',
    );
    const stages = await database.query(
      `select id from assignments where id in ('${broken}', '${sound}') and stage = 1`,
    );
    expect(stages).toEqual([{ id: sound }]);
    expect(await database.query('select 1 from invitations')).toEqual([]);
  });
});
