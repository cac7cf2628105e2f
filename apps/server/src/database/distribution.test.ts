import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnDatabases } from '../testing/databases.ts';
import { openEmptyDatabase } from '../testing/memory-database.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { addTestAccount, applyAs, AT, RECORDING } from '../testing/test-workspace.ts';
import { findTicket } from '../workspace/lists/tickets.ts';
import { asAccount } from '../workspace/scope.ts';
import type { Database } from './database.ts';
import { listMigrations, migrate } from './migrate.ts';
import { openPostgresDatabase } from './postgres-database.ts';

/** A copy on every node, for small tables that are joined with each distributed one. */
const COPIED = 'copied';
/** Only on the node to which the servers connect: at most a few rows for each account, or work that is removed. */
const COORDINATOR = 'coordinator';

/** How each table would be placed on several PostgreSQL servers with Citus: by the hash of a column, or as above. */
const PLACES: Readonly<Record<string, string>> = {
  assets: 'id',
  recordings: 'id',
  rollups: 'recording_id',
  tickets: 'id',
  ticket_entries: 'id',
  events: 'id',
  blobs: 'sha256',
  blob_refs: 'sha256',
  documents: COPIED,
  assignments: COPIED,
  users: COORDINATOR,
  sessions: COORDINATOR,
  invitations: COORDINATOR,
  known_addresses: COORDINATOR,
  login_limits: COORDINATOR,
  fleet_stats: COORDINATOR,
  jobs: COORDINATOR,
  feed: COORDINATOR,
  migrations: COORDINATOR,
};

const isDistributed = (place: string | undefined): boolean =>
  place !== undefined && place !== COPIED && place !== COORDINATOR;

interface Catalog {
  readonly tables: readonly string[];
  /** Primary keys, unique constraints and unique indexes. */
  readonly uniques: readonly { readonly table: string; readonly columns: string }[];
  readonly references: readonly {
    readonly table: string;
    readonly columns: string;
    readonly target: string;
    readonly targetColumns: string;
  }[];
  /** Triggers, exclusion constraints, and policies with a subquery: none is possible in a table of several nodes. */
  readonly others: readonly { readonly table: string; readonly what: string }[];
}

const names = (relation: string, numbers: string): string =>
  `(select string_agg(a.attname, ',' order by k.place) from unnest(${numbers}) with ordinality k (number, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number)`;

const readCatalog = async (database: Database): Promise<Catalog> => {
  const tables = await database.query<{ readonly name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  return {
    tables: tables.map(({ name }) => name),
    uniques: await database.query(
      `select i.indrelid::regclass::text as table, ${names('i.indrelid', 'i.indkey::int2[]')} as columns
       from pg_index i join pg_class c on c.oid = i.indrelid
       where i.indisunique and c.relnamespace = 'public'::regnamespace`,
    ),
    references: await database.query(
      `select conrelid::regclass::text as table, ${names('conrelid', 'conkey')} as columns,
         confrelid::regclass::text as target, ${names('confrelid', 'confkey')} as "targetColumns"
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    ),
    others: await database.query(
      `select tgrelid::regclass::text as table, 'trigger ' || tgname as what from pg_trigger where not tgisinternal
       union all select conrelid::regclass::text, 'exclusion ' || conname from pg_constraint where contype = 'x'
       union all select polrelid::regclass::text, 'policy ' || polname from pg_policy
         where polqual::text like '%SUBLINK%' or polwithcheck::text like '%SUBLINK%'`,
    ),
  };
};

/** Policies with a subquery, which would have to change first: see `operations.md`. */
const LATER: readonly string[] = ['blob_refs: policy seen', 'rollups: policy seen'];

/** Returns the tables, keys, references and other objects of the catalog that the placement `places` does not allow. */
const misfits = (
  { tables, uniques, references, others }: Catalog,
  places: Readonly<Record<string, string>>,
): readonly string[] => [
  ...tables.filter((table) => places[table] === undefined).map((table) => `${table}: no place`),
  ...Object.keys(places)
    .filter((table) => !tables.includes(table))
    .map((table) => `${table}: no table`),
  ...uniques
    .filter(({ table, columns }) => {
      const place = places[table];
      return isDistributed(place) && !columns.split(',').includes(place ?? '');
    })
    .map(({ table, columns }) => `${table}: unique (${columns})`),
  ...[...tables]
    .filter((table) => isDistributed(places[table]) && !uniques.some((key) => key.table === table))
    .map((table) => `${table}: no key`),
  ...references
    .filter(({ table, columns, target, targetColumns }) => {
      const [from, to] = [places[table], places[target]];
      if (to === COORDINATOR) return from !== COORDINATOR;
      if (to === COPIED) return false;
      const at = columns.split(',').indexOf(from ?? '');
      return at < 0 || targetColumns.split(',')[at] !== to;
    })
    .map(({ table, columns, target }) => `${table}: reference (${columns}) to ${target}`),
  ...others
    .filter(({ table }) => places[table] !== COORDINATOR)
    .map(({ table, what }) => `${table}: ${what}`),
];

const document = {
  kind: 'PARAMETER_SET',
  name: 'Set',
  state: 'RELEASED',
  body: { format: 'batbot-parameter-set-1', schema: { hash: '0'.repeat(64) }, values: {} },
};
const recording = { id: randomUUID(), ...RECORDING };
const ticketOf = (id: string, assetId: string) => ({
  openTicket: { id, assetId, category: 'Other', audience: 'SERVICE', title: 'Hot', priority: 2 },
});
const entryOf = (id: string, ticketId: string) => ({
  addTicketEntry: { id, ticketId, kind: 'TEXT', body: { text: 'It smells.' } },
});

describeOnDatabases('tables for several PostgreSQL servers', (get) => {
  it('[OPS-11] every key and every reference also works if the tables are distributed over several servers', async () => {
    expect(misfits(await readCatalog(get()), PLACES).toSorted()).toEqual(LATER);
  });

  it('[OPS-11] the role of the calls deletes no row to which others refer, and sets no number of a ticket', async () => {
    const [row] = await get().query<{ readonly deleted: string | null; readonly set: boolean }>(
      `select (select string_agg(relname, ',' order by relname) from pg_class
           where relkind = 'r' and relnamespace = 'public'::regnamespace
             and has_table_privilege('batbot_app', oid, 'delete, truncate')) as deleted,
         has_column_privilege('batbot_app', 'tickets', 'number', 'insert, update') as set`,
    );
    expect(row).toEqual({ deleted: 'blob_refs', set: false });
  });

  it('[OPS-11] a row that would refer to a missing or a foreign row is refused', async () => {
    for (const id of ['left', 'right']) await addTestAccount(get(), { id });
    const [assetId, ticketId, documentId] = [randomUUID(), randomUUID(), randomUUID()];
    await applyAs(get(), 'left', { putAsset: { id: assetId, serial: 'KEYS-2' } });
    await applyAs(get(), 'left', ticketOf(ticketId, assetId));
    await applyAs(get(), 'right', { publishDocument: { ...document, id: documentId } });
    for (const [asset, ticket] of [
      [assetId, ticketId],
      [randomUUID(), randomUUID()],
    ] as const) {
      for (const change of [
        { addRecording: { ...recording, assetId: asset } },
        { assign: { id: randomUUID(), documentId, assetId: asset, mode: 'OFFERED' } },
        ticketOf(randomUUID(), asset),
        entryOf(randomUUID(), ticket),
      ])
        await expect(applyAs(get(), 'right', change)).rejects.toThrow('NOT_FOUND');
    }
  });

  it('[OPS-11] the check reports a table without a place, and keys that span several servers', async () => {
    const found = await get()
      .transaction(async (inside) => {
        await inside.script(
          `create table surplus (id uuid primary key);
           alter table tickets add unique (number);
           create unique index on events (seq);
           alter table recordings add foreign key (asset_id) references assets (id);
           alter table tickets add foreign key (opened_by) references users (id);
           create policy more on assets using (exists (select from documents d where d.id = assets.id))`,
        );
        throw new Error(misfits(await readCatalog({ ...get(), ...inside }), PLACES).join('; '));
      })
      .catch((error: unknown) => String(error));
    for (const each of [
      'surplus: no place',
      'tickets: unique (number)',
      'events: unique (seq)',
      'recordings: reference (asset_id) to assets',
      'tickets: reference (opened_by) to users',
      'assets: policy more',
    ])
      expect(found).toContain(each);
  });
});

/** The number of the migration that adds the distribution keys. */
const KEYS = 14;

/** Migrates an empty database to the version before the keys, and adds a row to each table that lost a constraint. */
const openBefore = async (database: Database) => {
  const [migrations, ids] = [await listMigrations(), Array.from({ length: 5 }, () => randomUUID())];
  const [assetId = '', ticketId = '', entryId = '', documentId = '', assignmentId = ''] = ids;
  await database.script(
    'create table migrations (number int primary key, name text not null, applied_at timestamptz not null default now())',
  );
  for (const { number, name } of migrations.filter((each) => each.number < KEYS)) {
    const file = new URL(`../../migrations/${name}`, import.meta.url);
    await database.script(await readFile(file, 'utf8'));
    await database.query('insert into migrations (number, name) values ($1, $2)', [number, name]);
  }
  // The present code, which adds the rows, calls this function.
  const later = new URL('../../migrations/0023-own-changes.sql', import.meta.url);
  await database.script(await readFile(later, 'utf8'));
  await addTestAccount(database, { id: 'one' });
  await applyAs(database, 'one', { putAsset: { id: assetId, serial: 'KEYS-1' } });
  await applyAs(database, 'one', ticketOf(ticketId, assetId));
  await applyAs(database, 'one', entryOf(entryId, ticketId));
  await applyAs(database, 'one', { publishDocument: { ...document, id: documentId } });
  await applyAs(database, 'one', {
    assign: { id: assignmentId, documentId, assetId, mode: 'OFFERED' },
  });
  await applyAs(database, 'one', { addRecording: { ...recording, assetId } });
  await database.query(
    `insert into rollups select id, asset_id, started_at, 1, '{"samples": 300}' from recordings`,
  );
  return { assetId, ticketId, entryId };
};

const ROWS = `select (select jsonb_agg(e order by seq) from events e) as events,
  (select jsonb_agg(t) from tickets t) as tickets, (select jsonb_agg(e) from ticket_entries e) as entries,
  (select jsonb_agg(a) from assignments a) as assignments`;

/** Tests that the keys are changed in a database with rows, which all stay as they are. */
const checkMigration = async (database: Database): Promise<void> => {
  const { assetId, ticketId, entryId } = await openBefore(database);
  const before = await database.query(ROWS);
  expect((await migrate(database)).includes(KEYS)).toBe(true);
  expect(await database.query(ROWS)).toEqual(before);
  expect(misfits(await readCatalog(database), PLACES).toSorted()).toEqual(LATER);
  expect(
    await database.query(
      `select day::text, figures, (select count(*)::int from jobs where kind = 'ROLLUP' and subject = recording_id::text) as jobs from rollups`,
    ),
  ).toEqual([
    {
      day: AT.slice(0, 10),
      figures: { samples: 300, cellSamples: 0, knownTemperatureS: 0, outsideS: 0 },
      jobs: 1,
    },
  ]);
  const number = async (id: string) =>
    (await asAccount(database, 'one', (scope) => findTicket(scope, id)))?.number ?? 0;
  const next = randomUUID();
  await applyAs(database, 'one', ticketOf(next, assetId));
  expect([await number(ticketId), await number(next)]).toEqual([1001, 1002]);
  await expect(applyAs(database, 'one', entryOf(entryId, next))).rejects.toThrow('ID_TAKEN');
};

describe('the migration of the keys', () => {
  it('[OPS-11] [ANA-21] keeps the rows of an embedded database, and calculates figures of recordings again', async () => {
    const database = await openEmptyDatabase();
    await checkMigration(database);
    await database.close();
  });
});

const postgres = await findPostgres();
describe.skipIf(postgres === undefined)('the migration of the keys, PostgreSQL', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    if (postgres !== undefined) server = await startPostgres(postgres);
  });
  afterAll(() => server.stop());

  it('[OPS-11] [ANA-21] keeps the rows of PostgreSQL, and calculates figures of recordings again', async () => {
    const database = openPostgresDatabase(server.url, (line) => {
      throw new Error(line);
    });
    await checkMigration(database);
    await database.close();
  });
});
