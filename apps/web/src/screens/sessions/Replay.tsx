import { useMemo, useState } from 'react';
import { rowsUntil, timeOfDay, type RecordedSession, type ReplayRow } from '@batbot/core';
import { ReplayRows } from './ReplayRows.tsx';
import { problemText } from './texts.ts';
import { usePlayback } from './use-playback.ts';

type Loaded =
  | { readonly kind: 'closed' | 'loading' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'ready'; readonly rows: readonly ReplayRow[] };

interface Props {
  readonly session: RecordedSession;
  /** The chosen moment, from the session's start. */
  readonly moment: number | undefined;
  readonly onMoment: (ms: number) => void;
}

/** A slider stops at whole steps only: its end is one, too. */
const SLIDER_STEP_MS = 100;
const SPEEDS = [1, 10, 60] as const;

const Player = ({ session, moment = 0, onMoment, endMs }: Props & { readonly endMs: number }) => {
  const [speed, setSpeed] = useState<number>(1);
  const { isPlaying, play, pause } = usePlayback(moment, endMs, speed, onMoment);
  const time = timeOfDay(session.series.startedAt + moment).slice(0, 8);
  return (
    <div className="replay__player no-print" role="group" aria-label="Play the log">
      <button type="button" className="button" onClick={isPlaying ? pause : play}>
        {isPlaying ? '❚❚ Pause' : '▶ Play'}
      </button>
      <select
        className="select"
        aria-label="Speed"
        value={speed}
        onChange={({ target }) => {
          setSpeed(Number(target.value));
        }}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each} ×
          </option>
        ))}
      </select>
      <input
        className="replay__moment"
        type="range"
        aria-label="Moment of the log"
        aria-valuetext={time}
        min={0}
        max={endMs}
        step={SLIDER_STEP_MS}
        value={moment}
        onChange={({ target }) => {
          onMoment(Number(target.value));
        }}
      />
      <span className="tabular">{time}</span>
    </div>
  );
};

/** The terminal's log of the session, read when it is asked for, and played again. */
export const Replay = ({ session, moment, onMoment }: Props) => {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'closed' });
  const [showBackground, setShowBackground] = useState(false);
  const load = async (): Promise<void> => {
    setLoaded({ kind: 'loading' });
    const rows = await session.replay();
    setLoaded(
      rows.ok
        ? { kind: 'ready', rows: rows.value }
        : { kind: 'failed', message: problemText(rows.error) },
    );
  };
  const all = loaded.kind === 'ready' ? loaded.rows : undefined;
  const rows = useMemo(
    () => (showBackground ? all : all?.filter(({ background }) => !background)) ?? [],
    [all, showBackground],
  );
  return (
    <section className="replay" aria-labelledby="replay-title">
      <div className="replay__head">
        <h2 id="replay-title">Terminal log</h2>
        {all !== undefined && (
          <label className="replay__choice no-print">
            <input
              type="checkbox"
              checked={showBackground}
              onChange={(event) => {
                setShowBackground(event.target.checked);
              }}
            />
            Show background traffic
          </label>
        )}
      </div>
      {loaded.kind === 'closed' && (
        <button type="button" className="button no-print" onClick={() => void load()}>
          Show the log
        </button>
      )}
      {loaded.kind === 'loading' && <p role="status">Reading the log …</p>}
      {loaded.kind === 'failed' && <p role="alert">{loaded.message}</p>}
      {all !== undefined && rows.length === 0 && (
        <p className="replay__empty">
          {all.length === 0 ? 'Nothing was said.' : 'Nothing but background traffic.'}
        </p>
      )}
      {rows.length > 0 && (
        <>
          <Player
            session={session}
            moment={moment}
            onMoment={onMoment}
            endMs={Math.ceil(session.info.durationMs / SLIDER_STEP_MS) * SLIDER_STEP_MS}
          />
          <ReplayRows
            rows={rows}
            startedAt={session.series.startedAt}
            said={moment === undefined ? undefined : rowsUntil(rows, moment)}
          />
        </>
      )}
    </section>
  );
};
