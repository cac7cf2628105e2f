import { tabPath, useDeviceTab, useSessionPaths } from '../../react/paths.ts';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import type { RecordingState } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { counted, stopwatchText } from '../../text/format.ts';
import { isNearlyFull } from './texts.ts';
import './record-bar.css';

type Running = Extract<RecordingState, { readonly kind: 'recording' }>;

const NoteForm = () => {
  const { recording } = useCore();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    recording.note(text);
    setText('');
    field.current?.focus(); // the button cannot be pressed now, and would lose it
  };
  return (
    <form className="record-bar__note" onSubmit={submit}>
      <input
        ref={field}
        className="record-bar__input"
        aria-label="Note"
        placeholder="Note for this session"
        maxLength={500}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <button type="submit" className="record-bar__button" disabled={text.trim() === ''}>
        Add note
      </button>
    </form>
  );
};

/**
 * How long it has been recorded, milliseconds: `info` stands still while the line is quiet, and a clock that stands
 * still looks like a recording that stopped.
 */
const useElapsed = ({ durationMs, lastAt }: Running['info']): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return durationMs + Math.max(0, now - lastAt);
};

const stateText = ({ info, isInterrupted, problem }: Running, elapsedMs: number): string => {
  const length = `${stopwatchText(elapsedMs)} · ${counted(info.samples, 'sample')}`;
  if (problem !== undefined) return `Recording, not saved yet · ${length}`;
  return isInterrupted ? `Recording waits for the device · ${length}` : `Recording · ${length}`;
};

const RunningState = ({ state }: { readonly state: Running }) => {
  const elapsedMs = useElapsed(state.info);
  return (
    <span className="record-bar__state tabular" data-waits={state.isInterrupted}>
      <span className="record-bar__dot" aria-hidden />
      {stateText(state, elapsedMs)}
    </span>
  );
};

interface Props {
  readonly isInSessions: boolean;
  /** What else belongs to the device. */
  readonly children?: ReactNode;
}

/** Starts and stops recording, and leads to the sessions; stands over Home and Terminal. */
export const RecordBar = ({ isInSessions, children }: Props) => {
  const { recording, link } = useCore();
  const state = useLive(recording.state$);
  const usage = useLive(recording.usage$);
  const paths = useSessionPaths();
  const tab = useDeviceTab() ?? 'home';
  const isConnected = useLive(link.connection$).kind === 'connected';
  return (
    <div className="record-bar" role="group" aria-label="Recording">
      {state.kind === 'recording' ? (
        <>
          <RunningState state={state} />
          <button
            type="button"
            className="record-bar__button"
            onClick={() => {
              void recording.stop();
            }}
          >
            Stop recording
          </button>
          <NoteForm />
          {usage !== undefined && isNearlyFull(usage) && (
            <Link className="record-bar__hint" to={paths.list}>
              ▲ Room is short
            </Link>
          )}
          {!state.isAwake && !state.isInterrupted && (
            <span className="record-bar__hint">The screen may fall asleep</span>
          )}
        </>
      ) : (
        <button
          type="button"
          className="record-bar__button"
          disabled={!isConnected}
          onClick={() => {
            recording.start();
          }}
        >
          <span className="record-bar__dot" aria-hidden />
          Record
        </button>
      )}
      {children}
      <Link
        className="record-bar__link"
        to={isInSessions ? tabPath(tab) : paths.list}
        aria-current={isInSessions ? 'true' : undefined}
      >
        {isInSessions ? '← Back' : 'Sessions'}
      </Link>
    </div>
  );
};
