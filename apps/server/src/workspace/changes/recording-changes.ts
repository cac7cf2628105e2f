import * as v from 'valibot';
import { changeKind } from '../change.ts';
import { insertRow } from '../change-row.ts';
import { findAsset } from '../lists/assets.ts';
import { refuse, refused } from '../refusal.ts';
import { between, count, moment, sha256, text, uuid } from '../values.ts';

const CHUNKS = 500;

export const addRecording = changeKind({
  input: v.strictObject({
    id: uuid,
    assetId: uuid,
    startedAt: moment,
    durationS: between(0, 1e8),
    samples: count(1e9),
    cells: count(10_000),
    temperatures: count(10_000),
    chunks: v.pipe(
      v.array(v.strictObject({ kind: text(40), seq: count(1e6), sha256 })),
      v.maxLength(CHUNKS),
    ),
    sealed: v.boolean(),
    schemaVersion: count(1_000),
  }),
  topic: 'RECORDING',
  apply: async (scope, input) => {
    const { id, assetId, startedAt, durationS, samples, cells, temperatures, sealed } = input;
    const asset = await findAsset(scope, assetId);
    if (asset === undefined) throw refused('NOT_FOUND', 'assetId');
    const hashes = [...new Set(input.chunks.map((chunk) => chunk.sha256))];
    // A recording may only refer to pieces that its subtree uploaded; a hash learned elsewhere gives no access [WS-10].
    const here = await scope.query<{ readonly sha256: string }>(
      `select distinct sha256 from blob_refs where sha256 = any(string_to_array($1, ','))`,
      [hashes.join(',')],
    );
    const known = new Set(here.map((row) => row.sha256));
    const missing = hashes.filter((hash) => !known.has(hash));
    if (missing.length > 0) {
      throw refuse({ status: 'LATER', code: 'BLOBS_MISSING', field: 'chunks', current: missing });
    }
    await insertRow(scope, 'recordings', {
      id,
      owner: asset.owner,
      asset_id: assetId,
      started_at: startedAt,
      duration_s: durationS,
      samples,
      cells,
      temperatures,
      chunks: input.chunks,
      sealed,
      schema_version: input.schemaVersion,
    });
    await scope.query(
      `insert into blob_refs (sha256, row_id, topic, owner, account_id)
       select unnest(string_to_array($1, ',')), $2, 'RECORDING', $3::text::ltree, $4`,
      [hashes.join(','), id, asset.owner, scope.actor.id],
    );
    const after = {
      startedAt,
      durationS,
      samples,
      cells,
      temperatures,
      sealed,
      chunks: input.chunks.length,
    };
    return { topic: 'RECORDING', subjectId: id, assetId, owner: asset.owner, after };
  },
});
