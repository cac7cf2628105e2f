import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode, mark?: ReactNode];

/** Names with their values, one a line. */
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
