import type { ReactNode } from 'react';
import {
  flowOf,
  isSuspectTemperature,
  powerOf,
  socLevel,
  timeToGo,
  type Flow,
  type HeldValue,
  type Level,
  type PackSample,
} from '@batbot/core';
import type { AlarmMarks } from './alarm-marks.ts';
import { Checking } from './Checking.tsx';
import { LimitPassed } from './LimitPassed.tsx';
import { isHeld } from './held-values.ts';
import { DASH, fixed, runtimeText } from '../../text/format.ts';

const FLOW_GLYPHS: Readonly<Record<Flow, string>> = {
  charging: '↑',
  discharging: '↓',
  atRest: '·',
};
const SOC_WORDS: Readonly<Record<Level, string>> = { act: 'low', watch: 'medium', good: 'well' };
const LEVEL_GLYPHS: Readonly<Record<Level, string>> = { act: '✕', watch: '▲', good: '●' };

interface CardProps {
  /** The accessible name of the value; tests and screen readers find it by this. */
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
  /** A word that belongs to the value. */
  readonly word?: ReactNode;
  readonly note?: ReactNode;
  /** The value is an older one; see `Checking`. */
  readonly isHeld?: boolean;
  readonly isAlarmed?: boolean;
}

/** A text of numbers and units: the numbers large, the units quiet. */
const Figure = ({ text }: { readonly text: string }) =>
  text.split(/( (?:h|min)\b)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span className="unit" key={index}>
        {part}
      </span>
    ),
  );

const Card = ({
  name,
  value,
  unit,
  word,
  note,
  isHeld: isOlder = false,
  isAlarmed = false,
}: CardProps) => (
  <div className="hero__card" data-held={isOlder} data-alarmed={isAlarmed}>
    <span className="hero__name" aria-hidden>
      {name}
    </span>
    {isAlarmed && <LimitPassed />}
    <div className="hero__value tabular" role="group" aria-label={name}>
      <Figure text={value} />
      {unit !== undefined && value !== DASH && <span className="unit"> {unit}</span>}
      {word !== undefined && <span className="hero__word"> {word}</span>}
    </div>
    <span className="hero__note tabular">{isOlder ? <Checking /> : note}</span>
  </div>
);

interface SocProps {
  readonly percent: number | undefined;
  readonly isHeld: boolean;
  readonly isAlarmed: boolean;
}

const SocCard = ({ percent, isHeld: isOlder, isAlarmed }: SocProps) => {
  const level = percent === undefined ? undefined : socLevel(percent);
  return (
    <div
      className="hero__card hero__soc"
      data-level={level}
      data-held={isOlder}
      data-alarmed={isAlarmed}
    >
      <span className="hero__name" aria-hidden>
        State of charge
      </span>
      {isAlarmed && <LimitPassed />}
      <div className="hero__figure tabular" role="group" aria-label="State of charge">
        {fixed(percent, 1)}
        {percent !== undefined && <span className="unit"> %</span>}
      </div>
      <span className="hero__note">
        {isOlder && <Checking />}
        {level !== undefined && !isOlder && (
          <>
            <span aria-hidden>{LEVEL_GLYPHS[level]} </span>
            {SOC_WORDS[level]}
          </>
        )}
      </span>
      <div className="hero__gauge" aria-hidden>
        <div style={{ transform: `scaleX(${(percent ?? 0) / 100})` }} />
      </div>
    </div>
  );
};

interface TemperatureProps {
  readonly sensors: readonly (number | null)[];
  readonly isHeld: boolean;
  readonly isAlarmed: boolean;
}

const TemperatureCard = ({ sensors, isHeld: isOlder, isAlarmed }: TemperatureProps) => {
  const read = sensors.filter((celsius) => celsius !== null);
  if (read.length === 0) return <Card name="Temperature" value={DASH} />;
  const highest = Math.max(...read);
  const lowest = Math.min(...read);
  const suspect = read.some(isSuspectTemperature);
  return (
    <Card
      name="Temperature"
      value={fixed(highest, 0)}
      unit="°C"
      isHeld={isOlder}
      isAlarmed={isAlarmed}
      note={
        suspect ? (
          <span className="hero__suspect">
            <span aria-hidden>▲ </span>check sensor
          </span>
        ) : (
          `lowest ${fixed(lowest, 0)} °C`
        )
      }
    />
  );
};

/** From here on watts are more digits than they are worth. */
const KILOWATTS_FROM_W = 10_000;

const powerText = (watts: number | undefined) =>
  watts !== undefined && Math.abs(watts) >= KILOWATTS_FROM_W
    ? { value: fixed(watts / 1_000, 2), unit: 'kW' }
    : { value: fixed(watts, 0), unit: 'W' };

/** The pack at one glance. */
export const HeroCards = ({
  sample,
  held,
  marks: { quantities },
}: {
  readonly sample: PackSample;
  readonly held: readonly HeldValue[];
  readonly marks: AlarmMarks;
}) => {
  const { socPercent, packVoltageV, currentA, temperaturesC, remainingAh } = sample;
  const flow = currentA === undefined ? undefined : flowOf(currentA);
  const power = powerOf(sample);
  const toGo = timeToGo(sample);
  return (
    <div className="hero">
      <SocCard
        percent={socPercent}
        isHeld={isHeld(held, 'socPercent')}
        isAlarmed={quantities.has('stateOfCharge')}
      />
      <Card
        name="Pack voltage"
        value={fixed(packVoltageV, 3)}
        unit="V"
        isHeld={isHeld(held, 'packVoltageV')}
        isAlarmed={quantities.has('packVoltage')}
        note={sample.cellVoltagesV.length > 0 && `${sample.cellVoltagesV.length} cells in series`}
      />
      <Card
        name="Current"
        value={fixed(currentA, 2)}
        unit="A"
        isHeld={isHeld(held, 'currentA')}
        isAlarmed={quantities.has('chargeCurrent') || quantities.has('dischargeCurrent')}
        {...(flow === undefined
          ? {}
          : {
              word: (
                <>
                  <span aria-hidden>{FLOW_GLYPHS[flow]}</span> {flow}
                </>
              ),
            })}
      />
      <Card name="Power" {...powerText(power)} isAlarmed={quantities.has('power')} />
      <TemperatureCard
        sensors={temperaturesC}
        isHeld={held.some(({ key }) => key === 'temperaturesC')}
        isAlarmed={quantities.has('temperature')}
      />
      <Card
        name={toGo === undefined ? 'Time to go' : `Time to ${toGo.until}`}
        value={toGo === undefined ? DASH : runtimeText(toGo.hours)}
        note={
          flow === 'atRest'
            ? 'none while idle'
            : remainingAh !== undefined && `${fixed(remainingAh, 1)} Ah remaining`
        }
      />
    </div>
  );
};
