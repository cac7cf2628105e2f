import type { PackSample } from '@batbot/core';
import { DASH } from './numbers.ts';

const NAMES = [
  ['charge', 'Charge switch'],
  ['discharge', 'Discharge switch'],
  ['precharge', 'Precharge switch'],
] as const;

/** The pack's own switches. */
export const Switches = ({ switches }: { readonly switches: PackSample['switches'] }) => (
  <section className="panel">
    <h2>Switches</h2>
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
