import { memo } from 'react';
import type { Level } from '@batbot/core';
import type { CellView } from './cell-views.ts';
import { signed } from '../../text/format.ts';
import { DASH, fixed } from '../../text/format.ts';

const LEVELS: Readonly<Record<Level, string>> = { good: '', watch: '▲ watch', act: '✕ far off' };

const remarks = ({ volts, mark, isBalancing, isHeld, isAlarmed, level }: CellView): string =>
  [
    isAlarmed ? '⚑ beyond a limit' : '',
    isHeld ? '? checking' : '',
    volts === null ? 'not read' : '',
    mark === undefined ? '' : `${mark === 'lowest' ? '▼' : '▲'} ${mark}`,
    isBalancing ? '⇄ balancing' : '',
    level === undefined ? '' : LEVELS[level],
  ]
    .filter((text) => text !== '')
    .join(', ');

const Row = memo((cell: CellView) => (
  <tr data-level={cell.level}>
    <th scope="row">{cell.number}</th>
    <td>
      <span role="group" aria-label={`Cell ${cell.number}`}>
        {cell.volts === null ? DASH : `${fixed(cell.volts, 3)} V`}
      </span>
    </td>
    <td>{signed(cell.offsetMv, 0)}</td>
    <td className="cell-table__remarks">{remarks(cell)}</td>
  </tr>
));
Row.displayName = 'CellTableRow';

/** The cells as a table, for reading aloud, copying and printing. */
export const CellTable = ({ cells }: { readonly cells: readonly CellView[] }) => (
  <div className="cell-table">
    <table className="tabular">
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Voltage</th>
          <th scope="col">From average, mV</th>
          <th scope="col">Remarks</th>
        </tr>
      </thead>
      <tbody>
        {cells.map((cell) => (
          <Row key={cell.number} {...cell} />
        ))}
      </tbody>
    </table>
  </div>
);
