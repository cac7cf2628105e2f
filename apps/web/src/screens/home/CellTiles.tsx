import { memo } from 'react';
import { DASH, fixed, signed, withUnit } from '../../text/format.ts';
import { GLYPHS } from '../../text/glyphs.ts';
import type { CellView } from './cell-views.ts';

interface TileProps extends CellView {
  readonly look: 'bars' | 'map';
  /** The number of decimals of the voltage. */
  readonly digits: number;
  readonly onOpen: (number: number) => void;
}

const MARKS = { lowest: '▼', highest: '▲' } as const;

interface MarkOf {
  readonly glyph: string;
  readonly word: string;
  readonly tone?: 'act' | 'watch';
}

/** The number of glyphs that fit next to the number of a narrow tile. */
const MOST_GLYPHS = 2;

const marksOf = ({ isAlarmed, isHeld, isBalancing, mark, isUnread }: CellView) => {
  const marks: MarkOf[] = [];
  if (isAlarmed) marks.push({ glyph: '⚑', word: 'limit passed', tone: 'act' });
  if (isHeld) marks.push({ glyph: '?', word: 'confirming', tone: 'watch' });
  if (isUnread) marks.push({ glyph: GLYPHS.idle, word: 'not read', tone: 'watch' });
  if (isBalancing) marks.push({ glyph: '⇄', word: 'balancing' });
  if (mark !== undefined) marks.push({ glyph: MARKS[mark], word: mark });
  return marks;
};

/** The marks of a cell: the most important as glyphs, all as words for screen readers. */
const Marks = ({ cell }: { readonly cell: CellView }) => (
  <span className="cell__marks">
    {marksOf(cell).map(({ glyph, word, tone }, index) => (
      <span key={word} title={word} data-tone={tone}>
        {index < MOST_GLYPHS && <span aria-hidden>{glyph}</span>}
        <span className="visually-hidden">{word}</span>
      </span>
    ))}
  </span>
);

/** A cell. Its properties are primitive values, so that only changed tiles are rendered. */
const CellTile = memo(({ look, digits, onOpen, ...cell }: TileProps) => {
  const { number, volts, offsetMv, level, share } = cell;
  const value = (
    <span className="cell__value" role="group" aria-label={`Cell ${number}`}>
      {volts === null ? DASH : fixed(volts, digits)}
      {volts !== null && <span className="visually-hidden"> V</span>}
    </span>
  );
  return (
    <li
      className={`cell cell--${look}`}
      data-level={cell.isUnread ? 'watch' : level}
      data-held={cell.isHeld}
      data-alarmed={cell.isAlarmed}
      style={
        look === 'map'
          ? ({ '--share': Math.abs(share), '--side': share < 0 ? 1 : 0 } as never)
          : undefined
      }
    >
      {look === 'bars' ? (
        <>
          {value}
          <span className="cell__bar" aria-hidden>
            <span style={{ transform: `scaleY(${share})` }} />
          </span>
          <span className="cell__foot">
            <span aria-hidden>{number}</span>
            <Marks cell={cell} />
          </span>
        </>
      ) : (
        <>
          <span className="cell__foot">
            <span aria-hidden>{number}</span>
            <Marks cell={cell} />
          </span>
          {value}
          <span className="cell__offset" aria-hidden>
            {cell.isUnread ? 'not read' : signed(offsetMv, 0)}
          </span>
        </>
      )}
      <button
        type="button"
        className="cell__open"
        aria-label={`Details of cell ${number}`}
        title={`Cell ${number}: ${offsetMv === undefined ? 'not read' : withUnit(signed(offsetMv, 0), 'mV')} from average`}
        onClick={() => onOpen(number)}
      />
    </li>
  );
});
CellTile.displayName = 'CellTile';

/** The number of cells that fit side by side as bars with values. */
const MOST_IN_A_ROW = 16;

/** All cells, as bars around the average or as a map of the deviations. */
export const CellTiles = ({
  cells,
  look,
  digits,
  onOpen,
}: {
  readonly cells: readonly CellView[];
  readonly look: 'bars' | 'map';
  readonly digits: number;
  readonly onOpen: (number: number) => void;
}) => (
  <ul
    className={`cells__tiles cells__tiles--${look}`}
    data-many={cells.length > 2 * MOST_IN_A_ROW}
    style={
      {
        '--columns': Math.min(cells.length, MOST_IN_A_ROW),
        '--half': Math.min(cells.length, MOST_IN_A_ROW / 2),
      } as never // React's type of styles has no CSS variables
    }
  >
    {cells.map((cell) => (
      <CellTile key={cell.number} {...cell} look={look} digits={digits} onOpen={onOpen} />
    ))}
  </ul>
);
