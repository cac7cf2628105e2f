import { Card, Statistic, Tag } from 'antd';
import { DASH } from '../../text/format.ts';
import type { MetricCard } from './metric-cards.ts';
import './analytics.css';

/** Metrics, each with the data that it is based on, or the data that it needs. */
export const MetricCards = ({
  label,
  cards,
}: {
  readonly label: string;
  readonly cards: readonly MetricCard[];
}) => (
  <ul className="analytics__cards" aria-label={label}>
    {cards.map(({ title, value, unit, note, inferred }) => (
      <li key={title}>
        <Card size="small">
          <Statistic
            title={title}
            value={value ?? DASH}
            {...(value === undefined ? {} : { suffix: unit })}
            // The text is formatted for the locale already.
            formatter={(text) => text}
          />
          <p className="hint">{note}</p>
          {inferred !== undefined && (
            <p className="hint">
              <Tag>Inferred</Tag> {inferred}
            </p>
          )}
        </Card>
      </li>
    ))}
  </ul>
);
