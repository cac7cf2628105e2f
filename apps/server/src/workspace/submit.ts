import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { describeError, errorCode, isDiskFull, isServerError } from '../problem.ts';
import {
  inviteAccount,
  moveAccount,
  putAccount,
  setAccountActive,
} from './changes/account-changes.ts';
import { moveAsset, putAsset } from './changes/asset-changes.ts';
import { assign, setAssignment } from './changes/assignment-changes.ts';
import { publishDocument, retireDocument } from './changes/document-changes.ts';
import { addRecording } from './changes/recording-changes.ts';
import { reportInstall, reportWrite } from './changes/device-changes.ts';
import { addTicketEntry, openTicket, setTicketState } from './changes/ticket-changes.ts';
import { type Applied, type ChangeKind, type Notice, parse } from './change.ts';
import { isRefusal, type Refusal, refused } from './refusal.ts';
import { mayChange } from './rights.ts';
import { asAccount, type Scope } from './scope.ts';
import { count, moment } from './values.ts';

export const BATCH_ITEMS = 50;
const ATTEMPTS = 3;

/** All kinds of changes, by their name in `Change` of schema.graphql. */
export const changeKinds: Readonly<Record<string, ChangeKind>> = {
  putAsset,
  moveAsset,
  addRecording,
  publishDocument,
  retireDocument,
  assign,
  setAssignment,
  reportWrite,
  reportInstall,
  putAccount,
  setAccountActive,
  moveAccount,
  inviteAccount,
  openTicket,
  addTicketEntry,
  setTicketState,
};

/** A validated item, as `Submission` in schema.graphql. */
export interface Submission {
  readonly id: string;
  readonly at: string;
  readonly base?: number | null;
  readonly change: Readonly<Record<string, unknown>>;
}

export interface Outcome extends Partial<Omit<Refusal, 'status'>> {
  readonly id: string;
  readonly status: 'APPLIED' | 'DUPLICATE' | Refusal['status'];
  readonly version?: number | null;
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const envelope = v.strictObject({
  id: v.pipe(v.string(), v.toLowerCase(), v.regex(UUID_V7)),
  at: moment,
  base: v.nullish(count(2 ** 31 - 1)),
  change: v.pipe(
    v.record(v.string(), v.unknown()),
    v.check((change) => Object.keys(change).length === 1),
  ),
});

/** Returns the id of an unvalidated item; an empty string if it has none. */
const idOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'
    ? item.id
    : '';

const isMove = (item: unknown): boolean =>
  v.is(envelope, item) && Object.keys(item.change)[0] === 'moveAccount';

/**
 * Converts an error of PostgreSQL to a refusal of the API, for example if another account has the name, or the row does
 * not belong to the actor.
 */
const toRefusal = (error: unknown): Refusal | undefined => {
  if (isRefusal(error)) return error.refusal;
  const code = errorCode(error) ?? '';
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  if (code === 'BB001') return { status: 'REFUSED', code: (error as Error).message };
  if (code === '42501') return { status: 'REFUSED', code: 'NOT_PERMITTED' };
  if (constraint === 'users_user_name')
    return { status: 'REFUSED', code: 'NAME_TAKEN', field: 'userName' };
  if (constraint === 'users_email')
    return { status: 'REFUSED', code: 'NAME_TAKEN', field: 'email' };
  // A row to which the change refers was removed at the same time. When it is sent again, it is refused by its field.
  if (code === '23503') return { status: 'LATER', code: 'BUSY' };
  if (code === '23505') return { status: 'REFUSED', code: 'ID_TAKEN', field: 'id' };
  if (/^2[23]/.test(code)) return { status: 'REFUSED', code: 'INVALID' };
  return undefined;
};

/**
 * Whether the whole batch can be retried: after a deadlock, a serialization failure, or a timeout of a lock or a
 * statement.
 */
const isPassing = (error: unknown): boolean => /^(40|55P03|57014)/.test(errorCode(error) ?? '');

interface BatchParts {
  /** The versions after the items that are already in the log, by item id. */
  readonly done: Map<string, number | null>;
  readonly app: string | null;
  readonly warn: (line: string) => void;
  /** The messages of the applied items. */
  readonly notices: Notice[];
}

const addEvent = async (
  scope: Scope,
  { id, at }: { readonly id: string; readonly at: Date },
  kind: string,
  applied: Applied,
  app: string | null,
): Promise<void> => {
  const { actor } = scope;
  const { topic, subjectId, owner, formerOwner, assetId, version, before, after } = applied;
  await scope.query(
    `insert into events (id, at, actor_id, actor_name, owner, former_owner, topic, kind, subject_id, asset_id, version,
       body, app_version)
     values ($1, $2, $3, $4, $5::text::ltree, $6::text::ltree, $7, $8, $9, $10, $11, $12::jsonb, $13)`,
    [
      id,
      at,
      actor.id,
      actor.userName,
      owner,
      formerOwner ?? null,
      topic,
      kind,
      subjectId,
      assetId ?? null,
      version ?? null,
      JSON.stringify({ before, after }),
      app,
    ],
  );
};

/** Applies one item and adds its event. On an error, the caller rolls both back. */
const applyItem = async (
  scope: Scope,
  item: unknown,
  { done, app, notices }: BatchParts,
): Promise<Outcome> => {
  const { id, at, base, change } = parse(envelope, item);
  if (done.has(id)) return { id: idOf(item), status: 'DUPLICATE', version: done.get(id) ?? null };
  const [[name, value] = []] = Object.entries(change);
  const kind = name !== undefined && Object.hasOwn(changeKinds, name) && changeKinds[name];
  if (name === undefined || !kind) throw refused('INVALID', 'change');
  if (kind.topic !== undefined && !mayChange(scope.actor, kind.topic))
    throw refused('NOT_PERMITTED');
  const applied = await kind.apply(scope, value, base ?? undefined, at);
  await addEvent(scope, { id, at }, name, applied, app);
  done.set(id, applied.version ?? null);
  if (applied.notice !== undefined) notices.push(applied.notice);
  return { id: idOf(item), status: 'APPLIED', version: applied.version ?? null };
};

const applyBatch = async (
  scope: Scope,
  batch: readonly unknown[],
  parts: BatchParts,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const item of batch) {
    await scope.script('savepoint item');
    try {
      outcomes.push(await applyItem(scope, item, parts));
      await scope.script('release savepoint item');
    } catch (error) {
      if (isPassing(error) || isDiskFull(error) || isServerError(error)) throw error;
      await scope.script('rollback to savepoint item');
      const refusal = toRefusal(error);
      if (refusal === undefined) parts.warn(`submission failed: ${describeError(error)}`);
      outcomes.push({ id: idOf(item), ...(refusal ?? { status: 'REFUSED', code: 'UNEXPECTED' }) });
    }
  }
  return outcomes;
};

/**
 * Returns the items of the batch that are already in this actor's log, with their versions. A lock serializes the
 * batches of one account, so no item is applied twice.
 */
const readDone = async (scope: Scope, batch: readonly unknown[]) => {
  await scope.query('select pg_advisory_xact_lock(1722002, hashtext($1))', [scope.actor.id]);
  const ids = batch.map((item) => idOf(item).toLowerCase()).filter((id) => UUID_V7.test(id));
  const rows = await scope.query<{ readonly id: string; readonly version: number | null }>(
    `select id, version from own_changes(string_to_array($1, ',')::uuid[])`,
    [ids.join(',')],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
};

/**
 * Applies a batch in order and in one transaction. Each item is applied with its event or not at all [WS-02]. Returns
 * one outcome per item. Rejects with `databaseUnavailable`, "User Deactivated", or the error of a full disk; then nothing
 * was applied.
 */
export const submit = async (
  database: Database,
  accountId: string,
  {
    batch,
    app,
    warn,
    notify,
  }: {
    readonly batch: readonly unknown[];
    readonly app: string | null;
    readonly warn: (line: string) => void;
    /** Called with the messages of the applied items, after they are stored. */
    readonly notify?: (notices: readonly Notice[]) => void;
  },
): Promise<readonly Outcome[]> => {
  const now = batch.slice(0, BATCH_ITEMS);
  const later = (items: readonly unknown[], code: string): readonly Outcome[] =>
    items.map((item) => ({ id: idOf(item), status: 'LATER', code }));
  const rest = later(batch.slice(BATCH_ITEMS), 'BATCH_FULL');
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const notices: Notice[] = [];
      const outcomes = await asAccount(
        database,
        accountId,
        async (scope) =>
          applyBatch(scope, now, { done: await readDone(scope, now), app, warn, notices }),
        now.some(isMove) ? 'exclusive' : 'shared',
      );
      if (notices.length > 0) notify?.(notices);
      return [...outcomes, ...rest];
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }
  return [...later(now, 'BUSY'), ...rest];
};
