import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openEmptyDatabase } from '../testing/memory-database.ts';
import { applyAs } from '../testing/test-workspace.ts';
import { listAssets } from '../workspace/lists/assets.ts';
import { listAssignments } from '../workspace/lists/assignments.ts';
import { listDocuments } from '../workspace/lists/documents.ts';
import { listEvents } from '../workspace/lists/events.ts';
import { listRecordings } from '../workspace/lists/recordings.ts';
import { listTicketEntries } from '../workspace/lists/ticket-entries.ts';
import { listTickets } from '../workspace/lists/tickets.ts';
import { asAccount } from '../workspace/scope.ts';
import { listMigrations, migrate } from './migrate.ts';

const idOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const [PACK, SET, POINTING, DRIVE] = [idOf(0), idOf(1), idOf(2), idOf(3)];
const [CHANGE, TICKET, ENTRY, LATER] = [idOf(4), idOf(5), idOf(6), idOf(7)];

const FLAGS = '["battAccess","service","editConfig","raiseServiceTicketForClient"]';
const BODY = `{"format":"batbot-parameter-set-1","schema":{"name":"S","hash":"h"},"values":{"A":2}}`;
const path = (id: string) => `(select path from users where id = '${id}')`;

/** What users had entered with the version of a migration, by the first one whose tables can hold it. */
const ROWS: Readonly<Record<number, string>> = {
  1: `insert into users (id, user_name, email, password_hash, active, permission, profile_permission, flags, company_name,
      creator_id, user_level, phone_number, popover_content)
    values ('works', 'works', 'w@x.example', '-', true, 's', 'f', '${FLAGS}', 'Works', null, '1', '', '{}'),
      ('fleet', 'fleet', 'f@x.example', '-', true, 's', 'f', '${FLAGS}', 'Fleet', 'works', '2', '', '{}');
    insert into sessions values ('fleet', 'token', '2026-01-01', '2026-01-02', null);`,
  3: `insert into assets (id, version, owner, kind, state, serial, cells, place, snapshot, attention, seen_at)
    values ('${PACK}', 3, ${path('fleet')}, 'PACK', 'SCRAPPED', 'SN-1', 16, '{"at":"2026-01-01T00:00:00Z","lat":1}',
      '{"at":"2199-01-01T00:00:00Z","sohPercent":70}', 1, '2199-01-01');
    insert into documents (id, version, owner, kind, name, state, hash, body)
    values ('${SET}', 1, ${path('works')}, 'PARAMETER_SET', 'Winter', 'RELEASED', 'h', '${BODY}');
    insert into assignments (id, version, owner, document_id, audience, asset_id, mode, state)
    values ('${POINTING}', 1, ${path('works')}, '${SET}', ${path('fleet')}, '${PACK}', 'OFFERED', 'ACTIVE');
    insert into recordings (id, owner, asset_id, started_at, duration_s, samples, cells, temperatures, chunks, sealed,
      schema_version)
    values ('${DRIVE}', ${path('fleet')}, '${PACK}', '2026-01-01', 60, 30, 16, 2, '[]', false, 1);
    insert into events (id, at, actor_id, actor_name, owner, topic, kind, subject_id, asset_id, version, body)
    values ('${CHANGE}', '2026-01-01', 'fleet', 'fleet', ${path('fleet')}, 'ASSET', 'putAsset', '${PACK}', '${PACK}', 3, '{}');`,
  8: `insert into tickets (id, version, owner, asset_id, serial, category, audience, title, priority, state, opened_by, opened_at)
    values ('${TICKET}', 1, ${path('fleet')}, '${PACK}', 'SN-1', 'Range', 'SERVICE', 'Dies', 2, 'OPEN', 'fleet', '2026-01-01');
    insert into ticket_entries (id, owner, ticket_id, kind, at, author_id, body, pieces)
    values ('${ENTRY}', ${path('fleet')}, '${TICKET}', 'TEXT', '2026-01-01', 'fleet', '{"text":"It stopped."}', '[]');`,
  9: `insert into rollups (recording_id, asset_id, started_at, version, figures)
    values ('${DRIVE}', '${PACK}', '2026-01-01', 1, '{"samples":30}');
    update assets set stats = '{"at":"2026-01-01T00:00:00Z","sohPercent":70}';`,
};

/** Opens a database that a server with the migrations up to a number has used. */
const openUsed = async (newest: number) => {
  const database = await openEmptyDatabase();
  await database.script(
    'create table migrations (number int primary key, name text not null, applied_at timestamptz not null default now())',
  );
  for (const { number, name } of await listMigrations()) {
    if (number > newest) break;
    const file = new URL(`../../migrations/${name}`, import.meta.url);
    await database.script(await readFile(file, 'utf8'));
    await database.query('insert into migrations (number, name) values ($1, $2)', [number, name]);
    await database.script(ROWS[number] ?? '');
  }
  return database;
};

const all = (await listMigrations()).map(({ number }) => number);
it.each([1, 9])(
  '[OPS-14] an upgrade from migration %i keeps what users entered, and the account server works on it',
  async (newest) => {
    const database = await openUsed(newest);
    expect((await migrate(database)).length).toBe(all.filter((number) => number > newest).length);
    expect(await database.query('select id, seen_at from users order by 1')).toMatchObject([
      { id: 'fleet', seen_at: new Date('2026-01-02') },
      { id: 'works' },
    ]);
    const had = <T>(first: number, row: T): readonly T[] => (newest < first ? [] : [row]);
    await asAccount(database, 'fleet', async (scope) => {
      const nodes = {
        assets: (await listAssets(scope, { sort: 'SERIAL' })).nodes,
        documents: (await listDocuments(scope, { kind: 'PARAMETER_SET' })).nodes,
        assignments: (await listAssignments(scope, {})).nodes,
        recordings: (await listRecordings(scope, {})).nodes,
        tickets: (await listTickets(scope, {})).nodes,
        entries: (await listTicketEntries(scope, { ticketId: TICKET })).nodes,
        events: (await listEvents(scope, {})).nodes,
      };
      expect(nodes).toMatchObject({
        assets: had(3, { id: PACK, serial: 'SN-1', state: 'SCRAPPED', cells: 16, attention: 0 }),
        documents: had(3, { id: SET, name: 'Winter', state: 'RELEASED' }),
        assignments: had(3, { id: POINTING, state: 'ACTIVE', stages: [100] }),
        recordings: had(3, { id: DRIVE, samples: 30 }),
        tickets: had(8, { id: TICKET, number: 1001, title: 'Dies' }),
        entries: had(8, { id: ENTRY, body: { text: 'It stopped.' } }),
        events: had(3, { id: CHANGE, actorName: 'fleet' }),
      });
    });
    const seen = await database.query<{ at: Date }>('select seen_at as at from assets');
    expect(seen.every(({ at }) => at.getTime() <= Date.now())).toBe(true);
    await applyAs(database, 'fleet', {
      openTicket: {
        id: LATER,
        serial: 'SN-1',
        category: 'Range',
        audience: 'SERVICE',
        title: 'Again',
        priority: 2,
      },
    });
    await applyAs(database, 'works', { moveAccount: { id: 'fleet', parentId: 'works' } });
    const { nodes } = await asAccount(database, 'works', (scope) => listTickets(scope, {}));
    expect(nodes.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      newest < 8 ? [1001] : [1001, 1002],
    );
    await database.close();
  },
);

it('[ANA-51] an upgrade queues the figures that lack the length of their recording', async () => {
  const database = await openUsed(26);
  await database.script('delete from jobs');
  expect(await migrate(database)).toContain(27);
  expect(await database.query('select kind, subject from jobs')).toEqual([
    { kind: 'ROLLUP', subject: DRIVE },
  ]);
  await database.close();
});
