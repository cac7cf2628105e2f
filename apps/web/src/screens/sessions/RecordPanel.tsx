import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, Form, Input, Space, type InputRef } from 'antd';
import { useCore } from '../../react/core-context.tsx';
import { useSessionPaths } from '../../react/paths.ts';
import { useLive } from '../../react/use-live.ts';
import { recordingWarning, type RunningRecording } from './RecordControl.tsx';
import { clockText, stopwatchText } from '../../text/format.ts';
import { isNearlyFull } from './texts.ts';

interface Props {
  readonly state: RunningRecording;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called by the Stop button, which the panel shows if the bar has no room for it. */
  readonly onStop?: () => void;
}

/** The running recording with its notes and its problems. */
export const RecordPanel = ({ state, isOpen, onClose, onStop }: Props) => {
  const { recording } = useCore();
  const usage = useLive(recording.usage$);
  const text = useLive(recording.typedNote$);
  const paths = useSessionPaths();
  const [added, setAdded] = useState('');
  const field = useRef<InputRef>(null);

  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);

  const add = (): void => {
    const note = recording.note(text);
    field.current?.focus();
    if (note === undefined) return;
    recording.typeNote('');
    setAdded(`Note ${note.number} at ${stopwatchText(note.ms)}`);
  };
  const warning = recordingWarning(state);
  return (
    <div
      className="stack stack-8"
      style={{ width: 'min(320px, calc(100vw - 48px))' }}
      role="dialog"
      aria-label="Running recording"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <p>
        Recording since {clockText(state.info.startedAt)} ·{' '}
        <Link to={paths.details(state.info.id)} onClick={onClose}>
          Open session
        </Link>
      </p>
      {warning !== undefined && <p className="tone-watch">▲ {warning}</p>}
      {usage !== undefined && isNearlyFull(usage) && (
        <p className="tone-watch">
          ▲ <Link to={paths.list}>Disk almost full</Link>
        </p>
      )}
      {!state.isAwake && !state.isInterrupted && <p className="tone-watch">Screen may turn off</p>}
      <Form onFinish={add}>
        <Space.Compact block>
          <Input
            ref={field}
            aria-label="Note"
            placeholder="Add a note…"
            maxLength={500}
            value={text}
            onChange={(event) => {
              recording.typeNote(event.target.value);
              setAdded('');
            }}
          />
          <Button htmlType="submit" disabled={text.trim() === ''}>
            Add note
          </Button>
        </Space.Compact>
      </Form>
      <p role="status" style={{ minHeight: 20 }}>
        {added}
      </p>
      {onStop !== undefined && (
        <Button block onClick={onStop}>
          <span aria-hidden>■</span> Stop recording
        </Button>
      )}
    </div>
  );
};
