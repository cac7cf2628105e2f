import { refuse } from './refusal.ts';
import { type Topic, visibleTopics } from './rights.ts';
import type { Scope } from './scope.ts';

type Chunks = readonly { readonly sha256: string }[];

const hashesOf = (chunks: Chunks): readonly string[] => [
  ...new Set(chunks.map(({ sha256 }) => sha256)),
];

/**
 * Refuses chunks whose pieces the actor's subtree did not upload and the actor does not see; a hash learned elsewhere
 * gives no access [WS-10].
 */
export const requirePieces = async (
  scope: Scope,
  chunks: Chunks,
  field = 'chunks',
): Promise<void> => {
  const hashes = hashesOf(chunks);
  const here = await scope.query<{ readonly sha256: string }>(
    `select distinct sha256 from blob_refs where sha256 = any(string_to_array($1, ','))
       and topic = any(string_to_array($2, ','))`,
    [hashes.join(','), ['UPLOAD', ...visibleTopics(scope.actor)].join(',')],
  );
  const known = new Set(here.map((row) => row.sha256));
  const missing = hashes.filter((hash) => !known.has(hash));
  if (missing.length > 0) {
    throw refuse({ status: 'LATER', code: 'BLOBS_MISSING', field, current: missing });
  }
};

/** Makes a row refer to its pieces, so that they are kept and can be read with the row. */
export const addPieces = async (
  scope: Scope,
  chunks: Chunks,
  { id, topic, owner }: { readonly id: string; readonly topic: Topic; readonly owner: string },
): Promise<void> => {
  await scope.query(
    `insert into blob_refs (sha256, row_id, topic, owner, account_id)
     select unnest(string_to_array($1, ',')), $2, $3, $4::text::ltree, $5`,
    [hashesOf(chunks).join(','), id, topic, owner, scope.actor.id],
  );
};
