import type { HeldValue, PackSample } from '@batbot/core';
import { Checking } from './Checking.tsx';
import { isHeld } from './held-values.ts';
import { DASH, fixed, uptimeText } from '../../text/format.ts';

const withUnit = (value: number | undefined, digits: number, unit: string): string =>
  value === undefined ? DASH : `${fixed(value, digits)} ${unit}`;

interface Props {
  readonly sample: PackSample;
  readonly held: readonly HeldValue[];
}

/** What changes slowly: health, capacities, counters. */
export const PackDetails = ({ sample, held }: Props) => {
  const facts: readonly (readonly [string, string, keyof PackSample])[] = [
    ['State of health', withUnit(sample.sohPercent, 1, '%'), 'sohPercent'],
    ['Design capacity', withUnit(sample.designCapacityAh, 2, 'Ah'), 'designCapacityAh'],
    ['Remaining capacity', withUnit(sample.remainingAh, 2, 'Ah'), 'remainingAh'],
    ['Cycles', fixed(sample.cycles, 0), 'cycles'],
    ['Uptime', sample.uptimeS === undefined ? DASH : uptimeText(sample.uptimeS), 'uptimeS'],
    ['Reply number', fixed(sample.sequence, 0), 'sequence'],
  ];
  return (
    <section className="panel">
      <h2>Pack</h2>
      <div className="facts tabular">
        {facts.map(([name, text, key]) => (
          <div className="facts__row" key={name}>
            <span aria-hidden>{name}</span>
            <span role="group" aria-label={name}>
              {text}
            </span>
            {isHeld(held, key) && <Checking />}
          </div>
        ))}
      </div>
    </section>
  );
};
