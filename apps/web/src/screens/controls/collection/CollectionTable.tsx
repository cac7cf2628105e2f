import { useEffect, useRef, type ReactNode } from 'react';
import { Table, type GetRef, type TableProps } from 'antd';
import { useSize } from '../../../react/use-size.ts';
import { QUIET_TABLE } from '../SmallTable.tsx';
import type { CollectionProps, Column, Item, WithId } from './collection-types.ts';

interface Props<Row extends WithId> {
  readonly items: readonly Item<Row>[];
  readonly columns: readonly Column<Row>[];
  readonly owner: Pick<CollectionProps<Row>, 'title' | 'name' | 'meta' | 'badge'>;
  /** Whether rows have two lines and the table has no head. */
  readonly isNarrow: boolean;
  /** Whether all rows are rendered, also those that a screen does not show. */
  readonly isPrinted: boolean;
  readonly isDense: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** The row that keys apply to. */
  readonly active: string | undefined;
  readonly openId: string | undefined;
  readonly onOpen: (key: string) => void;
  readonly selected: readonly string[];
  /** Undefined if rows cannot be selected. */
  readonly onSelect: ((keys: readonly string[]) => void) | undefined;
}

const HEAD_HEIGHT = 36;
const SELECT_WIDTH = 40;
/** Minimum width of columns without a fixed width. */
const LEAST_WIDTH = 120;

/** Returns the columns that fit into the width. The detail of the open row contains the others. */
const fitting = <Row,>(columns: readonly Column<Row>[], width: number): readonly Column<Row>[] => {
  let left = width;
  return columns.filter((column, index) => {
    left -= column.width ?? LEAST_WIDTH;
    return index === 0 || left >= 0;
  });
};

const LONG_WORD = /[!-~]{17}$/;
/** The second line of a row often leaves no room for an ordinary serial number. */
const LONG_WORD_OF_SECOND_LINE = /[!-~]{8}$/;
const END_LENGTH = 6;

/** A text on one line. The end of a long word is not cut: long serial numbers often differ only there. */
const OneLine = ({
  text,
  className,
  longWord = LONG_WORD,
}: {
  readonly text: string;
  readonly className: string;
  readonly longWord?: RegExp;
}) =>
  longWord.test(text) ? (
    <bdi className="collection__long" title={text}>
      <span className="ellipsis">{text.slice(0, -END_LENGTH)}</span>
      <span>{text.slice(-END_LENGTH)}</span>
    </bdi>
  ) : (
    <bdi className={className} title={text}>
      {text}
    </bdi>
  );

export const rowId = (key: string): string => `row-${key}`;

/** The number of head rows: a narrow list has none. */
export const headRows = (isNarrow: boolean): number => (isNarrow ? 0 : 1);

// antd renders the rows of a virtual table as generic elements below a real head. These roles make both one grid.
const ROLES = {
  table: { role: 'presentation' },
  head: { role: 'rowgroup' },
  row: { role: 'row', 'aria-rowindex': 1 },
  cell: { role: 'columnheader' },
} as const;
const components: TableProps['components'] = {
  header: {
    table: (props: object) => <table {...props} {...ROLES.table} />,
    wrapper: (props: object) => <thead {...props} {...ROLES.head} />,
    row: (props: object) => <tr {...props} {...ROLES.row} />,
    cell: (props: object) => <th {...props} {...ROLES.cell} />,
  },
};

export const CollectionTable = <Row extends WithId>(props: Props<Row>) => {
  const { items, columns, owner, isNarrow, isPrinted, isDense, sort, active, openId, onSelect } =
    props;
  const { box, width, height } = useSize();
  const table = useRef<GetRef<typeof Table>>(null);
  const isShown = isPrinted || height > 0;
  useEffect(() => {
    if (isShown && active !== undefined) table.current?.scrollTo({ key: active });
  }, [active, isShown]);

  const withBadge = (row: Row, text: string): ReactNode => (
    <span className="collection__first">
      <OneLine className="ellipsis" text={text} />
      {owner.badge?.(row)}
    </span>
  );
  const selectWidth = onSelect === undefined ? 0 : SELECT_WIDTH;
  const shown: readonly Column<Row>[] = isNarrow
    ? [
        {
          key: 'name',
          title: '',
          text: owner.name,
          render: (row) => (
            <span className="collection__lines">
              {withBadge(row, owner.name(row))}
              <span className="collection__first muted">
                <OneLine
                  className="ellipsis"
                  text={owner.meta(row)}
                  longWord={LONG_WORD_OF_SECOND_LINE}
                />
              </span>
            </span>
          ),
        },
      ]
    : openId === undefined
      ? columns
      : fitting(columns, width - selectWidth);
  const taken = shown.reduce((sum, column) => sum + (column.width ?? LEAST_WIDTH), 0);

  return (
    <div
      ref={box}
      className="collection__table"
      data-narrow={isNarrow || undefined}
      data-dense={isDense || undefined}
    >
      {isShown && (
        <Table<Item<Row>>
          ref={table}
          size="small"
          loading={QUIET_TABLE}
          virtual={!isPrinted}
          sticky={!isPrinted}
          pagination={false}
          components={components}
          showHeader={!isNarrow}
          showSorterTooltip={false}
          dataSource={items}
          rowKey="key"
          {...(isPrinted
            ? {}
            : {
                scroll: {
                  x: Math.max(width, taken + selectWidth),
                  y: height - (isNarrow ? 0 : HEAD_HEIGHT),
                },
              })}
          columns={shown.map((column, index) => ({
            key: column.key,
            title: column.title,
            ellipsis: true,
            ...(column.width === undefined ? {} : { width: column.width }),
            ...(column.align === undefined ? {} : { align: column.align }),
            ...(column.sortBy === undefined
              ? {}
              : {
                  sorter: true,
                  sortOrder:
                    sort === column.key
                      ? ('ascend' as const)
                      : sort === `-${column.key}`
                        ? ('descend' as const)
                        : null,
                }),
            onCell: (item) => ({
              role: 'gridcell',
              ...(item.kind === 'group' ? { colSpan: index === 0 ? shown.length : 0 } : {}),
            }),
            render: (_: unknown, item) => {
              if (item.kind === 'group') {
                return (
                  <strong>
                    <bdi>{item.title}</bdi> · {item.count}
                  </strong>
                );
              }
              const text = column.text(item.row);
              if (column.render !== undefined) return column.render(item.row);
              return index === 0 ? (
                withBadge(item.row, text)
              ) : (
                <OneLine className="collection__text" text={text} />
              );
            },
          }))}
          onChange={(_page, _filters, sorter) => {
            const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
            const key = String(columnKey ?? '');
            props.onSort(
              order === undefined || order === null ? '' : order === 'descend' ? `-${key}` : key,
            );
          }}
          {...(onSelect === undefined
            ? {}
            : {
                rowSelection: {
                  columnWidth: SELECT_WIDTH,
                  selectedRowKeys: [...props.selected],
                  onChange: (keys) => onSelect(keys.map(String)),
                  getCheckboxProps: (item) =>
                    item.kind === 'group'
                      ? { disabled: true }
                      : { 'aria-label': `Select ${owner.name(item.row)}`, tabIndex: -1 },
                  renderCell: (_checked, item, _index, node) =>
                    item.kind === 'group' ? null : node,
                  onCell: () => ({ role: 'gridcell' }),
                },
              })}
          rowClassName={(item) =>
            [
              item.kind === 'group' && 'collection__group',
              item.key === openId && 'collection__row--open',
              item.key === active && 'collection__row--active',
            ]
              .filter(Boolean)
              .join(' ')
          }
          onRow={(item, index = 0) => ({
            role: 'row',
            id: rowId(item.key),
            'aria-rowindex': index + 1 + headRows(isNarrow),
            'aria-current': item.key === openId ? true : undefined,
            'aria-selected': item.kind === 'row' && props.selected.includes(item.key),
            ...(item.kind === 'row'
              ? {
                  onClick: () => props.onOpen(item.key),
                }
              : {}),
          })}
        />
      )}
    </div>
  );
};
