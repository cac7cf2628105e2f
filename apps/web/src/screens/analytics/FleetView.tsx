import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Result } from '@batbot/core';
import { Flex, Segmented } from 'antd';
import { Link } from 'react-router-dom';
import type {
  FleetMetric,
  FleetStat,
  ServerTrendPoint,
  Workspace,
  WorkspaceFault,
} from '@batbot/core/workspace';
import { tabPath } from '../../react/paths.ts';
import { counted, DASH, dateTimeText, fixed, measured } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  numberColumn,
  textColumn,
  type Column,
  type LoadState,
} from '../controls/collection/collection-types.ts';
import { Trend } from './Trend.tsx';
import './analytics.css';

interface Metric {
  readonly value: FleetMetric;
  readonly label: string;
  readonly title: string;
  readonly unit: string;
}

const FIRST: Metric = {
  value: 'WORST_CELL',
  label: 'Resistance',
  title: 'Worst cell above the median of its pack',
  unit: '%',
};
const METRICS: readonly Metric[] = [
  FIRST,
  { value: 'REST_SPREAD', label: 'Spread', title: 'Spread at rest', unit: 'mV' },
  { value: 'SOH', label: 'Health', title: 'Measured state of health', unit: '%' },
  {
    value: 'SOC_ERROR',
    label: 'SoC error',
    title: 'Error of the state of charge',
    unit: 'points',
  },
];

type Pack = FleetStat['worst'][number];

const FAULTS: Readonly<Record<WorkspaceFault['kind'], string>> = {
  unreachable:
    'The server does not answer now. The recordings of this computer are analysed without it.',
  expired: 'Your session on the server has ended. Sign in again.',
  notOffered:
    'This server does not compare packs. The recordings of this computer are analysed without it.',
  refused: 'This account may not see the fleet.',
};

type Answer<T> = Result<T, WorkspaceFault>;

/** Returns the answer of the server, undefined while it is open, and a function that asks again. */
const useAnswer = <T,>(
  ask: () => Promise<Answer<T>>,
): readonly [answer: Answer<T> | undefined, again: () => void] => {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ readonly to: typeof ask; readonly is: Answer<T> }>();
  useEffect(() => {
    let isWanted = true;
    void ask().then((is) => {
      if (isWanted) setAnswer({ to: ask, is });
    });
    return () => {
      isWanted = false;
    };
  }, [ask, attempt]);
  const again = (): void => {
    setAnswer(undefined);
    setAttempt(attempt + 1);
  };
  return [answer?.to === ask ? answer.is : undefined, again];
};

const toPoint = (point: ServerTrendPoint) => ({
  at: point.at,
  medianMilliOhm: point.medianMilliOhm ?? Number.NaN,
  worstMilliOhm: point.worstMilliOhm ?? Number.NaN,
  celsius: point.celsius ?? Number.NaN,
  spreadMv: point.restSpreadMv ?? Number.NaN,
  capacityAh: point.capacityAh ?? Number.NaN,
});

const lastText = (points: readonly ServerTrendPoint[]): string => {
  const last = points.findLast(({ worstCell }) => worstCell !== null);
  if (last === undefined)
    return 'No recording on the server has enough load steps to compare the cells.';
  return `Cell ${last.worstCell} has the highest resistance: ${fixed(last.worstCellPercent, 0)} % above the median, from ${counted(last.steps ?? 0, 'step')} at ${measured(last.celsius, 0, '°C')} on ${dateTimeText(last.at)}.`;
};

const PackTrend = ({ workspace, pack }: { readonly workspace: Workspace; readonly pack: Pack }) => {
  const [answer] = useAnswer(useCallback(() => workspace.trend(pack.id), [workspace, pack.id]));
  const trend = useMemo(() => (answer?.ok === true ? answer.value.map(toPoint) : []), [answer]);
  if (answer === undefined) return <p role="status">…</p>;
  if (!answer.ok) return <p role="status">{FAULTS[answer.error.kind]}</p>;
  return (
    <Flex vertical gap={16}>
      <p>{lastText(answer.value)}</p>
      <Trend trend={trend} />
      <Link to={`${tabPath('assets')}?id=${pack.id}&tab=recordings`}>Recordings of this pack</Link>
    </Flex>
  );
};

/** Says how a metric is distributed. */
const distributionText = (stat: FleetStat, title: string, unit: string): string => {
  const value = (each: number | null): string => measured(each, 1, unit);
  return `${title}: half of ${counted(stat.n, 'measured pack')} are below ${value(stat.p50)}, 5 % below ${value(stat.p5)}, 95 % below ${value(stat.p95)}. Calculated ${dateTimeText(stat.at)}.`;
};

const NONE: readonly Pack[] = [];
const idOf = ({ id }: Pack): string => id;
const nameOf = ({ serial }: Pack): string => serial;
const searchOf = ({ serial, model, ownerName }: Pack): string =>
  [serial, model, ownerName].join(' ');

const columnsOf = ({ value: metric, unit }: Metric): readonly Column<Pack>[] => [
  textColumn('serial', 'Pack', ({ serial }) => serial),
  numberColumn(
    'value',
    `Value, ${unit}`,
    ({ value }) => value,
    (value) => fixed(value, 1),
    {
      width: 132,
      align: 'right',
    },
  ),
  textColumn('model', 'Model', ({ model }) => model ?? DASH),
  textColumn('owner', 'Owner', ({ ownerName }) => ownerName ?? DASH),
  ...(metric === 'WORST_CELL'
    ? [
        numberColumn<Pack>('cell', 'Cell', ({ worstCell }) => worstCell ?? undefined, String, {
          width: 80,
          align: 'right',
        }),
      ]
    : []),
];

/** The packs of the subtree on the server: the distribution of a metric, and the worst twenty with their trend. */
export const FleetView = ({
  workspace,
  view,
}: {
  readonly workspace: Workspace;
  readonly view: ReactNode;
}) => {
  const [metric, setMetric] = useState(FIRST);
  const { value: wanted, unit } = metric;
  const [answer, again] = useAnswer(
    useCallback(() => workspace.fleet(wanted), [workspace, wanted]),
  );
  const stat = answer?.ok === true ? answer.value : undefined;
  const columns = useMemo(() => columnsOf(metric), [metric]);
  const load: LoadState =
    answer === undefined
      ? { kind: 'loading' }
      : answer.ok
        ? { kind: 'ready' }
        : {
            kind: 'failed',
            message: FAULTS[answer.error.kind],
            onRetry: again,
          };
  return (
    <Collection<Pack>
      title="Analytics"
      noun="worst pack"
      rows={stat?.worst ?? NONE}
      load={load}
      rowKey={idOf}
      name={nameOf}
      meta={({ ownerName, value }) => `${ownerName ?? DASH} · ${measured(value, 1, unit)}`}
      columns={columns}
      defaultSort={wanted === 'SOH' ? 'value' : '-value'}
      search={searchOf}
      searchLabel="Pack, model, owner"
      extra={view}
      notice={
        <Flex vertical gap={8}>
          <Segmented
            aria-label="Metric of the fleet"
            value={wanted}
            options={METRICS.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => {
              setMetric(METRICS.find((each) => each.value === value) ?? FIRST);
            }}
          />
          {stat !== undefined && stat.n > 0 && (
            <p className="analytics__note">{distributionText(stat, metric.title, unit)}</p>
          )}
        </Flex>
      }
      empty={{
        text: 'No pack on the server has enough data for this metric. Upload recordings: the server analyses them within seconds.',
      }}
      detail={(pack) => <PackTrend key={pack.id} workspace={workspace} pack={pack} />}
    />
  );
};
