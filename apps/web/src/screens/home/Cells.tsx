import { useState } from 'react';
import {
  cellStats,
  sumMismatchV,
  type CellStep,
  type HeldValue,
  type PackSample,
} from '@batbot/core';
import { Segments } from '../controls/Segments.tsx';
import { CellSummary } from './CellSummary.tsx';
import { CellTable } from './CellTable.tsx';
import { CellTiles } from './CellTiles.tsx';
import { cellViews, scaleOf } from './cell-views.ts';
import { stepText } from './held-values.ts';
import { fixed } from '../../text/format.ts';

type View = 'tiles' | 'table';
const VIEWS: readonly (readonly [View, string])[] = [
  ['tiles', 'Tiles'],
  ['table', 'Table'],
];

interface Props {
  readonly sample: PackSample;
  readonly held: readonly HeldValue[];
  readonly steps: readonly CellStep[];
  /** Cells that are beyond a limit, by number. */
  readonly alarmed: ReadonlySet<number>;
}

/** Every cell, up to 128, with what the eye looks for marked. */
export const Cells = ({ sample, held, steps, alarmed }: Props) => {
  const [view, setView] = useState<View>('tiles');
  if (sample.cellVoltagesV.length === 0) return null;
  const stats = cellStats(sample.cellVoltagesV);
  const cells = cellViews(sample, stats, held, alarmed);
  const mismatchV = sumMismatchV(sample);
  return (
    <section className="panel cells">
      <header className="cells__head">
        <h2>Cells</h2>
        <CellSummary cells={cells} stats={stats} scaleMv={stats && scaleOf(stats)} />
        <Segments
          legend="View of the cells"
          options={VIEWS}
          value={view}
          onChoose={setView}
          isSmall
        />
      </header>
      {mismatchV !== undefined && (
        <p className="cells__mismatch tabular">
          <span aria-hidden>▲ </span>
          The cells add up to {fixed(mismatchV, 3)} V, the pack says {fixed(sample.packVoltageV, 3)}{' '}
          V. One of them is wrong: check the sense wires.
        </p>
      )}
      {steps.length > 0 && (
        <p className="cells__mismatch tabular">
          <span aria-hidden>▲ </span>
          {steps.map(stepText).join(', ')} while the current did not change: check the sense wire.
        </p>
      )}
      {view === 'tiles' ? <CellTiles cells={cells} /> : <CellTable cells={cells} />}
    </section>
  );
};
