import { SmallTable } from '../controls/SmallTable.tsx';
import { fieldName, fieldValueText, singleValues } from './change-words.ts';

type Values = Readonly<Record<string, unknown>>;

/** The ids, which are known from the row of the log or mean nothing to users. */
const HIDDEN = new Set(['id', 'assetId', 'ticketId']);

const rowsOf = (before: Values, after: Values) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !HIDDEN.has(key) && (before[key] ?? after[key]) !== undefined)
    .map((key) => ({
      key,
      label: fieldName(key),
      before: fieldValueText(key, before[key]),
      after: fieldValueText(key, after[key]),
    }));

export const ChangeTable = ({
  before = {},
  after = {},
}: {
  readonly before?: Values | undefined;
  readonly after?: Values | undefined;
}) => (
  <SmallTable
    columns={[
      { title: 'Value', dataIndex: 'label' },
      { title: 'Before', dataIndex: 'before' },
      { title: 'After', dataIndex: 'after' },
    ]}
    dataSource={rowsOf(singleValues(before), singleValues(after))}
    locale={{ emptyText: 'No value was changed.' }}
  />
);
