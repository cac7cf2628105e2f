import { Table, type TableProps } from 'antd';

/**
 * The `loading` property of antd's Table without a live region. antd's wrapper is a live region: a screen reader would
 * read every changed value, and the rows would not belong to the grid.
 */
export const QUIET_TABLE = {
  spinning: false,
  'aria-live': undefined,
  'aria-busy': undefined,
} as const;

/** A table among other contents. It shows all rows on one page by default. */
export const SmallTable = <Row extends object>(props: TableProps<Row>) => (
  <Table<Row> size="small" pagination={false} loading={QUIET_TABLE} {...props} />
);
