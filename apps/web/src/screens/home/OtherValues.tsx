import type { LiveData } from '@batbot/core';

type Sampled = Extract<LiveData, { readonly kind: 'sample' }>;

/** What the reply held beside the values above: nothing a device says is hidden. */
export const OtherValues = ({ others }: Pick<Sampled, 'others'>) =>
  others.length > 0 && (
    <section className="panel">
      <h2>Other values</h2>
      <div className="facts facts--columns tabular">
        {others.map(({ key, text }, index) => (
          <div className="facts__row" key={index}>
            <span>{key}</span>
            <span>{text}</span>
          </div>
        ))}
      </div>
    </section>
  );
