import { createHash } from 'node:crypto';
import { canonicalJson } from '@batbot/core/parameters';
import type { WorldDocument } from '@batbot/server';

/** Returns the SHA-256 of plain data as canonical JSON, as the server does. */
export const hashOf = (data: unknown): string =>
  createHash('sha256').update(canonicalJson(data)).digest('hex');

/** Creates a document, by default a released one of its owner. */
export const makeDocument = ({
  at,
  ...given
}: Pick<WorldDocument, 'id' | 'ownerId' | 'kind' | 'name' | 'body'> &
  Partial<WorldDocument> & { readonly at: Date }): WorldDocument => ({
  state: 'RELEASED',
  version: 1,
  authorId: given.ownerId,
  hash: hashOf(given.body),
  createdAt: at.toISOString(),
  ...given,
});
