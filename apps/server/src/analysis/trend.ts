import type { Scope } from '../workspace/scope.ts';
import type { Figures } from './rollups.ts';

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
  const rows = await scope.query<{
    readonly recordingId: string;
    readonly day: string;
    readonly at: Date;
    readonly figures: Figures;
  }>(
    `select recording_id as "recordingId", day::text, started_at as at, figures from rollups
     where asset_id = $1 and started_at >= coalesce($2::timestamptz, '-infinity')
       and started_at < coalesce($3::timestamptz, 'infinity')
     order by started_at desc, day desc limit ${MOST_POINTS}`,
    [assetId, from ?? null, to ?? null],
  );
  return rows.toReversed().map(({ figures, ...row }) => ({ ...figures, ...row }));
};
