import { Table } from 'antd';
import { fieldText, valueText } from './change-words.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values that are groups of values. */
const GROUPS = new Set(['snapshot', 'place']);

/** Each value of a change by its own name, also those of a group. */
const singleValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      GROUPS.has(key) && typeof value === 'object' && value !== null
        ? Object.entries(value)
        : [[key, value] as const],
    ),
  );

const rowsOf = (before: Values, after: Values) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => key !== 'id')
    .map((key) => ({
      key,
      label: fieldText(key),
      before: valueText(before[key]),
      after: valueText(after[key]),
    }));

/** Before and after of each value of a change. */
export const ChangeTable = ({
  before = {},
  after = {},
}: {
  readonly before?: Values | undefined;
  readonly after?: Values | undefined;
}) => (
  <Table
    size="small"
    pagination={false}
    rowKey="key"
    columns={[
      { title: 'Value', dataIndex: 'label' },
      { title: 'Before', dataIndex: 'before' },
      { title: 'After', dataIndex: 'after' },
    ]}
    dataSource={rowsOf(singleValues(before), singleValues(after))}
  />
);
