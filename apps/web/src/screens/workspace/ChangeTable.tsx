import { Table } from 'antd';
import { fieldText, valueText } from './change-words.ts';

type Values = Readonly<Record<string, unknown>>;

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
    dataSource={[...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((key) => key !== 'id')
      .map((key) => ({
        key,
        label: fieldText(key),
        before: valueText(before[key]),
        after: valueText(after[key]),
      }))}
  />
);
