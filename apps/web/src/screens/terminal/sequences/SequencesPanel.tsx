import { useRef, useState } from 'react';
import type { FileProblem } from '@batbot/core';
import type { Sequence } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useDraft } from '../../../react/drafts.tsx';
import { useConnected } from '../../../react/use-connected.ts';
import { useLive } from '../../../react/use-live.ts';
import { useOpenedFile } from '../../../react/opened-file.ts';
import { RunView } from './RunView.tsx';
import { SequenceEditor } from './SequenceEditor.tsx';
import { SequenceList } from './SequenceList.tsx';
import { formOf, formWith, type SequenceForm } from './sequence-form.ts';
import { NOT_SAVED } from '../forms/file-words.ts';
import { procedureProblem, startProblem } from './sequence-words.ts';
import '../procedures/procedures.css';
import './sequences.css';

interface Edited {
  readonly initial: SequenceForm;
  readonly form: SequenceForm;
  /** The name of the sequence that is replaced; undefined for a new one. */
  readonly replaced?: string;
}

/** Shows the list of sequences or the editor, below a run. The report of an ended run gives its space to the editor. */
export const SequencesPanel = () => {
  const { sequences } = useCore().procedures;
  const run = useLive(sequences.run$);
  const isConnected = useConnected();
  const editor = useDraft<Edited | undefined>('sequence', () => undefined);
  const edited = editor.value;
  const [message, setMessage] = useState('');
  const isRunning = run !== undefined && run.phase.kind !== 'ended';

  const panel = useRef<HTMLDivElement>(null);
  // Focuses the panel, because the focused element is about to be removed and the next key must work.
  const keepFocus = (): void => panel.current?.focus({ preventScroll: true });
  const edit = (form: SequenceForm, replaced?: string): void => {
    setMessage('');
    editor.change({ initial: form, form, ...(replaced !== undefined && { replaced }) });
  };
  const leaveEditor = (): void => {
    editor.end();
    keepFocus();
  };
  const start = (name: string): void => {
    setMessage('');
    keepFocus();
    void sequences.start(name).then((started) => {
      if (!started.ok) setMessage(startProblem(started.error, 'sequence'));
    });
  };
  const save = (sequence: Sequence, replaced?: string): FileProblem | undefined => {
    const saved = sequences.save(sequence, replaced);
    if (!saved.ok) return saved.error;
    setMessage(saved.value.kept ? `Saved “${saved.value.names.join()}”.` : NOT_SAVED);
    leaveEditor();
    return undefined;
  };
  const importFile = (text: string): void => {
    const imported = sequences.importFile(text);
    if (!imported.ok) {
      setMessage(`Nothing imported. ${procedureProblem(imported.error)}`);
      return;
    }
    const { names, kept } = imported.value;
    setMessage(`Imported: ${names.join(', ')}. ${kept ? 'Review before running.' : NOT_SAVED}`);
  };
  useOpenedFile(['sequences'], ({ text }) => importFile(text));

  return (
    <div ref={panel} className="procedures stack stack-16" tabIndex={-1}>
      {run && (isRunning || edited === undefined) && (
        <RunView
          run={run}
          canRun={isConnected}
          onStop={() => {
            sequences.stop();
            keepFocus();
          }}
          onAgain={() => start(run.sequence.name)}
          onDismiss={() => {
            sequences.dismiss();
            keepFocus();
          }}
        />
      )}
      <p role="status">{message}</p>
      {edited ? (
        <SequenceEditor
          initial={edited.form}
          isChanged={edited.form !== edited.initial}
          isNew={edited.replaced === undefined}
          onChange={(form) => editor.change({ ...edited, form })}
          onSave={(sequence) => save(sequence, edited.replaced)}
          onCancel={leaveEditor}
        />
      ) : (
        <SequenceList
          blocked={
            isRunning ? 'A sequence is running' : isConnected ? '' : 'Connect a device first'
          }
          onRun={start}
          onEdit={(sequence) => edit(formOf(sequence), sequence.name)}
          onNew={(commands) => edit(formWith('', commands))}
          onAdd={(sequence) => {
            const problem = save(sequence);
            if (problem !== undefined) setMessage(procedureProblem(problem, 'It'));
          }}
          onRemove={(name) => {
            sequences.remove(name);
            setMessage(`Deleted “${name}”.`);
            keepFocus();
          }}
          onImport={importFile}
        />
      )}
    </div>
  );
};
