import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { RecordedSession, SessionInfo } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { PackCharts } from '../charts/PackCharts.tsx';
import { Replay } from './Replay.tsx';
import { SessionActions } from './SessionActions.tsx';
import { searchOf } from './sessions-view.ts';
import { dateTimeText, durationText, plural, problemText, sizeText } from './texts.ts';
import { useOpened } from './use-opened.ts';

const facts = (info: SessionInfo): readonly (readonly [string, string])[] => [
  ['Started', dateTimeText(info.startedAt)],
  ['Duration', durationText(info.durationMs)],
  ['Device', `${info.device}, ${info.baudRate} baud`],
  ['Pack', `${plural(info.cells, 'cell')}, ${plural(info.temperatures, 'sensor')}`],
  ['Samples', info.samples.toLocaleString('en')],
  ['Received', sizeText(info.rxBytes)],
  ['Sent', sizeText(info.txBytes)],
];

const Opened = ({ session }: { readonly session: RecordedSession }) => {
  const { series, events, info } = session;
  const marks = useMemo(
    () =>
      events
        .filter(({ kind }) => kind !== 'system')
        .map(({ ms, text }) => ({ at: (series.startedAt + ms) / 1_000, label: text })),
    [events, series.startedAt],
  );
  return (
    <>
      <dl className="session__facts">
        {facts(info).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {info.follows !== undefined && (
        <p className="sessions__warning">
          ▲ Another pack was connected here. It follows{' '}
          <Link to={searchOf({ kind: 'details', id: info.follows })}>the session before</Link>.
        </p>
      )}
      {session.damaged > 0 && (
        <p className="sessions__warning">
          ▲ {plural(session.damaged, 'part')} of this session could not be read and{' '}
          {session.damaged === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      <SessionActions session={session} />
      <PackCharts series={series} marks={marks} />
      <Replay session={session} />
    </>
  );
};

/** One session: what it was, its charts, its terminal log. */
export const SessionDetails = ({ id }: { readonly id: string }) => {
  const { recording } = useCore();
  const list = useLive(recording.sessions$);
  const opened = useOpened(id);
  const info = list.kind === 'ready' ? list.sessions.find((each) => each.id === id) : undefined;
  return (
    <section className="page session">
      <nav aria-label="Sessions">
        <Link to={searchOf({ kind: 'list' })}>← All sessions</Link>
      </nav>
      <h1>
        <bdi>{info?.name ?? 'Session'}</bdi>
      </h1>
      {opened.kind === 'opening' && <p role="status">Opening the session …</p>}
      {opened.kind === 'failed' && (
        <p className="sessions__warning" role="alert">
          ▲ {problemText(opened.error)}
        </p>
      )}
      {opened.kind === 'open' && <Opened session={opened.session} />}
    </section>
  );
};
