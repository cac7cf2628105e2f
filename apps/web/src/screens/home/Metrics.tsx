import { type ReactNode, memo } from 'react';
import {
  powerOf,
  socLevel,
  timeToGo,
  type Evidence,
  type Flow,
  type Level,
  type SampleSeries,
} from '@batbot/core';
import { DASH, fixed, measured, runtimeText } from '../../text/format.ts';
import { Confirming, Inferred, LimitPassed, Older } from './marks.tsx';
import { isHeld } from './held-values.ts';
import { decimalsOf, evidenceOf, olderOf, tileLevels, type PackShown } from './pack-shown.ts';
import { Sparkline } from './Sparkline.tsx';

const FLOW_WORDS: Readonly<Record<Flow, string>> = {
  charging: '↑ charging',
  discharging: '↓ discharging',
  atRest: 'At rest',
};

interface TileProps {
  /** The accessible name of the value, used by tests and screen readers. */
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  readonly note?: ReactNode;
  readonly level?: Level | undefined;
  /** Whether the value is an older one, shown while an implausible value is not confirmed; see `Confirming`. */
  readonly isHeld?: boolean;
  readonly isAlarmed?: boolean;
  /** The evidence of an inferred value, or of inferred values it is calculated from. */
  readonly evidence: readonly Evidence[];
  readonly olderByMs: number;
  readonly kind?: 'runtime';
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
  name,
  value,
  unit,
  note,
  level,
  isHeld: isOlder = false,
  isAlarmed = false,
  evidence,
  olderByMs,
  kind,
  children,
}: TileProps) => (
  <div
    className={kind === undefined ? 'metric' : `metric metric--${kind}`}
    data-level={level}
    data-held={isOlder}
    data-alarmed={isAlarmed}
  >
    <span className="metric__name">
      <span aria-hidden>{name}</span>
      <Inferred name={name} evidence={evidence} />
      <Older byMs={olderByMs} />
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
    const { sample, reported, held, marks, trend, findings } = pack;
    const { quantities } = marks;
    const { socPercent, packVoltageV, currentA, remainingAh, designCapacityAh } = sample;
    const levels = tileLevels(findings);
    const flow = currentA === undefined ? undefined : trend.flow;
    const toGo = timeToGo(sample, flow);
    const read = sample.temperaturesC.filter((celsius) => celsius !== null);
    const has = (key: 'socPercent' | 'packVoltageV' | 'currentA' | 'remainingAh'): boolean =>
      reported === undefined || reported[key] !== undefined;
    const { columns } = series;
    const cRate =
      currentA === undefined || !(Math.abs(currentA) >= 0.01 * (designCapacityAh ?? Infinity))
        ? ''
        : ` · ${measured(Math.abs(currentA) / (designCapacityAh ?? 1), 2, 'C')}`;
    const isLow = socPercent !== undefined && socLevel(socPercent) === 'act';
    return (
      <section className="card metrics" aria-label="Summary">
        {has('socPercent') && (
          <div
            className="metric metric--soc"
            data-level={isLow ? 'act' : levels.get('soc')}
            data-held={isHeld(held, 'socPercent')}
            data-alarmed={quantities.has('stateOfCharge')}
          >
            <span className="metric__name">
              <span aria-hidden>State of charge</span>
              <Inferred name="State of charge" evidence={evidenceOf(pack, 'socPercent')} />
              <Older byMs={olderOf(pack, 'socPercent')} />
              {quantities.has('stateOfCharge') && <LimitPassed />}
              {isHeld(held, 'socPercent') && <Confirming />}
            </span>
            <div className="metric__hero" role="group" aria-label="State of charge">
              {fixed(socPercent, decimalsOf(pack, 'socPercent', 1))}
              {socPercent !== undefined && <span className="unit"> %</span>}
            </div>
            {isLow && (
              <span className="metric__low">
                <span aria-hidden>✕ </span>Low
              </span>
            )}
            <div className="metric__gauge" aria-hidden>
              <div style={{ transform: `scaleX(${(socPercent ?? 0) / 100})` }} />
            </div>
          </div>
        )}
        {has('packVoltageV') && (
          <Tile
            name="Pack voltage"
            evidence={evidenceOf(pack, 'packVoltageV')}
            olderByMs={olderOf(pack, 'packVoltageV')}
            value={fixed(packVoltageV, decimalsOf(pack, 'packVoltageV', 3))}
            unit="V"
            level={levels.get('voltage')}
            isHeld={isHeld(held, 'packVoltageV')}
            isAlarmed={quantities.has('packVoltage')}
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
            evidence={evidenceOf(pack, 'currentA')}
            olderByMs={olderOf(pack, 'currentA')}
            value={fixed(currentA, decimalsOf(pack, 'currentA', 2))}
            unit="A"
            level={levels.get('current')}
            isHeld={isHeld(held, 'currentA')}
            isAlarmed={quantities.has('chargeCurrent') || quantities.has('dischargeCurrent')}
            note={flow !== undefined && `${FLOW_WORDS[flow]}${cRate}`}
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
            evidence={evidenceOf(pack, 'packVoltageV', 'currentA')}
            olderByMs={olderOf(pack, 'packVoltageV', 'currentA')}
            {...powerText(powerOf(sample))}
            level={levels.get('power')}
            isAlarmed={quantities.has('power')}
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
            evidence={evidenceOf(pack, 'temperaturesC')}
            olderByMs={olderOf(pack, 'temperaturesC')}
            value={read.length === 0 ? DASH : rangeText(read)}
            unit="°C"
            level={levels.get('temperature')}
            isHeld={held.some(({ key }) => key === 'temperaturesC')}
            isAlarmed={quantities.has('temperature')}
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
            value={toGo === undefined ? DASH : runtimeText(toGo.hours)}
            evidence={evidenceOf(pack, 'remainingAh', 'designCapacityAh', 'currentA')}
            olderByMs={olderOf(pack, 'remainingAh', 'designCapacityAh', 'currentA')}
            note={
              flow === 'atRest'
                ? 'at rest'
                : remainingAh !== undefined &&
                  `${fixed(remainingAh, decimalsOf(pack, 'remainingAh', 1))}${designCapacityAh === undefined ? '' : ` of ${fixed(designCapacityAh, 0)}`} Ah`
            }
          />
        )}
      </section>
    );
  },
);
Metrics.displayName = 'Metrics';
