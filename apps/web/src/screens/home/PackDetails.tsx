import type { PackSample } from '@batbot/core';
import { DASH, fixed, uptimeText } from './numbers.ts';

const withUnit = (value: number | undefined, digits: number, unit: string): string =>
  value === undefined ? DASH : `${fixed(value, digits)} ${unit}`;

/** What changes slowly: health, capacities, counters. */
export const PackDetails = ({ sample }: { readonly sample: PackSample }) => {
  const facts: readonly (readonly [string, string])[] = [
    ['State of health', withUnit(sample.sohPercent, 1, '%')],
    ['Design capacity', withUnit(sample.designCapacityAh, 2, 'Ah')],
    ['Remaining capacity', withUnit(sample.remainingAh, 2, 'Ah')],
    ['Cycles', fixed(sample.cycles, 0)],
    ['Uptime', sample.uptimeS === undefined ? DASH : uptimeText(sample.uptimeS)],
    ['Reply number', fixed(sample.sequence, 0)],
  ];
  return (
    <section className="panel">
      <h2>Pack</h2>
      <div className="facts tabular">
        {facts.map(([name, text]) => (
          <div className="facts__row" key={name}>
            <span aria-hidden>{name}</span>
            <span role="group" aria-label={name}>
              {text}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
};
