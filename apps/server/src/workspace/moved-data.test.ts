import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createBlobs } from '../blobs/blobs.ts';
import { hashOf } from '../hash.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { memoryBlobs } from '../testing/memory-blobs.ts';
import { addTestAccount, applyAs, RECORDING } from '../testing/test-workspace.ts';
import { listEvents } from './lists/events.ts';
import { asAccount } from './scope.ts';

describeOnDatabases('data of a moved account', (get) => {
  it('[WS-05] [WS-10] the pieces of the account and the events of packs that it gave away move with it', async () => {
    const database = get();
    const blobs = createBlobs(database, memoryBlobs());
    await addTestAccount(database, { id: 'maker' });
    for (const id of ['west', 'east']) await addTestAccount(database, { id, creatorId: 'maker' });
    await addTestAccount(database, { id: 'branch', creatorId: 'west' });
    const sha256 = hashOf('voltages');
    const [kept, given] = [randomUUID(), randomUUID()];
    for (const id of [kept, given]) {
      await applyAs(database, 'branch', { putAsset: { id, serial: id } });
    }
    await blobs.put('branch', sha256, Buffer.from('voltages'));
    const chunks = [{ kind: 'cells', seq: 0, sha256 }];
    const recording = { ...RECORDING, id: randomUUID(), assetId: kept, chunks };
    await applyAs(database, 'branch', { addRecording: recording });
    await applyAs(database, 'maker', { moveAsset: { id: given, ownerId: 'maker' } });
    const seenBy = async (as: string) => {
      const filter = { subjectId: given, topics: ['ASSET'] as const };
      const { nodes } = await asAccount(database, as, (scope) => listEvents(scope, { filter }));
      const piece = await blobs.get(as, sha256);
      return {
        piece: piece?.toString(),
        moves: nodes.filter(({ kind }) => kind === 'moveAsset').length,
      };
    };
    const [all, nothing] = [
      { piece: 'voltages', moves: 1 },
      { piece: undefined, moves: 0 },
    ];
    expect([await seenBy('west'), await seenBy('east')]).toEqual([all, nothing]);
    await applyAs(database, 'maker', { moveAccount: { id: 'branch', parentId: 'east' } });
    expect([await seenBy('west'), await seenBy('east')]).toEqual([nothing, all]);
    expect(await seenBy('branch')).toEqual(all);
  });
});
