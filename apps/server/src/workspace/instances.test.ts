import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswordCheck } from '../accounts/passwords.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { hashOf } from '../hash.ts';
import { createPasswordSetter } from '../login/set-password.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { addTestAccount, applyAs, item, RECORDING, submitAs } from '../testing/test-workspace.ts';
import { listAssets } from './lists/assets.ts';
import { listAssignments } from './lists/assignments.ts';
import { listDocuments } from './lists/documents.ts';
import { listRecordings } from './lists/recordings.ts';
import { listTicketEntries } from './lists/ticket-entries.ts';
import { listTickets } from './lists/tickets.ts';
import { asAccount } from './scope.ts';
import type { Outcome, Submission } from './submit.ts';

/** The accounts and the accounts above them at the start. `low` is moved between `mid` and `side`. */
const TREE = { top: null, mid: 'top', side: 'top', low: 'mid', other: null } as const;
type Name = keyof typeof TREE;
const NAMES = Object.keys(TREE) as Name[];

type Table = 'assets' | 'tickets' | 'documents' | 'assignments' | 'recordings' | 'ticket_entries';

/** What a row must hold. */
interface Row {
  readonly table: Table;
  readonly owner: Name;
  /** The account of an assignment. The assignment applies to this account and to all accounts below it. */
  readonly audience?: Name;
  readonly version: number;
  readonly value: string;
}

interface Model {
  readonly parents: Map<Name, Name | null>;
  readonly inactive: Set<Name>;
  readonly versions: Map<Name, number>;
  readonly rows: Map<string, Row>;
}

const isWithin = (model: Model, name: Name | null, above: Name): boolean =>
  name !== null && (name === above || isWithin(model, model.parents.get(name) ?? null, above));

const maySee = (model: Model, name: Name, { table, owner, audience }: Row): boolean => {
  const isAtOrBelow = isWithin(model, owner, name);
  // An assignment is seen with its document, which has the same owner and is released.
  if (audience !== undefined)
    return (
      isAtOrBelow ||
      (isWithin(model, name, owner) &&
        (isWithin(model, audience, name) || isWithin(model, name, audience)))
    );
  return isAtOrBelow || (table === 'documents' && isWithin(model, name, owner));
};

const isActive = (model: Model, name: Name | null): boolean =>
  name === null || (!model.inactive.has(name) && isActive(model, model.parents.get(name) ?? null));

/** Cancels the assignments whose account does not see their document any more, because it was moved [WS-36]. */
const cancelLost = (model: Model): void => {
  for (const [id, row] of model.rows) {
    const { audience, owner, value, version } = row;
    const isLost = audience === 'low' && !isWithin(model, audience, owner);
    if (isLost && value !== 'CANCELLED')
      model.rows.set(id, { ...row, value: 'CANCELLED', version: version + 1 });
  }
};

/** A call of an account by one of three servers. `stale`: it is based on an earlier version. */
const CALL = fc.record({
  actor: fc.constantFrom(...NAMES),
  kind: fc.constantFrom('put', 'put', 'move', 'add', 'tree', 'active'),
  row: fc.nat(),
  to: fc.constantFrom(...NAMES),
  value: fc.nat({ max: 2 }),
  stale: fc.boolean(),
});
type Call = typeof CALL extends fc.Arbitrary<infer Value> ? Value : never;

/** A change that a call submits, and what it does if it is applied. */
interface Wanted {
  readonly actor: Name;
  readonly item: Submission;
  /** What the change replaces: a row or an account. Of those with the same key and version, one is applied. */
  readonly key?: string;
  readonly isAllowed: boolean;
  /** The row that the change adds. */
  readonly adds?: string;
  /** The account to which the change moves a pack. */
  readonly movesTo?: Name;
  readonly apply: (outcome: Outcome) => void;
}

const TICKET_STATES = ['WORKING', 'WAITING_PARTS', 'WAITING_CLIENT'];
const ASSIGNMENT_STATES = ['ACTIVE', 'PAUSED', 'CANCELLED'];

const wantedBy = (call: Call, model: Model): Wanted => {
  const { actor, kind, to, value } = call;
  const changeable: readonly Table[] =
    kind === 'move' ? ['assets'] : ['assets', 'tickets', 'documents', 'assignments'];
  const all = [...model.rows].filter(([, { table }]) => changeable.includes(table));
  const [id, row] = all[call.row % all.length] as [string, Row];
  const sees = isActive(model, actor) && maySee(model, actor, row);
  const owns = isActive(model, actor) && isWithin(model, row.owner, actor);
  const base = row.version - Number(call.stale && row.version > 1);
  const change = (
    submitted: Submission['change'],
    allowed: boolean,
    next: Partial<Row>,
  ): Wanted => ({
    actor,
    item: item(submitted, base),
    key: id,
    isAllowed: allowed && base === row.version,
    apply: ({ version }) => {
      expect(version).toBe(row.version + 1);
      model.rows.set(id, { ...row, ...next, version: row.version + 1 });
    },
  });
  const add = (table: Table, submitted: Submission['change'], added: string): Wanted => ({
    actor,
    item: item(submitted),
    isAllowed: owns,
    adds: added,
    apply: () => model.rows.set(added, { table, owner: row.owner, version: 0, value: '' }),
  });
  const account = (
    submitted: Submission['change'],
    allowed: boolean,
    effect: () => void,
  ): Wanted => ({
    actor,
    item: item(submitted, model.versions.get('low')),
    key: 'low',
    isAllowed:
      allowed && isActive(model, actor) && actor !== 'low' && isWithin(model, 'low', actor),
    apply: () => {
      model.versions.set('low', (model.versions.get('low') ?? 0) + 1);
      effect();
    },
  });
  if (kind === 'tree') {
    const parent = value === 0 ? 'mid' : 'side';
    const allowed = isWithin(model, parent, actor);
    return account({ moveAccount: { id: 'low', parentId: parent } }, allowed, () =>
      model.parents.set('low', parent),
    );
  }
  if (kind === 'active') {
    const active = value > 0;
    return account({ setAccountActive: { id: 'low', active } }, true, () => {
      if (active) model.inactive.delete('low');
      else model.inactive.add('low');
    });
  }
  const added = randomUUID();
  switch (row.table) {
    case 'assets':
      if (kind === 'move')
        return {
          ...change({ moveAsset: { id, ownerId: to } }, owns && isWithin(model, to, actor), {
            owner: to,
          }),
          movesTo: to,
        };
      if (kind === 'add') {
        return add('recordings', { addRecording: { id: added, assetId: id, ...RECORDING } }, added);
      }
      // The random part makes each value differ from the last one, so the change needs a version.
      return change({ putAsset: { id, model: `${value} ${added}` } }, owns, {
        value: `${value} ${added}`,
      });
    case 'tickets':
      if (kind === 'add')
        return add(
          'ticket_entries',
          { addTicketEntry: { id: added, ticketId: id, kind: 'TEXT', body: { text: 'x' } } },
          added,
        );
      return change({ setTicketState: { id, state: TICKET_STATES[value] } }, owns, {
        value: TICKET_STATES[value] ?? '',
      });
    case 'documents': {
      const document = {
        id,
        kind: 'LEVEL_PRESET',
        name: added,
        state: 'RELEASED',
        body: { flags: [], maxSubUsers: value },
      };
      return change({ publishDocument: document }, owns, { value: added });
    }
    default: {
      const state = ASSIGNMENT_STATES[value] ?? '';
      // An assignment whose account does not see its document any more cannot be continued [WS-38].
      const isLost = !isWithin(model, row.audience ?? null, row.owner);
      const mayBeSet = sees && owns && !(state === 'ACTIVE' && isLost);
      return change({ setAssignment: { id, state } }, mayBeSet, { value: state });
    }
  }
};

const ROWS = `
  select 'assets' as "table", id::text, owner::text as path, null as audience, version, model as value from assets
  union all select 'tickets', id::text, owner::text, null, version, state from tickets
  union all select 'documents', id::text, owner::text, null, version, name from documents where kind = 'LEVEL_PRESET'
  union all select 'assignments', id::text, owner::text, audience::text, version, state from assignments
  union all select 'recordings', id::text, owner::text, null, 0, '' from recordings
  union all select 'ticket_entries', id::text, owner::text, null, 0, '' from ticket_entries`;

/** `INSTANCES="runs seed"` runs more than the fixed seeds. */
const [runs = 3, seed = 1] = (process.env['INSTANCES']?.split(' ') ?? []).map(Number);

const postgres = await findPostgres();
describe.skipIf(postgres === undefined)('three servers on one database', () => {
  let server: TestPostgres;
  let servers: readonly Database[];
  beforeAll(async () => {
    if (postgres !== undefined) server = await startPostgres(postgres);
    servers = await Promise.all(
      [1, 2, 3].map(() => openDatabase({ databaseUrl: server.url }, () => undefined)),
    );
  });
  afterAll(async () => {
    await Promise.all(servers.map((each) => each.close()));
    await server.stop();
  });
  const on = (index: number): Database => servers[index % servers.length] as Database;

  /** Adds the accounts, and rows of each kind of `mid` and `low`. */
  const begin = async (): Promise<Model> => {
    const database = on(0);
    await database.script(
      'truncate users, assets, documents, assignments, recordings, tickets, ticket_entries, events cascade',
    );
    for (const id of NAMES)
      await addTestAccount(database, { id, ...(TREE[id] !== null && { creatorId: TREE[id] }) });
    const rows = new Map<string, Row>();
    for (const owner of ['mid', 'low'] as const) {
      const [assetId, ticketId, documentId, setId, id] = Array.from({ length: 5 }, () =>
        randomUUID(),
      ) as [string, string, string, string, string];
      const set = {
        format: 'batbot-parameter-set-1',
        schema: { hash: hashOf('schema') },
        values: {},
      };
      const document = { name: 'first', state: 'RELEASED' };
      const ticket = { category: 'c', audience: 'CUSTOMER', title: 't', priority: 1 };
      await applyAs(database, owner, { putAsset: { id: assetId, serial: owner, model: 'first' } });
      await applyAs(database, owner, { openTicket: { id: ticketId, assetId, ...ticket } });
      await applyAs(database, owner, { setTicketState: { id: ticketId, state: 'WORKING' } }, 1);
      await applyAs(database, owner, {
        publishDocument: {
          ...document,
          id: documentId,
          kind: 'LEVEL_PRESET',
          body: { flags: [], maxSubUsers: 1 },
        },
      });
      await applyAs(database, 'mid', {
        publishDocument: { ...document, id: setId, kind: 'PARAMETER_SET', body: set },
      });
      await applyAs(database, 'mid', {
        assign: { id, documentId: setId, accountId: owner, mode: 'OFFERED' },
      });
      rows.set(assetId, { table: 'assets', owner, version: 1, value: 'first' });
      rows.set(ticketId, { table: 'tickets', owner, version: 2, value: 'WORKING' });
      rows.set(documentId, { table: 'documents', owner, version: 1, value: 'first' });
      rows.set(id, {
        table: 'assignments',
        owner: 'mid',
        audience: owner,
        version: 1,
        value: 'ACTIVE',
      });
    }
    return {
      parents: new Map(Object.entries(TREE) as [Name, Name | null][]),
      inactive: new Set(),
      versions: new Map([['low', 1]]),
      rows,
    };
  };

  const readAs = (index: number, name: Name): Promise<readonly string[]> =>
    asAccount(on(index), name, async (scope) => {
      const page = { first: 200 };
      const pages = [
        await listAssets(scope, { ...page, sort: 'SERIAL' }),
        await listTickets(scope, page),
        await listDocuments(scope, { ...page, kind: 'LEVEL_PRESET' }),
        await listAssignments(scope, page),
        await listRecordings(scope, page),
        await listTicketEntries(scope, page),
      ];
      return pages.flatMap(({ nodes }) => nodes.map(({ id }) => id));
    });

  it('[WS-33] of changes of one row at the same time one is applied, each row holds what was applied, and each account sees its rows', async () => {
    const applied = new Set<string>();
    let conflicts = 0;
    const group = fc.array(CALL, { minLength: 2, maxLength: 4 });
    const run = async (groups: readonly (readonly Call[])[]): Promise<void> => {
      const model = await begin();
      for (const calls of groups) {
        const all = calls.map((call) => wantedBy(call, model));
        const isSteady = all.every(({ key }) => key !== 'low');
        const outcomes = await Promise.all(
          all.map(async ({ actor, item: each }, index) => {
            const sent = submitAs(on(index), actor, [each]);
            return sent.then(
              ([outcome]) => outcome,
              (error: unknown) => {
                if (String(error).includes('User Deactivated')) return undefined;
                throw error;
              },
            );
          }),
        );
        const changed = new Set<string>();
        for (const [index, wanted] of all.entries()) {
          const outcome = outcomes[index];
          if (outcome?.status === 'CONFLICT') conflicts += 1;
          if (outcome?.status !== 'APPLIED') continue;
          applied.add(Object.keys(wanted.item.change)[0] ?? '');
          expect([wanted.item, wanted.isAllowed || !isSteady]).toEqual([wanted.item, true]);
          if (wanted.key !== undefined) expect(changed).not.toContain(wanted.key);
          if (wanted.key !== undefined) changed.add(wanted.key);
          wanted.apply(outcome);
        }
        const isMoved = all.some(
          ({ item: { change } }, index) =>
            'moveAccount' in change && outcomes[index]?.status === 'APPLIED',
        );
        if (isMoved) cancelLost(model); // last: a change that is sent after the move is a conflict
        const isMoving = all.some(({ movesTo }) => movesTo !== undefined); // a pack is not found any more
        for (const [index, { key, isAllowed, item: each }] of all.entries()) {
          if (!isAllowed || !isSteady || (key === undefined && isMoving)) continue;
          const isDone = outcomes[index]?.status === 'APPLIED' || (key && changed.has(key));
          expect([each, outcomes[index], isDone]).toEqual([each, outcomes[index], true]);
        }
        await check(model, all);
      }
    };
    const check = async (model: Model, all: readonly Wanted[]): Promise<void> => {
      const accounts = await on(0).query<{ readonly id: Name; readonly path: string }>(
        'select id, path::text as path from users',
      );
      const nameOf = new Map(accounts.map(({ id, path }) => [path, id]));
      const stored = await on(1).query<{
        readonly table: Table;
        readonly id: string;
        readonly path: string;
        readonly audience: string | null;
        readonly version: number;
        readonly value: string;
      }>(ROWS);
      const paths = new Map(stored.map(({ id, path }) => [id, path]));
      for (const { adds = '' } of all) {
        const [row, owner] = [model.rows.get(adds), nameOf.get(paths.get(adds) ?? '')];
        // A pack may be moved before or after a recording is added to it at the same time.
        if (row?.table === 'recordings' && owner && all.some(({ movesTo }) => movesTo === owner))
          model.rows.set(adds, { ...row, owner });
      }
      const rows = stored.map(({ id, path, audience, ...row }) => [
        id,
        {
          ...row,
          owner: nameOf.get(path),
          ...(audience !== null && { audience: nameOf.get(audience) }),
        },
      ]);
      expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(model.rows));
      for (const [index, name] of NAMES.entries()) {
        if (!isActive(model, name)) {
          await expect(readAs(index, name)).rejects.toThrow('User Deactivated');
          continue;
        }
        const seen = [...model.rows].filter(([, row]) => maySee(model, name, row));
        expect([name, (await readAs(index, name)).toSorted()]).toEqual([
          name,
          seen.map(([id]) => id).toSorted(),
        ]);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(group, { minLength: 8, maxLength: 12 }), run), {
      numRuns: runs,
      seed,
      endOnFailure: true,
    });
    expect(conflicts).toBeGreaterThan(0);
    expect([...applied].toSorted()).toEqual([
      'addRecording',
      'addTicketEntry',
      'moveAccount',
      'moveAsset',
      'publishDocument',
      'putAsset',
      'setAccountActive',
      'setAssignment',
      'setTicketState',
    ]);
  });

  it('[WS-07] a one-time link that is used by several servers at the same time sets one password', async () => {
    await begin();
    await applyAs(on(0), 'top', { inviteAccount: { id: 'low', tokenHash: hashOf('link') } });
    const passwords = await createPasswordCheck();
    const used = await Promise.all(
      [0, 1, 2].map((index) =>
        createPasswordSetter(on(index), passwords, () => undefined).accept({
          token: 'link',
          password: `orchid-Tram-5${index}-lumen`,
          address: '192.0.2.1',
        }),
      ),
    );
    expect(used.map((each) => ('code' in each ? each.code : each.kind)).toSorted()).toEqual([
      'LINK_INVALID',
      'LINK_INVALID',
      'set',
    ]);
  });
});
