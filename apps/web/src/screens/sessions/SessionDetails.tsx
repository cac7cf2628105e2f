import { useSessionPaths } from '../../react/paths.ts';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Alert, Flex } from 'antd';
import type { RecordedSession, SessionInfo } from '@batbot/core';
import { PackCharts } from '../charts/PackCharts.tsx';
import { MarkList } from './MarkList.tsx';
import { MomentBar } from './MomentBar.tsx';
import { Replay } from './Replay.tsx';
import { SessionActions } from './SessionActions.tsx';
import { sessionMarks } from './session-marks.ts';
import {
  bytesText,
  counted,
  countText,
  measured,
  startText,
  stopwatchText,
} from '../../text/format.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { recordingProblem } from '../workspace/recording-problem.ts';
import { useOpened } from './use-opened.ts';

/**
 * Lists the facts of a session. The counts are those of the shown samples, because a profile may decode more samples
 * than were recorded.
 */
const facts = (
  info: SessionInfo,
  { info: { samples, cells, temperatures }, rereadWith }: RecordedSession,
): readonly (readonly [string, string])[] => [
  ['Started', startText(info.startedAt)],
  ...(info.identity?.serial === undefined
    ? [['Serial number', 'not read'] as const]
    : [['Serial number', info.identity.serial] as const]),
  ['Duration', stopwatchText(info.durationMs)],
  ['Device', info.baudRate === 0 ? info.device : `${info.device}, ${info.baudRate} baud`],
  ['Pack', `${counted(cells, 'cell')}, ${counted(temperatures, 'sensor')}`],
  ...(info.summary?.worstSpreadMv === undefined
    ? []
    : [['Worst spread', measured(info.summary.worstSpreadMv, 0, 'mV')] as const]),
  ['Samples', countText(samples)],
  ...(rereadWith === undefined ? [] : [['Read with', `Profile “${rereadWith.name}”`] as const]),
  ['Received', bytesText(info.rxBytes)],
  ['Sent', bytesText(info.txBytes)],
  ['Size', bytesText(info.storedBytes)],
];

const Opened = ({
  session,
  info,
}: {
  readonly session: RecordedSession;
  readonly info: SessionInfo;
}) => {
  const { series } = session;
  const paths = useSessionPaths();
  /**
   * The chosen moment in milliseconds since the session's start, shared by the charts, the log and the list of marks.
   */
  const [moment, setMoment] = useState<number>();
  const marks = useMemo(() => sessionMarks(session), [session]);
  const chartMarks = useMemo(
    () => marks.map(({ ms, text }) => ({ at: (series.startedAt + ms) / 1_000, label: text })),
    [marks, series.startedAt],
  );
  return (
    <div className="stack stack-16">
      <SessionActions session={session} info={info} />
      <Flex component="dl" wrap gap="8px 32px">
        {facts(info, session).map(([name, value]) => (
          <div key={name}>
            <dt className="hint">{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </Flex>
      {info.follows !== undefined && (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              A different pack was connected. Continues from the{' '}
              <Link to={paths.details(info.follows)}>previous session</Link>.
            </>
          }
        />
      )}
      {session.damaged > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${counted(session.damaged, 'part')} of this session could not be read and ${session.damaged === 1 ? 'is' : 'are'} left out.`}
        />
      )}
      {moment !== undefined && (
        <MomentBar session={session} ms={moment} onClear={() => setMoment(undefined)} />
      )}
      <PackCharts
        series={series}
        marks={chartMarks}
        moment={moment === undefined ? undefined : (series.startedAt + moment) / 1_000}
        onMoment={(at) => setMoment(at * 1_000 - series.startedAt)}
      />
      <MarkList marks={marks} startedAt={series.startedAt} onGo={setMoment} />
      <Replay
        key={String(session.info.finished)} // begins again when the recording has ended: it has more samples
        session={session}
        moment={moment}
        onMoment={setMoment}
      />
    </div>
  );
};

/** The details of a session: facts, charts, marks and terminal log. */
export const SessionDetails = ({ info }: { readonly info: SessionInfo }) => {
  const opened = useOpened(info.id);
  switch (opened.kind) {
    case 'opening':
      return <p role="status">Opening the session…</p>;
    case 'failed':
      return <ProblemAlert help="sessionUnreadable" title={recordingProblem(opened.error)} />;
    case 'open':
      return <Opened session={opened.session} info={info} />;
  }
};
