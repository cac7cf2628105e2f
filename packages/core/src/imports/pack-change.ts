import * as v from 'valibot';
import { OBJECT, readAs } from '../prelude/schema.ts';
import { isApplied, type OutboxItem } from '../workspace/outbox-item.ts';
import { restOf, type CopiedRow } from '../workspace/copies.ts';
import { placeTime, TIME, type Asset } from '../workspace/rows.ts';
import { assetInput, knownPack, type PackRow } from './pack-rows.ts';
import { PACK_TARGETS } from './targets.ts';

const PLACE = v.object({ at: TIME });

/** A change of one pack by an import, with the values before it. */
export const PACK_CHANGE = v.object({
  itemId: v.string(),
  assetId: v.string(),
  /** The version of the pack on which the change is based; undefined for a new pack. */
  base: v.optional(v.number()),
  input: OBJECT,
  /** The values that undo it, as input of `putAsset`. */
  undo: OBJECT,
});
export type PackChange = v.InferOutput<typeof PACK_CHANGE>;

/** Returns the id of the pack that a line of an import creates: a UUID of version 8 (RFC 9562). */
export const newPackId = (importId: string, line: number): string => {
  const part = (from: number, to: number): string => importId.slice(from, to);
  const number = line.toString(16).padStart(12, '0').slice(-12);
  return `${part(0, 8)}-${part(8, 12)}-8${part(12, 15)}-8${part(15, 18)}-${number}`;
};

const valuesBefore = (
  row: Extract<PackRow, { readonly kind: 'update' }>,
): Readonly<Record<string, unknown>> => {
  const { facts, pack } = row;
  const before: Record<string, unknown> = {};
  for (const target of PACK_TARGETS)
    if (target in facts) before[target] = pack.facts[target] ?? null;
  const { lat = null, lon = null, accuracyM = null, address = null } = pack.place ?? {};
  return 'place' in facts ? { ...before, place: { lat, lon, accuracyM, address } } : before;
};

/** Returns the change that a row makes. A new pack cannot be removed from the server; undoing it sets it to scrapped. */
export const changeOfRow = (
  row: Extract<PackRow, { readonly kind: 'create' | 'update' }>,
  {
    importId,
    itemId,
    now,
  }: { readonly importId: string; readonly itemId: string; readonly now: number },
): PackChange => {
  if (row.kind === 'create') {
    const assetId = newPackId(importId, row.line);
    return {
      itemId,
      assetId,
      input: assetInput(assetId, row.facts, now),
      undo: { state: 'SCRAPPED' },
    };
  }
  const { id: assetId, version = 0 } = row.pack;
  const input = assetInput(assetId, row.facts, now, row.pack.place);
  return { itemId, assetId, base: version, input, undo: valuesBefore(row) };
};

export const itemOf = ({ itemId, assetId, base, input }: PackChange, at: number): OutboxItem => ({
  id: itemId,
  at,
  target: `asset:${assetId}`,
  kind: 'putAsset',
  input,
  ...(base === undefined ? {} : { base }),
});

/** What undoing an import does. */
export interface UndoPlan {
  /** Ids of changes that were not sent. They are withdrawn. */
  readonly withdraw: readonly string[];
  /** Changes that were applied, with the version on which the inverse change is based. */
  readonly reverse: readonly { readonly change: PackChange; readonly base: number }[];
  /** Changes of packs that have been changed since, or are not visible any more. They stay. */
  readonly stays: readonly PackChange[];
}

/** The facts of a pack. Only a change of these increases its version; the place has none. */
const hasFacts = ({ input }: PackChange): boolean =>
  Object.keys(input).some((key) => key !== 'id' && key !== 'place');

/**
 * Whether a pack still has the place of a change that is undone with its place. A place has no version, but a later one
 * has another time.
 */
const hasOwnPlace = ({ input, undo }: PackChange, asset: Asset | undefined): boolean =>
  !('place' in undo) || readAs(PLACE, input['place'])?.at === asset?.place?.at;

/**
 * Whether a pack still has the values that a change set. After a conflict that the user discarded, the next version of
 * the pack is from another change and has other values.
 */
const hasOwnFacts = ({ input, undo }: PackChange, asset: Asset): boolean => {
  const { facts } = knownPack(asset);
  return PACK_TARGETS.every(
    (target) =>
      target === 'place' || !(target in undo && target in input) || input[target] === facts[target],
  );
};

/** Plans to undo changes. A change can be undone while the version that it has created is the current one. */
export const planUndo = (
  changes: readonly PackChange[],
  assets: readonly Asset[],
  items: readonly OutboxItem[],
): UndoPlan => {
  const itemById = new Map(items.map((item) => [item.id, item]));
  const waiting = new Map<string, string>();
  for (const item of items) if (!isApplied(item)) waiting.set(item.target, item.id);
  const assetById = new Map(assets.map((asset) => [asset.id, asset]));
  const withdraw: string[] = [];
  const reverse: { readonly change: PackChange; readonly base: number }[] = [];
  const stays: PackChange[] = [];
  for (const change of changes) {
    const item = itemById.get(change.itemId);
    const made = change.base === undefined ? 1 : change.base + (hasFacts(change) ? 1 : 0);
    const asset = assetById.get(change.assetId);
    const isCurrent =
      item === undefined
        ? asset?.version === made && hasOwnPlace(change, asset) && hasOwnFacts(change, asset)
        : item.madeVersion === made;
    const last = waiting.get(`asset:${change.assetId}`);
    const isLast = last === undefined || last === change.itemId;
    if (item !== undefined && !isApplied(item)) withdraw.push(change.itemId);
    else if (isLast && isCurrent) reverse.push({ change, base: made });
    else stays.push(change);
  }
  return { withdraw, reverse, stays };
};

export const reversed = (
  { change, base }: UndoPlan['reverse'][number],
  itemId: string,
  now: number,
): PackChange => {
  const place = change.undo['place'];
  const at = placeTime(now, readAs(PLACE, change.input['place']));
  return {
    itemId,
    assetId: change.assetId,
    base,
    input: {
      id: change.assetId,
      ...change.undo,
      ...(place === undefined ? {} : { place: { ...(place as object), at } }),
    },
    undo: {},
  };
};

/**
 * The changes of an import. `sent` and `unsent` together are its own changes or, if it is being undone, the changes that
 * undo it.
 */
export interface ImportChanges {
  readonly own: readonly PackChange[];
  /** Changes that were put into the outbox. */
  readonly sent: readonly PackChange[];
  readonly unsent: readonly PackChange[];
}

/** Numbers of packs by what an import, or undoing it, has done to them. */
export interface ImportResult {
  /** Changed, or changed back. */
  readonly reversed: number;
  readonly scrapped: number;
  /** Not sent yet. */
  readonly waiting: number;
  /** Not accepted by the server, so the user has to decide. */
  readonly undecided: number;
  readonly discarded: number;
}

const isScrapping = ({ input }: PackChange): boolean =>
  input['state'] === 'SCRAPPED' && Object.keys(input).length === 2;

/**
 * Counts the results of an import, or of undoing it, so far. A change that is neither in the outbox nor in the log counts as
 * discarded, provided that the copied part of the log reaches back far enough.
 */
export const importResult = (
  { own, sent, unsent }: ImportChanges,
  items: readonly OutboxItem[],
  rows: readonly CopiedRow[],
  at: number,
): ImportResult => {
  const events = new Map(
    rows.flatMap((each) => (each.kind === 'event' ? [[each.id, each] as const] : [])),
  );
  const reachesBack =
    restOf(rows, 'event') === undefined ||
    [...events.values()].some(({ row }) => Date.parse(String(row['receivedAt'])) < at);
  const isLogged = ({ itemId }: PackChange): boolean => events.has(itemId);
  const isLogVisible = reachesBack && (own.some(isLogged) || sent.some(isLogged));
  const itemById = new Map(items.map((item) => [item.id, item]));
  const result = { reversed: 0, scrapped: 0, waiting: unsent.length, undecided: 0, discarded: 0 };
  for (const change of sent) {
    const item = itemById.get(change.itemId);
    if (item !== undefined && !isApplied(item))
      result[item.answer === undefined ? 'waiting' : 'undecided'] += 1;
    else if (item === undefined && isLogVisible && !isLogged(change)) result.discarded += 1;
    else result[isScrapping(change) ? 'scrapped' : 'reversed'] += 1;
  }
  return result;
};
