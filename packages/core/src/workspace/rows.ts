import * as v from 'valibot';
import { OBJECT, readAs, type Schema } from '../prelude/schema.ts';
import type { CopiedRow } from './copies.ts';
import { isApplied, type OutboxItem } from './outbox-item.ts';

/** Returns the schema of a field that may be null or absent in an answer of the server. */
export const maybe = <T>(schema: Schema<T>): Schema<T | undefined> =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );

/** An ISO 8601 time, converted to ms since 1970. */
export const TIME: Schema<number> = v.pipe(v.string(), v.transform(Date.parse), v.finite());

const PLACE = v.object({
  at: TIME,
  lat: maybe(v.number()),
  lon: maybe(v.number()),
  accuracyM: maybe(v.number()),
  address: maybe(v.string()),
});
const SNAPSHOT = v.object({
  at: TIME,
  socPercent: maybe(v.number()),
  sohPercent: maybe(v.number()),
  packVoltageV: maybe(v.number()),
  packCurrentA: maybe(v.number()),
  highestTemperatureC: maybe(v.number()),
  spreadMv: maybe(v.number()),
  worstCell: maybe(v.number()),
  worstCellMohm: maybe(v.number()),
  cycles: maybe(v.number()),
  faults: maybe(v.array(v.string())),
});

/** The values of a pack at a time, in the units of the API. Unreported values are undefined. */
export type Snapshot = v.InferOutput<typeof SNAPSHOT>;

/** Reads a snapshot in the form of the API; undefined if it is not one. */
export const readSnapshot = (value: unknown): Snapshot | undefined => readAs(SNAPSHOT, value);

/** Values of parameters in their units, by key. */
const VALUES = v.record(
  v.string(),
  v.union([v.number(), v.boolean(), v.string(), v.array(v.number())]),
);

/**
 * The parameters that a device reported last, with the firmware that it had. `hash` identifies equal values; undefined
 * while the server does not have the report.
 */
const PARAMETERS = v.object({
  at: TIME,
  schemaName: v.string(),
  schemaHash: v.string(),
  hash: maybe(v.string()),
  values: VALUES,
  firmware: maybe(v.string()),
});

const ASSET = v.object({
  id: v.string(),
  version: v.optional(v.number()),
  kind: v.optional(v.picklist(['PACK', 'OBD', 'ROMEO']), 'PACK'),
  state: v.optional(v.picklist(['INUSE', 'STORED', 'SCRAPPED']), 'INUSE'),
  serial: v.string(),
  maker: maybe(v.string()),
  model: maybe(v.string()),
  chemistry: maybe(v.string()),
  cells: maybe(v.number()),
  designCapacityAh: maybe(v.number()),
  builtOn: maybe(v.string()),
  installedIn: maybe(v.string()),
  firmware: maybe(v.string()),
  place: maybe(PLACE),
  snapshot: maybe(SNAPSHOT),
  parameters: v.fallback(maybe(PARAMETERS), undefined),
  seenAt: maybe(TIME),
  attention: v.optional(v.number(), 0),
  ownerId: maybe(v.string()),
  ownerName: maybe(v.string()),
  clientName: maybe(v.string()),
});

/** A battery pack, an OBD adapter or a Romeo device. Units as in the API: V, A, °C, mV, mΩ, Ah, %. */
export type Asset = v.InferOutput<typeof ASSET> & {
  /** Changes on this computer that the server has not applied. */
  readonly waiting: readonly OutboxItem[];
};

/** Whether a pack is out of use. It gets no standards and images, and does not count in figures. */
export const isScrapped = ({ state }: Pick<Asset, 'state'>): boolean => state === 'SCRAPPED';

const EVENT = v.object({
  id: v.string(),
  at: TIME,
  receivedAt: TIME,
  actorName: v.string(),
  topic: v.string(),
  kind: v.string(),
  subjectId: v.string(),
  assetId: maybe(v.string()),
  body: v.object({ before: maybe(OBJECT), after: maybe(OBJECT) }),
});

/** A change that the server has logged. Times are in ms since 1970. */
export type LoggedChange = v.InferOutput<typeof EVENT>;

const RECORDING = v.object({
  id: v.string(),
  assetId: v.string(),
  startedAt: TIME,
  durationS: v.number(),
  samples: v.number(),
  schemaVersion: v.number(),
  chunks: v.array(v.object({ kind: v.string(), seq: v.number(), sha256: v.string() })),
});

/** A recording of a pack that is on the account server or still has to be sent; `startedAt` is in ms since 1970. */
export type UploadedRecording = v.InferOutput<typeof RECORDING> & {
  /** The change that adds the recording, until the server has applied it. */
  readonly waiting: OutboxItem | undefined;
};

const ACCOUNT = v.object({
  id: v.string(),
  version: v.number(),
  userName: v.string(),
  email: v.string(),
  active: v.boolean(),
  hasPassword: v.boolean(),
  parentId: maybe(v.string()),
  flags: v.array(v.string()),
  effectiveFlags: v.array(v.string()),
  userLevel: v.string(),
  maxSubUsers: v.nullable(v.number()),
  packCount: maybe(v.number()),
  seenAt: maybe(TIME),
  companyName: v.string(),
  clientName: maybe(v.string()),
  phoneNumber: v.string(),
});

/**
 * An account of the user's subtree. `maxSubUsers` is null if there is no limit. `packCount` counts only the account's
 * own packs; undefined if the user may not see it.
 */
export type Account = v.InferOutput<typeof ACCOUNT>;

const LEVEL = v.object({
  id: v.string(),
  version: v.number(),
  ownerId: maybe(v.string()),
  kind: v.literal('LEVEL_PRESET'),
  name: v.string(),
  state: v.literal('RELEASED'),
  body: v.object({ flags: v.array(v.string()), maxSubUsers: v.nullable(v.number()) }),
});

/**
 * The permissions that are proposed for accounts of a level. They are not a limit. `ownerId` is undefined if an account
 * above the user defined the level.
 */
export type Level = v.InferOutput<typeof LEVEL>;

/** Returns the copied rows of a kind that fit the schema. */
export const rowsOf = <T>(
  rows: readonly CopiedRow[],
  kind: string,
  schema: Schema<T>,
): readonly T[] =>
  rows.flatMap((each) => {
    if (each.kind !== kind) return [];
    const row = readAs(schema, each.row);
    return row === undefined ? [] : [row]; // the row is of a newer server: it is left out instead of being shown wrong
  });

const WRITE_REPORT = v.object({
  assetId: v.string(),
  at: v.optional(v.string()),
  schema: v.object({ name: v.string(), hash: v.string() }),
  values: OBJECT,
  firmware: maybe(v.string()),
});
const INSTALL_REPORT = v.object({
  assetId: v.string(),
  outcome: v.literal('DONE'),
  to: v.string(),
});

/**
 * Returns the time of a change by the clock of its author, but none later than it was received: a clock that was ahead does
 * not make its changes the newest for ever.
 */
export const changedAt = ({ at, receivedAt }: Pick<LoggedChange, 'at' | 'receivedAt'>): number =>
  Math.min(at, receivedAt);

/** Whether firmware of an asset was entered or installed after a time. The server uses the same rule. */
const hasLaterFirmware = (rows: readonly CopiedRow[], assetId: string, time: number): boolean =>
  loggedChanges(rows.filter(({ row }) => row['assetId'] === assetId)).some(
    ({ kind, body: { after }, ...when }) =>
      changedAt(when) > time &&
      (kind === 'putAsset'
        ? typeof after?.['firmware'] === 'string'
        : kind === 'reportInstall' && after?.['outcome'] === 'DONE'),
  );

/** Returns the asset that an item changes, with the changed values. */
const assetChangeOf = (
  item: OutboxItem,
  rows: readonly CopiedRow[],
  raw: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): readonly [id: string, values: Readonly<Record<string, unknown>>] | undefined => {
  const { kind, input } = item;
  if (kind === 'putAsset' && typeof input['id'] === 'string') return [input['id'], input];
  if (kind === 'reportInstall') {
    const report = readAs(INSTALL_REPORT, input);
    if (report === undefined) return undefined;
    const { assetId, to } = report;
    return [assetId, hasLaterFirmware(rows, assetId, item.at) ? {} : { firmware: to }];
  }
  const report = kind === 'reportWrite' ? readAs(WRITE_REPORT, input) : undefined;
  if (report === undefined) return undefined;
  const { assetId, schema, values, firmware, at = new Date(item.at).toISOString() } = report;
  const present = readAs(PARAMETERS, raw.get(assetId)?.['parameters']);
  if (present !== undefined && present.at >= Date.parse(at)) return [assetId, {}];
  const { name: schemaName, hash: schemaHash } = schema;
  return [assetId, { parameters: { at, schemaName, schemaHash, values, firmware } }];
};

/**
 * Returns the time of a place that replaces `earlier`. It is later even if a clock was wrong, because the server keeps the
 * later of two places.
 */
export const placeTime = (now: number, earlier: { readonly at: number } | undefined): string =>
  new Date(Math.max(now, (earlier?.at ?? 0) + 1)).toISOString();

/** Returns the assets: the rows of the server with the pending changes of this computer applied. */
export const assetsOf = (
  rows: readonly CopiedRow[],
  items: readonly OutboxItem[],
): readonly Asset[] => {
  const raw = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { kind, id, row } of rows) if (kind === 'asset') raw.set(id, row);
  const waiting = new Map<string, OutboxItem[]>();
  for (const item of items) {
    const change = assetChangeOf(item, rows, raw);
    if (change === undefined) continue;
    const [id, values] = change;
    raw.set(id, { ...raw.get(id), ...values });
    if (!isApplied(item)) waiting.set(id, [...(waiting.get(id) ?? []), item]);
  }
  return [...raw].flatMap(([id, row]) => {
    const asset = readAs(ASSET, row);
    return asset === undefined
      ? []
      : [{ ...asset, seenAt: seenAtOf(asset), waiting: waiting.get(id) ?? [] }];
  });
};

/** Returns the latest time at which an asset reported something. The server keeps only that of the last snapshot. */
const seenAtOf = ({ seenAt, snapshot, parameters }: v.InferOutput<typeof ASSET>) => {
  const last = Math.max(seenAt ?? 0, snapshot?.at ?? 0, parameters?.at ?? 0);
  return last === 0 ? undefined : last;
};

/** Returns the changes that the server has logged, as far as there are copies of them. */
export const loggedChanges = (rows: readonly CopiedRow[]): readonly LoggedChange[] =>
  rowsOf(rows, 'event', EVENT);

/** Returns the recordings of all packs, including those that this computer still has to send. */
export const recordingsOf = (
  rows: readonly CopiedRow[],
  items: readonly OutboxItem[],
): readonly UploadedRecording[] => {
  const sent = rowsOf(rows, 'recording', RECORDING);
  const known = new Set(sent.map(({ id }) => id));
  const own = items.flatMap((item) => {
    const row = item.kind === 'addRecording' ? readAs(RECORDING, item.input) : undefined;
    const waiting = isApplied(item) ? undefined : item;
    return row === undefined || known.has(row.id) ? [] : [{ ...row, waiting }];
  });
  return [...own, ...sent.map((row) => ({ ...row, waiting: undefined }))];
};

/** Returns the letters and digits of a serial number in upper case, which identify it as on the server [SYNC-103]. */
export const serialKey = (serial: string): string =>
  serial
    .normalize()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

export type PackFinder = (
  text: string,
  most: number,
) => readonly { readonly id: string; readonly serial: string }[];

/**
 * Returns a function that finds packs by a part of their serial number, with or without separators, those that begin
 * with it first. It returns `most` packs at most.
 */
export const packFinder = (
  rows: readonly CopiedRow[],
  items: readonly OutboxItem[],
): PackFinder => {
  // The rows are not checked one by one, so that the palette opens at once also with 10,000 packs.
  const serials = new Map<string, string>();
  const add = ({ kind = 'PACK', id, serial }: Readonly<Record<string, unknown>>): void => {
    if (kind === 'PACK' && typeof id === 'string' && typeof serial === 'string')
      serials.set(id, serial);
  };
  for (const { kind, id, row } of rows) if (kind === 'asset') add({ ...row, id });
  for (const { kind, input } of items) if (kind === 'putAsset') add(input);
  const packs = [...serials].map(([id, serial]) => ({ id, serial, key: serialKey(serial) }));
  return (text, most) => {
    const key = serialKey(text);
    if (key === '') return [];
    const begins: typeof packs = [];
    const contains: typeof packs = [];
    for (const pack of packs) {
      const place = pack.key.indexOf(key);
      if (place === 0) begins.push(pack);
      else if (place > 0 && contains.length < most) contains.push(pack);
      if (begins.length === most) break;
    }
    return [...begins, ...contains].slice(0, most).map(({ id, serial }) => ({ id, serial }));
  };
};

/** Returns the only asset with a serial number; undefined if there is none, or more than one. */
export const assetWithSerial = (
  assets: readonly Asset[],
  serial: string | undefined,
): Asset | undefined => {
  const key = serialKey(serial ?? '');
  const found = key === '' ? [] : assets.filter((each) => serialKey(each.serial) === key);
  return found.length === 1 ? found[0] : undefined;
};

/** Returns the user's own account and the accounts below it. */
export const accountsOf = (rows: readonly CopiedRow[]): readonly Account[] =>
  rowsOf(rows, 'account', ACCOUNT);

/** Returns the released levels in the order of their names. */
export const levelsOf = (rows: readonly CopiedRow[]): readonly Level[] =>
  rowsOf(rows, 'document', LEVEL).toSorted((a, b) => a.name.localeCompare(b.name));
