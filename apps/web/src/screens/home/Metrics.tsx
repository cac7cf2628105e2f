import { type ReactNode, memo } from 'react';
import {
  cRateOf,
  powerOf,
  socLevel,
  timeToGo,
  type Flow,
  type Level,
  type SampleSeries,
} from '@batbot/core';
import type { Quantity } from '@batbot/core/alarms';
import { DASH, fixed, measured, runtimeText } from '../../text/format.ts';
import { Confirming, Inferred, LimitPassed, Older } from './marks.tsx';
import { decimalsOf, evidenceOf, olderOf, tileLevels, type PackShown } from './pack-shown.ts';
import { Sparkline } from './Sparkline.tsx';

const FLOW_WORDS: Readonly<Record<Flow, string>> = {
  charging: '↑ charging',
  discharging: '↓ discharging',
  atRest: 'At rest',
};

interface TileProps {
  readonly pack: PackShown;
  /** The accessible name of the value, used by tests and screen readers. */
  readonly name: string;
  /** The values of the sample that the tile shows, or from which its value is calculated. */
  readonly keys: readonly (
    | 'socPercent'
    | 'packVoltageV'
    | 'currentA'
    | 'temperaturesC'
    | 'remainingAh'
    | 'designCapacityAh'
  )[];
  /** The quantities whose limits mark the tile. */
  readonly quantities?: readonly Quantity[];
  readonly value: string;
  readonly unit?: string;
  readonly note?: ReactNode;
  readonly level?: Level | undefined;
  readonly kind?: 'soc' | 'runtime';
  readonly children?: ReactNode;
}

/** Formats a text of numbers and units, with smaller units. */
const Figure = ({ text }: { readonly text: string }) =>
  text.split(/((?:\u202f| )(?:h|min|d)\b)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span className="unit" key={index}>
        {part}
      </span>
    ),
  );

const Tile = ({
  pack,
  name,
  keys,
  quantities = [],
  value,
  unit,
  note,
  level,
  kind,
  children,
}: TileProps) => {
  const isOlder = pack.held.some(({ key }) => keys.some((each) => each === key));
  const isAlarmed = quantities.some((quantity) => pack.marks.quantities.has(quantity));
  return (
    <div
      className={kind === undefined ? 'metric' : `metric metric--${kind}`}
      data-level={level}
      data-alarmed={isAlarmed}
    >
      <span className="metric__name">
        <span aria-hidden>{name}</span>
        <Inferred name={name} evidence={evidenceOf(pack, ...keys)} />
        <Older byMs={olderOf(pack, ...keys)} />
        {isAlarmed && <LimitPassed />}
      </span>
      <div className="metric__value" role="group" aria-label={name}>
        <Figure text={value} />
        {unit !== undefined && value !== DASH && <span className="unit"> {unit}</span>}
      </div>
      {children}
      <span className="metric__note">{isOlder ? <Confirming /> : note}</span>
    </div>
  );
};

/** Power from which kilowatts are used. */
const KILOWATTS_FROM_W = 10_000;

const powerText = (watts: number | undefined) =>
  watts !== undefined && Math.abs(watts) >= KILOWATTS_FROM_W
    ? { value: fixed(watts / 1_000, 2), unit: 'kW' }
    : { value: fixed(watts, 0), unit: 'W' };

/** Formats a temperature as the device reports it, in whole degrees or tenths. */
export const celsiusText = (celsius: number): string =>
  fixed(celsius, Number.isInteger(celsius) ? 0 : 1);

/** Formats the lowest and the highest temperature, or one temperature if both are equal. */
export const rangeText = (read: readonly number[]): string => {
  const [low, high] = [Math.min(...read), Math.max(...read)];
  return low === high ? celsiusText(low) : `${celsiusText(low)} – ${celsiusText(high)}`;
};

/** The most important values. Values that the device does not report are not shown. */
export const Metrics = memo(
  ({ pack, series }: { readonly pack: PackShown; readonly series: SampleSeries }) => {
    const { sample, reported, trend, findings } = pack;
    const { socPercent, packVoltageV, currentA, remainingAh, designCapacityAh } = sample;
    const levels = tileLevels(findings);
    const flow = currentA === undefined ? undefined : trend.flow;
    const toGo = timeToGo(sample, flow);
    const read = sample.temperaturesC.filter((celsius) => celsius !== null);
    const has = (key: 'socPercent' | 'packVoltageV' | 'currentA' | 'remainingAh'): boolean =>
      reported === undefined || reported[key] !== undefined;
    const { columns } = series;
    const cRate = cRateOf(sample);
    const isLow = socPercent !== undefined && socLevel(socPercent) === 'act';
    return (
      <section className="card metrics" aria-label="Summary">
        {has('socPercent') && (
          <Tile
            kind="soc"
            name="State of charge"
            pack={pack}
            keys={['socPercent']}
            quantities={['stateOfCharge']}
            value={fixed(socPercent, decimalsOf(pack, 'socPercent', 1))}
            unit="%"
            level={isLow ? 'act' : levels.get('soc')}
          >
            {isLow && (
              <span className="metric__low">
                <span aria-hidden>✕ </span>Low
              </span>
            )}
            <div className="metric__gauge" aria-hidden>
              <div style={{ transform: `scaleX(${(socPercent ?? 0) / 100})` }} />
            </div>
          </Tile>
        )}
        {has('packVoltageV') && (
          <Tile
            name="Pack voltage"
            pack={pack}
            keys={['packVoltageV']}
            quantities={['packVoltage']}
            value={fixed(packVoltageV, decimalsOf(pack, 'packVoltageV', 3))}
            unit="V"
            level={levels.get('voltage')}
            note={
              reported !== undefined &&
              reported.cellVoltagesV.length > 0 &&
              `${reported.cellVoltagesV.length} in series`
            }
          >
            <Sparkline
              series={series}
              valueAt={(index) => columns.packVoltageV[index] ?? Number.NaN}
              colour="--series-voltage"
              leastSpan={0.1}
            />
          </Tile>
        )}
        {has('currentA') && (
          <Tile
            name="Current"
            pack={pack}
            keys={['currentA']}
            quantities={['chargeCurrent', 'dischargeCurrent']}
            value={fixed(currentA, decimalsOf(pack, 'currentA', 2))}
            unit="A"
            level={levels.get('current')}
            note={
              flow !== undefined &&
              `${FLOW_WORDS[flow]}${cRate === undefined ? '' : ` · ${measured(cRate, 2, 'C')}`}`
            }
          >
            <Sparkline
              series={series}
              valueAt={(index) => columns.currentA[index] ?? Number.NaN}
              colour="--series-current"
              leastSpan={2}
            />
          </Tile>
        )}
        {has('packVoltageV') && has('currentA') && (
          <Tile
            name="Power"
            pack={pack}
            keys={['packVoltageV', 'currentA']}
            quantities={['power']}
            {...powerText(powerOf(sample))}
            level={levels.get('power')}
          >
            <Sparkline
              series={series}
              valueAt={(index) =>
                (columns.packVoltageV[index] ?? Number.NaN) *
                (columns.currentA[index] ?? Number.NaN)
              }
              colour="--series-power"
              leastSpan={20}
            />
          </Tile>
        )}
        {(reported === undefined || reported.temperaturesC.length > 0) && (
          <Tile
            name="Temperature"
            pack={pack}
            keys={['temperaturesC']}
            quantities={['temperature']}
            value={read.length === 0 ? DASH : rangeText(read)}
            unit="°C"
            level={levels.get('temperature')}
            note={
              findings.some(({ kind }) => kind === 'suspectSensor')
                ? '▲ check sensor'
                : reported !== undefined &&
                  `${reported.temperaturesC.length} sensor${reported.temperaturesC.length === 1 ? '' : 's'}`
            }
          >
            <Sparkline
              series={series}
              valueAt={(index) => columns.temperatureHighC[index] ?? Number.NaN}
              colour="--series-temperature"
              leastSpan={4}
            />
          </Tile>
        )}
        {has('remainingAh') && has('currentA') && (
          <Tile
            kind="runtime"
            name={toGo === undefined ? 'Runtime' : `Time to ${toGo.until}`}
            pack={pack}
            keys={['remainingAh', 'designCapacityAh', 'currentA']}
            value={toGo === undefined ? DASH : runtimeText(toGo.hours)}
            note={
              flow === 'atRest'
                ? 'at rest'
                : remainingAh !== undefined &&
                  `${fixed(remainingAh, decimalsOf(pack, 'remainingAh', 1))}${designCapacityAh === undefined || designCapacityAh === 0 ? '' : ` of ${fixed(designCapacityAh, 0)}`} Ah`
            }
          />
        )}
      </section>
    );
  },
);
Metrics.displayName = 'Metrics';
