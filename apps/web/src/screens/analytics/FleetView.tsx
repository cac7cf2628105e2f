import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { Flex, Input, Select } from 'antd';
import { Link } from 'react-router-dom';
import {
  assetsOf,
  recordingsOf,
  type FleetStat,
  type ServerTrendPoint,
} from '@batbot/core/workspace';
import { rowPath, useDeviceTab, useSessionPaths } from '../../react/paths.ts';
import { useEveryMinute } from '../../react/use-every-minute.ts';
import { useMayOpen } from '../../react/use-signed-in.ts';
import { counted, DASH, dateTimeText, fixed, isDay, measured } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  compareTexts,
  numberColumn,
  textColumn,
  type Column,
  type LoadState,
} from '../controls/collection/collection-types.ts';
import { useCollectionAddress } from '../controls/collection/use-collection-address.ts';
import { isWhole, useHistory } from '../workspace/use-history.ts';
import { useReadyWorkspace, useRows } from '../workspace/use-workspace.ts';
import { FLEET_METRICS, valuesOfTrend, WORST_CELL, type ComparedMetric } from './fleet-metrics.ts';
import { marksOf } from './pack-marks.ts';
import { PackInFleet } from './PackInFleet.tsx';
import { Trend } from './Trend.tsx';
import { FAULTS } from './faults.ts';
import { useAnswer } from '../workspace/use-answer.ts';
import { Choices } from '../controls/Choices.tsx';
import './analytics.css';

type Pack = FleetStat['worst'][number];

const lastText = (points: readonly ServerTrendPoint[]): string => {
  const last = points.findLast(({ worstCell }) => worstCell !== null);
  if (last === undefined)
    return 'No recording on the server has enough load steps to compare the cells.';
  return `Cell ${last.worstCell} has the highest resistance: ${fixed(last.worstCellPercent, 0)} % above the median, from ${counted(last.steps ?? 0, 'step')} at ${measured(last.celsius, 0, '°C')} on ${dateTimeText(last.at)}.`;
};

const PackTrend = ({ pack }: { readonly pack: Pack }) => {
  const workspace = useReadyWorkspace();
  const mayOpen = useMayOpen();
  const [answer, , refresh] = useAnswer(
    useCallback(() => workspace.trend(pack.id), [workspace, pack.id]),
  );
  const points = useMemo(() => (answer?.ok === true ? answer.value : []), [answer]);
  const values = useMemo(() => valuesOfTrend(points), [points]);
  const history = useHistory('asset', pack.id);
  const { rows } = history;
  const marks = useMemo(() => marksOf(rows, pack.id), [rows, pack.id]);
  const leftOut = useMemo(() => {
    const used = new Set(points.map(({ recordingId }) => recordingId));
    return recordingsOf(rows, []).filter(({ id, assetId }) => assetId === pack.id && !used.has(id));
  }, [rows, points, pack.id]).length;
  useEveryMinute(
    useCallback(() => {
      if (leftOut > 0) refresh(); // the server analyses a recording after its upload
    }, [leftOut, refresh]),
  );
  if (answer === undefined) return <p role="status">…</p>;
  if (!answer.ok) return <p role="status">{FAULTS[answer.error.kind]}</p>;
  return (
    <Flex vertical gap={16}>
      <p>{lastText(points)}</p>
      <Trend trend={points} marks={marks} />
      {leftOut > 0 && isWhole(history, 'recording') && (
        <p className="hint">
          Without {counted(leftOut, 'uploaded recording')}. A recording is left out if another one
          covers its time, or if it is not analysed yet, not readable or too old.
        </p>
      )}
      <PackInFleet model={pack.model ?? undefined} values={values} />
      {mayOpen('assets') && (
        <Link to={rowPath('assets', pack.id, 'recordings')}>Recordings of this pack</Link>
      )}
    </Flex>
  );
};

/** Describes the distribution of a metric. */
const distributionText = (stat: FleetStat, title: string, unit: string): string => {
  const value = (each: number | null): string => measured(each, 1, unit);
  return `${title}: half of ${counted(stat.n, 'measured pack')} are below ${value(stat.p50)}, 5 % below ${value(stat.p5)}, 95 % below ${value(stat.p95)}. Calculated ${dateTimeText(stat.at)}.`;
};

/** Returns the start of a local day ("2026-03-12"), or of a later one; undefined for no day. */
const startOf = (day: string, later = 0): string | undefined => {
  if (day === '') return undefined;
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return date.toISOString();
};

const NONE: readonly Pack[] = [];
const nameOf = ({ serial }: Pack): string => serial;
const searchOf = ({ serial, model, ownerName }: Pack): string =>
  [serial, model, ownerName].join(' ');

const columnsOf = ({ value: metric, unit }: ComparedMetric): readonly Column<Pack>[] => [
  textColumn('serial', 'Pack', ({ serial }) => serial),
  numberColumn(
    'value',
    `Value, ${unit}`,
    ({ value }) => value,
    (value) => fixed(value, 1),
    132,
  ),
  textColumn('model', 'Model', ({ model }) => model ?? DASH),
  textColumn('owner', 'Owner', ({ ownerName }) => ownerName ?? DASH),
  ...(metric === 'WORST_CELL'
    ? [numberColumn<Pack>('cell', 'Cell', ({ worstCell }) => worstCell ?? undefined, String, 80)]
    : []),
];

/** Apart from `FleetView`: React Compiler keeps the memos only when the metric comes as a prop. */
const FleetList = ({
  view,
  metric,
  model,
  first,
  last,
  onChange,
}: {
  readonly view: ReactNode;
  readonly metric: ComparedMetric;
  /** The chosen model; empty for all models. */
  readonly model: string;
  /** The first and last day of the newest recording of a pack; empty for no limit. */
  readonly first: string;
  readonly last: string;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}) => {
  const { list } = useSessionPaths();
  const deviceTab = useDeviceTab();
  const workspace = useReadyWorkspace();
  const { value: wanted, unit } = metric;
  const filtersSet = [model, first, last].filter(Boolean).length;
  const [answer, again] = useAnswer(
    useCallback(
      () =>
        workspace.fleet(wanted, {
          model: model || undefined,
          from: startOf(first),
          to: startOf(last, 1),
        }),
      [workspace, wanted, model, first, last],
    ),
  );
  const [rows] = useRows();
  const models = useMemo(
    () =>
      [...new Set(assetsOf(rows, []).flatMap((asset) => asset.model ?? []))].toSorted(compareTexts),
    [rows],
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
            ...(again && { onRetry: again }),
          };
  return (
    <Collection<Pack>
      title="Analytics"
      noun="worst pack"
      rows={stat?.worst ?? NONE}
      load={load}
      name={nameOf}
      meta={({ ownerName, value }) => `${ownerName ?? DASH} · ${measured(value, 1, unit)}`}
      columns={columns}
      defaultSort={wanted === 'SOH' ? 'value' : '-value'}
      search={searchOf}
      searchLabel="Pack, model, owner"
      extra={
        <>
          {view}
          <Choices
            aria-label="Metric of the fleet"
            value={wanted}
            options={FLEET_METRICS.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => onChange({ metric: value })}
          />
        </>
      }
      ownFilters={{
        set: filtersSet,
        fields: (
          <Flex wrap gap={8} align="center">
            <Select
              aria-label="Model"
              showSearch
              popupMatchSelectWidth={false}
              value={model}
              options={[
                { value: '', label: 'Model: all' },
                ...models.map((value) => ({ value, label: value })),
              ]}
              onChange={(value) => onChange({ model: value })}
            />
            {(
              [
                ['from', 'Measured from', first],
                ['to', 'to', last],
              ] as const
            ).map(([key, label, day]) => (
              <label key={key} className="analytics__day">
                {label}
                <Input
                  type="date"
                  value={day}
                  onChange={({ target }) => onChange({ [key]: target.value })}
                />
              </label>
            ))}
          </Flex>
        ),
      }}
      notice={
        stat !== undefined &&
        stat.n > 0 && <p className="hint">{distributionText(stat, metric.title, unit)}</p>
      }
      empty={{
        text:
          filtersSet > 0
            ? 'No measured pack has this model and these days. Choose other ones, or empty the fields.'
            : `No recording that the server has analysed so far has enough data for this metric. Upload recordings with ${metric.needs}: the server analyses them within seconds.`,
        ...(filtersSet === 0 &&
          deviceTab !== undefined && {
            action: <Link to={list}>Recordings of this computer</Link>,
          }),
      }}
      detail={(pack) => <PackTrend key={pack.id} pack={pack} />}
    />
  );
};

/** The packs of the subtree on the server: the distribution of a metric, and the worst twenty with their trend. */
export const FleetView = ({ view }: { readonly view: ReactNode }) => {
  const { get, set } = useCollectionAddress(undefined);
  const [first = '', last = ''] = ['from', 'to'].map((key) => (isDay(get(key)) ? get(key) : ''));
  const hasWrongDay = first !== get('from') || last !== get('to');
  useEffect(() => {
    if (hasWrongDay) set({ from: first, to: last });
  });
  return (
    <FleetList
      view={view}
      metric={FLEET_METRICS.find(({ value }) => value === get('metric')) ?? WORST_CELL}
      model={get('model')}
      first={first}
      last={last}
      onChange={set}
    />
  );
};
