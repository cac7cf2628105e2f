import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { addTestAccount, applyAs, imageBody, item, submitAs } from '../testing/test-workspace.ts';
import { findAsset } from './lists/assets.ts';
import { listAssignments } from './lists/assignments.ts';
import { readDrift } from './lists/drift.ts';
import { listEvents } from './lists/events.ts';
import { findTicket } from './lists/tickets.ts';
import { asAccount } from './scope.ts';

describeOnDatabases('reports', (get) => {
  let database: Database;
  beforeAll(async () => {
    database = get();
    await addTestAccount(database, { id: 'root' });
    await addTestAccount(database, { id: 'shop', creatorId: 'root' });
  });

  const newAsset = async (owner: string, facts: object = {}) => {
    const id = randomUUID();
    await applyAs(database, owner, { putAsset: { id, serial: id, ...facts } });
    return id;
  };
  const read = (id: string) => asAccount(database, 'root', (scope) => findAsset(scope, id));
  const eventsOf = (subjectId: string, as: string) =>
    asAccount(database, as, (scope) => listEvents(scope, { filter: { subjectId } }));
  const installOf = (assetId: string, to: string, at: string) => {
    const report = { id: randomUUID(), assetId, to, outcome: 'DONE', seconds: 1, bytes: 1 };
    return { ...item({ reportInstall: report }), at };
  };
  const SCHEMA = { name: 'S', hash: 'a'.repeat(64) };
  const writeOf = (assetId: string, values: object, at?: string) => {
    const report = { id: randomUUID(), assetId, at, schema: SCHEMA, outcome: 'READ', changes: [] };
    return item({ reportWrite: { ...report, values } });
  };

  it('[WS-27] a conflict and an event do not show the accounts above the caller', async () => {
    await database.script(`update users set company_name = 'Root Works' where id = 'root'`);
    const id = await newAsset('shop', { model: 'One', maker: 'Works' });
    await applyAs(database, 'root', { putAsset: { id, model: 'Two' } }, 1);
    const [row] = await database.query<{ readonly path: string }>(
      `select path::text as path from users where id = 'shop'`,
    );
    const outcomes = await submitAs(database, 'shop', [
      item({ putAsset: { id, model: 'Three' } }, 1),
      item({ putAsset: { id: randomUUID(), serial: id } }),
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual(['VERSION', 'SERIAL_KNOWN']);
    expect(JSON.stringify(outcomes)).not.toContain(row?.path ?? 'no path');
    const actorsFor = async (as: string) =>
      (await eventsOf(id, as)).nodes.map((event) => {
        const { actorId, actorName } = event as unknown as Record<string, unknown>;
        return [actorId, actorName];
      });
    expect(await actorsFor('shop')).toEqual([
      [null, 'Root Works'],
      ['shop', 'shop'],
    ]);
    expect(await actorsFor('root')).toEqual([
      ['root', 'root'],
      ['shop', 'shop'],
    ]);
    await database.script(`update users set company_name = '' where id = 'root'`);
    expect((await actorsFor('shop'))[0]).toEqual([null, '–']);
  });

  it('[WS-27] an event does not show the ids of accounts above the reader: their company instead', async () => {
    await database.script(`update users set company_name = 'Root Works' where id = 'root'`);
    const [account, ticketId] = [randomUUID(), randomUUID()];
    const names = { userName: 'counter', email: 'counter@works.example' };
    await applyAs(database, 'root', { putAccount: { id: account, parentId: 'shop', ...names } });
    const ticket = { id: ticketId, category: 'c', audience: 'CUSTOMER', title: 't', priority: 1 };
    await applyAs(database, 'shop', { openTicket: ticket });
    const assign = (assigneeId: string, base: number) =>
      applyAs(
        database,
        'root',
        { setTicketState: { id: ticketId, state: 'ASSIGNED', assigneeId } },
        base,
      );
    await assign('root', 1);
    await assign('shop', 2);
    const bodyFor = async (as: string, subjectId: string) =>
      (await eventsOf(subjectId, as)).nodes.map((event) => Reflect.get(event, 'body') as unknown);
    expect(await bodyFor('shop', account)).toMatchObject([{ after: { parentId: 'shop' } }]);
    expect(await bodyFor(account, account)).toMatchObject([{ after: { parentId: '–' } }]);
    const changes = (company: string) => [
      { before: { assigneeId: company }, after: { assigneeId: 'shop' } },
      { before: { assigneeId: null }, after: { assigneeId: company } },
      { after: { title: 't' } },
    ];
    expect(await bodyFor('root', ticketId)).toMatchObject(changes('root'));
    expect(await bodyFor('shop', ticketId)).toMatchObject(changes('Root Works'));
    await database.script(`update users set company_name = '' where id = 'root'`);
    expect(await bodyFor('shop', ticketId)).toMatchObject(changes('–'));
  });

  it('[WS-23] an install report of before a move does not replace a firmware that the former owner installed later', async () => {
    const id = await newAsset('shop', { firmware: '1' });
    await submitAs(database, 'shop', [installOf(id, '3', '2026-04-13T00:00:00Z')]);
    await addTestAccount(database, { id: 'buyer', creatorId: 'root' });
    await applyAs(database, 'root', { moveAsset: { id, ownerId: 'buyer' } });
    const late = installOf(id, '2', '2026-04-12T00:00:00Z');
    expect(await submitAs(database, 'buyer', [late])).toMatchObject([{ status: 'APPLIED' }]);
    expect(await read(id)).toMatchObject({ firmware: '3' });
  });

  it('[WS-23] the outcome of an install that was reported late does not replace a later one of the same image', async () => {
    const [id, imageId] = [await newAsset('shop'), randomUUID()];
    const body = imageBody(hashOf('image'));
    await database.query(
      `insert into documents (id, version, owner, kind, name, state, hash, body)
       select $1, 1, path, 'FIRMWARE_IMAGE', 'I', 'RELEASED', '', $2::jsonb from users where id = 'root'`,
      [imageId, JSON.stringify(body)],
    );
    const install = (outcome: string, at: string) => {
      const report = { id: randomUUID(), assetId: id, imageId, to: '2', outcome };
      return { ...item({ reportInstall: { ...report, seconds: 1, bytes: 1 } }), at };
    };
    for (const each of [
      install('DONE', '2026-04-13T00:00:00Z'),
      install('FAILED', '2026-04-12T00:00:00Z'),
    ])
      expect(await submitAs(database, 'shop', [each])).toMatchObject([{ status: 'APPLIED' }]);
    const stored = await database.query('select installs from assets where id = $1', [id]);
    expect(stored).toMatchObject([{ installs: { [imageId]: { outcome: 'DONE' } } }]);
  });

  const FUTURE = '2190-01-01T00:00:00.000Z';
  const applied = [1, 2, 3].map(() => ({ status: 'APPLIED' }));
  const report = (id: string, at: string, soc: number) => [
    item({ putAsset: { id, snapshot: { at, socPercent: soc }, place: { at, lat: soc } } }),
    writeOf(id, { A: soc }, at),
    installOf(id, `${soc}`, at),
  ];
  const values = (soc: number) => ({
    firmware: `${soc}`,
    snapshot: { socPercent: soc },
    place: { lat: soc },
    parameters: { values: { A: soc } },
  });

  it('[WS-29] a clock in the future does not make a value the newest for ever', async () => {
    const id = await newAsset('shop');
    expect(await submitAs(database, 'shop', report(id, FUTURE, 10))).toMatchObject(applied);
    const received = Date.now();
    const seen = await read(id);
    expect(seen).toMatchObject(values(10));
    expect(seen?.seenAt?.getTime()).toBeLessThanOrEqual(received);
    await vi.waitUntil(() => Date.now() > received);
    const now = new Date().toISOString();
    expect(await submitAs(database, 'shop', report(id, now, 20))).toMatchObject(applied);
    expect(await read(id)).toMatchObject(values(20));
  });

  it('[WS-29] a clock in the future does not make a configuration of a Romeo device valid for longer than a week', async () => {
    const [documentId, id] = [randomUUID(), randomUUID()];
    const body = { format: 'batbot-parameter-set-1', schema: SCHEMA, values: {} };
    const document = { id: documentId, kind: 'PARAMETER_SET', name: 'S', state: 'RELEASED', body };
    await applyAs(database, 'root', { publishDocument: document });
    const assign = { id, documentId, filter: { kind: 'ROMEO' }, mode: 'OFFERED' };
    const sent = { ...item({ assign }), at: FUTURE };
    expect(await submitAs(database, 'shop', [sent])).toMatchObject([{ status: 'APPLIED' }]);
    const { nodes } = await asAccount(database, 'shop', (scope) =>
      listAssignments(scope, { filter: { documentId } }),
    );
    const week = Date.now() + 7 * 86_400_000;
    expect(nodes[0]?.expiresAt?.getTime()).toBeLessThanOrEqual(week);
  });

  it('[WS-29] a ticket that was opened with a clock in the future counts as opened when it was received', async () => {
    const id = randomUUID();
    const openTicket = { id, category: 'c', audience: 'CUSTOMER', title: 't', priority: 1 };
    const sent = { ...item({ openTicket }), at: FUTURE };
    expect(await submitAs(database, 'shop', [sent])).toMatchObject([{ status: 'APPLIED' }]);
    const ticket = await asAccount(database, 'shop', (scope) => findTicket(scope, id));
    expect(Number(ticket?.['openedAt'])).toBeLessThanOrEqual(Date.now());
  });

  it('[WS-29] a migration corrects the times in the future that are stored', async () => {
    const id = await newAsset('shop');
    const past = '2026-03-12T00:00:00.000Z';
    expect(await submitAs(database, 'shop', report(id, past, 10))).toMatchObject(applied);
    await database.query(
      `update assets set snapshot = jsonb_set(snapshot, '{at}', to_jsonb($2::text)), seen_at = $2::text::timestamptz,
         parameters = jsonb_set(parameters, '{at}', to_jsonb($2::text)),
         installs = jsonb_build_object('a', jsonb_build_object('at', $2::text), 'b', jsonb_build_object('at', $3::text))
       where id = $1`,
      [id, FUTURE, past],
    );
    const file = new URL('../../migrations/0019-clocks-and-removals.sql', import.meta.url);
    const [update = ''] = (await readFile(file, 'utf8')).split(';');
    await database.script(update);
    const [row] = await database.query<{ readonly text: string; readonly installs: object }>(
      'select to_jsonb(a)::text as text, installs from assets a where id = $1',
      [id],
    );
    expect(row?.text).not.toContain('2190-');
    expect(row?.installs).toMatchObject({ b: { at: past } });
    expect(await read(id)).toMatchObject(values(10));
    const now = new Date().toISOString();
    expect(await submitAs(database, 'shop', report(id, now, 20))).toMatchObject(applied);
    expect(await read(id)).toMatchObject(values(20));
  });

  it('[WS-24] the packs of a drift are not too large for a client', async () => {
    const [documentId, assignment] = [randomUUID(), randomUUID()];
    const document = { id: documentId, kind: 'PARAMETER_SET', name: 'S', state: 'RELEASED' };
    const body = { format: 'batbot-parameter-set-1', schema: SCHEMA, values: { P0: 'y' } };
    await applyAs(database, 'root', { publishDocument: { ...document, body } });
    const assign = { id: assignment, documentId, accountId: 'shop', mode: 'OFFERED' };
    await applyAs(database, 'root', { assign });
    const large = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, n) => [`P${n}`, 'x'.repeat(500)]),
    );
    for (let n = 0; n < 5; n += 1) {
      const id = await newAsset('shop');
      expect(await submitAs(database, 'shop', [writeOf(id, large)])).toMatchObject([
        { status: 'APPLIED' },
      ]);
    }
    const drift = await asAccount(database, 'root', (scope) => readDrift(scope, documentId));
    expect(drift.differs).toBe(5);
    expect(drift.nodes.length).toBeGreaterThan(0);
    expect(JSON.stringify(drift).length).toBeLessThan(4_000_000);
  });
});
