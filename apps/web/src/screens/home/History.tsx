import { Button } from 'antd';
import { memo, useMemo, useState } from 'react';
import type { PackSample, SampleSeries } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { chartData, extentOf, type ChartData, type TimeRange } from '../charts/chart-data.ts';
import {
  cellChart,
  MORE_CHARTS,
  PACK_CHARTS,
  PACK_COLUMNS,
  sensorChart,
  type ChartSpec,
} from '../charts/chart-lines.ts';
import { LazyLiveCharts } from '../charts/LazyLiveCharts.tsx';
import { chartLimitsOf } from './alarm-marks.ts';
import { decimalsOf, type PackShown } from './pack-shown.ts';
import { Choices } from '../controls/Choices.tsx';
import { Menu } from '../controls/Menu.tsx';

const RANGES = [
  ['1', '1 min', 60],
  ['5', '5 min', 300],
  ['15', '15 min', 900],
  ['all', 'All', undefined],
] as const;
type RangeName = (typeof RANGES)[number][0];

/** Adds the power, which is not a column of the samples. */
const withPower = (data: ChartData): ChartData => {
  const { packVoltageV: volts = [], currentA: amps = [] } = data.y;
  const powerW = volts.map((value, index) => {
    const current = amps[index] ?? null;
    return value === null || current === null ? null : value * current;
  });
  return { x: data.x, y: { ...data.y, powerW } };
};

const isKnown = ({ lines }: ChartSpec, { y }: ChartData): boolean =>
  lines.some(({ column }) => extentOf(y[column] ?? []) !== undefined);

/** The values of a sample by the columns of the charts. Columns that are calculated are absent. */
const PLACES: Readonly<Partial<Record<string, keyof PackSample>>> = {
  packVoltageV: 'packVoltageV',
  currentA: 'currentA',
  socPercent: 'socPercent',
  cellHighV: 'cellVoltagesV',
  cells: 'cellVoltagesV',
};

const digitsOf = (pack: PackShown, { lines, digits }: ChartSpec): number => {
  const place = PLACES[lines[0]?.column ?? 'powerW'];
  return place === undefined ? digits : decimalsOf(pack, place, digits);
};

/** The chosen chart: the title of a pack chart, 'cell 3' or 'sensor 2'. */
type Choice = string;

/** Returns the chart of a cell or sensor. Memoize the result: a new `spec` creates the plot again. */
const singleOf = (choice: Choice) => {
  const [name, digits] = choice.split(' ');
  const number = Number(digits);
  if (name === 'cell') return { kind: 'cells', number, spec: cellChart(number) } as const;
  if (name === 'sensor') return { kind: 'sensors', number, spec: sensorChart(number) } as const;
  return undefined;
};

interface Props {
  readonly series: SampleSeries;
  readonly pack: PackShown;
  readonly isCurrent: boolean;
  /** Whether one chart is shown at a time. */
  readonly isPhone: boolean;
}

/** The short names of the charts, in the order of `PACK_CHARTS`. */
const SHORT_NAMES = ['V', 'A', 'SoC', 'Cells'];

/** The charts of the pack since it was connected. They follow the latest values until the user zooms. */
export const History = memo(({ series, pack, isCurrent, isPhone }: Props) => {
  const { alarms, verdict } = useCore();
  const plan = useLive(alarms.plan$);
  const limits = useMemo(() => chartLimitsOf(plan.limits), [plan]);
  const [rangeName, setRangeName] = useState<RangeName>('5');
  const [zoom, setZoom] = useState<TimeRange>();
  const [choices, setChoices] = useState<readonly Choice[]>(PACK_CHARTS.map(({ title }) => title));
  const [one, setOne] = useState('Current');
  const data = useMemo(() => withPower(chartData(series, PACK_COLUMNS)), [series]);
  const { cellVoltagesV, temperaturesC } = pack.reported ?? pack.sample;
  const known = [...PACK_CHARTS, ...MORE_CHARTS].filter((spec) => isKnown(spec, data));

  const singles = useMemo(
    () => new Map(choices.map((choice) => [choice, singleOf(choice)])),
    [choices],
  );

  const chartOf = (choice: Choice) => {
    const ofPack = known.find(({ title }) => title === choice);
    if (ofPack !== undefined) return [{ spec: ofPack, data, digits: digitsOf(pack, ofPack) }];
    const single = singles.get(choice);
    if (single === undefined) return [];
    const { kind, number, spec } = single;
    const { x, values } = verdict.series(kind, number);
    return [{ spec, data: { x, y: { [kind]: values } }, digits: digitsOf(pack, spec) }];
  };
  const toggle = (choice: Choice): void => {
    setChoices(
      choices.includes(choice) ? choices.filter((each) => each !== choice) : [...choices, choice],
    );
  };
  const item = (key: Choice, label: string) => ({
    key,
    label: `${choices.includes(key) ? '✓ ' : '  '}${label}`,
  });
  const numbered = (key: string, label: string, { length }: PackSample['cellVoltagesV']) =>
    length === 0
      ? []
      : [
          {
            key: `${key}s`,
            label,
            children: Array.from({ length }, (_, index) =>
              item(`${key} ${index + 1}`, `${label} ${index + 1}`),
            ),
          },
        ];
  const first = data.x[0] ?? 0;
  const last = data.x.at(-1) ?? 0;
  const seconds = RANGES.find(([name]) => name === rangeName)?.[2];
  const range =
    zoom ??
    (seconds === undefined
      ? undefined
      : { from: Math.max(first, last - seconds), to: Math.max(last, first + 1) });
  const isFollowing = zoom === undefined;
  const ofPhone = PACK_CHARTS.map(({ title }, index) => ({
    value: title,
    label: SHORT_NAMES[index],
  })).filter(({ value }) => known.some(({ title }) => title === value));
  return (
    <section className="card history">
      <header className="card__head">
        <h2>History</h2>
        <Choices<RangeName | 'zoom'>
          aria-label="Range"
          size="small"
          options={RANGES.map(([value, label]) => ({ value, label }))}
          value={isFollowing ? rangeName : 'zoom'}
          onChange={(name) => {
            setZoom(undefined);
            if (name !== 'zoom') setRangeName(name);
          }}
        />
        {isPhone ? (
          <Choices
            aria-label="Chart"
            size="small"
            options={ofPhone}
            value={one}
            onChange={setOne}
          />
        ) : (
          <span className="grow hint no-print">Drag to zoom</span>
        )}
        <Button
          size="small"
          aria-pressed={isFollowing}
          className="history__live"
          onClick={() => setZoom(undefined)}
        >
          <span aria-hidden>{isFollowing ? '●' : '○'}</span> Live
        </Button>
        {!isPhone && (
          <Menu
            menu={{
              className: 'history__menu',
              onClick: ({ key }) => toggle(key),
              items: [
                ...known.map(({ title }) => item(title, title)),
                ...numbered('cell', 'Cell', cellVoltagesV),
                ...numbered('sensor', 'Sensor', temperaturesC),
              ],
            }}
          >
            <Button size="small">+ Chart</Button>
          </Menu>
        )}
      </header>
      {series.length < 2 ? (
        <p className="muted">Waiting for a second reply…</p>
      ) : (
        <LazyLiveCharts
          charts={(isPhone ? [one] : choices).flatMap(chartOf)}
          limits={limits}
          range={range}
          onRange={setZoom}
          isCurrent={isCurrent && isFollowing}
          height={150}
        />
      )}
    </section>
  );
});
History.displayName = 'History';
