import { Typography } from 'antd';
import { differenceText, type ParameterDifference } from '@batbot/core/parameters';

export const ChangeList = ({ changes }: { readonly changes: readonly ParameterDifference[] }) => (
  <ul aria-label="Changes">
    {changes.map((change) => (
      <li key={change.parameter.key}>
        {differenceText(change)}
        {change.parameter.class === 'protection' && (
          <Typography.Text type="warning"> ▲{'\u00A0'}protection</Typography.Text>
        )}
      </li>
    ))}
  </ul>
);
