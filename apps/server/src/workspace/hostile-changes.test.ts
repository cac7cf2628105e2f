import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnDatabases } from '../testing/databases.ts';
import { addTestAccount, item, submitAs } from '../testing/test-workspace.ts';

describeOnDatabases('hostile changes', (get) => {
  it('[WS-37] a change with the name of a property of every object, and a body of many levels, are refused as invalid', async () => {
    const body = (levels: number) =>
      JSON.parse(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`) as object; // an object with a list
    const document = (levels: number) => ({
      publishDocument: {
        ...{ id: randomUUID(), kind: 'IMPORT_MAPPING', name: 'Deep', state: 'DRAFT' },
        body: body(levels),
      },
    });
    const database = get();
    await addTestAccount(database, { id: 'root' });
    const outcomes = await submitAs(database, 'root', [
      item({ toString: {} }),
      item({ valueOf: {} }),
      item({ hasOwnProperty: ['id'] }),
      item(document(20_000)),
      item(document(20)),
    ]);
    expect(outcomes.map(({ status, field }) => [status, field])).toEqual([
      ['REFUSED', 'change'],
      ['REFUSED', 'change'],
      ['REFUSED', 'change'],
      ['REFUSED', 'body'],
      ['APPLIED', undefined],
    ]);
    expect(outcomes.slice(0, 4).map(({ code }) => code)).toEqual(Array(4).fill('INVALID'));
  });

  it('[SYNC-107] the written form of NUL in a text is accepted, a NUL is refused', async () => {
    const database = get();
    await addTestAccount(database, { id: 'writer' });
    const ticketId = randomUUID();
    const ticket = { category: 'Other', audience: 'SERVICE', title: 'Reply', priority: 3 };
    const entry = (text: string) =>
      item({
        addTicketEntry: { id: randomUUID(), ticketId, kind: 'CHECK', body: { report: { text } } },
      });
    const outcomes = await submitAs(database, 'writer', [
      item({ openTicket: { id: ticketId, ...ticket } }),
      entry('{"NAME":"Bus\\u0000"}'),
      entry('Bus\u0000'),
      entry('Bus\\\u0000'),
    ]);
    expect(outcomes.map(({ status, field }) => [status, field])).toEqual([
      ['APPLIED', undefined],
      ['APPLIED', undefined],
      ['REFUSED', 'body'],
      ['REFUSED', 'body'],
    ]);
  });

  it('[SYNC-104] a change that was made while the clock of the computer was at 1970 is applied', async () => {
    const at = '1970-01-01T00:00:07.000Z';
    const database = get();
    await addTestAccount(database, { id: 'slow' });
    const asset = { id: randomUUID(), serial: 'SN-1970', place: { at, lat: 48, lon: 11 } };
    const outcomes = await submitAs(database, 'slow', [{ ...item({ putAsset: asset }), at }]);
    expect(outcomes).toMatchObject([{ status: 'APPLIED' }]);
  });
});
