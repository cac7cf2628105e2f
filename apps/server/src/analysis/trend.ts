import type { Scope } from '../workspace/scope.ts';
import { loadAnalysis, ROLLUP_COLUMNS, type RollupRow } from './rollups.ts';

const MOST_POINTS = 500;

/** Returns the figures of the newest days of a pack, oldest first, as `TrendPoint` of schema.graphql. */
export const readTrend = async (
  scope: Scope,
  {
    assetId,
    from,
    to,
  }: { readonly assetId: string; readonly from?: string | null; readonly to?: string | null },
): Promise<readonly ({ readonly recordingId: string } & Readonly<Record<string, unknown>>)[]> => {
  const rows = await scope.query<RollupRow & { readonly at: Date }>(
    `select u.started_at as at, ${ROLLUP_COLUMNS} from rollups u join recordings r on r.id = u.recording_id
     where u.asset_id = $1 and u.started_at >= coalesce($2::timestamptz, '-infinity')
       and u.started_at < coalesce($3::timestamptz, 'infinity')
     order by u.started_at desc, u.day desc limit ${MOST_POINTS}`,
    [assetId, from ?? null, to ?? null],
  );
  const { countRowsOnce } = await loadAnalysis();
  return countRowsOnce(rows)
    .toReversed()
    .map(({ recordingId, day, at, figures }) => ({ ...figures, recordingId, day, at }));
};
