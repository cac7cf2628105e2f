import type { Scope } from '../scope.ts';
import { createValues, type Page, type PageArguments, readPage } from './page.ts';
import { createRowReader } from './row-reader.ts';

/** A recording with the hashes of its pieces, as `Recording` of schema.graphql. */
export interface Recording {
  readonly id: string;
}

const columns = `r.id, r.asset_id as "assetId", r.started_at as "startedAt", r.duration_s as "durationS", r.samples,
  r.cells, r.temperatures, r.chunks, r.sealed, r.schema_version as "schemaVersion"`;
const from = 'recordings r';

export const listRecordings = (
  scope: Scope,
  { assetId, ...page }: PageArguments & { readonly assetId?: string | null },
): Promise<Page<Recording>> => {
  const values = createValues();
  const where = assetId ? [`r.asset_id = ${values.add(assetId)}`] : [];
  const by = { 'r.started_at': 'timestamptz', 'r.id': 'uuid' };
  return readPage<Recording>(scope, { columns, from, where, values, by, descending: true }, page);
};

export const { all: recordingsOf } = createRowReader<Recording>({
  columns: () => columns,
  from,
  alias: 'r',
});
