import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, Popover, Space, Tooltip, type MenuProps } from 'antd';
import type { RecordingState } from '@batbot/core';
import { lazyPart } from '../../react/lazy-part.tsx';
import { DialogPart } from '../controls/DialogPart.tsx';
import { Menu } from '../controls/Menu.tsx';
import { useCore } from '../../react/core-context.tsx';
import { useSessionPaths } from '../../react/paths.ts';
import { useConnected } from '../../react/use-connected.ts';
import { useLive } from '../../react/use-live.ts';
import { useMedia } from '../../react/use-media.ts';
import { useUnloadQuestion } from '../../react/use-unload-question.ts';
import { LazyCheckDialog } from './sealing/lazy-dialogs.tsx';
import { LIVE } from './sessions-view.ts';
import { clockText, counted, stopwatchText } from '../../text/format.ts';
import './record-control.css';

export type RunningRecording = Extract<RecordingState, { readonly kind: 'recording' }>;

const RecordPanel = lazyPart(
  async () => (await import('./RecordPanel.tsx')).RecordPanel,
  <p role="status">Loading…</p>,
);

/** Describes the most important problem of a running recording; undefined if there is none. */
export const recordingWarning = (state: RecordingState): string | undefined => {
  if (state.kind === 'off') return undefined;
  if (state.isInterrupted) return 'Recording paused: device gone';
  if (state.problem !== undefined) return 'Recording not saved yet';
  if (state.noDataSince === undefined) return undefined;
  return `Recording has had no live data since ${clockText(state.noDataSince)}`;
};

/** Returns the milliseconds since the start of the recording. The time also runs while no data arrives. */
const useElapsed = ({ durationMs }: RunningRecording['info']): number => {
  const started = useMemo(() => performance.now() - durationMs, [durationMs]);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(durationMs, now - started);
};

/** The text of a running recording: `● 0:41 · 21` with time and samples, or time and problem. */
const RunningText = ({ state }: { readonly state: RunningRecording }) => {
  const time = stopwatchText(useElapsed(state.info));
  const { samples } = state.info;
  let [glyph, detail, spoken] = ['●', String(samples), counted(samples, 'sample')];
  if (state.isInterrupted) [glyph, detail] = ['❚❚', 'paused'];
  else if (state.problem !== undefined) [glyph, detail] = ['▲', 'not saved yet'];
  else if (state.noDataSince !== undefined) [glyph, detail] = ['▲', 'no data'];
  if (detail !== String(samples)) spoken = detail;
  return (
    <span className="record-control__state" data-glyph={glyph}>
      <span className="visually-hidden">Recording</span> <span aria-hidden>{glyph}</span> {time}
      <span className="record-control__detail" aria-hidden>
        {' '}
        · {detail}
      </span>
      <span className="visually-hidden">, {spoken}</span>
    </span>
  );
};

const RecordMenu = () => {
  const { recording } = useCore();
  const list = useLive(recording.sessions$);
  const isAutomatic = useLive(recording.isAutomatic$);
  const [isChecking, setChecking] = useState(false);
  const navigate = useNavigate();
  const paths = useSessionPaths();
  const [newest, second] = list.kind === 'ready' ? list.sessions : [];
  const count = list.kind === 'ready' ? list.sessions.length : undefined;
  const items: MenuProps['items'] = [
    { key: 'sessions', label: count === undefined ? 'Sessions' : `Sessions ${count}` },
    { key: 'compare', label: 'Compare', disabled: newest === undefined },
    { key: 'check', label: 'Check a sealed file…' },
    { type: 'divider' },
    {
      key: 'automatic',
      icon: <span aria-hidden>{isAutomatic ? '✓' : '\u2003'}</span>,
      label: (
        <>
          Always record when connected
          <span className="visually-hidden">, {isAutomatic ? 'on' : 'off'}</span>
        </>
      ),
    },
  ];
  const choose = (key: string): void => {
    if (key === 'check') setChecking(true);
    else if (key === 'automatic') recording.setAutomatic(!isAutomatic);
    else if (key === 'sessions') void navigate(paths.list);
    else if (newest !== undefined) {
      const [a, b] = second === undefined ? [newest.id, LIVE] : [second.id, newest.id];
      void navigate(paths.compare(a, b));
    }
  };
  return (
    <>
      <Menu
        menu={{
          items,
          onClick: ({ key }) => choose(key),
        }}
      >
        <Button aria-label="Sessions and recording options" aria-haspopup="menu">
          ▾
        </Button>
      </Menu>
      {isChecking && (
        <DialogPart name="The check of a file" onClose={() => setChecking(false)}>
          <LazyCheckDialog onClose={() => setChecking(false)} />
        </DialogPart>
      )}
    </>
  );
};

/** Starts, shows and stops the recording, and opens the sessions. It is shown on every tab. */
export const RecordControl = () => {
  const { recording } = useCore();
  const state = useLive(recording.state$);
  const isConnected = useConnected();
  const isNarrow = useMedia('(width < 768px)');
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLButtonElement>(null);
  const isRecording = state.kind === 'recording';
  useUnloadQuestion(isRecording);

  const close = (): void => {
    setOpen(false);
    main.current?.focus();
  };
  const stop = (): void => {
    close(); // moves the focus before the Stop button is removed
    void recording.stop();
  };

  return (
    <div style={{ flex: 'none' }} role="group" aria-label="Recording">
      <Space.Compact>
        <Popover
          trigger="click"
          placement="bottomLeft"
          open={isRecording && isOpen}
          onOpenChange={setOpen}
          content={
            isRecording && (
              <DialogPart name="The panel of the recording" onClose={close}>
                <RecordPanel
                  state={state}
                  isOpen={isOpen}
                  onClose={close}
                  {...(isNarrow ? { onStop: stop } : {})}
                />
              </DialogPart>
            )
          }
        >
          <Tooltip title={isRecording || isConnected ? '' : 'Connect a device to record'}>
            <Button
              ref={main}
              className="record-control__main"
              aria-haspopup={isRecording ? 'dialog' : undefined}
              aria-expanded={isRecording ? isOpen : undefined}
              disabled={!isRecording && !isConnected}
              onClick={() => {
                if (!isRecording) recording.start();
              }}
            >
              {isRecording ? (
                <RunningText state={state} />
              ) : (
                <>
                  <span className="record-control__dot" aria-hidden>
                    ●
                  </span>{' '}
                  Record
                </>
              )}
            </Button>
          </Tooltip>
        </Popover>
        {isRecording && !isNarrow && (
          <Tooltip title="Stop recording">
            <Button aria-label="Stop recording" onClick={stop}>
              ■
            </Button>
          </Tooltip>
        )}
        <RecordMenu />
      </Space.Compact>
      <span className="visually-hidden" role="status">
        {recordingWarning(state) ?? (isRecording ? 'Recording' : '')}
      </span>
    </div>
  );
};
