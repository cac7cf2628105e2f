import { useSessionPaths } from '../../react/paths.ts';
import { useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { comparePacks, samePack, type PackDifference } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { CellsTable, PackTable, TemperaturesTable } from './CompareTables.tsx';
import { readSide, sideText, type Side } from './sessions-view.ts';
import { SidePicker } from './SidePicker.tsx';
import { dateTimeText } from '../../text/format.ts';
import './sessions.css';
import './print.css';
import { useSide, type SideState } from './use-side.ts';

const DIFFERENCES: Readonly<Record<PackDifference, string>> = {
  serial: 'their serial numbers',
  cellCount: 'their numbers of cells',
  temperatureCount: 'their numbers of sensors',
  designCapacity: 'their design capacities',
  cycles: 'their cycle counts',
  cellVoltages: 'their cell voltages',
  stateOfCharge: 'their charge',
};

/** What work on a pack changes; the rest tells one pack from another. */
const WORKED_ON = new Set<PackDifference>(['cellVoltages', 'stateOfCharge', 'cycles']);

const nameOf = ({ info, at }: SideState): string => {
  const when = at === undefined ? '' : dateTimeText(at);
  return info === undefined ? `Live, ${when}` : `${info.name}, ${when}`;
};

const Compared = ({ before, after }: { readonly before: SideState; readonly after: SideState }) => {
  const [a, b] = [before.sample, after.sample];
  const comparison = useMemo(
    () => (a === undefined || b === undefined ? undefined : comparePacks(a, b)),
    [a, b],
  );
  if (a === undefined || b === undefined || comparison === undefined) {
    return (
      <p className="compare__missing" role="status">
        {before.sample === undefined ? before.reason : after.reason}
      </p>
    );
  }
  const verdict = samePack({ sample: a }, { sample: b });
  const proofs = verdict.same ? [] : verdict.because.filter((each) => !WORKED_ON.has(each));
  return (
    <>
      <p className="compare__print">
        Before: {nameOf(before)}. After: {nameOf(after)}.
      </p>
      {proofs.length > 0 && (
        <p className="sessions__warning" role="status">
          ▲ These are different packs: {proofs.map((each) => DIFFERENCES[each]).join(', ')} differ.
        </p>
      )}
      <div className="compare__tables">
        <div className="compare__pack">
          <PackTable values={comparison.values} />
          {comparison.temperatures.length > 0 && (
            <TemperaturesTable temperatures={comparison.temperatures} />
          )}
        </div>
        {comparison.cells.length > 0 && (
          <CellsTable
            cells={comparison.cells}
            {...(comparison.mostMoved === undefined ? {} : { mostMoved: comparison.mostMoved })}
          />
        )}
      </div>
    </>
  );
};

/** Two moments side by side, for work on a pack: before and after. Printable. */
export const CompareView = () => {
  const { a = '', b = '' } = useParams();
  const { recording } = useCore();
  const list = useLive(recording.sessions$);
  const navigate = useNavigate();
  const paths = useSessionPaths();
  const [before, after] = [readSide(a), readSide(b)];
  const [beforeState, afterState] = [useSide(before), useSide(after)];
  const sessions = list.kind === 'ready' ? list.sessions : [];
  const show = (nextA: Side, nextB: Side): void => {
    void navigate(paths.compare(sideText(nextA), sideText(nextB)), { replace: true });
  };
  return (
    <section className="page compare">
      <nav className="no-print" aria-label="Sessions">
        <Link to={paths.list}>← All sessions</Link>
      </nav>
      <div className="sessions__head">
        <h1>Compare</h1>
        <div className="session__actions no-print">
          <button
            type="button"
            className="button"
            onClick={() => {
              show(after, before);
            }}
          >
            Swap
          </button>
          <button
            type="button"
            className="button button--primary"
            onClick={() => {
              print();
            }}
          >
            Print
          </button>
        </div>
      </div>
      <div className="compare__sides no-print">
        <SidePicker
          title="Before"
          side={before}
          state={beforeState}
          sessions={sessions}
          onPick={(side) => {
            show(side, after);
          }}
        />
        <SidePicker
          title="After"
          side={after}
          state={afterState}
          sessions={sessions}
          onPick={(side) => {
            show(before, side);
          }}
        />
      </div>
      <Compared before={beforeState} after={afterState} />
    </section>
  );
};
