import * as v from 'valibot';
import { changeKind } from '../change.ts';
import { insertRow } from '../change-row.ts';
import { findAsset } from '../lists/assets.ts';
import { addPieces, requirePieces } from '../piece-refs.ts';
import { required } from '../refusal.ts';
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
    const { id, assetId, chunks, schemaVersion: _, ...facts } = input;
    const { owner } = required(await findAsset(scope, assetId), 'assetId');
    await requirePieces(scope, chunks);
    await insertRow(scope, 'recordings', { ...input, owner });
    // The figures of the recording are calculated after this change.
    await scope.query(`insert into jobs (kind, subject) values ('ROLLUP', $1)`, [id]);
    await addPieces(scope, chunks, { id, topic: 'RECORDING', owner });
    const after = { ...facts, chunks: chunks.length };
    return { topic: 'RECORDING', subjectId: id, assetId, owner, after };
  },
});
