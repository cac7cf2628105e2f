import { Fragment } from 'react';
import { Select, Tag } from 'antd';
import {
  isList,
  targetsOf,
  unitOfColumn,
  unitsOf,
  type ImportKind,
  type Layout,
  type MappedColumn,
  type Mapping,
  type Target,
} from '@batbot/core/imports';
import { DASH } from '../../text/format.ts';
import { SmallTable } from '../controls/SmallTable.tsx';
import { TARGET_TEXT } from './upload-words.ts';

const SAMPLES = 3;

/**
 * Replaces the columns of a target. A column that had another target loses it. `unitOf` returns the unit of a new column.
 */
const withColumns = (
  mapping: Mapping,
  target: Target,
  columns: readonly number[],
  unitOf: (column: number) => Omit<MappedColumn, 'target' | 'column'>,
): Mapping => {
  const before = mapping.filter((each) => each.target === target);
  const others = mapping.filter((each) => each.target !== target && !columns.includes(each.column));
  const made = columns.map(
    (column): MappedColumn =>
      before.find((each) => each.column === column) ?? {
        target,
        column,
        ...unitOf(column),
      },
  );
  return [...others, ...made];
};

const withUnit = (mapping: Mapping, target: Target, unit: string): Mapping =>
  mapping.map((each) => (each.target === target ? { target, column: each.column, unit } : each));

interface Row {
  readonly target: Target;
  readonly columns: readonly MappedColumn[];
}

/** Shows which column contains which value, with examples. The user may change column and unit. */
export const ColumnMapping = ({
  kind,
  table,
  decimal = 'point',
  mapping,
  onChange,
}: {
  readonly kind: ImportKind;
  readonly table: Layout['table'];
  readonly decimal: Layout['settings']['decimal'];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}) => {
  const { header, rows } = table;
  const options = header.map((name, column) => ({
    value: column,
    label: name === '' ? `Column ${column + 1}` : name,
  }));
  const unused = options.filter(({ value }) => mapping.every(({ column }) => column !== value));
  return (
    <>
      <SmallTable<Row>
        rowKey="target"
        scroll={{ x: 'max-content' }}
        dataSource={targetsOf(kind).map((target) => ({
          target,
          columns: mapping.filter((each) => each.target === target),
        }))}
        columns={[
          { title: 'Value', render: (_, { target }) => TARGET_TEXT[target] },
          {
            title: 'Column of the file',
            width: 'min(300px, 45vw)',
            render: (_, { target, columns }) => (
              <Select
                aria-label={`Column of: ${TARGET_TEXT[target]}`}
                style={{ width: '100%' }}
                {...(isList(target) ? { mode: 'multiple' as const, maxTagCount: 1 } : {})}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="None"
                options={options}
                value={isList(target) ? columns.map(({ column }) => column) : columns[0]?.column}
                onChange={(value: number | readonly number[] | undefined) => {
                  const chosen =
                    value === undefined ? [] : typeof value === 'number' ? [value] : value;
                  const first = isList(target) ? columns[0] : undefined;
                  const unitOf = (column: number) => {
                    if (kind === 'packs') return {}; // the values of a pack list are in the units of the API
                    const own = unitOfColumn(target, table, column, decimal);
                    return own.isAssumed === true && first !== undefined
                      ? { ...own, unit: first.unit }
                      : own;
                  };
                  onChange(withColumns(mapping, target, chosen, unitOf));
                }}
              />
            ),
          },
          {
            title: 'Unit',
            render: (_, { target, columns }) => {
              const [first] = columns;
              const units = unitsOf(target);
              if (first?.unit === undefined || units.length === 0) return null;
              return (
                <>
                  <Select
                    aria-label={`Unit of: ${TARGET_TEXT[target]}`}
                    style={{ width: 100 }}
                    options={units.map((unit) => ({ value: unit, label: unit }))}
                    // Cells or sensors may have different units, until the user chooses one for all.
                    value={[...new Set(columns.map(({ unit }) => unit))].join(', ')}
                    onChange={(unit: string) => onChange(withUnit(mapping, target, unit))}
                  />{' '}
                  {columns.some(({ isAssumed }) => isAssumed === true) && (
                    <Tag color="warning">assumed</Tag>
                  )}
                </>
              );
            },
          },
          {
            title: 'First rows',
            render: (_, { columns: [first] }) =>
              first && (
                <span className="upload__cells ellipsis">
                  {rows.slice(0, SAMPLES).map((row, index) => (
                    <Fragment key={index}>
                      {index > 0 && ' · '}
                      <bdi>{row[first.column]?.trim() || DASH}</bdi>
                    </Fragment>
                  ))}
                </span>
              ),
          },
        ]}
      />
      {unused.length > 0 && (
        <p className="hint">Not imported: {unused.map(({ label }) => label).join(', ')}.</p>
      )}
    </>
  );
};
