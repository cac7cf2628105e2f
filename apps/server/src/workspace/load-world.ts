import type { Database, Queryable } from '../database/database.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Topic } from './rights.ts';

export interface WorldAccount {
  readonly id: string;
  readonly userName: string;
  readonly email: string;
  readonly creatorId: string;
  readonly flags: readonly string[];
  readonly companyName: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly userLevel: string;
  readonly maxSubUsers: number | null;
}

/** A row of `assets`, with the id of its owner. */
export interface WorldAsset {
  readonly id: string;
  readonly ownerId: string;
  /** Default: PACK. */
  readonly kind?: string;
  readonly serial: string;
  readonly maker: string;
  readonly model: string;
  readonly chemistry?: string;
  readonly cells?: number;
  readonly designCapacityAh?: number;
  readonly builtOn?: string;
  readonly installedIn: string;
  readonly firmware: string;
  readonly state: string;
  readonly place: unknown;
  readonly snapshot?: { readonly at: string };
  readonly attention: number;
  readonly version: number;
  /** The last reported parameters, as `parameters` of the table. */
  readonly parameters?: unknown;
  /** The last install of each image, as `installs` of the table. */
  readonly installs?: unknown;
}

/** An event with the time at which it happened and at which the server received it. */
export interface WorldEvent {
  readonly id: string;
  readonly at: string;
  readonly actorId: string;
  readonly ownerId: string;
  readonly topic: Topic;
  readonly kind: string;
  readonly subjectId: string;
  readonly assetId: string | null;
  readonly version: number | null;
  readonly body: unknown;
}

export interface WorldDocument {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: string;
  readonly name: string;
  readonly state: string;
  readonly version: number;
  readonly authorId: string;
  readonly hash: string;
  readonly body: unknown;
  readonly createdAt: string;
  /** The pieces of an image by their SHA-256. */
  readonly pieces?: ReadonlyMap<string, Uint8Array>;
}

/** A row of `assignments`, with the ids of its owner and of the account for which it is made. */
export interface WorldAssignment {
  readonly id: string;
  readonly ownerId: string;
  readonly accountId: string;
  readonly documentId: string;
  readonly filter: unknown;
  readonly stages: readonly number[];
  readonly stage: number;
  readonly pauseAfterStage: boolean;
  readonly stopAtFailedPercent: number | null;
  readonly expiresAt?: string;
  readonly version: number;
  readonly createdAt: string;
}

/** A row of `tickets`, with the ids of the accounts. */
export interface WorldTicket {
  readonly id: string;
  readonly ownerId: string;
  readonly assetId: string;
  readonly serial: string;
  readonly category: string;
  readonly audience: string;
  readonly title: string;
  readonly priority: number;
  readonly state: string;
  readonly version: number;
  readonly assigneeId: string | null;
  readonly dueAt: string;
  readonly openedById: string;
  readonly openedAt: string;
  readonly closedAt: string | null;
}

/** A row of `ticket_entries` without pieces. */
export interface WorldTicketEntry {
  readonly id: string;
  readonly ownerId: string;
  readonly ticketId: string;
  readonly kind: string;
  readonly at: string;
  readonly authorId: string;
  readonly body: unknown;
}

/** The input of `addRecording`, the pieces that it names by their SHA-256, and the upload by the owner of the pack. */
export interface WorldRecording {
  readonly input: Readonly<Record<string, unknown>>;
  readonly pieces: ReadonlyMap<string, Uint8Array>;
  readonly ownerId: string;
  readonly eventId: string;
  readonly at: string;
}

/**
 * Demo data: accounts without a password below existing ones, in order from parent to child, and the data that they
 * own.
 */
export interface World {
  readonly accounts: readonly WorldAccount[];
  readonly assets: readonly WorldAsset[];
  readonly events: readonly WorldEvent[];
  readonly documents: readonly WorldDocument[];
  readonly assignments: readonly WorldAssignment[];
  readonly recordings: readonly WorldRecording[];
  readonly tickets: readonly WorldTicket[];
  readonly ticketEntries: readonly WorldTicketEntry[];
}

const ROWS_AT_ONCE = 2_000;

/** Inserts rows in batches, each with one statement whose parameter `$1` is their JSON. */
const insertAll = async (
  inside: Queryable,
  rows: readonly unknown[],
  sql: string,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await inside.query(sql, [JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE))]);
  }
};

const ACCOUNTS = `
  insert into users (id, user_name, email, active, permission, profile_permission, flags, company_name, client_id,
    client_name, creator_id, user_level, phone_number, popover_content, max_sub_users)
  select id, "userName", email, true, 'client', 'edit', flags, "companyName", "clientId", "clientName", "creatorId",
    "userLevel", '', '{}', "maxSubUsers"
  from jsonb_to_recordset($1::jsonb) as r (id text, "userName" text, email text, flags jsonb, "companyName" text,
    "clientId" text, "clientName" text, "creatorId" text, "userLevel" text, "maxSubUsers" int)`;

const ASSETS = `
  insert into assets (id, version, owner, kind, state, serial, maker, model, chemistry, cells, design_capacity_ah,
    built_on, installed_in, firmware, place, snapshot, attention, seen_at, parameters, installs)
  select r.id, r.version, u.path, coalesce(r.kind, 'PACK'), r.state, r.serial, r.maker, r.model, r.chemistry, r.cells,
    r."designCapacityAh", r."builtOn", r."installedIn", r.firmware, r.place, r.snapshot, r.attention,
    coalesce(r.snapshot ->> 'at', r.parameters ->> 'at')::timestamptz, r.parameters, coalesce(r.installs, '{}')
  from jsonb_to_recordset($1::jsonb) as r (id uuid, version int, "ownerId" text, kind text, state text, serial text, maker text,
    model text, chemistry text, cells int, "designCapacityAh" float8, "builtOn" text, "installedIn" text, firmware text,
    place jsonb, snapshot jsonb, attention int, parameters jsonb, installs jsonb) join users u on u.id = r."ownerId"`;

const EVENTS = `
  insert into events (id, at, received_at, actor_id, actor_name, owner, topic, kind, subject_id, asset_id, version, body)
  select r.id, r.at, r.at, a.id, a.user_name, o.path, r.topic, r.kind, r."subjectId", r."assetId", r.version, r.body
  from jsonb_to_recordset($1::jsonb) as r (id uuid, at timestamptz, "actorId" text, "ownerId" text,
    topic text, kind text, "subjectId" text, "assetId" uuid, version int, body jsonb)
  join users a on a.id = r."actorId" join users o on o.id = r."ownerId" order by r.id`;

const DOCUMENTS = `
  insert into documents (id, version, owner, kind, name, state, hash, body, created_at, author_id)
  select r.id, r.version, u.path, r.kind, r.name, r.state, r.hash, r.body, r."createdAt", r."authorId"
  from jsonb_to_recordset($1::jsonb) as r (id uuid, version int, "ownerId" text, kind text, name text, state text,
    hash text, body jsonb, "createdAt" timestamptz, "authorId" text) join users u on u.id = r."ownerId"`;

const ASSIGNMENTS = `
  insert into assignments (id, version, owner, document_id, audience, mode, state, filter, stages, stage,
    pause_after_stage, stop_at_failed_percent, expires_at, created_at)
  select r.id, r.version, u.path, r."documentId", a.path, 'OFFERED', 'ACTIVE', r.filter, r.stages, r.stage,
    r."pauseAfterStage", r."stopAtFailedPercent", r."expiresAt", r."createdAt"
  from jsonb_to_recordset($1::jsonb) as r (id uuid, version int, "ownerId" text, "accountId" text, "documentId" uuid,
    filter jsonb, stages jsonb, stage int, "pauseAfterStage" boolean, "stopAtFailedPercent" float8,
    "expiresAt" timestamptz, "createdAt" timestamptz) join users u on u.id = r."ownerId" join users a on a.id = r."accountId"`;

const RECORDINGS = `
  insert into recordings (id, owner, asset_id, started_at, duration_s, samples, cells, temperatures, chunks, sealed,
    schema_version)
  select r.id, u.path, r."assetId", r."startedAt", r."durationS", r.samples, r.cells, r.temperatures, r.chunks,
    r.sealed, r."schemaVersion"
  from jsonb_to_recordset($1::jsonb) as r (id uuid, "ownerId" text, "assetId" uuid, "startedAt" timestamptz,
    "durationS" float8, samples int, cells int, temperatures int, chunks jsonb, sealed boolean, "schemaVersion" int)
  join users u on u.id = r."ownerId"`;

const TICKETS = `
  insert into tickets (id, version, owner, asset_id, serial, category, audience, title, priority, state, assignee_id,
    due_at, opened_by, opened_at, closed_at)
  select r.id, r.version, u.path, r."assetId", r.serial, r.category, r.audience, r.title, r.priority, r.state,
    r."assigneeId", r."dueAt", r."openedById", r."openedAt", r."closedAt"
  from jsonb_to_recordset($1::jsonb) as r (id uuid, version int, "ownerId" text, "assetId" uuid, serial text,
    category text, audience text, title text, priority int, state text, "assigneeId" text, "dueAt" timestamptz,
    "openedById" text, "openedAt" timestamptz, "closedAt" timestamptz)
  join users u on u.id = r."ownerId" order by r."openedAt", r.id`;

const TICKET_ENTRIES = `
  insert into ticket_entries (id, owner, ticket_id, kind, at, received_at, author_id, body, pieces)
  select r.id, u.path, r."ticketId", r.kind, r.at, r.at, r."authorId", r.body, '[]'
  from jsonb_to_recordset($1::jsonb) as r (id uuid, "ownerId" text, "ticketId" uuid, kind text, at timestamptz,
    "authorId" text, body jsonb) join users u on u.id = r."ownerId"`;

const BLOBS = `
  insert into blobs (sha256, bytes) select sha256, bytes
  from jsonb_to_recordset($1::jsonb) as r (sha256 text, bytes int) on conflict do nothing`;

const BLOB_REFS = `
  insert into blob_refs (sha256, row_id, topic, owner, account_id) select r.sha256, r.row, r.topic, u.path, u.id
  from jsonb_to_recordset($1::jsonb) as r (sha256 text, "row" text, topic text, "ownerId" text) join users u on u.id = r."ownerId"`;

const eventOf = ({ input, ownerId, eventId, at }: WorldRecording): WorldEvent => {
  const { id, assetId, chunks, schemaVersion: _, ...after } = input;
  return {
    id: eventId,
    at,
    actorId: ownerId,
    ownerId,
    topic: 'RECORDING',
    kind: 'addRecording',
    subjectId: id as string, // the ids that `makeWorld` created
    assetId: assetId as string,
    version: null,
    body: { after: { ...after, chunks: (chunks as readonly unknown[]).length } },
  };
};

interface WorldPieces {
  readonly row: unknown;
  readonly topic: Topic;
  readonly ownerId: string;
  readonly pieces: ReadonlyMap<string, Uint8Array>;
}

const insertPieces = async (
  inside: Queryable,
  named: readonly WorldPieces[],
  store: BlobStore,
): Promise<void> => {
  const pieces = named.flatMap(({ pieces: all, ...row }) =>
    Array.from(all, ([sha256, bytes]) => ({ sha256, bytes, ...row })),
  );
  const rows = pieces.map(({ bytes, ...row }) => ({ ...row, bytes: bytes.length }));
  await insertAll(inside, rows, BLOBS);
  await insertAll(inside, rows, BLOB_REFS);
  for (const { sha256, bytes } of pieces) await store.write(inside, sha256, Buffer.from(bytes));
};

/**
 * Adds demo data to a database without assets. If two servers start at the same time, only one adds it. Without a store
 * for pieces, the recordings and the pieces of images are left out.
 */
export const loadWorld = (
  database: Database,
  make: () => Promise<World>,
  store?: BlobStore,
): Promise<void> =>
  database.transaction(async (inside) => {
    await inside.script('lock table assets in exclusive mode');
    if ((await inside.query('select 1 from assets limit 1')).length > 0) return;
    const { accounts, assets, events, documents, assignments, ...made } = await make();
    const recordings = store === undefined ? [] : made.recordings;
    const log = [...events, ...recordings.map(eventOf)].toSorted((a, b) =>
      a.at < b.at ? -1 : Number(a.at > b.at),
    );
    await insertAll(inside, accounts, ACCOUNTS);
    await insertAll(inside, assets, ASSETS);
    await insertAll(inside, log, EVENTS);
    const bodies = documents.map(({ pieces: _, ...document }) => document);
    await insertAll(inside, bodies, DOCUMENTS);
    await insertAll(inside, assignments, ASSIGNMENTS);
    await insertAll(
      inside,
      recordings.map(({ input, ownerId }) => ({ ...input, ownerId })),
      RECORDINGS,
    );
    await inside.script(
      `insert into jobs (kind, subject) select 'ROLLUP', id::text from recordings`,
    );
    await insertAll(inside, made.tickets, TICKETS);
    await insertAll(inside, made.ticketEntries, TICKET_ENTRIES);
    const ofRecordings = recordings.map(({ input, ownerId, pieces }) => ({
      row: input['id'],
      topic: 'RECORDING' as const,
      ownerId,
      pieces,
    }));
    const ofImages = documents.flatMap(({ id, authorId, pieces }) =>
      pieces === undefined
        ? []
        : [{ row: id, topic: 'FIRMWARE_IMAGE' as const, ownerId: authorId, pieces }],
    );
    if (store !== undefined) await insertPieces(inside, [...ofRecordings, ...ofImages], store);
    await inside.script('analyze users, assets, events, tickets, ticket_entries');
  });
