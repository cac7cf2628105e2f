import { isSuspectTemperature, type HeldValue } from '@batbot/core';
import { Checking } from './Checking.tsx';
import { LimitPassed } from './LimitPassed.tsx';
import { isHeld } from './held-values.ts';
import { DASH, fixed } from '../../text/format.ts';

interface Props {
  readonly celsius: readonly (number | null)[];
  readonly held: readonly HeldValue[];
  /** Sensors that are beyond a limit, by number. */
  readonly alarmed: ReadonlySet<number>;
}

/** The sensors, apart from the cells: there may be fewer of them, or none. */
export const Temperatures = ({ celsius, held, alarmed }: Props) => {
  const read = celsius.filter((each) => each !== null);
  const highest = Math.max(...read);
  const isSpread = highest > Math.min(...read);
  const hottest = celsius.indexOf(highest);
  return (
    <section className="panel sensors">
      <h2>Sensors</h2>
      {celsius.length === 0 ? (
        <p className="panel__none">The device tells no temperature.</p>
      ) : (
        <ul className="sensors__list tabular">
          {celsius.map((each, index) => {
            const suspect = each !== null && isSuspectTemperature(each);
            const isOlder = isHeld(held, 'temperaturesC', index + 1);
            return (
              <li
                className="sensor"
                key={index}
                data-level={suspect ? 'watch' : undefined}
                data-alarmed={alarmed.has(index + 1)}
              >
                <span className="cell__number" aria-hidden>
                  {index + 1}
                </span>
                <span role="group" aria-label={`Sensor ${index + 1}`}>
                  {each === null ? DASH : `${fixed(each, 0)} °C`}
                </span>
                <span className="sensor__note">
                  {alarmed.has(index + 1) && <LimitPassed />} {isOlder && <Checking />}
                  {!isOlder && suspect && '▲ check sensor'}
                  {!isOlder && each === null && read.length > 0 && 'missing'}
                  {!isOlder && isSpread && index === hottest && '▲ highest'}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
};
