import type { CellStats, Level } from '@batbot/core';
import type { CellView } from './cell-views.ts';
import { DASH, fixed } from '../../text/format.ts';

const LEVEL: Readonly<Record<Level, { readonly glyph: string; readonly word: string }>> = {
  good: { glyph: '●', word: 'fine' },
  watch: { glyph: '▲', word: 'watch' },
  act: { glyph: '✕', word: 'too far apart' },
};

/** Width of the drawing in its own units. */
const WIDTH = 1_000;

/** Each cell as a stroke at its place between the widest offsets; the long one is the average. */
const SpreadLine = ({
  cells,
  scaleMv,
}: {
  readonly cells: readonly CellView[];
  readonly scaleMv: number;
}) => {
  const strokes = cells
    .filter(({ offsetMv }) => offsetMv !== undefined)
    .map(({ offsetMv = 0 }) => `M${Math.round((0.5 + offsetMv / scaleMv / 2) * WIDTH)} 5v10`);
  return (
    <svg className="spread" viewBox={`0 0 ${WIDTH} 20`} preserveAspectRatio="none" aria-hidden>
      <path className="spread__axis" d={`M0 10h${WIDTH}`} />
      <path className="spread__cells" d={strokes.join('')} />
      <path className="spread__average" d={`M${WIDTH / 2} 0v20`} />
    </svg>
  );
};

interface Props {
  readonly cells: readonly CellView[];
  readonly stats: CellStats | undefined;
  readonly scaleMv: number | undefined;
}

/** Lowest, average, highest, and how far apart. */
export const CellSummary = ({ cells, stats, scaleMv }: Props) => (
  <div className="cells__summary tabular">
    <span className="cells__stat">
      <span aria-hidden>▼ lowest </span>
      <span role="group" aria-label="Lowest">
        {fixed(stats?.lowest.volts, 3)} V{stats && <small> cell {stats.lowest.number}</small>}
      </span>
    </span>
    <span className="cells__stat">
      <span aria-hidden>average </span>
      <span role="group" aria-label="Average">
        {fixed(stats?.averageV, 3)} V
      </span>
    </span>
    <span className="cells__stat">
      <span aria-hidden>▲ highest </span>
      <span role="group" aria-label="Highest">
        {fixed(stats?.highest.volts, 3)} V{stats && <small> cell {stats.highest.number}</small>}
      </span>
    </span>
    <span className="cells__stat" data-level={stats?.level}>
      <span aria-hidden>Δ </span>
      <span role="group" aria-label="Difference">
        {stats === undefined ? DASH : stats.deltaMv} mV
        {stats && (
          <small>
            {' '}
            <span aria-hidden>{LEVEL[stats.level].glyph}</span> {LEVEL[stats.level].word}
          </small>
        )}
      </span>
    </span>
    <SpreadLine cells={cells} scaleMv={scaleMv ?? 1} />
  </div>
);
