import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { hashOf } from '../hash.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { addTestAccount, applyAs, item, submitAs } from '../testing/test-workspace.ts';
import { findAssignment } from './lists/assignments.ts';
import { listEvents } from './lists/events.ts';
import { asAccount } from './scope.ts';

describeOnDatabases('assignments of a moved account', (get) => {
  it('[WS-36] [WS-38] assignments of documents that the account does not see any more are cancelled, the others stay', async () => {
    const database = get();
    await addTestAccount(database, { id: 'maker' });
    for (const id of ['west', 'east']) await addTestAccount(database, { id, creatorId: 'maker' });
    await addTestAccount(database, { id: 'branch', creatorId: 'west' });
    const standardOf = async (account: string): Promise<string> => {
      const id = randomUUID();
      const schema = { name: 'Simulator', hash: hashOf('schema') };
      const body = { format: 'batbot-parameter-set-1', schema, values: { A: 2 } };
      const facts = { id, kind: 'PARAMETER_SET', name: 'Standard', state: 'RELEASED' };
      await applyAs(database, account, { publishDocument: { ...facts, body } });
      return id;
    };
    const assign = async (documentId: string, audience: object): Promise<string> => {
      const id = randomUUID();
      await applyAs(database, 'maker', {
        assign: { id, documentId, mode: 'OFFERED', ...audience },
      });
      return id;
    };
    const [ofWest, ofMaker, own] = [
      await standardOf('west'),
      await standardOf('maker'),
      await standardOf('branch'),
    ];
    const assetId = randomUUID();
    await applyAs(database, 'branch', { putAsset: { id: assetId, serial: 'B-1' } });
    const lost = [await assign(ofWest, { accountId: 'branch' }), await assign(ofWest, { assetId })];
    const kept = [
      await assign(ofWest, { accountId: 'west' }),
      await assign(ofMaker, { accountId: 'branch' }),
      await assign(own, { accountId: 'branch' }),
    ];
    await applyAs(database, 'maker', { moveAccount: { id: 'branch', parentId: 'east' } });
    const stateOf = async (id: string) =>
      (await asAccount(database, 'maker', (scope) => findAssignment(scope, id)))?.state;
    expect(await Promise.all(lost.map(stateOf))).toEqual(['CANCELLED', 'CANCELLED']);
    expect(await Promise.all(kept.map(stateOf))).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    const { nodes } = await asAccount(database, 'branch', (scope) => listEvents(scope, {}));
    expect(nodes.filter(({ kind }) => kind === 'setAssignment')).toMatchObject(
      lost.map(() => ({ body: { after: { state: 'CANCELLED' } } })),
    );
    const [id = ''] = lost;
    const again = item({ setAssignment: { id, state: 'ACTIVE' } }, 2);
    expect(await submitAs(database, 'maker', [again])).toMatchObject([
      { status: 'REFUSED', code: 'OUT_OF_REACH', field: 'documentId' },
    ]);

    // As an earlier server left them.
    await database.query(`update assignments set state = 'PAUSED', version = 3 where id = $1`, [
      id,
    ]);
    const file = new URL('../../migrations/0026-scrapped-packs.sql', import.meta.url);
    await database.script(await readFile(file, 'utf8'));
    expect(await Promise.all([...lost, ...kept].map(stateOf))).toEqual([
      ...['CANCELLED', 'CANCELLED'],
      ...['ACTIVE', 'ACTIVE', 'ACTIVE'],
    ]);
    const after = await asAccount(database, 'branch', (scope) => listEvents(scope, {}));
    expect(after.nodes).toHaveLength(nodes.length + 1);
    expect(after.nodes[0]).toMatchObject({
      ...{ subjectId: id, actorId: null, actorName: 'Account server' },
      body: { before: { state: 'PAUSED' }, after: { state: 'CANCELLED' } },
    });
  });

  it('[WS-05] without its flag, an account can neither withdraw its documents nor change its assignments', async () => {
    const database = get();
    await addTestAccount(database, { id: 'former' });
    const [documentId, id] = [randomUUID(), randomUUID()];
    const schema = { name: 'Simulator', hash: hashOf('schema') };
    const body = { format: 'batbot-parameter-set-1', schema, values: { A: 2 } };
    const document = { id: documentId, kind: 'PARAMETER_SET', name: 'S', state: 'RELEASED', body };
    await applyAs(database, 'former', { publishDocument: document });
    const audience = { documentId, accountId: 'former', mode: 'OFFERED' };
    await applyAs(database, 'former', { assign: { id, ...audience } });
    await database.query(`update users set flags = '["battAccess"]' where id = 'former'`);
    const outcomes = await submitAs(database, 'former', [
      item({ retireDocument: { id: documentId } }),
      item({ setAssignment: { id, state: 'CANCELLED' } }),
      item({ assign: { id: randomUUID(), ...audience } }),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual(Array(3).fill('NOT_PERMITTED'));
  });
});
