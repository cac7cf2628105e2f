import { createHash } from 'node:crypto';
import { canonicalJson } from '@batbot/core/parameters';
import type { WorldDocument, WorldEvent } from '@batbot/server';

/** Returns the SHA-256 of plain data as canonical JSON, as the server does. */
export const hashOf = (data: unknown): string =>
  createHash('sha256').update(canonicalJson(data)).digest('hex');

/** Creates the id of a row that was added at this time. */
export type MakeId = (at: Date) => string;

/** Creates a document, by default a released one of its owner. */
export const makeDocument = (
  makeId: MakeId,
  at: Date,
  given: Pick<WorldDocument, 'ownerId' | 'kind' | 'name' | 'body'> & Partial<WorldDocument>,
): WorldDocument => ({
  id: makeId(at),
  state: 'RELEASED',
  version: 1,
  authorId: given.ownerId,
  hash: hashOf(given.body),
  createdAt: at.toISOString(),
  ...given,
});

/** Creates an event, by default the first one of its subject, which is not an asset. */
export const makeEvent = (
  makeId: MakeId,
  at: Date,
  given: Omit<WorldEvent, 'id' | 'at' | 'assetId' | 'version'> & Partial<WorldEvent>,
): WorldEvent => ({ id: makeId(at), at: at.toISOString(), assetId: null, version: 1, ...given });
