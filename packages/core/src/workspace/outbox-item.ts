import * as v from 'valibot';
import { OBJECT, readAs, type Schema } from '../prelude/schema.ts';
import { isUuidV7 } from './uuid-v7.ts';

/** Why the server did not accept an item. `conflict`: the row has changed meanwhile; `current` is the current row. */
export interface OutboxAnswer {
  readonly status: 'conflict' | 'refused';
  /** The code of the API: `VERSION`, `NOT_PERMITTED`. */
  readonly code: string;
  /** The path of the value that was refused. */
  readonly field?: string | undefined;
  /** The current version of the row. */
  readonly version?: number | undefined;
  readonly current?: unknown;
}

/** A change that the user has made and that the server has not confirmed. */
export interface OutboxItem {
  /** UUIDv7; items are sent in the order of their ids. */
  readonly id: string;
  /** Wall-clock time of the entry, in ms since 1970. */
  readonly at: number;
  /** The row that the item changes, such as `asset:0190…`. The items of one target are sent one after another. */
  readonly target: string;
  /** The name of the change in the API: `putAsset`. */
  readonly kind: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The version of the row that the change is based on. */
  readonly base?: number | undefined;
  /**
   * The version that the server created when it applied the item. The item stays until the copies contain this version.
   */
  readonly madeVersion?: number | undefined;
  /** The answer of the server, which requires a decision of the user. */
  readonly answer?: OutboxAnswer | undefined;
}

const ANSWER = v.object({
  status: v.picklist(['conflict', 'refused']),
  code: v.string(),
  field: v.optional(v.string()),
  version: v.optional(v.number()),
  current: v.optional(v.unknown()),
});

export const OUTBOX_ITEM: Schema<OutboxItem> = v.object({
  id: v.pipe(v.string(), v.check(isUuidV7)),
  at: v.number(),
  target: v.string(),
  kind: v.string(),
  input: OBJECT,
  base: v.optional(v.number()),
  madeVersion: v.optional(v.number()),
  answer: v.optional(ANSWER),
});

const PIECES = v.array(v.object({ sha256: v.string() }));
const NAMES_PIECES = v.union([v.object({ chunks: PIECES }), v.object({ pieces: PIECES })]);
/** The input of a recording or an entry of a ticket names pieces, or the body of a firmware image. */
const piecesOf = (input: unknown) => {
  const named = readAs(NAMES_PIECES, input);
  return named && Object.values(named)[0];
};

/** Returns the SHA-256 of each piece that the item names. */
export const piecesIn = ({ input }: OutboxItem): readonly string[] =>
  (piecesOf(input) ?? piecesOf(input['body']) ?? []).map(({ sha256 }) => sha256);

export const isApplied = ({ madeVersion }: OutboxItem): boolean => madeVersion !== undefined;

/**
 * Returns the item with the version that an earlier change of the same row created as its base, because the user saw
 * the row with that change.
 */
export const onEarlier = (item: OutboxItem, items: readonly OutboxItem[]): OutboxItem => {
  const { madeVersion = 0 } =
    items.findLast(
      (other) => other.target === item.target && other.id < item.id && isApplied(other),
    ) ?? {};
  return (item.base ?? 0) < madeVersion ? { ...item, base: madeVersion } : item;
};
