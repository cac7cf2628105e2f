import { activeSql } from '../accounts/account.ts';
import { removeDeadLinks } from '../accounts/account-store.ts';
import { badArgument } from '../api/api-errors.ts';
import type { Database } from '../database/database.ts';
import { createValues } from '../workspace/lists/page.ts';
import { asAccount, type Scope } from '../workspace/scope.ts';
import { settleRollouts } from '../workspace/settle-rollouts.ts';
import { repeatEarlier } from './rollups.ts';

/** The metrics by which packs are compared: their column in `assets`, and the order of the worst packs. */
const METRICS = {
  WORST_CELL: ['worst_cell_percent', 'desc'],
  REST_SPREAD: ['rest_spread_mv', 'desc'],
  SOH: ['soh_percent', 'asc'],
  SOC_ERROR: ['soc_error_points', 'desc'],
} as const;
export type FleetMetric = keyof typeof METRICS;

/** Which packs belong to a fleet: those of a model, or those whose newest figures are from a period. */
export interface FleetFilter {
  readonly model?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
}

const WORST = 20;

/** Whether a pack belongs to its fleet: it has figures and still exists. The index of the figures has this condition. */
const isMeasured = `a.measured_at is not null and a.state <> 'SCRAPPED'`;

/** Returns a time as it is stored in `measured_at`. */
const utc = (time: string): string => {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw badArgument('filter', 'dates of this API');
  return date.toISOString();
};

/** The distribution of a metric over the packs of a subtree, as stored. */
interface Stat {
  readonly n: number;
  /** The 5th, 50th and 95th percentile; null without packs. */
  readonly percentiles: readonly [number, number, number] | null;
  readonly worst: readonly { readonly id: string; readonly value: number }[];
}

/** The same as `FleetStat` of schema.graphql. */
export interface FleetStat {
  readonly n: number;
  readonly p5: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly at: Date;
  readonly worst: readonly { readonly id: string; readonly value: number }[];
}

const measure = async (
  scope: Scope,
  metric: FleetMetric,
  { model, from, to }: FleetFilter,
): Promise<Stat> => {
  const [column, order] = METRICS[metric];
  const values = createValues();
  const where = [`${isMeasured} and a.${column} is not null`];
  if (typeof model === 'string') where.push(`a.model = ${values.add(model)}`);
  if (typeof from === 'string') where.push(`a.measured_at >= ${values.add(utc(from))}`);
  if (typeof to === 'string') where.push(`a.measured_at < ${values.add(utc(to))}`);
  const [row] = await scope.query<{ readonly stat: Stat }>(
    `with known as materialized (select a.id, a.${column} as v from assets a where ${where.join(' and ')})
     select jsonb_build_object('n', count(*),
       'percentiles', to_jsonb(percentile_cont(array[0.05, 0.5, 0.95]) within group (order by v)),
       'worst', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'value', v)), '[]')
         from (select id, v from known order by v ${order}, id limit ${WORST}) w)) as stat
     from known`,
    values.all,
  );
  return row?.stat ?? { n: 0, percentiles: null, worst: [] };
};

/**
 * Returns the distribution of a metric over the packs of the subtree, and its worst packs. For all packs of an account
 * with many packs, it returns the figures of the last night.
 */
export const readFleet = async (
  scope: Scope,
  { metric, filter }: { readonly metric: FleetMetric; readonly filter?: FleetFilter | null },
): Promise<FleetStat> => {
  const isFiltered = Object.values(filter ?? {}).some((each) => each !== null);
  const [kept] = isFiltered
    ? []
    : await scope.query<{ readonly at: Date; readonly stat: Stat }>(
        'select at, stat from fleet_stats where path_text = scope_text() and metric = $1',
        [metric],
      );
  const { n, percentiles, worst } = kept?.stat ?? (await measure(scope, metric, filter ?? {}));
  const packs = await scope.query<{ readonly id: string }>(
    `select a.id, a.serial, a.model, a.stats -> 'worstCell' as "worstCell",
       coalesce(nullif(o.company_name, ''), o.user_name) as "ownerName"
     from assets a left join users o on o.node = a.owner_node where a.id = any(string_to_array($1, ',')::uuid[]) and a.state <> 'SCRAPPED'`,
    [worst.map(({ id }) => id).join(',')],
  );
  const [p5 = null, p50 = null, p95 = null] = percentiles ?? [];
  return {
    n,
    p5,
    p50,
    p95,
    at: kept?.at ?? new Date(),
    // A pack that was moved away since the last night is not visible any more, and one that was scrapped is left out.
    worst: worst.flatMap(({ id, value }) => {
      const pack = packs.find((each) => each.id === id);
      return pack === undefined ? [] : [{ ...pack, value }];
    }),
  };
};

/** Accounts with at least this many measured packs get nightly figures. */
const MANY_PACKS = 2_000;
const DAY_MS = 86_400_000;
/** Time from 2 o'clock in the night (UTC) to the end of the day. */
const AFTER_NIGHT_MS = DAY_MS - 2 * 3_600_000;

/**
 * Creates the nightly job. It returns the time until the next night. It also repeats analyses of earlier versions, continues
 * rollouts, and removes one-time links that are not valid.
 */
export const createFleetJob =
  (database: Database, log: (line: string) => void, many = MANY_PACKS) =>
  async (): Promise<number> => {
    await repeatEarlier(database);
    await removeDeadLinks(database);
    const accounts = await database.query<{ readonly id: string; readonly path: string }>(
      `select u.id, u.path_text as path from users u where ${activeSql} and (select count(*) from (select from assets a
         where a.owner_text >= u.path_text and a.owner_text < u.path_text || '/' and ${isMeasured} limit ${many}) p) = ${many}`,
    );
    await database.query(
      `delete from fleet_stats where path_text <> all(string_to_array($1, ',')) or $1 = ''`,
      [accounts.map(({ path }) => path).join(',')],
    );
    for (const { id, path } of accounts) {
      for (const metric of Object.keys(METRICS) as FleetMetric[]) {
        const stat = await asAccount(database, id, (scope) => measure(scope, metric, {}));
        await database.query(
          `insert into fleet_stats (path_text, metric, at, stat) values ($1, $2, now(), $3::jsonb)
           on conflict (path_text, metric) do update set at = excluded.at, stat = excluded.stat`,
          [path, metric, JSON.stringify(stat)],
        );
      }
    }
    await settleRollouts(database, log);
    return DAY_MS - ((Date.now() + AFTER_NIGHT_MS) % DAY_MS);
  };
