import * as v from 'valibot';
import { OBJECT, readAs, type Schema } from '../prelude/schema.ts';
import type { CopiedRow } from './copies.ts';
import { isApplied, type OutboxItem } from './outbox-item.ts';
import { isScrapped, maybe, TIME, type Account, type Asset } from './rows.ts';

const DOCUMENT_KINDS = [
  'PARAMETER_SCHEMA',
  'PARAMETER_SET',
  'FIRMWARE_IMAGE',
  'IMPORT_MAPPING',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const DOCUMENT = v.object({
  id: v.string(),
  version: v.optional(v.number()),
  kind: v.picklist(DOCUMENT_KINDS),
  name: v.string(),
  state: v.picklist(['DRAFT', 'RELEASED', 'RETIRED']),
  hash: maybe(v.string()),
  body: OBJECT,
  createdAt: maybe(TIME),
  ownerId: maybe(v.string()),
  authorId: maybe(v.string()),
});

interface Waiting {
  /** Changes on this computer that the server has not applied. */
  readonly waiting: readonly OutboxItem[];
}

/**
 * A document of the server. `hash` is the hash of the body's canonical JSON, and undefined while the server does not
 * have the body. `ownerId` and `authorId` are undefined for accounts above the user's. The body is foreign data.
 */
export type WorkspaceDocument = v.InferOutput<typeof DOCUMENT> & Waiting;

const ASSIGNMENT = v.object({
  id: v.string(),
  version: v.optional(v.number()),
  documentId: v.string(),
  assetId: maybe(v.string()),
  accountId: maybe(v.string()),
  filter: maybe(
    v.object({
      kind: maybe(v.picklist(['PACK', 'OBD', 'ROMEO'])),
      maker: maybe(v.string()),
      model: maybe(v.string()),
      firmware: maybe(v.string()),
    }),
  ),
  mode: v.picklist(['OFFERED', 'REQUIRED']),
  state: v.picklist(['ACTIVE', 'PAUSED', 'DONE', 'CANCELLED']),
  reason: maybe(v.picklist(['STAGE', 'FAILED'])),
  stages: v.nullish(v.array(v.number()), [100]),
  stage: v.nullish(v.number(), 0),
  /** False for an assignment that an account above the user's made. */
  mayChange: v.nullish(v.boolean(), true),
  pauseAfterStage: maybe(v.boolean()),
  stopAtFailedPercent: maybe(v.number()),
  progress: maybe(
    v.object({
      stage: v.number(),
      total: v.number(),
      targets: v.number(),
      done: v.number(),
      failed: v.number(),
    }),
  ),
  expiresAt: maybe(TIME),
  createdAt: maybe(TIME),
});

/**
 * A document that is assigned to one asset, or to the assets at and below an account, of which `filter` selects some.
 * Without `assetId` and `accountId` it comes from an account above the user's. `stages` are rising percentages of the
 * targets, `stage` is the index of the current one. `progress` is as old as the copy: see `refresh`.
 */
export type Assignment = v.InferOutput<typeof ASSIGNMENT> & Waiting;

type Values = Readonly<Record<string, unknown>>;

/**
 * Reads copied rows with the unsent items applied, without those that the server refused. `changeOf` returns the new
 * values of a row with the given values, or undefined if the item does not change rows of this kind.
 */
export const withItems = <T>(
  rows: readonly CopiedRow[],
  items: readonly OutboxItem[],
  {
    kind,
    schema,
    changeOf,
  }: {
    readonly kind: string;
    readonly schema: Schema<T>;
    readonly changeOf: (item: OutboxItem, before: Values) => Values | undefined;
  },
): readonly (T & Waiting)[] => {
  const raw = new Map<
    string,
    { readonly values: Values; readonly waiting: readonly OutboxItem[] }
  >();
  for (const row of rows) {
    if (row.kind === kind) raw.set(row.id, { values: row.row, waiting: [] });
  }
  for (const item of items) {
    const id = item.input['id'];
    if (typeof id !== 'string') continue;
    const { values, waiting } = raw.get(id) ?? { values: {}, waiting: [] };
    const change = changeOf(item, values);
    if (change === undefined) continue;
    // The row of a refused item that adds it stays, because the server has none.
    const isRefused = item.answer !== undefined && 'version' in values;
    raw.set(id, {
      values: isRefused ? values : { ...values, ...change },
      waiting: isApplied(item) ? waiting : [...waiting, item],
    });
  }
  return [...raw.values()].flatMap(({ values, waiting }) => {
    const row = readAs(schema, values);
    return row === undefined ? [] : [{ ...row, waiting }];
  });
};

/** Returns the documents of a kind by name, with the unsent changes of this computer applied. */
export const documentsOf = (
  rows: readonly CopiedRow[],
  items: readonly OutboxItem[],
  kind: DocumentKind,
): readonly WorkspaceDocument[] =>
  withItems(rows, items, {
    kind: 'document',
    schema: DOCUMENT,
    changeOf: (item) => {
      if (item.kind === 'retireDocument') return { state: 'RETIRED' };
      if (item.kind !== 'publishDocument') return undefined;
      return { createdAt: new Date(item.at).toISOString(), ...item.input, hash: null };
    },
  })
    .filter((document) => document.kind === kind)
    .toSorted((a, b) => a.name.localeCompare(b.name));

/** Returns the assignments, the newest first, with the unsent changes of this computer applied. */
export const assignmentsOf = (
  rows: readonly CopiedRow[],
  items: readonly OutboxItem[],
): readonly Assignment[] =>
  withItems(rows, items, {
    kind: 'assignment',
    schema: ASSIGNMENT,
    changeOf: ({ kind, at, input, answer }) => {
      if (kind === 'setAssignment') return { ...input, reason: null };
      if (kind !== 'assign') return undefined;
      const state = answer === undefined ? 'ACTIVE' : 'CANCELLED';
      return { state, createdAt: new Date(at).toISOString(), ...input };
    },
  }).toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));

/** Returns a function that calculates a value once for each list, however many assets it is called for. */
const oncePerList = <List extends readonly unknown[], Value>(
  calculate: (list: List) => Value,
): ((list: List) => Value) => {
  const known = new WeakMap<List, { readonly value: Value }>();
  return (list) => {
    const { value } = known.get(list) ?? { value: calculate(list) };
    known.set(list, { value });
    return value;
  };
};

type Parents = ReadonlyMap<string, string | undefined>;

const parentsOf = oncePerList(
  (accounts: readonly Account[]): Parents =>
    new Map(accounts.map(({ id, parentId }) => [id, parentId])),
);

/** Returns an account and the accounts above it, the nearest first. */
const lineOf = (accountId: string | undefined, parents: Parents): readonly string[] => {
  const found: string[] = [];
  for (let id = accountId; id !== undefined && !found.includes(id); id = parents.get(id)) {
    found.push(id);
  }
  return found;
};

/** Returns the owner of a row and the accounts above it, the nearest first, as far as the user sees them. */
export const accountsAbove = (
  { ownerId }: Pick<Asset, 'ownerId'>,
  accounts: readonly Account[],
): readonly string[] => lineOf(ownerId, parentsOf(accounts));

/**
 * Returns a function that is true for the accounts that see a document: its owner and those below. The server assigns
 * the document only to these accounts and to their assets. Without an id, the account is the user's own.
 */
export const seesDocument = (
  { ownerId }: Pick<WorkspaceDocument, 'ownerId'>,
  {
    accounts,
    userId,
  }: { readonly accounts: readonly Account[]; readonly userId: string | undefined },
): ((accountId: string | undefined) => boolean) => {
  // All accounts that the user sees are at or below the user's own.
  if (ownerId === undefined || ownerId === userId) return () => true;
  const parents = parentsOf(accounts);
  return (accountId) => lineOf(accountId, parents).includes(ownerId);
};

const fitsFilter = ({ filter }: Assignment, asset: Asset): boolean =>
  (filter?.kind ?? 'PACK') === asset.kind &&
  (['maker', 'model', 'firmware'] as const).every(
    (name) => filter?.[name] === undefined || filter[name] === asset[name],
  );

const tail = (id: string): number => Number.parseInt(id.slice(-8), 16);

/** True if the asset belongs to the stages so far. The stage follows from both ids, as on the server. */
const isInStage = ({ id, stages, stage }: Assignment, asset: Pick<Asset, 'id'>): boolean =>
  ((tail(id) ^ tail(asset.id)) >>> 0) % 100 < (stages[stage] ?? 100);

export interface AssignedParts {
  readonly documents: readonly WorkspaceDocument[];
  readonly assignments: readonly Assignment[];
  readonly accounts: readonly Account[];
  /** Wall-clock time in ms since 1970. */
  readonly now: number;
}

export interface Assigned {
  readonly document: WorkspaceDocument;
  readonly assignment: Assignment;
}

const releasedOf = oncePerList(
  (documents: readonly WorkspaceDocument[]): ReadonlyMap<string, WorkspaceDocument> =>
    new Map(
      documents.filter(({ state }) => state === 'RELEASED').map((each) => [each.id, each] as const),
    ),
);

/**
 * Returns the released documents that are assigned to an asset, active, not expired, and in a stage to which the asset
 * belongs: first those for the asset itself, then those of the nearest account, with a filter before those without, the
 * newest first.
 */
export const assignedTo = (
  asset: Asset,
  { documents, assignments, accounts, now }: AssignedParts,
): readonly Assigned[] => {
  if (isScrapped(asset)) return [];
  const above = accountsAbove(asset, accounts);
  const released = releasedOf(documents);
  const found = assignments.flatMap((assignment) => {
    const { documentId, assetId, accountId, state, expiresAt, filter, createdAt } = assignment;
    const document = released.get(documentId);
    const distance = accountId === undefined ? above.length : above.indexOf(accountId);
    // An assignment to an asset ends to apply when the asset is moved to an owner that does not see the document.
    const isFor =
      distance >= 0 &&
      (assetId === undefined ? fitsFilter(assignment, asset) : assetId === asset.id);
    const isOn = state === 'ACTIVE' && (expiresAt ?? Infinity) > now;
    if (document === undefined || !isFor || !isOn || !isInStage(assignment, asset)) return [];
    const order = [assetId === undefined ? distance : -1, filter ? 0 : 1, -(createdAt ?? 0)];
    return [{ document, assignment, order }];
  });
  return found.toSorted(
    ({ order: a }, { order: b }) =>
      (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0),
  );
};

/** Returns the parameter set that is the standard of an asset; undefined if none is assigned to it. */
export const standardFor = (asset: Asset, parts: AssignedParts): Assigned | undefined =>
  assignedTo(asset, parts).find(({ document }) => document.kind === 'PARAMETER_SET');
