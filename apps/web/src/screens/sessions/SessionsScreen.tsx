import { useCallback, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Button, Tag } from 'antd';
import { isKnownStart, knownStart, type KnownDevice, type SessionInfo } from '@batbot/core';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useCore } from '../../react/core-context.tsx';
import { useSessionPaths } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { useSessions } from '../../react/use-sessions.ts';
import { useOpenedFile } from '../../react/opened-file.ts';
import {
  bytesText,
  counted,
  DASH,
  dateTimeText,
  isoDate,
  stopwatchText,
  withUnit,
} from '../../text/format.ts';
import { packOf } from '../../text/pack-of-session.ts';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type Column,
  type LoadState,
} from '../controls/collection/collection-types.ts';
import { LazyCheckDialog } from './sealing/lazy-dialogs.tsx';
import { firstNote, sessionTitle } from './session-words.ts';
import { LIVE } from './sessions-view.ts';
import { isNearlyFull } from './texts.ts';
import { recordingProblem } from '../workspace/recording-problem.ts';
import './sessions.css';
import './print.css';

// Only the list is loaded at first.
const SessionDetails = lazyPart(
  async () => (await import('./SessionDetails.tsx')).SessionDetails,
  <p role="status">Opening the session…</p>,
);
const DeleteQuestion = lazyPart(async () => (await import('./DeleteQuestion.tsx')).DeleteQuestion);

const COLUMNS: readonly Column<SessionInfo>[] = [
  // Wide enough for the name and a tag, also while open details leave room for the first columns only.
  textColumn('session', 'Session', sessionTitle, { width: 260 }),
  {
    ...timeColumn<SessionInfo>('started', 'Started', ({ startedAt }) => startedAt, 196),
    sortBy: ({ startedAt }) => knownStart(startedAt, Date.now()),
  },
  { key: 'note', title: 'First note', text: firstNote },
  numberColumn('duration', 'Duration', ({ durationMs }) => durationMs, stopwatchText, 108),
  numberColumn(
    'spread',
    'Worst spread',
    ({ summary }) => summary?.worstSpreadMv,
    (millivolts) => withUnit(String(millivolts), 'mV'),
    136,
  ),
  numberColumn('marks', 'Marks', ({ summary }) => summary?.marks, String, 80),
  numberColumn('size', 'Size', ({ storedBytes }) => storedBytes, bytesText, 88),
];

const PACK_FILTERS = [{ key: 'pack', label: 'Pack', of: packOf }];

/** A saved place applies to a session of the same device within this time. */
const SAME_DAY_MS = 12 * 3_600_000;

/** Formats the place of the recording in degrees, if the user saved the device's place at that time. */
const placeOf = (info: SessionInfo, devices: readonly KnownDevice[]): string | undefined => {
  const place = devices.find(({ key }) => key === info.deviceKey)?.place;
  if (place === undefined || Math.abs(place.at - info.startedAt) > SAME_DAY_MS) return undefined;
  return `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`;
};

const Badge = ({
  info,
  isCurrent,
}: {
  readonly info: SessionInfo;
  readonly isCurrent: boolean;
}) => (
  <>
    {isCurrent && <Tag color="error">● Recording</Tag>}
    {!isCurrent && !info.finished && <Tag color="warning">▲ Interrupted</Tag>}
    {info.follows !== undefined && <Tag>Different pack</Tag>}
    {!isKnownStart(info.startedAt, Date.now()) && <Tag color="warning">▲ Date uncertain</Tag>}
  </>
);

/** The recorded sessions on this computer, and the details of the session in the address. */
export const SessionsScreen = () => {
  const { recording, knownDevices } = useCore();
  const { id } = useParams();
  const paths = useSessionPaths();
  const navigate = useNavigate();
  const list = useLive(recording.sessions$);
  const sessions = useSessions();
  const state = useLive(recording.state$);
  const usage = useLive(recording.usage$);
  const devices = useLive(knownDevices.devices$);
  const [isChecking, setChecking] = useState(false);
  const [sealed, setSealed] = useState<File>();
  useOpenedFile(['sealed'], ({ file }) => {
    setSealed(file);
    setChecking(true);
  });
  const [deleting, setDeleting] = useState<{
    readonly sessions: readonly SessionInfo[];
    readonly clear: () => void;
  }>();

  const current = state.kind === 'recording' ? state.info.id : undefined;
  const states = useMemo(() => {
    const matches = ({ finished, id: each }: SessionInfo) => !finished && each !== current;
    return sessions.some(matches) ? [{ key: 'interrupted', label: 'Interrupted', matches }] : [];
  }, [sessions, current]);
  const attention = [
    ...(usage === undefined ? [] : [`${bytesText(usage.usedBytes)} used by the app`]),
    ...(list.kind === 'ready' && list.damaged > 0
      ? [`▲ ${counted(list.damaged, 'session')} could not be read`]
      : []),
  ].join(' · ');
  const load: LoadState =
    list.kind === 'failed'
      ? {
          kind: 'failed',
          message: recordingProblem(list.error),
          onRetry: () => void recording.refresh(),
        }
      : { kind: list.kind };
  const columns = useMemo(() => {
    if (!sessions.some((info) => placeOf(info, devices))) return COLUMNS;
    const place: Column<SessionInfo> = {
      key: 'place',
      title: 'Place',
      text: (info) => placeOf(info, devices) ?? DASH,
      width: 140,
    };
    return [...COLUMNS.slice(0, 2), place, ...COLUMNS.slice(2)];
  }, [sessions, devices]);
  const search = useCallback(
    (info: SessionInfo): string =>
      [
        sessionTitle(info),
        info.name,
        info.device,
        info.identity?.serial ?? '',
        info.summary?.firstNote ?? '',
        placeOf(info, devices) ?? '',
        dateTimeText(info.startedAt),
        isoDate(info.startedAt),
      ].join(' '),
    [devices],
  );
  const compare = (chosen: readonly SessionInfo[]): void => {
    const [a, b] = chosen.toSorted((left, right) => left.startedAt - right.startedAt);
    if (a !== undefined) void navigate(paths.compare(a.id, b?.id ?? LIVE));
  };

  return (
    <>
      {usage !== undefined && isNearlyFull(usage) && (
        <ProblemAlert
          help="oldestRecordingDropped"
          banner
          type="warning"
          title="Disk almost full: the oldest session is deleted when it is full. Export what you need."
        />
      )}
      <Collection<SessionInfo>
        title="Sessions"
        noun="session"
        rows={sessions}
        load={load}
        name={sessionTitle}
        meta={(info) =>
          [
            dateTimeText(info.startedAt),
            stopwatchText(info.durationMs),
            info.summary?.firstNote ?? placeOf(info, devices) ?? '',
          ]
            .filter((text) => text !== '')
            .join(' · ')
        }
        badge={(info) => <Badge info={info} isCurrent={info.id === current} />}
        columns={columns}
        defaultSort="-started"
        search={search}
        searchLabel="Serial, note, date"
        states={states}
        filters={PACK_FILTERS}
        group={{ label: 'Group by pack', of: packOf }}
        attention={attention}
        menu={[
          {
            key: 'check',
            label: 'Check a sealed file…',
            onClick: () => setChecking(true),
          },
        ]}
        bulk={(chosen, clear) => (
          <>
            <Button type="primary" disabled={chosen.length > 2} onClick={() => compare(chosen)}>
              {chosen.length === 1 ? 'Compare with live data' : 'Compare'}
            </Button>
            <Button
              danger
              disabled={chosen.some((info) => info.id === current)}
              onClick={() => setDeleting({ sessions: chosen, clear })}
            >
              Delete…
            </Button>
          </>
        )}
        empty={{
          text: 'No sessions yet. Connect a device and press Record: raw data, values and notes are saved on this computer for later review, comparison and export.',
        }}
        detail={(info) => <SessionDetails key={info.id} info={info} />}
        path={{
          id,
          to: (next) => (next === undefined ? paths.list : paths.details(next)),
        }}
      />
      {deleting !== undefined && (
        <DeleteQuestion
          sessions={deleting.sessions}
          onClose={(isDone) => {
            if (isDone) deleting.clear();
            setDeleting(undefined);
          }}
        />
      )}
      {isChecking && (
        <LazyCheckDialog
          file={sealed}
          onClose={() => {
            setSealed(undefined);
            setChecking(false);
          }}
        />
      )}
    </>
  );
};
