import { faultEvidence, type Fault, type HeldValue, type PackSample } from '@batbot/core';
import { evidenceText, FAULT_WORDS } from './fault-words.ts';

interface ListProps {
  readonly title: string;
  readonly glyph: string;
  readonly tone: 'act' | 'watch';
  readonly faults: readonly Fault[];
  readonly sample: PackSample;
  /** Told, or told no longer, by one reply alone. */
  readonly unsure: readonly (Fault | undefined)[];
}

const FaultList = ({ title, glyph, tone, faults, sample, unsure }: ListProps) => {
  if (faults.length === 0) return null;
  return (
    <section className="faults__list" data-tone={tone}>
      <h2>
        <span aria-hidden>{glyph} </span>
        {title}
        <span className="faults__count tabular">{faults.length}</span>
      </h2>
      <ul>
        {faults.map((fault) => {
          const evidence = evidenceText(faultEvidence(fault, sample));
          return (
            <li key={fault}>
              <strong>{FAULT_WORDS[fault]}</strong>
              {evidence !== '' && <span className="tabular"> {evidence}</span>}
              {unsure.includes(fault) && <small> ? checking with the next reply</small>}
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** What the pack complains of, with the value that speaks for it; nothing at all when it does not. */
export const Faults = ({
  sample,
  held,
}: {
  readonly sample: PackSample;
  readonly held: readonly HeldValue[];
}) => {
  const { alarms, protections } = sample;
  const unsureOf = (name: 'alarms' | 'protections') =>
    held.filter(({ key }) => key === name).map(({ fault }) => fault);
  return (
    <div className="faults">
      {/* Told once when the set changes, not with every new value. */}
      <p className="visually-hidden" role="alert">
        {[...protections, ...alarms].map((fault) => FAULT_WORDS[fault]).join(', ')}
      </p>
      <FaultList
        title={protections.length === 1 ? 'Protection active' : 'Protections active'}
        glyph="✕"
        tone="act"
        faults={protections}
        sample={sample}
        unsure={unsureOf('protections')}
      />
      <FaultList
        title={alarms.length === 1 ? 'Alarm' : 'Alarms'}
        glyph="▲"
        tone="watch"
        faults={alarms}
        sample={sample}
        unsure={unsureOf('alarms')}
      />
    </div>
  );
};
