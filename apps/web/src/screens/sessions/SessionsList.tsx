import { useSessionPaths } from '../../react/paths.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ArchiveUsage, SessionInfo } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { LazyCheckDialog } from './sealing/lazy-dialogs.tsx';
import { LIVE } from './sessions-view.ts';
import { bytesText, counted, dateTimeText, stopwatchText } from '../../text/format.ts';
import { isNearlyFull, NEARLY_FULL, problemText } from './texts.ts';

const SessionRow = ({
  info,
  isCurrent,
}: {
  readonly info: SessionInfo;
  readonly isCurrent: boolean;
}) => {
  const paths = useSessionPaths();
  return (
    <li className="session-row">
      <Link className="session-row__name" to={paths.details(info.id)}>
        <bdi>{info.name}</bdi>
      </Link>
      <span className="session-row__badge">
        {isCurrent && <span className="session-badge session-badge--act">● Recording</span>}
        {!isCurrent && !info.finished && (
          <span className="session-badge session-badge--watch">▲ Broke off</span>
        )}
        {info.follows !== undefined && <span className="session-badge">Another pack</span>}
      </span>
      <span className="session-row__facts tabular">
        <span>{dateTimeText(info.startedAt)}</span>
        <span>{stopwatchText(info.durationMs)}</span>
        <span>{info.cells === 0 ? 'no cells' : counted(info.cells, 'cell')}</span>
        <span>{counted(info.samples, 'sample')}</span>
        <span>{bytesText(info.storedBytes)}</span>
      </span>
    </li>
  );
};

const Room = ({ usage }: { readonly usage: ArchiveUsage | undefined }) => {
  if (usage === undefined) return null;
  const share = usage.usedBytes / usage.quotaBytes;
  return (
    <div className="sessions__room">
      <label htmlFor="sessions-room">
        {bytesText(usage.usedBytes)} of {bytesText(usage.quotaBytes)} used on this computer
      </label>
      <meter id="sessions-room" min={0} max={1} high={NEARLY_FULL} value={share} />
      {isNearlyFull(usage) && (
        <p className="sessions__warning">
          ▲ Room is short: the oldest session is deleted when it runs out. Export what you need.
        </p>
      )}
    </div>
  );
};

const Sessions = ({ sessions }: { readonly sessions: readonly SessionInfo[] }) => {
  const { recording } = useCore();
  const state = useLive(recording.state$);
  const current = state.kind === 'recording' ? state.info.id : undefined;
  if (sessions.length === 0) {
    return (
      <section className="card sessions__empty">
        <h2>No sessions yet</h2>
        <p>
          Connect a device and choose Record: everything it says, its values and your notes are kept
          on this computer, to be looked at, compared and exported later.
        </p>
      </section>
    );
  }
  return (
    <ul className="card sessions__rows">
      {sessions.map((info) => (
        <SessionRow key={info.id} info={info} isCurrent={info.id === current} />
      ))}
    </ul>
  );
};

/** The user's sessions on this computer, the newest first. */
export const SessionsList = () => {
  const paths = useSessionPaths();
  const { recording } = useCore();
  const list = useLive(recording.sessions$);
  const usage = useLive(recording.usage$);
  const isAutomatic = useLive(recording.isAutomatic$);
  const [isChecking, setIsChecking] = useState(false);
  useEffect(() => {
    void recording.refresh();
  }, [recording]);
  const sessions = list.kind === 'ready' ? list.sessions : [];
  const [newest, second] = sessions;
  return (
    <section className="page page--text sessions">
      <div className="sessions__head">
        <h1>Sessions</h1>
        <div className="sessions__buttons">
          <button
            type="button"
            className="button"
            onClick={() => {
              setIsChecking(true);
            }}
          >
            Check a sealed file …
          </button>
          {newest !== undefined && (
            <Link
              className="button"
              to={paths.compare((second ?? newest).id, second ? newest.id : LIVE)}
            >
              Compare
            </Link>
          )}
        </div>
      </div>
      <label className="sessions__automatic">
        <input
          type="checkbox"
          checked={isAutomatic}
          onChange={(event) => {
            recording.setAutomatic(event.target.checked);
          }}
        />
        Record every connection from its start
      </label>
      {list.kind === 'loading' && <p role="status">Reading the sessions …</p>}
      {list.kind === 'failed' && (
        <section className="card sessions__problem" role="alert">
          <p>{problemText(list.error)}</p>
          <button
            type="button"
            className="button"
            onClick={() => {
              void recording.refresh();
            }}
          >
            Try again
          </button>
        </section>
      )}
      {list.kind === 'ready' && (
        <>
          <Sessions sessions={list.sessions} />
          {list.damaged > 0 && (
            <p className="sessions__warning">
              ▲ {counted(list.damaged, 'session')} could not be read and{' '}
              {list.damaged === 1 ? 'is' : 'are'} left out.
            </p>
          )}
        </>
      )}
      <Room usage={usage} />
      {isChecking && (
        <LazyCheckDialog
          onClose={() => {
            setIsChecking(false);
          }}
        />
      )}
    </section>
  );
};
