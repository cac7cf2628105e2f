import { useState } from 'react';
import { DASH, fixed, withUnit } from '../../text/format.ts';
import { weakness, type CellMetric } from './metric-cards.ts';
import { Choices } from '../controls/Choices.tsx';

const textOf = ({ digits, values }: CellMetric, cell: number): string => {
  const value = values[cell] ?? Number.NaN;
  return Number.isNaN(value) ? DASH : fixed(value, digits);
};

/** All cells as tiles, by one metric. Weak cells are marked with a glyph, not only with a colour. */
export const CellMap = ({ metrics }: { readonly metrics: readonly CellMetric[] }) => {
  const [wanted, setWanted] = useState('');
  const metric = metrics.find(({ key }) => key === wanted) ?? metrics[0];
  if (metric === undefined) return <p>No value of single cells is known yet.</p>;
  return (
    <>
      <Choices
        aria-label="Metric of the cells"
        value={metric.key}
        options={metrics.map(({ key, label, unit }) => ({
          value: key,
          label: `${label}, ${unit}`,
        }))}
        onChange={setWanted}
      />
      <ul className="analytics__cells">
        {Array.from(metric.values, (_, cell) => {
          const share = weakness(metric, cell);
          const text = textOf(metric, cell);
          return (
            <li
              key={cell}
              className="analytics__cell"
              style={{ '--share': Number.isNaN(share) ? 0 : share } as never} // React's styles have no CSS variables
              aria-label={`Cell ${cell + 1}: ${text === DASH ? 'unknown' : withUnit(text, metric.unit)}${share === 1 ? ', weak' : ''}`}
            >
              <span aria-hidden>
                {cell + 1}
                {share === 1 && ' ▲'}
              </span>
              <b aria-hidden>{text}</b>
            </li>
          );
        })}
      </ul>
    </>
  );
};
