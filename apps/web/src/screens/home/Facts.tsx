import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode, mark?: ReactNode];

/** A list of names and values, one per line. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <div className="facts">
    {facts.map(([name, value, mark]) => (
      <div className="facts__row" key={name}>
        <span aria-hidden>{name}</span>
        <span role="group" aria-label={name}>
          {value}
        </span>
        {mark}
      </div>
    ))}
  </div>
);
