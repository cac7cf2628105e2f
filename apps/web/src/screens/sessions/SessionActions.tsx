import { useSessionPaths } from '../../react/paths.ts';
import { useState, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { RecordedSession, SessionInfo } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { gatherParts } from '../controls/gather-parts.ts';
import { saveFile } from '../controls/save-file.ts';
import { LazySealDialog } from './sealing/lazy-dialogs.tsx';
import { LIVE } from './sessions-view.ts';
import { fileName, problemText } from './texts.ts';

/** Spreadsheets take a file for UTF-8 only when it says so. */
const BYTE_ORDER_MARK = '\uFEFF';

const RenameForm = ({
  name,
  onDone,
}: {
  readonly name: string;
  readonly onDone: (name: string | undefined) => void;
}) => {
  const [text, setText] = useState(name);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onDone(text);
  };
  return (
    <form className="session__rename" onSubmit={submit}>
      <input
        className="session__input"
        aria-label="Name of the session"
        maxLength={80}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <button type="submit" className="button button--primary">
        Save name
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          onDone(undefined);
        }}
      >
        Cancel
      </button>
    </form>
  );
};

interface Props {
  readonly session: RecordedSession;
  /** As the list has it: what was opened does not know that it was renamed since. */
  readonly info: SessionInfo;
}

/** Rename, export, compare, delete. */
export const SessionActions = ({ session, info }: Props) => {
  const { recording } = useCore();
  const state = useLive(recording.state$);
  const navigate = useNavigate();
  const paths = useSessionPaths();
  const [mode, setMode] = useState<'idle' | 'renaming' | 'deleting' | 'sealing'>('idle');
  const [told, setTold] = useState('');
  const isCurrent = state.kind === 'recording' && state.info.id === info.id;

  const save = async (kind: 'csv' | 'jsonl'): Promise<void> => {
    setTold('Preparing …');
    const parts = kind === 'csv' ? await session.csv() : await session.capture(info.name);
    if (!parts.ok) {
      setTold(problemText(parts.error));
      return;
    }
    const isCsv = kind === 'csv';
    const text = await gatherParts(parts.value);
    const type = isCsv ? 'text/csv' : 'application/jsonl';
    saveFile(document, fileName(info, kind), type, isCsv ? [BYTE_ORDER_MARK, ...text] : text);
    setTold('Saved');
  };

  const remove = async (): Promise<void> => {
    const removed = await recording.remove(info.id);
    if (removed.ok) await navigate(paths.list, { replace: true });
    else setTold(problemText(removed.error));
  };

  if (mode === 'renaming') {
    return (
      <RenameForm
        name={info.name}
        onDone={(name) => {
          setMode('idle');
          if (name === undefined) return;
          void recording.rename(info.id, name).then((renamed) => {
            if (!renamed.ok) setTold(problemText(renamed.error));
          });
        }}
      />
    );
  }
  if (mode === 'deleting') {
    return (
      <div className="session__actions" role="alertdialog" aria-label="Delete this session">
        <strong>Delete this session for good?</strong>
        <button
          type="button"
          className="button session__delete"
          onClick={() => {
            void remove();
          }}
        >
          Delete
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            setMode('idle');
          }}
        >
          Keep it
        </button>
      </div>
    );
  }
  return (
    <div className="session__actions">
      <Link className="button" to={paths.compare(`${info.id}@0`, info.id)}>
        Compare first and last
      </Link>
      <Link className="button" to={paths.compare(info.id, LIVE)}>
        Compare with now
      </Link>
      <button type="button" className="button" onClick={() => void save('csv')}>
        Export CSV
      </button>
      <button type="button" className="button" onClick={() => void save('jsonl')}>
        Export JSONL
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          setMode('sealing');
        }}
      >
        Export sealed …
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          setMode('renaming');
        }}
      >
        Rename
      </button>
      <button
        type="button"
        className="button"
        disabled={isCurrent}
        onClick={() => {
          setMode('deleting');
        }}
      >
        Delete
      </button>
      <span role="status" className="session__told">
        {told}
      </span>
      {mode === 'sealing' && (
        <LazySealDialog
          session={session}
          info={info}
          onClose={() => {
            setMode('idle');
          }}
        />
      )}
    </div>
  );
};
