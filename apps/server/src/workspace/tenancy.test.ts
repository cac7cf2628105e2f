import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { permissionFlags } from '../accounts/permission-flags.ts';
import { readFleet } from '../analysis/fleet.ts';
import { readTrend } from '../analysis/trend.ts';
import { createBlobs } from '../blobs/blobs.ts';
import type { Database } from '../database/database.ts';
import { hashOf } from '../hash.ts';
import { describeOnDatabases } from '../testing/databases.ts';
import { memoryBlobs } from '../testing/memory-blobs.ts';
import {
  addTestAccount,
  AT,
  imageBody,
  item,
  RECORDING,
  submitAs,
} from '../testing/test-workspace.ts';
import { listAccounts } from './lists/accounts.ts';
import { findAsset, findBySerial, listAssets } from './lists/assets.ts';
import { listAssignments } from './lists/assignments.ts';
import { listChanges } from './lists/changes.ts';
import { listDocuments } from './lists/documents.ts';
import { readDrift } from './lists/drift.ts';
import { listEvents } from './lists/events.ts';
import { encodeCursor } from './lists/page.ts';
import { listRecordings } from './lists/recordings.ts';
import { listTicketEntries } from './lists/ticket-entries.ts';
import { findTicket, listTickets } from './lists/tickets.ts';
import { documentKinds, visibleTopics } from './rights.ts';
import { asAccount } from './scope.ts';

/** A row of any table, read without row-level security, with the path of its owner. */
interface Row {
  readonly name: string;
  readonly path: string;
  /** The path of another account that may read the row: a former owner or an audience. */
  readonly also: string | null;
  readonly released: boolean;
  readonly text: string;
}

const TABLES = `
  select 'account ' || id as name, path::text as path, null as also, false as released, to_jsonb(u)::text as text from users u
  union all select 'asset ' || id, owner::text, null, false, (to_jsonb(a) - '{stats,measured_at,soh_percent}'::text[])::text from assets a
  union all select 'document ' || id, owner::text, null, state <> 'DRAFT', to_jsonb(d)::text from documents d
  union all select 'assignment ' || id, owner::text, audience::text, false, to_jsonb(s)::text from assignments s
  union all select 'recording ' || id, owner::text, null, false, to_jsonb(r)::text from recordings r
  union all select 'ticket ' || id, owner::text, null, false, to_jsonb(t)::text from tickets t
  union all select 'ticketEntry ' || id, owner::text, null, false, to_jsonb(t)::text from ticket_entries t
  union all select 'event ' || id, owner::text, former_owner::text, false, to_jsonb(e)::text from events e
  union all select 'invitation ' || user_id, path::text, null, false, to_jsonb(i)::text
    from invitations i join users on id = user_id
  union all select 'piece ' || sha256 || row_id, owner::text, null, false, to_jsonb(b)::text from blob_refs b`;

const isWithin = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`);

const mayRead = (row: Row, own: string): boolean =>
  isWithin(row.path, own) ||
  (row.released && isWithin(own, row.path)) ||
  (row.also !== null && isWithin(row.also, own)) ||
  (row.name.startsWith('assignment') && row.also !== null && isWithin(own, row.also));

/** Whether the account and all accounts above it are active. */
const isActive = (rows: readonly Row[], { path }: Row): boolean =>
  !rows.some(
    ({ name, path: above, text }) =>
      name.startsWith('account') && isWithin(path, above) && text.includes('"active": false'),
  );

/** A random call. Its numbers select among the existing rows, inside and outside of the caller's subtree. */
const call = fc.record({
  actor: fc.nat(),
  kind: fc.nat({ max: 17 }),
  one: fc.nat(),
  two: fc.nat(),
  flags: fc.subarray([...permissionFlags]),
});
type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;

const tree = fc.array(
  fc.record({ parent: fc.nat(), flags: fc.subarray([...permissionFlags], { minLength: 8 }) }),
  {
    minLength: 3,
    maxLength: 7,
  },
);

const pick = <T>(values: readonly T[], at: number): T | undefined =>
  values[at % Math.max(1, values.length)];

/** The ids of everything that was created in a run, of any owner. */
class Known {
  readonly accounts: string[] = [];
  readonly assets: string[] = [];
  readonly documents: string[] = [];
  readonly assignments: string[] = [];
  readonly tickets: string[] = [];
  readonly pieces = ['p0', 'p1', 'p2', 'p3'];
}

const changeOf = ({ kind, one, two, flags }: Call, known: Known): Record<string, unknown> => {
  const fresh = randomUUID();
  const asset = pick(known.assets, one) ?? fresh;
  const account = pick(known.accounts, two);
  const document = pick(known.documents, one) ?? fresh;
  const kinds = pick(documentKinds, two);
  const schema = { name: 'Schema', hash: hashOf('schema') };
  const bodies = {
    LEVEL_PRESET: { flags, maxSubUsers: null },
    PARAMETER_SCHEMA: { format: 'batbot-parameter-schema-1', one },
    PARAMETER_SET: { format: 'batbot-parameter-set-1', schema, values: { A: one % 3 } },
    FIRMWARE_IMAGE: imageBody(hashOf('p0')),
    IMPORT_MAPPING: { value: one },
  };
  const body = bodies[kinds ?? 'IMPORT_MAPPING'];
  switch (kind) {
    case 0:
      known.assets.push(fresh);
      return {
        putAsset: {
          id: fresh,
          serial: `S${one % 7}`,
          twin: true,
          ownerId: two % 2 ? account : null,
        },
      };
    case 1:
      return {
        putAsset: { id: asset, snapshot: { at: AT, sohPercent: 50 }, place: { at: AT, lat: 1 } },
      };
    case 2:
      return { moveAsset: { id: asset, ownerId: account } };
    case 3:
      known.documents.push(fresh);
      return {
        publishDocument: {
          id: fresh,
          kind: kinds,
          name: 'n',
          body,
          state: one % 3 ? 'RELEASED' : 'DRAFT',
        },
      };
    case 4:
      return one % 2
        ? { retireDocument: { id: document } }
        : {
            publishDocument: {
              id: document,
              kind: kinds,
              name: 'other',
              body,
              state: one % 4 ? 'RELEASED' : 'DRAFT',
            },
          };
    case 5:
      known.assignments.push(fresh);
      return {
        assign: {
          id: fresh,
          documentId: document,
          mode: 'OFFERED',
          stopAtFailedPercent: 1,
          ...(two % 2 ? { assetId: asset } : { accountId: account, filter: one % 4 ? null : {} }),
        },
      };
    case 6:
      return { setAssignment: { id: pick(known.assignments, one) ?? fresh, state: 'DONE' } };
    case 7:
      known.accounts.push(fresh);
      return {
        putAccount: {
          id: fresh,
          parentId: account,
          userName: fresh,
          email: `${fresh}@a.example`,
          flags,
          maxSubUsers: null,
        },
      };
    case 8:
      return { putAccount: { id: account, flags } };
    case 12:
      return { moveAccount: { id: account, parentId: pick(known.accounts, one) } };
    case 11:
      return { inviteAccount: { id: account, tokenHash: hashOf(fresh) } };
    case 9:
      return { setAccountActive: { id: account, active: one % 4 > 0 } };
    case 13:
      return {
        reportWrite: {
          id: fresh,
          assetId: asset,
          schema,
          outcome: 'READ',
          changes: [],
          values: { A: two % 3 },
        },
      };
    case 14:
      return {
        reportInstall: {
          id: fresh,
          assetId: asset,
          imageId: two % 2 ? pick(known.documents, two) : null,
          to: '2',
          outcome: two % 3 ? 'FAILED' : 'DONE',
          seconds: 1,
          bytes: 1,
        },
      };
    case 15:
      known.tickets.push(fresh);
      return {
        openTicket: {
          id: fresh,
          ...(two % 2 ? { assetId: asset } : { ownerId: account, serial: `S${one % 7}` }),
          category: 'c',
          audience: 'CUSTOMER',
          title: 't',
          priority: 1,
        },
      };
    case 16:
      return {
        addTicketEntry: {
          id: fresh,
          ticketId: pick(known.tickets, one) ?? fresh,
          kind: 'PHOTO',
          body: {},
          pieces: [{ seq: 0, sha256: hashOf(pick(known.pieces, two) ?? '') }],
        },
      };
    case 17:
      return {
        setTicketState: {
          id: pick(known.tickets, one) ?? fresh,
          state: one % 3 ? 'WORKING' : 'SOLVED',
          ...(two % 2 && { assigneeId: account }),
        },
      };
    default:
      return {
        addRecording: {
          id: fresh,
          assetId: asset,
          ...RECORDING,
          chunks: [{ kind: 'cells', seq: 0, sha256: hashOf(pick(known.pieces, two) ?? '') }],
        },
      };
  }
};

/** Calls of the first account in its own subtree. They cover every kind of change, and each is applied. */
const firstCalls = (accounts: number): readonly Call[] => {
  const of = (kind: number, two = 0, one = 1): Call => ({ actor: 0, kind, one, two, flags: [] });
  const [edited, moved] = [accounts, accounts + 1]; // each row changes once, because each change is based on version 1
  return [
    ...[0, 1, 2, 3, 5, 6, 4, 7, 7].map((kind) => of(kind)),
    ...[8, 11, 9].map((kind) => of(kind, edited)),
    of(12, moved, 0),
    ...[10, 13, 14, 15, 16, 17].map((kind) => of(kind)),
  ];
};

/** Returns all texts in a JSON value. */
const textsIn = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [value];

/** Returns the names of all rows that the account can read with any call, and of the accounts in events. */
const readAll = async (
  database: Database,
  accountId: string,
  known: Known,
  byName: ReadonlyMap<string, Row>,
): Promise<readonly string[]> => {
  // Starts after the last move, because cursors from before a move are lost.
  const [start] = await database.query<{ readonly cluster: string; readonly xid: string }>(
    `select cluster, coalesce(
       (select xid::text::bigint + 1 from events where kind = 'moveAccount' order by seq desc limit 1), 0)::text as xid
     from feed`,
  );
  // The figures that the server would calculate.
  await database.query(
    `insert into rollups select id, asset_id, started_at, 1, '{"worstCell": 1}', started_at::date from recordings on conflict do nothing`,
  );
  await database.query(
    `update assets set stats = '{"at": "2026-01-01T00:00:00Z", "sohPercent": 90}'`,
  );
  return asAccount(database, accountId, async (scope) => {
    const names: string[] = [];
    const existing = (kind: string, ids: readonly string[]) =>
      ids.filter((id) => byName.has(`${kind} ${id}`));
    const add = (name: string, rows: readonly { readonly id: string }[]): void => {
      names.push(...rows.map(({ id }) => `${name} ${id}`));
    };
    for (const sort of ['ATTENTION', 'SEEN', 'SERIAL']) {
      add('asset', (await listAssets(scope, { sort, first: 200 })).nodes);
    }
    add('asset', (await listAssets(scope, { sort: 'SERIAL', filter: { text: 's' } })).nodes);
    add('asset', await findBySerial(scope, 'S1'));
    for (const id of existing('asset', known.assets))
      add('asset', [(await findAsset(scope, id)) ?? []].flat());
    for (const kind of documentKinds)
      add('document', (await listDocuments(scope, { kind, first: 200 })).nodes);
    add('assignment', (await listAssignments(scope, { first: 200 })).nodes);
    add('recording', (await listRecordings(scope, { first: 200 })).nodes);
    for (const id of existing('document', known.documents))
      add('asset', (await readDrift(scope, id)).nodes);
    for (const assetId of existing('asset', known.assets)) {
      const points = await readTrend(scope, { assetId });
      add(
        'recording',
        points.map(({ recordingId: id }) => ({ id })),
      );
    }
    for (const filter of [{}, { from: '2000-01-01T00:00:00Z' }])
      add('asset', (await readFleet(scope, { metric: 'SOH', filter })).worst);
    add('ticket', (await listTickets(scope, { first: 200 })).nodes);
    for (const id of existing('ticket', known.tickets)) {
      add('ticket', [(await findTicket(scope, id)) ?? []].flat());
      add('ticketEntry', (await listTicketEntries(scope, { ticketId: id, first: 200 })).nodes);
    }
    add('ticketEntry', (await listTicketEntries(scope, { first: 200 })).nodes);
    add('account', (await listAccounts(scope, { first: 200 })).nodes);
    const addEvents = (events: readonly { readonly id: string }[]): void => {
      add('event', events);
      for (const event of events) {
        const { body, actorId, ownerId, formerOwnerId } = event as Readonly<
          Record<string, unknown>
        >;
        const texts = textsIn([body, actorId, ownerId, formerOwnerId]);
        names.push(
          ...known.accounts.filter((id) => texts.includes(id)).map((id) => `account ${id}`),
        );
      }
    };
    addEvents((await listEvents(scope, { first: 200 })).nodes);
    const { nodes } = await listChanges(scope, {
      after: encodeCursor([
        `${start?.cluster ?? ''} ${visibleTopics(scope.actor).join(',')}`,
        start?.xid ?? '',
        '0',
      ]),
    });
    for (const { event, ...rows } of nodes) {
      if (event !== null) addEvents([event]);
      for (const [name, row] of Object.entries(rows)) add(name, [row]);
    }
    return names;
  });
};

describeOnDatabases('tenancy', (get) => {
  it('[WS-01] no call or hash lets an account read or change a row outside of its subtree', async () => {
    const database = get();
    const applied = new Set<string>();
    let piecesRead = 0;
    const snapshot = () => database.query<Row>(`select * from (${TABLES}) rows order by name`);

    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.array(call, { minLength: 15, maxLength: 30 }),
        async (accounts, calls) => {
          await database.script('truncate users, assets, documents, blobs, events cascade');
          const known = new Known();
          const blobs = createBlobs(database, memoryBlobs());
          for (const [index, { parent, flags }] of accounts.entries()) {
            const id = `a${index}`;
            const below = index < 2 ? {} : { creatorId: `a${parent % index}`, flags }; // at least two trees
            await addTestAccount(database, { id, ...below });
            known.accounts.push(id);
          }
          /** The rows that each account has read last: it reads the same from the same rows. */
          const lastRead = new Map<string, string>();
          const expectNoLeak = async (id: string, own: string, rows: readonly Row[]) => {
            if (lastRead.get(id) === JSON.stringify(rows)) return;
            lastRead.set(id, JSON.stringify(rows));
            const byName = new Map(rows.map((row) => [row.name, row]));
            for (const name of await readAll(database, id, known, byName)) {
              const row = byName.get(name);
              expect([name, row !== undefined && mayRead(row, own)]).toEqual([name, true]);
            }
            for (const piece of known.pieces) {
              const got = await blobs.get(id, hashOf(piece));
              const named = rows.filter(
                (row) =>
                  row.name.startsWith(`piece ${hashOf(piece)}`) && !row.name.includes('upload'),
              );
              const isNamed = named.some(({ name, path }) => {
                const image = byName.get(`document ${name.slice(-36)}`);
                return isWithin(path, own) || (image !== undefined && mayRead(image, own));
              });
              if (!isNamed) expect(got).toBeUndefined();
              else piecesRead += got === undefined ? 0 : 1;
            }
          };
          let now = await snapshot();
          let step = 0;
          for (const each of [...firstCalls(accounts.length), ...calls]) {
            const actor = pick(known.accounts, each.actor) ?? '';
            const self = now.find(({ name }) => name === `account ${actor}`);
            if (self === undefined || !isActive(now, self)) continue; // the account is missing or deactivated
            if (each.kind === 10 || each.kind === 16 || each.kind === 3) {
              const piece = each.kind === 3 ? 'p0' : (pick(known.pieces, each.two) ?? '');
              await blobs.put(actor, hashOf(piece), Buffer.from(piece));
              now = await snapshot();
            }
            const change = changeOf(each, known);
            const [outcome] = await submitAs(database, actor, [item(change, 1)]);
            if (outcome?.status === 'APPLIED') applied.add(Object.keys(change)[0] ?? '');
            const before = now;
            const after = await snapshot();
            now = after;

            // A report of an install may pause an assignment of an account above.
            const isSettled = ({ name, path, also }: Row): boolean =>
              'reportInstall' in change &&
              (name.startsWith('event')
                ? isWithin(self.path, path)
                : name.startsWith('assignment') && isWithin(self.path, also ?? ''));
            const outside = (rows: readonly Row[]) =>
              rows.filter(
                (row) =>
                  (!isWithin(row.path, self.path) && !isSettled(row)) ||
                  row.name === `account ${actor}`,
              );
            expect(outside(after)).toEqual(outside(before));

            step += 1;
            if (step % 3 === 0) await expectNoLeak(actor, self.path, after);
          }
          // Everything that the run has left is read by every account; in the run, only by each third caller.
          for (const row of now) {
            const id = row.name.startsWith('account ') ? row.name.slice(8) : '';
            if (id !== '' && isActive(now, row)) await expectNoLeak(id, row.path, now);
          }
        },
      ),
      { numRuns: 8 },
    );
    expect([...applied].toSorted()).toEqual([
      'addRecording',
      'addTicketEntry',
      'assign',
      'inviteAccount',
      'moveAccount',
      'moveAsset',
      'openTicket',
      'publishDocument',
      'putAccount',
      'putAsset',
      'reportInstall',
      'reportWrite',
      'retireDocument',
      'setAccountActive',
      'setAssignment',
      'setTicketState',
    ]);
    expect(piecesRead).toBeGreaterThan(0);
  });
});
