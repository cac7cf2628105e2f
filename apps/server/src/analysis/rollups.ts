import type { BlobStore } from '../blobs/blob-store.ts';
import type { Database, Queryable } from '../database/database.ts';

/** The fields of a recording that are needed to read its samples. */
export interface StoredRecording {
  readonly id: string;
  readonly schemaVersion: number;
  readonly chunks: readonly {
    readonly kind: string;
    readonly seq: number;
    readonly sha256: string;
  }[];
  readonly receivedAt: Date;
  /** The days in UTC by which the clock was ahead at the start. */
  readonly daysAhead: number;
}

/** What is known about the pack of a recording. */
export interface PackFacts {
  readonly designCapacityAh: number | null;
  readonly chemistry: string | null;
}

/** The figures of a recording on one day; null for a metric without enough data. */
export type Figures = Readonly<Record<string, number | null>>;

/** The time of a whole recording, in UTC ms, by which a time is counted once. */
export interface RecordedTime {
  readonly startedAt: number;
  readonly periods: readonly (readonly [from: number, to: number])[];
  readonly samples: number;
  readonly currentS: number;
  /** Figures of versions before 11 lack it. */
  readonly closeS?: number;
  readonly cells: number;
}

/** Analyses a recording; undefined if it cannot be read. `piece` returns the bytes of a piece. */
export type RecordingAnalysis = (
  recording: StoredRecording,
  facts: PackFacts,
  piece: (sha256: string) => Promise<Buffer | undefined>,
) => Promise<
  | {
      readonly version: number;
      readonly days: readonly { readonly day: string; readonly figures: Figures }[];
      readonly time: RecordedTime;
    }
  | undefined
>;

/** The figures of a recording on one day. `time` is null if the clock of the recording was ahead. */
export interface RollupRow {
  readonly recordingId: string;
  readonly day: string;
  readonly time: RecordedTime | null;
  readonly figures: Figures;
}

/** The columns of a `RollupRow` in `rollups u join recordings r`. */
export const ROLLUP_COLUMNS = `u.recording_id as "recordingId", u.day::text,
  case when r.started_at <= r.received_at then u.figures -> 'time' end as time, u.figures - 'time' as figures`;

/**
 * Leaves out the recordings of a time that another one covers, as the app does. The others get the seconds of each day
 * that an earlier one contains too.
 */
export type CountRowsOnce = <Row extends RollupRow>(rows: readonly Row[]) => readonly Row[];

/**
 * Loads the analysis. It uses the app's core, which is TypeScript: the build makes a bundle of it beside the compiled
 * server.
 */
export const loadAnalysis = async () => {
  const type = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return (await import(/* @vite-ignore */ `./recording-analysis.${type}`)) as {
    readonly analyseRecording: RecordingAnalysis;
    readonly analysisVersion: number;
    readonly countRowsOnce: CountRowsOnce;
  };
};

/** The figures of a pack by which packs are compared. */
const STATS = ['worstCellPercent', 'restSpreadMv', 'sohPercent', 'socErrorPoints'] as const;
const MOST_RECORDINGS = 100;

/**
 * Sets the stats of a pack: the newest known value of each metric, from the recordings of its current owner. The first day
 * of a recording has its metrics.
 */
export const updateStats = async (inside: Queryable, assetId: string): Promise<void> => {
  // Waits for a move of the pack, or for the figures of another recording, at the same moment.
  await inside.query('select 1 from assets where id = $1 for update', [assetId]);
  const found = await inside.query<RollupRow & { readonly at: Date }>(
    `select distinct on (u.started_at, u.recording_id) u.started_at as at, ${ROLLUP_COLUMNS}
     from rollups u join recordings r on r.id = u.recording_id
       join assets a on a.id = u.asset_id and a.owner = r.owner
     where u.asset_id = $1
     order by u.started_at desc, u.recording_id, u.day limit ${MOST_RECORDINGS}`,
    [assetId],
  );
  const { countRowsOnce } = await loadAnalysis();
  const rows = countRowsOnce(found);
  const known = STATS.flatMap((name) => {
    const row = rows.find(({ figures }) => typeof figures[name] === 'number');
    return row === undefined ? [] : [[name, row.figures[name]] as const];
  });
  const cell = rows.find(({ figures }) => figures['worstCell'] !== null)?.figures['worstCell'];
  const stats = { at: rows[0]?.at, ...Object.fromEntries(known), worstCell: cell };
  await inside.query('update assets set stats = $2::jsonb where id = $1', [
    assetId,
    known.length === 0 ? null : JSON.stringify(stats),
  ]);
};

/** Queues the recordings whose figures have an earlier version, as after an upgrade while earlier servers still ran. */
export const repeatEarlier = async (database: Database): Promise<void> => {
  if ((await database.query('select 1 from rollups limit 1')).length === 0) return;
  const { analysisVersion } = await loadAnalysis();
  await database.query(
    `insert into jobs (kind, subject, is_repeat)
     select distinct 'ROLLUP', recording_id::text, true from rollups where version < $1 on conflict do nothing`,
    [analysisVersion],
  );
};

/** The row of a recording that is analysed. */
interface AnalysedRecording extends StoredRecording, PackFacts {
  readonly assetId: string;
  /** When it started; when it was received, if that is earlier because a clock was ahead [WS-29]. */
  readonly startedAt: Date;
}

/** Creates the job that analyses a recording. A recording that cannot be read gets no figures. */
export const createRollupJob =
  (database: Database, store: BlobStore) =>
  async (recordingId: string): Promise<undefined> => {
    const [row] = await database.query<AnalysedRecording>(
      `select r.id, r.asset_id as "assetId", r.schema_version as "schemaVersion", r.chunks,
         r.received_at as "receivedAt", least(r.started_at, r.received_at) as "startedAt", greatest(0,
           (r.started_at at time zone 'UTC')::date - (r.received_at at time zone 'UTC')::date) as "daysAhead",
         a.design_capacity_ah as "designCapacityAh", a.chemistry
       from recordings r join assets a on a.id = r.asset_id where r.id = $1`,
      [recordingId],
    );
    if (row === undefined) return undefined;
    const { analyseRecording } = await loadAnalysis();
    const found = await analyseRecording(row, row, (sha256) => store.read(database, sha256));
    if (found === undefined) return undefined;
    await database.transaction(async (inside) => {
      // Facts that were corrected meanwhile have queued the recording again, which another server may have analysed.
      const same = await inside.query(
        `select 1 from assets where id = $1 and design_capacity_ah is not distinct from $2::float8
           and chemistry is not distinct from $3 for update`,
        [row.assetId, row.designCapacityAh, row.chemistry],
      );
      if (same.length === 0) return;
      await inside.query('delete from rollups where recording_id = $1', [recordingId]);
      await inside.query(
        `insert into rollups (recording_id, day, asset_id, started_at, version, figures)
         select $1, day, $2, $3, $4, figures || jsonb_build_object('time', $6::jsonb)
         from jsonb_to_recordset($5::jsonb) d (day date, figures jsonb)`,
        [
          recordingId,
          row.assetId,
          row.startedAt,
          found.version,
          JSON.stringify(found.days),
          JSON.stringify(found.time),
        ],
      );
      await updateStats(inside, row.assetId);
    });
    return undefined;
  };
