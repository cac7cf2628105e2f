import { cloneElement, isValidElement, useState, type AriaAttributes } from 'react';
import { Table, type TablePaginationConfig, type TableProps } from 'antd';

/**
 * The `loading` property of antd's Table without a live region. antd's wrapper is a live region: a screen reader would
 * read every changed value, and the rows would not belong to the grid.
 */
export const QUIET_TABLE = {
  spinning: false,
  'aria-live': undefined,
  'aria-busy': undefined,
} as const;

/** The pages of a table. Screen readers announce the link of the shown page as such, which antd only colours. */
const usePages = (rows: number, pageSize: number): TablePaginationConfig => {
  const [chosen, setChosen] = useState(1);
  // Rows may disappear, and the last pages with them.
  const current = Math.max(1, Math.min(chosen, Math.ceil(rows / pageSize)));
  return {
    pageSize,
    current,
    hideOnSinglePage: true,
    showSizeChanger: false,
    onChange: setChosen,
    itemRender: (page, type, shown) =>
      type === 'page' && page === current && isValidElement<AriaAttributes>(shown)
        ? cloneElement(shown, { 'aria-current': 'page' })
        : shown,
  };
};

interface Props<Row> extends Omit<TableProps<Row>, 'pagination' | 'size'> {
  /** The largest number of rows on a page. All rows are on one page by default. */
  readonly pageSize?: number;
}

/** A table among other contents. */
export const SmallTable = <Row extends object>({ pageSize, ...props }: Props<Row>) => {
  const pages = usePages(props.dataSource?.length ?? 0, pageSize ?? Infinity);
  return (
    <Table<Row>
      size="small"
      loading={QUIET_TABLE}
      pagination={pageSize !== undefined && pages}
      {...props}
    />
  );
};
