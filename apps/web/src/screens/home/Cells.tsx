import { memo, useState, type ReactNode } from 'react';
import { cellStats, confirmed, type Level } from '@batbot/core';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useMedia } from '../../react/use-media.ts';
import { DASH, measured, withUnit } from '../../text/format.ts';
import { GLYPHS } from '../../text/glyphs.ts';
import { CellTiles } from './CellTiles.tsx';
import { cellViews, scaleOf } from './cell-views.ts';
import { Inferred, LimitPassed, Older } from './marks.tsx';
import { decimalsOf, evidenceOf, olderOf, type PackShown } from './pack-shown.ts';
import { Choices } from '../controls/Choices.tsx';

const CellTable = lazyPart(
  async () => (await import('./CellTable.tsx')).CellTable,
  <p role="status">Loading the table…</p>,
);

const LEVEL: Readonly<Record<Level, string>> = {
  good: 'OK',
  watch: `Watch ${GLYPHS.watch}`,
  act: `Too high ${GLYPHS.act}`,
};

type View = 'bars' | 'map' | 'table';
const VIEWS: readonly { readonly value: View; readonly label: string }[] = [
  { value: 'bars', label: 'Deviation' },
  { value: 'map', label: 'Heat map' },
  { value: 'table', label: 'Table' },
];
/** Packs with more cells are shown as a map, which is easier to read. */
const MOST_BARS = 32;

interface StatProps {
  readonly name: string;
  readonly word: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly level?: Level | undefined;
}

const Stat = ({ name, word, value, note, level }: StatProps) => (
  <span className="cells__stat" data-level={level}>
    <span aria-hidden>{word} </span>
    <span role="group" aria-label={name}>
      <b>{value}</b>
      {note !== undefined && <small> {note}</small>}
    </span>
  </span>
);

/** All cells, up to 128, with conspicuous ones marked. */
export const Cells = memo(
  ({ pack, onOpen }: { readonly pack: PackShown; readonly onOpen: (number: number) => void }) => {
    const { sample, reported, held, marks, trend } = pack;
    const isNarrow = useMedia('(width < 640px)');
    const [chosen, setChosen] = useState<View>();
    const count = sample.cellVoltagesV.length;
    if (count === 0) return null;
    const view = chosen ?? (isNarrow || count > MOST_BARS ? 'map' : 'bars');
    const known = confirmed(sample, held);
    const stats = cellStats(known.cellVoltagesV);
    const spread = stats !== undefined && stats.readCount > 1 ? stats : undefined;
    const cells = cellViews(sample, stats, held, marks.cells, reported ?? sample);
    const digits = decimalsOf(pack, 'cellVoltagesV', 3);
    const volts = (value: number | undefined): string =>
      value === undefined ? DASH : measured(value, digits, 'V');
    const scale = stats === undefined ? undefined : scaleOf(stats);
    const mismatch = stats === undefined ? undefined : trend.sumMismatch;
    return (
      <section className="card cells">
        <header className="card__head">
          <h2>Cells</h2>
          <Inferred name="Cells" evidence={evidenceOf(pack, 'cellVoltagesV')} />
          <Older byMs={olderOf(pack, 'cellVoltagesV')} />
          <Choices<View>
            aria-label="View of the cells"
            size="small"
            options={[...VIEWS]}
            value={view}
            onChange={setChosen}
          />
          <div className="cells__stats">
            <Stat
              name="Lowest"
              word="lowest"
              value={volts(stats?.lowest.volts)}
              {...(stats && { note: `cell ${stats.lowest.number}` })}
            />
            <Stat name="Average" word="average" value={volts(stats?.averageV)} />
            <Stat
              name="Highest"
              word="highest"
              value={volts(stats?.highest.volts)}
              {...(stats && { note: `cell ${stats.highest.number}` })}
            />
            <Stat
              name="Spread"
              word="spread"
              value={spread === undefined ? DASH : withUnit(String(spread.deltaMv), 'mV')}
              level={spread?.level}
              {...(spread && {
                note: marks.quantities.has('cellSpread') ? (
                  <>
                    {spread.level !== 'good' && LEVEL[spread.level]} <LimitPassed />
                  </>
                ) : (
                  LEVEL[spread.level]
                ),
              })}
            />
          </div>
        </header>
        {mismatch !== undefined && (
          <p className="tone-watch" style={{ marginBottom: 8, fontWeight: 500 }}>
            <span aria-hidden>▲ </span>Sum of cells {measured(mismatch.sumV, 3, 'V')}, pack reports{' '}
            {measured(mismatch.packV, decimalsOf(pack, 'packVoltageV', 3), 'V')}
          </p>
        )}
        {view === 'table' ? (
          <CellTable cells={cells} digits={digits} statistics={trend.cells} onOpen={onOpen} />
        ) : (
          <>
            <CellTiles cells={cells} digits={digits} look={view} onOpen={onOpen} />
            {scale !== undefined && (
              <p className="hint" style={{ marginTop: 8 }}>
                {view === 'bars' ? 'Bars' : 'Colours'}: ±{withUnit(String(scale), 'mV')} from
                average · select a cell for its history
              </p>
            )}
          </>
        )}
      </section>
    );
  },
);
Cells.displayName = 'Cells';
