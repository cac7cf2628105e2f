import { Typography } from 'antd';
import type { ConditionState } from '@batbot/core/procedures';

/** Lists conditions with their current values, and marks those that are not met. */
export const ConditionList = ({
  conditions,
}: {
  readonly conditions: readonly ConditionState[];
}) => (
  <ul aria-label="Conditions">
    {conditions.map(({ name, needed, now, isMet }, index) => (
      <li key={index}>
        <Typography.Text {...(isMet ? {} : { type: 'danger', strong: true })}>
          <span aria-hidden>{isMet ? '✓' : '✕'} </span>
          <span className="visually-hidden">{isMet ? 'Met: ' : 'Not met: '}</span>
          {name}: {now}
        </Typography.Text>
        {needed !== '' && <Typography.Text type="secondary">, needed: {needed}</Typography.Text>}
      </li>
    ))}
  </ul>
);
