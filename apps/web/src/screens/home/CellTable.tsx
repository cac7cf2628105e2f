import type { Breakpoint } from 'antd';
import { useMemo } from 'react';
import type { CellStatistics } from '@batbot/core/verdict';
import { DASH, fixed, measured, signed } from '../../text/format.ts';
import { GLYPHS } from '../../text/glyphs.ts';
import { SmallTable } from '../controls/SmallTable.tsx';
import type { CellView } from './cell-views.ts';

interface Props {
  readonly cells: readonly CellView[];
  readonly statistics: CellStatistics;
  /** The number of decimals of the voltage. */
  readonly digits: number;
  readonly onOpen: (number: number) => void;
}

const LEVELS = {
  good: '',
  watch: `${GLYPHS.watch} Watch`,
  act: `${GLYPHS.act} Out of balance`,
} as const;

const statusOf = ({ isUnread, mark, isBalancing, isHeld, isAlarmed, level }: CellView): string =>
  [
    isAlarmed ? '⚑ Limit passed' : '',
    isHeld ? '? confirming' : '',
    isUnread ? `${GLYPHS.idle} Not read` : '',
    mark === undefined ? '' : `${mark === 'lowest' ? '▼' : '▲'} ${mark}`,
    isBalancing ? '⇄ balancing' : '',
    level === undefined ? '' : LEVELS[level],
  ]
    .filter((text) => text !== '')
    .join(', ');

interface Row extends CellView {
  readonly lowestCount: number;
  readonly sagMilliohm: number | undefined;
}

const by =
  (value: (row: Row) => number | null | undefined) =>
  (a: Row, b: Row): number =>
    (value(a) ?? Number.POSITIVE_INFINITY) - (value(b) ?? Number.POSITIVE_INFINITY);

/** Tables with more cells scroll inside, with half a row visible at the end. */
const LONG_FROM = 32;
const LONG_HEIGHT = 480;

/** For columns that a phone has no room for. The drawer of the cell has their values. */
const BEYOND_PHONE: Breakpoint[] = ['sm'];

/** The cells as a table that can be sorted, read aloud, copied and printed. */
export const CellTable = ({ cells, statistics, digits, onOpen }: Props) => {
  const rows = useMemo(
    () =>
      cells.map((cell): Row => {
        const record = statistics.cells[cell.number - 1];
        return {
          ...cell,
          lowestCount: record?.lowestCount ?? 0,
          sagMilliohm: record?.sagMilliohm,
        };
      }),
    [cells, statistics],
  );
  return (
    <SmallTable<Row>
      className="cell-table"
      rowKey="number"
      dataSource={rows}
      showSorterTooltip={false}
      {...(rows.length > LONG_FROM ? { scroll: { y: LONG_HEIGHT } } : {})}
      onRow={({ number }) => ({
        onClick: () => onOpen(number),
      })}
      rowClassName={({ level, isUnread }) =>
        `cell-table__row--${isUnread ? 'watch' : (level ?? 'good')}`
      }
      columns={[
        { title: 'Cell', dataIndex: 'number', width: 72, sorter: by(({ number }) => number) },
        {
          title: 'Voltage',
          align: 'right',
          sorter: by(({ volts }) => volts),
          render: (_, { number, volts }) => (
            <span role="group" aria-label={`Cell ${number}`}>
              {volts === null ? DASH : measured(volts, digits, 'V')}
            </span>
          ),
        },
        {
          title: 'Δ average (mV)',
          align: 'right',
          sorter: by(({ offsetMv }) => offsetMv),
          render: (_, { offsetMv }) => signed(offsetMv, 0),
        },
        {
          title: `Lowest (of ${statistics.replies})`,
          align: 'right',
          responsive: BEYOND_PHONE,
          sorter: by(({ lowestCount }) => lowestCount),
          render: (_, { lowestCount }) => lowestCount,
        },
        {
          title: 'Sag (mΩ)',
          align: 'right',
          responsive: BEYOND_PHONE,
          sorter: by(({ sagMilliohm }) => sagMilliohm),
          render: (_, { sagMilliohm }) => fixed(sagMilliohm, 2),
        },
        { title: 'Status', render: (_, row) => statusOf(row) },
      ]}
    />
  );
};
