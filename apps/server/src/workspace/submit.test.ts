import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { addTestAccount, applyAs, AT, item, submitAs } from '../testing/test-workspace.ts';
import { findAsset, listAssets } from './lists/assets.ts';
import { settleFeed } from '../database/settle-feed.ts';
import { listChanges } from './lists/changes.ts';
import { listEvents } from './lists/events.ts';
import type { Page } from './lists/page.ts';
import { listTicketEntries } from './lists/ticket-entries.ts';
import { asAccount, type Scope } from './scope.ts';

describeOnDatabases('submit', (get) => {
  let database: Database;
  beforeAll(async () => {
    database = get();
    await addTestAccount(database, { id: 'root' });
    await addTestAccount(database, { id: 'dealer', creatorId: 'root' });
    await addTestAccount(database, { id: 'shop', creatorId: 'dealer', maxSubUsers: 0 });
    await addTestAccount(database, { id: 'blind', creatorId: 'root', flags: [], maxSubUsers: 0 });
  });

  const newAsset = async (owner: string, facts: object = {}) => {
    const id = randomUUID();
    await applyAs(database, owner, { putAsset: { id, serial: id, ...facts } });
    return id;
  };
  const read = (id: string, as = 'root') =>
    asAccount(database, as, (scope) => findAsset(scope, id));
  const eventsOf = (subjectId: string, as = 'root') =>
    asAccount(database, as, (scope) => listEvents(scope, { filter: { subjectId } }));

  it('[WS-02] an item that is sent several times is applied once, with one event', async () => {
    const id = randomUUID();
    const change = item({ putAsset: { id, serial: 'SN-1', cells: 16, maker: 'Works' } });
    expect(await submitAs(database, 'dealer', [change, change])).toEqual([
      { id: change.id, status: 'APPLIED', version: 1 },
      { id: change.id, status: 'DUPLICATE', version: 1 },
    ]);
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => submitAs(database, 'dealer', [change])),
    );
    expect(sent.flat().map(({ status }) => status)).toEqual(Array(4).fill('DUPLICATE'));
    const { nodes } = await eventsOf(id);
    expect(nodes).toMatchObject([
      {
        id: change.id,
        at: new Date(AT),
        actorId: 'dealer',
        actorName: 'dealer',
        topic: 'ASSET',
        kind: 'putAsset',
        assetId: id,
        ownerId: 'dealer',
        appVersion: 'test 1',
        body: { after: { serial: 'SN-1', cells: 16, maker: 'Works' } },
      },
    ]);
  });

  it('[WS-02] a new item that several tabs send at the same time is applied once', async () => {
    const change = item({ putAsset: { id: randomUUID(), serial: 'SN-TABS' } });
    const sent = await Promise.all([1, 2, 3].map(() => submitAs(database, 'dealer', [change])));
    const statuses = sent.flat().map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(['APPLIED', 'DUPLICATE', 'DUPLICATE']);
  });

  it('[WS-02] an item with the id of an item of another account is refused, also if its event is visible', async () => {
    const change = item({ putAsset: { id: randomUUID(), serial: 'SN-THEIRS' } });
    await submitAs(database, 'dealer', [change]);
    const mine = { ...item({ putAsset: { id: randomUUID(), serial: 'SN-MINE' } }), id: change.id };
    for (const account of ['root', 'shop']) {
      expect(await submitAs(database, account, [mine])).toMatchObject([
        { status: 'REFUSED', code: 'ID_TAKEN' },
      ]);
    }
  });

  it('[WS-23] an install report that arrives late does not replace a firmware that was installed or entered later', async () => {
    const id = await newAsset('shop', { firmware: '1' });
    const at = (day: number) => `2026-04-${day}T00:00:00.000Z`;
    const install = (day: number, to: string, outcome = 'DONE') => {
      const report = { id: randomUUID(), assetId: id, to, outcome, seconds: 1, bytes: 1 };
      return { ...item({ reportInstall: report }), at: at(day) };
    };
    await submitAs(database, 'shop', [install(13, '4', 'FAILED'), install(12, '3')]);
    expect(await submitAs(database, 'dealer', [install(11, '2')])).toMatchObject([
      { status: 'APPLIED', version: 2 },
    ]);
    expect(await read(id)).toMatchObject({ version: 2, firmware: '3' });
    const entered = { ...item({ putAsset: { id, firmware: '6' } }, 2), at: at(15) };
    await submitAs(database, 'shop', [entered, install(14, '5')]);
    expect(await read(id)).toMatchObject({ version: 3, firmware: '6' });
    await submitAs(database, 'shop', [install(16, '7')]);
    expect(await read(id)).toMatchObject({ version: 4, firmware: '7' });
    expect((await eventsOf(id)).nodes).toHaveLength(7);
  });

  it('[SYNC-50] a design capacity is above 0, or null if it is not known', async () => {
    const outcomes = await submitAs(
      database,
      'dealer',
      [0, -1, 1_000_001, 0.1, null].map((designCapacityAh) =>
        item({
          putAsset: { id: randomUUID(), serial: `AH-${designCapacityAh}`, designCapacityAh },
        }),
      ),
    );
    const refused = ['INVALID', 'designCapacityAh'];
    const applied = [undefined, undefined];
    expect(outcomes.map(({ code, field }) => [code, field])).toEqual([
      ...[refused, refused, refused],
      ...[applied, applied],
    ]);
  });

  it('[WS-02] an item that fails changes nothing, and the other items of the batch are applied', async () => {
    const [first, last] = [randomUUID(), randomUUID()];
    const outcomes = await submitAs(database, 'dealer', [
      item({ putAsset: { id: first, serial: 'A-1' } }),
      item({ putAsset: { id: randomUUID(), serial: 'A-2', cells: 0 } }),
      item({ putAsset: { id: randomUUID(), serial: 'A-3', ownerId: 'root' } }),
      { ...item({ putAsset: { id: randomUUID(), serial: 'A-4' } }), id: 'x' },
      { ...item({ putAsset: { id: randomUUID(), serial: 'A-5' } }), at: 'yesterday' },
      item({ nothing: {} }),
      item({}),
      item({ putAsset: { id: randomUUID(), serial: 'A-7', colour: 'red' } }),
      item({ putAsset: { id: randomUUID(), serial: 7 } }),
      { id: 7 },
      'item',
      item({ putAsset: { id: last, serial: 'A-6' } }),
    ]);
    expect(outcomes.map(({ status, code, field }) => [status, code, field])).toEqual([
      ['APPLIED', undefined, undefined],
      ['REFUSED', 'INVALID', 'cells'],
      ['REFUSED', 'NOT_FOUND', 'ownerId'],
      ['REFUSED', 'INVALID', 'id'],
      ['REFUSED', 'INVALID', 'at'],
      ['REFUSED', 'INVALID', 'change'],
      ['REFUSED', 'INVALID', 'change'],
      ['REFUSED', 'INVALID', 'colour'],
      ['REFUSED', 'INVALID', 'serial'],
      ['REFUSED', 'INVALID', 'id'],
      ['REFUSED', 'INVALID', undefined],
      ['APPLIED', undefined, undefined],
    ]);
    const serials = await database.query(
      `select serial from assets where serial like 'A-%' order by 1`,
    );
    expect(serials).toEqual([{ serial: 'A-1' }, { serial: 'A-6' }]);
  });

  it('[WS-02] items after the first 50 of a batch are left for the next batch', async () => {
    const batch = Array.from({ length: 52 }, () =>
      item({ putAsset: { id: randomUUID(), serial: randomUUID() } }),
    );
    const outcomes = await submitAs(database, 'dealer', batch);
    expect(outcomes.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
    expect(outcomes.filter(({ status }) => status === 'APPLIED')).toHaveLength(50);
    expect(outcomes.slice(50).map(({ code }) => code)).toEqual(['BATCH_FULL', 'BATCH_FULL']);
  });

  it('[WS-03] a change made on an older version is a conflict that contains the current row', async () => {
    const id = await newAsset('shop', { model: 'One' });
    const edit = (model: string, base?: number) => item({ putAsset: { id, model } }, base);
    expect(await submitAs(database, 'dealer', [edit('Two', 1)])).toMatchObject([{ version: 2 }]);
    for (const base of [1, undefined]) {
      expect(await submitAs(database, 'shop', [edit('Three', base)])).toMatchObject([
        { status: 'CONFLICT', code: 'VERSION', current: { id, version: 2, model: 'Two' } },
      ]);
    }
    const { nodes } = await eventsOf(id);
    expect(nodes).toMatchObject([
      { body: { before: { model: 'One' }, after: { model: 'Two' } } },
      {},
    ]);
    expect(nodes).toHaveLength(2);
  });

  it('[WS-03] of two snapshots the one measured later is kept, and the version does not change', async () => {
    const id = await newAsset('shop');
    const at = (day: number) => `2026-03-${day}T00:00:00Z`;
    const see = (day: number, sohPercent: number, faults: string[]) =>
      applyAs(database, 'shop', {
        putAsset: { id, snapshot: { at: at(day), sohPercent, faults } },
      });
    await see(12, 70, []);
    expect(await read(id)).toMatchObject({ version: 1, attention: 1, seenAt: new Date(at(12)) });
    await see(14, 90, ['CELL_OV']);
    await see(13, 99, []);
    expect(await read(id)).toMatchObject({
      version: 1,
      attention: 2,
      snapshot: { sohPercent: 90 },
    });
  });

  it('[WS-09] a serial number that another asset has is refused, unless a second pack with it is intended', async () => {
    const id = await newAsset('shop', { serial: 'PK 77/01', maker: 'Works' });
    const again = (more: object) =>
      item({ putAsset: { id: randomUUID(), serial: 'pk7701', ...more } });
    const outcomes = await submitAs(database, 'dealer', [
      again({ maker: 'Works' }),
      again({}),
      again({ maker: 'Other' }),
      again({ maker: 'Works', twin: true }),
    ]);
    expect(outcomes.map(({ status, code }) => code ?? status)).toEqual([
      'SERIAL_KNOWN',
      'SERIAL_KNOWN',
      'APPLIED',
      'APPLIED',
    ]);
    expect(outcomes[0]?.current).toMatchObject({ id, version: 1 });
  });

  it('[WS-09] a pack without a maker is asked about, also if others have the serial number already', async () => {
    const add = (more: object) =>
      item({ putAsset: { id: randomUUID(), serial: 'PK-88', ...more } });
    const asked = async (...more: object[]) =>
      (await submitAs(database, 'shop', more.map(add))).map(({ status, code }) => code ?? status);
    expect(await asked({}, {})).toEqual(['APPLIED', 'SERIAL_KNOWN']);
    expect(await asked({ maker: 'Works' })).toEqual(['SERIAL_KNOWN']);
    expect(await asked({ twin: true }, { maker: 'Works', twin: true }, {})).toEqual([
      'APPLIED',
      'APPLIED',
      'SERIAL_KNOWN',
    ]);
    expect(await asked({ maker: 'Works' }, { maker: 'Other' })).toEqual([
      'SERIAL_KNOWN',
      'SERIAL_KNOWN',
    ]);
  });

  it('[WS-09] a change to the serial number of another asset is refused, unless a second pack with it is intended', async () => {
    const known = await newAsset('shop', { serial: 'PK-91', maker: 'Works' });
    const id = await newAsset('shop', { serial: 'PK-92', maker: 'Works' });
    const change = async (input: object, base = 1) => {
      const [outcome] = await submitAs(database, 'dealer', [
        item({ putAsset: { id, ...input } }, base),
      ]);
      return outcome;
    };
    expect(await change({ serial: 'pk 91' })).toMatchObject({
      status: 'CONFLICT',
      code: 'SERIAL_KNOWN',
      field: 'serial',
      current: { id: known },
    });
    expect(await read(id)).toMatchObject({ serial: 'PK-92', version: 1 });
    expect(await change({ serial: 'pk-92' })).toMatchObject({ status: 'APPLIED', version: 2 });
    expect(await change({ serial: 'PK-91', maker: 'Other' }, 2)).toMatchObject({ version: 3 });
    expect(await change({ serial: 'PK-93', maker: 'Works' }, 3)).toMatchObject({ version: 4 });
    expect(await change({ serial: 'PK-91', twin: true }, 4)).toMatchObject({ version: 5 });
    // It has the number already.
    expect(await change({ serial: 'PK/91', model: 'M' }, 5)).toMatchObject({ version: 6 });
  });

  it('[WS-09] of two people who add a serial number at the same time, the second is asked', async () => {
    const serials = ['R-1', 'R-2', 'R-3', 'R-4', 'R-5'];
    const add = (as: string, serial: string) =>
      submitAs(database, as, [item({ putAsset: { id: randomUUID(), serial, ownerId: 'dealer' } })]);
    const outcomes = await Promise.all(
      serials.map((serial) => Promise.all([add('root', serial), add('dealer', serial)])),
    );
    for (const pair of outcomes) {
      const codes = pair.flat().map(({ status, code }) => code ?? status);
      expect(codes.toSorted()).toEqual(['APPLIED', 'SERIAL_KNOWN']);
    }
  });

  it('[WS-05] changes that the flags do not allow are refused', async () => {
    const refused = await submitAs(database, 'blind', [
      item({ putAsset: { id: randomUUID(), serial: 'B-1' } }),
      item({ moveAsset: { id: randomUUID(), ownerId: 'blind' } }),
      item({ putAccount: { id: randomUUID(), userName: 'b', email: 'b@b.example' } }),
      item({ inviteAccount: { id: 'shop', tokenHash: 'a'.repeat(64) } }),
      item({ setAccountActive: { id: 'shop', active: false } }),
      item({
        publishDocument: {
          id: randomUUID(),
          kind: 'PARAMETER_SET',
          name: 'x',
          body: {},
          state: 'DRAFT',
        },
      }),
    ]);
    expect(refused.map(({ code }) => code)).toEqual(Array(6).fill('NOT_PERMITTED'));
  });

  it('[WS-01] a moved pack is visible only in the subtree of its new owner, and its event in both', async () => {
    const id = await newAsset('shop');
    await applyAs(database, 'root', { moveAsset: { id, ownerId: 'blind' } });
    expect(await read(id, 'shop')).toBeUndefined();
    expect(await read(id)).toMatchObject({ ownerId: 'blind', version: 2 });
    const seen = (as: string) => eventsOf(id, as).then(({ nodes }) => nodes[0]);
    expect(await seen('root')).toMatchObject({ ownerId: 'blind', formerOwnerId: 'shop', body: {} });
    expect(await seen('shop')).toMatchObject({
      kind: 'moveAsset',
      ownerId: null,
      formerOwnerId: 'shop',
    });
  });

  it('[WS-04] the changes list contains each committed change with its row and skips none', async () => {
    const ask = (after: string | null, as = 'dealer') =>
      asAccount(database, as, (scope) => listChanges(scope, { after }));
    const start = await ask(null);
    expect(start.nodes).toEqual([]);
    const kept = await newAsset('dealer');
    const moved = await newAsset('shop');
    await applyAs(database, 'root', { moveAsset: { id: moved, ownerId: 'blind' } });
    const { nodes, endCursor, hasNext } = await ask(start.endCursor);
    expect(hasNext).toBe(false);
    expect(nodes.map(({ event, asset }) => [event?.kind, asset?.id])).toEqual([
      ['putAsset', kept],
      ['putAsset', undefined],
      ['moveAsset', undefined],
    ]);
    expect((await ask(endCursor)).nodes).toEqual([]);
  });

  it('[WS-04] after an account was renamed the cursors are lost, because rows of its assets contain its name', async () => {
    const ask = (after: string | null) =>
      asAccount(database, 'dealer', (scope) => listChanges(scope, { after }));
    const { endCursor } = await ask(null);
    const id = randomUUID();
    const names = { userName: id, email: `${id}@works.example`, companyName: 'One' };
    await applyAs(database, 'dealer', { putAccount: { id, ...names } });
    await applyAs(database, 'dealer', { putAccount: { id, phoneNumber: '1' } }, 1);
    expect((await ask(endCursor)).nodes).toHaveLength(2);
    await applyAs(database, 'dealer', { putAccount: { id, companyName: 'Two' } }, 2);
    await expect(ask(endCursor)).rejects.toThrow('not known any more');
    expect((await ask((await ask(null)).endCursor)).nodes).toEqual([]);
  });

  it('[WS-04] [SYNC-12] after the company of an account above was renamed the cursors are lost, because events and tickets contain it', async () => {
    const [above, below] = [randomUUID(), randomUUID()];
    for (const [id, parentId] of [[above, 'dealer'] as const, [below, above] as const]) {
      const names = { userName: id, email: `${id}@works.example`, companyName: 'One' };
      await applyAs(database, 'dealer', { putAccount: { id, parentId, maxSubUsers: 1, ...names } });
    }
    const ask = (after: string | null) =>
      asAccount(database, below, (scope) => listChanges(scope, { after }));
    const { endCursor } = await ask(null);
    await applyAs(database, 'dealer', { putAccount: { id: above, userLevel: '2' } }, 1);
    expect((await ask(endCursor)).nodes).toEqual([]);
    await applyAs(database, 'dealer', { putAccount: { id: above, companyName: 'Two' } }, 2);
    await expect(ask(endCursor)).rejects.toThrow('not known any more');
    expect((await ask((await ask(null)).endCursor)).nodes).toEqual([]);
  });

  it('[WS-04] [WS-11] documents and assignments of an account above are in the changes list, without their events', async () => {
    const ask = (as: string, after: string | null) =>
      asAccount(database, as, (scope) => listChanges(scope, { after }));
    const id = randomUUID();
    const document = (state: string) => ({
      publishDocument: {
        id,
        kind: 'LEVEL_PRESET',
        name: 'Fleet',
        body: { flags: [], maxSubUsers: 0 },
        state,
      },
    });
    const { endCursor } = await ask('shop', null);
    const starts = { blind: await ask('blind', null), root: await ask('root', null) };
    await applyAs(database, 'root', document('DRAFT'));
    expect((await ask('shop', endCursor)).nodes).toEqual([]);
    await applyAs(database, 'root', document('RELEASED'), 1);
    const assign = { id: randomUUID(), documentId: id, accountId: 'dealer', mode: 'OFFERED' };
    await applyAs(database, 'root', { assign });
    await applyAs(database, 'root', { retireDocument: { id } });
    const first = await asAccount(database, 'shop', (scope) =>
      listChanges(scope, { after: endCursor, first: 2 }),
    );
    expect(first.hasNext).toBe(true);
    const rest = await ask('shop', first.endCursor);
    expect([...first.nodes, ...rest.nodes]).toMatchObject([
      { event: null, document: { id, state: 'RETIRED' } },
      { event: null, document: { id } },
      { event: null, assignment: { id: assign.id } },
      { event: null, document: { id } },
    ]);
    expect((await ask('blind', starts.blind.endCursor)).nodes.map(({ event }) => event)).toEqual(
      Array(3).fill(null),
    );
    expect(
      (await ask('root', starts.root.endCursor)).nodes.map(({ event }) => event?.kind),
    ).toEqual(['publishDocument', 'publishDocument', 'assign', 'retireDocument']);
  });

  it('[WS-04] after a restore from a dump old cursors are refused, and new ones work', async () => {
    const ask = (after: string | null) =>
      asAccount(database, 'dealer', (scope) => listChanges(scope, { after }));
    const before = await ask(null);
    await newAsset('dealer');
    await database.script(
      `update feed set cluster = 'elsewhere'; update events set xid = '99999999'`,
    );
    await settleFeed(database);
    await database.script(`update feed set cluster = cluster || ' restored'`);
    await expect(ask(before.endCursor)).rejects.toMatchObject({
      extensions: { code: 'CURSOR_LOST' },
    });
    const start = await ask(null);
    const id = await newAsset('dealer');
    expect((await ask(start.endCursor)).nodes).toMatchObject([{ asset: { id } }]);
    await settleFeed(database);
  });

  it('[WS-06] the database role of the calls can add events but cannot change or remove them', async () => {
    for (const sql of [
      'update events set body = $1::jsonb',
      'delete from events where body <> $1::jsonb',
      'update recordings set sealed = ($1::text is null)',
      'delete from assets where serial = $1',
      'select password_hash from users where id = $1',
      'select 1 from sessions where user_id = $1',
    ]) {
      const attempt = asAccount(database, 'root', (scope) => scope.query(sql, ['{}']));
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    }
    const forged = asAccount(database, 'root', (scope) =>
      scope.query(
        `insert into events (id, at, actor_id, actor_name, owner, topic, kind, subject_id, body)
         values (gen_random_uuid(), now(), 'dealer', '', scope(), 'ASSET', 'x', 'x', '{}')`,
      ),
    );
    await expect(forged).rejects.toMatchObject({ code: '42501' });
  });

  it('[WS-08] keyset pages contain every row exactly once', async () => {
    await addTestAccount(database, { id: 'lister', creatorId: 'root' });
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1)
      ids.push(await newAsset('lister', { serial: `L-${n % 3}-${n}` }));
    for (const sort of ['SERIAL', 'SEEN', 'ATTENTION']) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof listAssets>> = await asAccount(
          database,
          'lister',
          (scope) => listAssets(scope, { sort, first: 3, after }),
        );
        seen.push(...page.nodes.map(({ id }) => id));
        after = page.hasNext ? page.endCursor : null;
      } while (after !== null);
      expect(seen.toSorted()).toEqual(ids.toSorted());
    }
    const find = (text: string) =>
      asAccount(database, 'lister', (scope) =>
        listAssets(scope, { sort: 'SERIAL', filter: { text } }),
      );
    expect((await find('l-2')).nodes.map(({ serial }) => serial)).toEqual(['L-2-2', 'L-2-5']);
    expect((await find('1-4')).nodes.map(({ serial }) => serial)).toEqual(['L-1-4']);
  });

  it('[WS-24] a page of large rows is shorter, so that no account can make the answers too large for a client', async () => {
    const { endCursor: start } = await asAccount(database, 'root', (scope) =>
      listChanges(scope, {}),
    );
    const ticket = { category: 'Other', audience: 'SERVICE', title: 'Large', priority: 2 };
    const ticketId = randomUUID();
    await applyAs(database, 'shop', { openTicket: { ...ticket, id: ticketId } });
    const ids = Array.from({ length: 70 }, () => randomUUID());
    for (const id of ids) {
      const body = { text: 'x'.repeat(59_000) };
      await applyAs(database, 'shop', { addTicketEntry: { id, ticketId, kind: 'CHECK', body } });
    }
    type Read = (scope: Scope, after: string | null) => Promise<Page<unknown>>;
    const readAll = async (call: Read): Promise<number> => {
      let count = 0;
      for (let after: string | null = null; ;) {
        const page: Page<unknown> = await asAccount(database, 'root', (scope) =>
          call(scope, after),
        );
        expect(JSON.stringify(page).length).toBeLessThan(4_000_000);
        count += page.nodes.length;
        if (!page.hasNext) return count;
        after = page.endCursor;
      }
    };
    expect(await readAll((scope, after) => listChanges(scope, { after: after ?? start }))).toBe(71);
    const list = { ticketId, first: 200 };
    expect(await readAll((scope, after) => listTicketEntries(scope, { ...list, after }))).toBe(70);
  });
});
