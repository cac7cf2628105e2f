import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { PermissionFlag } from '../accounts/permission-flags.ts';
import { createBlobs } from '../blobs/blobs.ts';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { memoryBlobs } from '../testing/memory-blobs.ts';
import {
  addTestAccount,
  applyAs,
  AT,
  item,
  RECORDING,
  submitAs,
} from '../testing/test-workspace.ts';
import { listAssets } from './lists/assets.ts';
import { listChanges } from './lists/changes.ts';
import { listEvents } from './lists/events.ts';
import { listTicketEntries } from './lists/ticket-entries.ts';
import { findTicket, listTickets, type Ticket, type TicketFilter } from './lists/tickets.ts';
import { asAccount } from './scope.ts';
import { maySetState, ticketStates, type TicketRole, type TicketState } from './ticket-states.ts';

const DAY_MS = 86_400_000;

describeOnDatabases('tickets', (get) => {
  let database: Database;
  beforeAll(async () => {
    database = get();
    const raise: PermissionFlag = 'raiseServiceTicketForClient';
    const add = (id: string, creatorId?: string, flags?: readonly PermissionFlag[]) =>
      addTestAccount(database, {
        id,
        ...(creatorId !== undefined && { creatorId }),
        ...(flags && { flags }),
      });
    await add('works');
    await add('workshop', 'works');
    await add('fleet', 'workshop', [raise, 'battAccess']);
    await add('driver', 'fleet', [raise]);
    await add('fitter', 'workshop', ['service']);
    await add('office', 'works', ['terminal']);
    await add('other', 'works');
  });

  const codeOf = async (as: string, change: object, base?: number) => {
    const [outcome] = await submitAs(database, as, [item({ ...change }, base)]);
    return outcome?.code ?? outcome?.status;
  };
  const facts = { category: 'Charging', audience: 'CUSTOMER', title: 'Stops', priority: 2 };
  const open = async (as: string, more: object = {}): Promise<string> => {
    const id = randomUUID();
    await applyAs(database, as, { openTicket: { id, ...facts, ...more } });
    return id;
  };
  const read = async (id: string, as = 'works'): Promise<Ticket> => {
    const ticket = await asAccount(database, as, (scope) => findTicket(scope, id));
    if (ticket === undefined) throw new Error('the ticket is not seen');
    return ticket;
  };
  const set = (as: string, id: string, state: TicketState, base: number, more: object = {}) =>
    codeOf(as, { setTicketState: { id, state, ...more } }, base);
  const entry = (ticketId: string, more: object = {}) => ({
    addTicketEntry: {
      id: randomUUID(),
      ticketId,
      kind: 'TEXT',
      body: { text: 'It smells.\nStill.' },
      ...more,
    },
  });
  const list = async (as: string, filter: TicketFilter = {}) =>
    (await asAccount(database, as, (scope) => listTickets(scope, { filter, first: 200 }))).nodes;
  const setDirectly = (id: string, values: string) =>
    database.query(`update tickets set ${values} where id = $1`, [id]);

  it('[WS-16] a ticket has a number, belongs to the owner of its pack, and is seen by the accounts above', async () => {
    const assetId = randomUUID();
    await applyAs(database, 'fleet', { putAsset: { id: assetId, serial: 'TICKET-1' } });
    const first = await read(await open('workshop', { serial: 'ticket 1', dueAt: AT }));
    const second = await read(await open('driver', { serial: 'UNKNOWN-9' }), 'workshop');
    expect(first).toMatchObject({
      version: 1,
      assetId,
      serial: 'TICKET-1',
      ownerId: 'fleet',
      state: 'OPEN',
      openedByName: 'workshop',
      openedAt: new Date(AT),
      dueAt: new Date(AT),
      closedAt: null,
    });
    expect(second.number).toBeGreaterThan(first.number);
    expect(second).toMatchObject({ assetId: null, serial: 'UNKNOWN-9', ownerId: 'driver' });
    expect((await list('fleet')).map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.id, second.id]),
    );
    expect(await list('other')).toEqual([]);
    const seen = await read(first.id, 'fleet');
    expect([seen['openedById'], seen['openedByName']]).toEqual([null, null]);
    await database.query(`update users set company_name = 'Works Ltd' where id = 'workshop'`);
    expect((await read(first.id, 'fleet'))['openedByName']).toBe('Works Ltd');
  });

  it('[PAGE-181] a ticket whose pack is not in the subtree finds it by its serial number, or keeps the number as text', async () => {
    const [known, moved] = [randomUUID(), randomUUID()];
    await applyAs(database, 'fleet', { putAsset: { id: known, serial: 'FIRST-1' } });
    await applyAs(database, 'fleet', { putAsset: { id: moved, serial: 'MOVED-1' } });
    await applyAs(database, 'works', { moveAsset: { id: moved, ownerId: 'other' } }, 1);
    // The pack of this id was never added, because another user added the same pack first.
    const first = await open('fleet', { assetId: randomUUID(), serial: 'first 1' });
    expect(await read(first)).toMatchObject({ assetId: known, serial: 'FIRST-1' });
    const second = await open('fleet', { assetId: moved, serial: 'MOVED-1' });
    expect(await read(second)).toMatchObject({
      assetId: null,
      serial: 'MOVED-1',
      ownerId: 'fleet',
    });
    // An id that the server knows comes first.
    const third = await open('fleet', { assetId: known, serial: 'MOVED-1' });
    expect(await read(third)).toMatchObject({ assetId: known, serial: 'FIRST-1' });
  });

  it('[WS-16] a foreign, malformed or oversized ticket or entry is refused with its field', async () => {
    const foreign = await open('other');
    const id = await open('driver');
    const ticket = { id: randomUUID(), ...facts };
    for (const [change, code] of [
      [{ openTicket: { ...ticket, priority: 5 } }, 'INVALID'],
      [{ openTicket: { ...ticket, title: 'x'.repeat(201) } }, 'INVALID'],
      [{ openTicket: { ...ticket, title: 'a\u0000b' } }, 'INVALID'],
      [{ openTicket: { ...ticket, more: 1 } }, 'INVALID'],
      [{ openTicket: { ...ticket, ownerId: 'other' } }, 'NOT_FOUND'],
      [{ openTicket: { ...ticket, assetId: randomUUID() } }, 'NOT_FOUND'],
      [{ openTicket: { ...ticket, id } }, 'ID_TAKEN'],
      [{ openTicket: { ...ticket, id: foreign } }, 'ID_TAKEN'],
      [entry(foreign), 'NOT_FOUND'],
      [entry(id, { kind: 'OTHER' }), 'INVALID'],
      [entry(id, { body: { text: '' } }), 'INVALID'],
      [entry(id, { body: 'text' }), 'INVALID'],
      [entry(id, { body: { text: 'a\u0000b' } }), 'INVALID'],
      [entry(id, { kind: 'CHECK', body: { steps: ['x'.repeat(60_000)] } }), 'INVALID'],
      [entry(id, { kind: 'CHECK', body: { steps: '\u0000' } }), 'INVALID'],
      [entry(id, { kind: 'MINUTES', body: { minutes: 0 } }), 'INVALID'],
      [entry(id, { kind: 'PART', body: { name: 'Fuse', count: 0.5 } }), 'INVALID'],
      [
        entry(id, { pieces: Array.from({ length: 26 }, () => ({ seq: 0, sha256: hashOf('a') })) }),
        'INVALID',
      ],
      [entry(id, { pieces: [{ seq: 0, sha256: hashOf('nowhere') }] }), 'BLOBS_MISSING'],
    ] as const) {
      expect([change, await codeOf('driver', change)]).toEqual([change, code]);
    }
    expect(await set('driver', foreign, 'CLOSED', 1)).toBe('NOT_FOUND');
    expect(await codeOf('office', { openTicket: ticket })).toBe('NOT_PERMITTED');
    await expect(asAccount(database, 'driver', (s) => listTicketEntries(s, {}))).resolves.toEqual({
      nodes: [],
      endCursor: null,
      hasNext: false,
    });
  });

  it('[WS-17] entries are added by the service and the opener, in any state, and never conflict', async () => {
    const id = await open('driver');
    await setDirectly(id, `state = 'CLOSED', version = 7`);
    const entryId = randomUUID();
    const change = item(entry(id, { id: entryId }));
    const [added, again] = await submitAs(database, 'driver', [change, change]);
    expect([added, again]).toMatchObject([
      { status: 'APPLIED', version: 7 },
      { status: 'DUPLICATE', version: 7 },
    ]);
    const part = { kind: 'PART', body: { name: 'Fuse', count: 2, number: null } };
    expect(await codeOf('workshop', entry(id, part), 3)).toBe('APPLIED');
    expect(await codeOf('fleet', entry(id))).toBe('NOT_PERMITTED');
    expect(await codeOf('workshop', entry(id, { id: entryId }))).toBe('ID_TAKEN');
    const { nodes } = await asAccount(database, 'works', (scope) =>
      listTicketEntries(scope, { ticketId: id }),
    );
    expect(nodes).toMatchObject([
      {
        kind: 'TEXT',
        authorName: 'driver',
        at: new Date(AT),
        body: { text: 'It smells.\nStill.' },
      },
      { kind: 'PART', authorName: 'workshop', body: { name: 'Fuse', count: 2 } },
    ]);
    const all = await asAccount(database, 'works', (scope) => listTicketEntries(scope, {}));
    expect(all.nodes[0]).toMatchObject({ kind: 'PART' });
    await expect(
      database.transaction(async (inside) => {
        await inside.script('set local role batbot_app');
        await inside.query('update ticket_entries set kind = kind');
      }),
    ).rejects.toThrow(/permission denied/);
  });

  it('[WS-17] entries that are sent together keep their order', async () => {
    const id = await open('driver');
    const texts = Array.from({ length: 20 }, (_, n) => `${n}`);
    await submitAs(
      database,
      'driver',
      texts.map((text) => item(entry(id, { body: { text } }))),
    );
    const { nodes } = await asAccount(database, 'works', (scope) =>
      listTicketEntries(scope, { ticketId: id }),
    );
    expect(nodes).toMatchObject(texts.map((text) => ({ body: { text } })));
    expect(new Set(nodes.map((each) => each.receivedAt.getTime())).size).toBe(20);
    // Also if the clock of the server was set back meanwhile.
    await database.query(
      `update ticket_entries set received_at = received_at + interval '1 hour' where ticket_id = $1`,
      [id],
    );
    await applyAs(database, 'driver', entry(id, { body: { text: 'last' } }));
    const { nodes: all } = await asAccount(database, 'works', (scope) =>
      listTicketEntries(scope, { ticketId: id }),
    );
    expect(all.at(-1)).toMatchObject({ body: { text: 'last' } });
  });

  it('[WS-17] the pieces of an entry can be read by accounts that see the ticket, and by no others', async () => {
    const blobs = createBlobs(database, memoryBlobs());
    const id = await open('driver');
    await blobs.put('driver', hashOf('photo'), Buffer.from('photo'));
    await blobs.put('other', hashOf('secret'), Buffer.from('secret'));
    const photo = (text: string) =>
      entry(id, { kind: 'PHOTO', body: {}, pieces: [{ seq: 0, sha256: hashOf(text) }] });
    expect(await codeOf('driver', photo('photo'))).toBe('APPLIED');
    expect(await codeOf('driver', photo('secret'))).toBe('BLOBS_MISSING');
    for (const as of ['driver', 'fleet', 'workshop', 'works']) {
      expect((await blobs.get(as, hashOf('photo')))?.toString()).toBe('photo');
    }
    for (const as of ['other', 'office', 'fitter']) {
      expect(await blobs.get(as, hashOf('photo'))).toBeUndefined();
    }
  });

  it('[WS-17] an account that cannot see recordings gets none of their pieces through an entry', async () => {
    const blobs = createBlobs(database, memoryBlobs());
    const [assetId, ticketId] = [randomUUID(), await open('fitter')];
    const piece = { seq: 0, sha256: hashOf('recorded') };
    await applyAs(database, 'workshop', { putAsset: { id: assetId, serial: assetId } });
    await applyAs(database, 'workshop', { moveAsset: { id: assetId, ownerId: 'fitter' } });
    await blobs.put('workshop', piece.sha256, Buffer.from('recorded'));
    await applyAs(database, 'workshop', {
      addRecording: {
        id: randomUUID(),
        assetId,
        ...RECORDING,
        chunks: [{ kind: 'cells', ...piece }],
      },
    });
    expect(await codeOf('fitter', entry(ticketId, { pieces: [piece] }))).toBe('BLOBS_MISSING');
  });

  it('[WS-18] the service and the opener can set exactly the states that the rules allow, and other accounts can set none', async () => {
    const callers = [
      { as: 'works', roles: ['service'] },
      { as: 'driver', roles: ['opener'] },
      { as: 'fleet', roles: [] },
    ] as const satisfies { as: string; roles: TicketRole[] }[];
    const id = await open('driver');
    for (const closedDays of [13, 15]) {
      for (const from of ticketStates) {
        for (const to of ticketStates) {
          for (const { as, roles } of callers) {
            await setDirectly(
              id,
              `state = '${from}', version = 1, assignee_id = 'works', closed_at = now() - interval '${closedDays} days'`,
            );
            const now = Date.now();
            const closedAt = now - closedDays * DAY_MS;
            const isAllowed = maySetState({ state: from, closedAt }, to, roles, now);
            const refusal = roles.length > 0 ? 'STATE' : 'NOT_PERMITTED';
            const code = await set(as, id, to, 1);
            expect([as, from, to, code]).toEqual([as, from, to, isAllowed ? 'APPLIED' : refusal]);
          }
        }
      }
    }
  });

  it('[WS-18] an opener with the permission for service alone has the role of the service only', async () => {
    const id = await open('fitter');
    await setDirectly(id, `state = 'SOLVED', closed_at = now()`);
    expect(await set('fitter', id, 'CLOSED', 1)).toBe('STATE');
    expect(await set('fitter', id, 'WORKING', 1)).toBe('APPLIED');
  });

  it('[WS-18] the opener reopens within 14 days of the last time that the ticket was solved or closed', async () => {
    const id = await open('driver');
    await setDirectly(id, `state = 'WORKING'`);
    await applyAs(database, 'works', { setTicketState: { id, state: 'SOLVED' } }, 1);
    const solved = (await read(id)).closedAt;
    expect(Math.abs((solved?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await set('driver', id, 'CLOSED', 2)).toBe('APPLIED');
    await setDirectly(id, `closed_at = now() - interval '14 days 1 minute'`);
    expect(await set('driver', id, 'OPEN', 3)).toBe('STATE');
    await setDirectly(id, `closed_at = now() - interval '13 days 23 hours'`);
    expect(await set('driver', id, 'OPEN', 3)).toBe('APPLIED');
    expect((await read(id)).closedAt).not.toBeNull();
    expect(maySetState({ state: 'CLOSED', closedAt: undefined }, 'OPEN', ['opener'], 0)).toBe(
      false,
    );
  });

  it('[WS-18] of two states set on the same version, the second is a conflict with the current ticket', async () => {
    const id = await open('driver');
    const [mine] = await submitAs(database, 'works', [
      item({ setTicketState: { id, state: 'WORKING' } }, 1),
    ]);
    const [theirs] = await submitAs(database, 'workshop', [
      item({ setTicketState: { id, state: 'SOLVED' } }, 1),
    ]);
    expect(mine).toMatchObject({ status: 'APPLIED', version: 2 });
    expect(theirs).toMatchObject({
      status: 'CONFLICT',
      code: 'VERSION',
      current: { id, state: 'WORKING', version: 2 },
    });
    const [refused] = await submitAs(database, 'workshop', [
      item({ setTicketState: { id, state: 'CLOSED' } }, 2),
    ]);
    expect(refused).toMatchObject({
      status: 'REFUSED',
      code: 'STATE',
      field: 'state',
      current: { state: 'WORKING' },
    });
    expect(theirs?.current).not.toHaveProperty('opener');
  });

  it('[WS-18] of two states set at the same time, one is applied and the other is a conflict', async () => {
    const id = await open('driver');
    const codes = await Promise.all([
      set('works', id, 'WORKING', 1),
      set('workshop', id, 'WORKING', 1),
    ]);
    expect(codes.toSorted()).toEqual(['APPLIED', 'VERSION']);
    expect(await read(id)).toMatchObject({ state: 'WORKING', version: 2 });
  });

  it('[WS-18] a ticket is assigned to an account that sees it and has the flag service', async () => {
    const id = await open('driver');
    expect(await set('works', id, 'ASSIGNED', 1)).toBe('INVALID');
    const assign = (assigneeId: string, as = 'works') => set(as, id, 'ASSIGNED', 1, { assigneeId });
    expect(await assign('fleet')).toBe('OUT_OF_REACH'); // sees the ticket, but does not have the flag
    expect(await assign('fitter')).toBe('OUT_OF_REACH'); // has the flag, but does not see the ticket
    expect(await assign('works', 'workshop')).toBe('NOT_FOUND');
    expect(await assign('workshop', 'driver')).toBe('STATE'); // opened the ticket, but does not have the flag
    expect(await assign('workshop', 'fleet')).toBe('NOT_PERMITTED'); // sees the ticket, without the flag
    expect(await read(id)).toMatchObject({ state: 'OPEN', assigneeId: null, version: 1 });
    expect(await assign('workshop')).toBe('APPLIED');
    expect(await list('workshop', { mine: true })).toMatchObject([{ id, assigneeId: 'workshop' }]);
    const ofWorks = await list('works', { mine: true, open: true });
    expect(ofWorks.map((ticket) => ticket.id)).not.toContain(id);
    const due = { priority: 1, dueAt: AT };
    expect(await set('driver', id, 'ASSIGNED', 2, due)).toBe('STATE');
    expect(await set('workshop', id, 'ASSIGNED', 2, due)).toBe('APPLIED');
    expect(await set('workshop', id, 'ASSIGNED', 3, { assigneeId: null })).toBe('INVALID');
    expect(await set('workshop', id, 'WORKING', 3, { assigneeId: null, dueAt: null })).toBe(
      'APPLIED',
    );
    expect(await read(id)).toMatchObject({ priority: 1, dueAt: null, assigneeId: null });
    await setDirectly(id, `state = 'SOLVED', version = 1, closed_at = now()`);
    expect(await set('driver', id, 'CLOSED', 1, { priority: 4 })).toBe('NOT_PERMITTED');
  });

  it('[SYNC-42] a ticket cannot be assigned to an account that is not active, or is below one that is not', async () => {
    await addTestAccount(database, { id: 'branch', creatorId: 'works' });
    await addTestAccount(database, { id: 'garage', creatorId: 'branch' });
    const id = await open('garage');
    await applyAs(database, 'works', { setAccountActive: { id: 'branch', active: false } });
    const assign = (assigneeId: string) => set('works', id, 'ASSIGNED', 1, { assigneeId });
    expect(await assign('branch')).toBe('OUT_OF_REACH');
    expect(await assign('garage')).toBe('OUT_OF_REACH');
    await applyAs(database, 'works', { setAccountActive: { id: 'branch', active: true } });
    expect(await assign('garage')).toBe('APPLIED');
  });

  it('[WS-17] a refused sealed session is added once when the same item is sent with the permission', async () => {
    const raise: PermissionFlag = 'raiseServiceTicketForClient';
    await addTestAccount(database, { id: 'depot', creatorId: 'works', flags: [raise] });
    await addTestAccount(database, { id: 'rider', creatorId: 'depot', flags: [raise] });
    const id = await open('rider');
    const body = { name: 'a.sealed.jsonl', sizeBytes: 9, fingerprint: '00:11' };
    const change = item(entry(id, { kind: 'SEALED', body }));
    const send = async () => (await submitAs(database, 'depot', [change]))[0];
    const entries = async () =>
      (await asAccount(database, 'works', (scope) => listTicketEntries(scope, { ticketId: id })))
        .nodes;
    expect(await send()).toMatchObject({
      status: 'REFUSED',
      code: 'NOT_PERMITTED',
      field: 'ticketId',
    });
    expect(await entries()).toEqual([]);
    await applyAs(database, 'works', { putAccount: { id: 'depot', flags: ['service'] } }, 1);
    expect(await send()).toMatchObject({ status: 'APPLIED' });
    expect(await send()).toMatchObject({ status: 'DUPLICATE' });
    expect(await entries()).toMatchObject([{ kind: 'SEALED', body }]);
  });

  it('[WS-19] open tickets come first, by priority, due time and age, page by page', async () => {
    const made: string[] = [];
    for (const more of [
      { priority: 1 },
      { priority: 2, dueAt: '2026-05-01T00:00:00Z' },
      { priority: 2, dueAt: '2026-06-01T00:00:00Z' },
      { priority: 2 },
      { priority: 1 },
    ]) {
      made.push(await open('other', more));
    }
    const [first = '', early = '', late = '', never = '', done = ''] = made;
    await setDirectly(done, `state = 'SOLVED'`);
    const ids: string[] = [];
    let after: string | null = null;
    for (;;) {
      const page = await asAccount(database, 'works', (scope) =>
        listTickets(scope, { filter: { under: 'other' }, first: 2, after }),
      );
      ids.push(...page.nodes.map(({ id }) => id));
      after = page.endCursor;
      if (!page.hasNext) break;
    }
    expect(ids.filter((id) => made.includes(id))).toEqual([first, early, late, never, done]);
    expect((await list('other', { open: false })).map(({ id }) => id)).toEqual([done]);
    expect((await list('other', { state: ['SOLVED'] })).map(({ id }) => id)).toEqual([done]);
  });

  it('[WS-19] tickets and entries are in the changes list and in the log of the pack, and assets can be filtered by open tickets', async () => {
    const assetId = randomUUID();
    await applyAs(database, 'fleet', { putAsset: { id: assetId, serial: 'LOGGED-1' } });
    const begin = await asAccount(database, 'fleet', (scope) => listChanges(scope, {}));
    const id = await open('fleet', { assetId });
    const added = entry(id);
    await applyAs(database, 'fleet', added);
    await applyAs(database, 'works', { setTicketState: { id, state: 'WORKING' } }, 1);
    const { nodes } = await asAccount(database, 'fleet', (scope) =>
      listChanges(scope, { after: begin.endCursor }),
    );
    expect(nodes).toMatchObject([
      { event: { kind: 'openTicket', assetId }, ticket: { id, state: 'WORKING' } },
      { event: { kind: 'addTicketEntry', assetId }, ticketEntry: { ticketId: id } },
      {
        event: {
          kind: 'setTicketState',
          body: { before: { state: 'OPEN' }, after: { state: 'WORKING' } },
        },
        ticket: { id },
      },
    ]);
    const logged = await asAccount(database, 'fleet', (scope) =>
      listEvents(scope, { filter: { assetId, topics: ['TICKET'] } }),
    );
    expect(logged.nodes).toHaveLength(3);
    const assets = async (openTicket: boolean, as = 'fleet') =>
      (
        await asAccount(database, as, (scope) =>
          listAssets(scope, { sort: 'SERIAL', filter: { openTicket, text: 'LOGGED1' } }),
        )
      ).nodes.map((asset) => asset.id);
    expect([await assets(true), await assets(false)]).toEqual([[assetId], []]);
    await setDirectly(id, `state = 'CLOSED'`);
    expect([await assets(true), await assets(false)]).toEqual([[], [assetId]]);
    await expect(assets(true, 'office')).rejects.toThrow('Not permitted');
  });

  it('[WS-16] tickets and their entries move with their account', async () => {
    await addTestAccount(database, { id: 'mover', creatorId: 'other' });
    const id = await open('mover');
    await applyAs(database, 'mover', entry(id));
    await applyAs(database, 'works', { moveAccount: { id: 'mover', parentId: 'workshop' } }, 1);
    expect((await list('workshop')).map((ticket) => ticket.id)).toContain(id);
    expect((await list('other')).map((ticket) => ticket.id)).not.toContain(id);
    const entries = (as: string) =>
      asAccount(database, as, (scope) => listTicketEntries(scope, { ticketId: id }));
    expect((await entries('workshop')).nodes).toHaveLength(1);
    expect((await entries('other')).nodes).toEqual([]);
  });
});
