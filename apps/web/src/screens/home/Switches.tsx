import type { PackSample } from '@batbot/core';
import { Checking } from './Checking.tsx';
import { DASH } from '../../text/format.ts';

const NAMES = [
  ['charge', 'Charge switch'],
  ['discharge', 'Discharge switch'],
  ['precharge', 'Precharge switch'],
] as const;

interface Props {
  readonly switches: PackSample['switches'];
  readonly isHeld: boolean;
}

/** The pack's own switches. */
export const Switches = ({ switches, isHeld }: Props) => (
  <section className="panel">
    <h2>Switches{isHeld && <Checking />}</h2>
    <div className="facts">
      {NAMES.map(([key, name]) => {
        const isOn = switches?.[key];
        return (
          <div className="facts__row" key={key}>
            <span aria-hidden>{name}</span>
            <span role="group" aria-label={name} data-level={isOn === true ? 'good' : undefined}>
              {isOn === undefined ? (
                DASH
              ) : (
                <>
                  <span aria-hidden>{isOn ? '● ' : '○ '}</span>
                  {isOn ? 'on' : 'off'}
                </>
              )}
            </span>
          </div>
        );
      })}
    </div>
  </section>
);
