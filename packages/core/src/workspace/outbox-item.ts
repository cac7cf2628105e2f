import * as v from 'valibot';
import { OBJECT, readAs } from '../prelude/schema.ts';
import { isUuidV7 } from './uuid-v7.ts';

/** Why the server did not accept an item. `conflict`: the row has changed meanwhile; `current` is the current row. */
const ANSWER = v.object({
  status: v.picklist(['conflict', 'refused']),
  /** The code of the API: `VERSION`, `NOT_PERMITTED`. */
  code: v.string(),
  /** The path of the value that was refused. */
  field: v.optional(v.string()),
  version: v.optional(v.number()),
  current: v.optional(v.unknown()),
});

export type OutboxAnswer = Readonly<v.InferOutput<typeof ANSWER>>;

/** A change that the user has made and that the server has not confirmed. */
export const OUTBOX_ITEM = v.object({
  /** UUIDv7; items are sent in the order of their ids. */
  id: v.pipe(v.string(), v.check(isUuidV7)),
  /** Wall-clock time of the entry, in ms since 1970. */
  at: v.number(),
  /** The row that the item changes, such as `asset:0190…`. The items of one target are sent one after another. */
  target: v.string(),
  /** The name of the change in the API: `putAsset`. */
  kind: v.string(),
  input: OBJECT,
  /** The version of the row that the change is based on. */
  base: v.optional(v.number()),
  /**
   * The version that the server created when it applied the item. The item stays until the copies contain this version.
   */
  madeVersion: v.optional(v.number()),
  /** The answer of the server, which requires a decision of the user. */
  answer: v.optional(ANSWER),
});
export type OutboxItem = Readonly<v.InferOutput<typeof OUTBOX_ITEM>>;

const PIECES = v.array(v.object({ sha256: v.string() }));
const NAMES_PIECES = v.union([v.object({ chunks: PIECES }), v.object({ pieces: PIECES })]);
/** The input of a recording or an entry of a ticket names pieces, or the body of a firmware image. */
const piecesOf = (input: unknown) => {
  const named = readAs(NAMES_PIECES, input);
  return named && Object.values(named)[0];
};

/** Returns the SHA-256 of each piece that the item names. */
export const piecesIn = ({ input }: Pick<OutboxItem, 'input'>): readonly string[] =>
  (piecesOf(input) ?? piecesOf(input['body']) ?? []).map(({ sha256 }) => sha256);

export const isApplied = ({ madeVersion }: OutboxItem): boolean => madeVersion !== undefined;

/** Returns the items that will be sent. One that waits for a decision of the user stops the later ones of its target. */
export const unsentOf = (items: readonly OutboxItem[]): readonly OutboxItem[] => {
  const stopped = new Set<string>();
  return items.filter((item) => {
    if (item.answer !== undefined) stopped.add(item.target);
    return !isApplied(item) && !stopped.has(item.target);
  });
};

/**
 * Returns the item with the version that an earlier change of the same row created as its base, because the user saw
 * the row with that change.
 */
export const rebase = (item: OutboxItem, items: readonly OutboxItem[]): OutboxItem => {
  const { madeVersion = 0 } =
    items.findLast(
      (other) => other.target === item.target && other.id < item.id && isApplied(other),
    ) ?? {};
  return (item.base ?? 0) < madeVersion ? { ...item, base: madeVersion } : item;
};
