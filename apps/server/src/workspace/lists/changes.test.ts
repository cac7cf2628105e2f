import { expect, it } from 'vitest';
import { describeOnDatabases } from '../../testing/databases.ts';
import { addTestAccount } from '../../testing/test-workspace.ts';
import { asAccount } from '../scope.ts';
import { listChanges } from './changes.ts';
import { decodeCursor, encodeCursor } from './page.ts';

describeOnDatabases('the changes list', (get) => {
  it('[WS-42] a cursor that is ahead of the database, whose files are an older copy, is refused', async () => {
    const database = get();
    await addTestAccount(database, { id: 'works' });
    const ask = (after: string | null) =>
      asAccount(database, 'works', (scope) => listChanges(scope, { after }));
    const { endCursor } = await ask(null);
    const [origin = '', xid = '', seq = ''] = decodeCursor(endCursor ?? '', 3);
    const ahead = (Number(xid) + 50).toString();
    expect((await ask(encodeCursor([origin, xid, seq]))).nodes).toEqual([]);
    await expect(ask(encodeCursor([origin, ahead, seq]))).rejects.toMatchObject({
      extensions: { code: 'CURSOR_LOST' },
    });
  });
});
