import { memo } from 'react';
import { inGroups, type CellView } from './cell-views.ts';
import { DASH, fixed } from '../../text/format.ts';

/** So few cells take wider tiles. */
const FEW_CELLS = 8;

const MARKS = { lowest: '▼', highest: '▲' } as const;

/** One cell. Its props are plain values, so that only tiles that change are rendered. */
const CellTile = memo((cell: CellView) => {
  const { number, volts, mark, isBalancing, isHeld, isAlarmed, level, share } = cell;
  return (
    <li
      className="cell"
      data-level={level}
      data-mark={mark}
      data-held={isHeld}
      data-alarmed={isAlarmed}
    >
      <span className="cell__number" aria-hidden>
        {number}
      </span>
      <span className="cell__marks">
        {isAlarmed && (
          <span className="limit-passed" title="Beyond a limit you set">
            <span aria-hidden>⚑</span>
            <span className="visually-hidden">beyond a limit</span>
          </span>
        )}
        {isHeld && (
          <span className="checking" title="Checking: what came instead waits for the next reply">
            <span aria-hidden>?</span>
            <span className="visually-hidden">checking</span>
          </span>
        )}
        {isBalancing && (
          <span className="cell__balancing" title="Balancing">
            <span aria-hidden>⇄</span>
            <span className="visually-hidden">balancing</span>
          </span>
        )}
        {mark !== undefined && (
          <span title={mark}>
            <span aria-hidden>{MARKS[mark]}</span>
            <span className="visually-hidden">{mark}</span>
          </span>
        )}
      </span>
      <span className="cell__value" role="group" aria-label={`Cell ${number}`}>
        {volts === null ? DASH : fixed(volts, 3)}
        {volts !== null && <span className="cell__unit"> V</span>}
      </span>
      <span className="cell__bar" aria-hidden>
        <span style={{ transform: `scaleX(${share})` }} />
      </span>
    </li>
  );
});
CellTile.displayName = 'CellTile';

/** The cells as a grid, in groups of 16. */
export const CellTiles = ({ cells }: { readonly cells: readonly CellView[] }) => {
  const groups = inGroups(cells);
  return (
    <div
      className="cells__groups"
      data-grouped={groups.length > 1}
      data-few={cells.length <= FEW_CELLS}
    >
      {groups.map((group, index) => {
        const first = group[0]?.number ?? 0;
        return (
          <div className="cells__group" key={index}>
            {groups.length > 1 && (
              <h3 className="cells__range tabular">
                {first}–{first + group.length - 1}
              </h3>
            )}
            <ul className="cells__tiles tabular">
              {group.map((cell) => (
                <CellTile key={cell.number} {...cell} />
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
};
