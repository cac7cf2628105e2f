import { useSessionPaths } from '../../react/paths.ts';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { Alert, Button, Space } from 'antd';
import { comparePacks, samePack, type PackDifference } from '@batbot/core';
import { useCore, useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { CellsTable, PackTable, TemperaturesTable } from './CompareTables.tsx';
import { readSide, sideText, type Side } from './sessions-view.ts';
import { SidePicker } from './SidePicker.tsx';
import { DASH, dateTimeText, signed, withUnit } from '../../text/format.ts';
import './sessions.css';
import './print.css';
import { useSide, type SideState } from './use-side.ts';

const DIFFERENCES: Readonly<Record<PackDifference, string>> = {
  serial: 'serial numbers',
  cellCount: 'numbers of cells',
  temperatureCount: 'numbers of sensors',
  designCapacity: 'design capacities',
  cycles: 'cycle counts',
  cellVoltages: 'cell voltages',
  stateOfCharge: 'states of charge',
};

/** Differences that work on a pack causes. All other differences suggest that the packs are not the same. */
const WORKED_ON = new Set<PackDifference>(['cellVoltages', 'stateOfCharge', 'cycles']);

const nameOf = ({ info, at }: SideState): string => {
  const when = at === undefined ? '' : dateTimeText(at);
  return info === undefined ? `Live, ${when}` : `${info.name}, ${when}`;
};

/** Returns why there is nothing to compare, with the side if the reason is not that of both. */
const reasonsOf = (before: SideState, after: SideState): readonly string[] => {
  if (before.reason === after.reason) return [before.reason ?? ''];
  const of = (title: string, { reason }: SideState): readonly string[] =>
    reason === undefined ? [] : [`${title}: ${reason}`];
  return [...of('Before', before), ...of('After', after)];
};

const Compared = ({ before, after }: { readonly before: SideState; readonly after: SideState }) => {
  const [a, b] = [before.sample, after.sample];
  const comparison = useMemo(
    () => (a === undefined || b === undefined ? undefined : comparePacks(a, b)),
    [a, b],
  );
  if (a === undefined || b === undefined || comparison === undefined) {
    return (
      <div className="muted" role="status">
        {reasonsOf(before, after).map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
    );
  }
  const verdict = samePack({ ...before, sample: a }, { ...after, sample: b });
  const proofs = verdict.same ? [] : verdict.because.filter((each) => !WORKED_ON.has(each));
  return (
    <>
      <p className="compare__print">
        Before: {nameOf(before)}. After: {nameOf(after)}.
      </p>
      {proofs.length > 0 && (
        <Alert
          type="warning"
          role="status"
          showIcon
          title={`Different packs: ${proofs.map((each) => DIFFERENCES[each]).join(', ')} differ.`}
        />
      )}
      {comparison.currents !== undefined && (
        <Alert
          type="warning"
          role="status"
          showIcon
          title={`The two moments differ in current: ${withUnit(signed(comparison.currents.before, 2), 'A')} and ${withUnit(signed(comparison.currents.after, 2), 'A')}. Cell voltages sag under load and cannot be compared directly.`}
        />
      )}
      <div className="compare__tables">
        <div className="stack stack-16">
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

const REPORT = 'Before/after report';

/** Prints with this document title, which becomes the name of a PDF file. */
const printAs = (page: Document, title: string): void => {
  const before = page.title;
  page.title = title;
  print();
  page.title = before;
};

/** Compares two moments of packs, for example before and after work on a pack. The comparison can be printed. */
export const CompareView = () => {
  const { a = '', b = '' } = useParams();
  const { recording } = useCore();
  const list = useLive(recording.sessions$);
  const navigate = useNavigate();
  const paths = useSessionPaths();
  const [before, after] = [readSide(a), readSide(b)];
  const [beforeState, afterState] = [useSide(before), useSide(after)];
  const { brand } = useServices().config;
  const user = useSignedIn();
  const [printedAt, setPrintedAt] = useState(() => Date.now());
  useEffect(() => {
    const stamp = (): void => flushSync(() => setPrintedAt(Date.now()));
    addEventListener('beforeprint', stamp);
    return () => removeEventListener('beforeprint', stamp);
  }, []);
  const serials = [beforeState, afterState].flatMap(({ serial }) => serial ?? []);
  const pack = [...new Set(serials)].join(' and ');
  // One serial number does not prove that the other side is of the same pack.
  const unread = beforeState.serial === undefined ? 'Before' : 'After';
  const packNote =
    serials.length === 0
      ? 'serial number not read'
      : `${pack}${serials.length === 1 ? ` (${unread}: serial number not read)` : ''}`;
  const sessions = list.kind === 'ready' ? list.sessions : [];
  const show = (nextA: Side, nextB: Side): void => {
    void navigate(paths.compare(sideText(nextA), sideText(nextB)), { replace: true });
  };
  return (
    <section className="page stack stack-16">
      <nav className="no-print" aria-label="Sessions">
        <Link to={paths.list}>← All sessions</Link>
      </nav>
      <div className="sessions__head row no-print">
        <h1>Compare</h1>
        <Space>
          <Button onClick={() => show(after, before)}>Swap</Button>
          <Button
            type="primary"
            onClick={() => printAs(document, `${`${REPORT} ${pack}`.trim()} · ${brand.name}`)}
          >
            Print
          </Button>
        </Space>
      </div>
      <header className="compare__print">
        <p>{brand.name}</p>
        <h1>{REPORT}</h1>
        <p>
          Pack: {packNote} · Technician: {user?.user.userName ?? DASH} · Printed:{' '}
          {dateTimeText(printedAt)}
        </p>
      </header>
      <div className="compare__sides no-print">
        <SidePicker
          title="Before"
          side={before}
          state={beforeState}
          sessions={sessions}
          onPick={(side) => show(side, after)}
        />
        <SidePicker
          title="After"
          side={after}
          state={afterState}
          sessions={sessions}
          onPick={(side) => show(before, side)}
        />
      </div>
      <Compared before={beforeState} after={afterState} />
    </section>
  );
};
