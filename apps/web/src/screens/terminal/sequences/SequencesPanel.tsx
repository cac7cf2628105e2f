import { useRef, useState } from 'react';
import type { FileProblem } from '@batbot/core';
import type { Sequence } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useDraft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';
import { RunView } from './RunView.tsx';
import { SequenceEditor } from './SequenceEditor.tsx';
import { SequenceList } from './SequenceList.tsx';
import { formOf, formWith, type SequenceForm } from './sequence-form.ts';
import { procedureProblem, startProblem } from './sequence-words.ts';
import './sequences.css';

const NOT_KEPT = 'Kept until the page is closed only: the browser’s storage refused. Export it.';

interface Edited {
  readonly initial: SequenceForm;
  readonly form: SequenceForm;
  /** Absent for a new one. */
  readonly id?: string;
}

/** Sequences of commands: the list, the editor, and the run with its report. */
export const SequencesPanel = () => {
  const { procedures, terminal, link } = useCore();
  const { sequences } = procedures;
  const list = useLive(sequences.list$);
  const run = useLive(sequences.run$);
  const recorded = useLive(terminal.history.commands$);
  const connection = useLive(link.connection$);
  const editor = useDraft<Edited | undefined>('sequence', () => undefined);
  const edited = editor.value;
  const edit = (form: SequenceForm, id?: string): void => {
    editor.change({ initial: form, form, ...(id !== undefined && { id }) });
  };
  const [told, setTold] = useState('');

  const panel = useRef<HTMLDivElement>(null);
  // What had the focus is gone or cannot be pressed now; the panel keeps it, so that the keys go on from there.
  const keepFocus = (): void => {
    panel.current?.focus({ preventScroll: true });
  };
  const leaveEditor = (): void => {
    editor.end();
    keepFocus();
  };

  const start = (id: string): void => {
    setTold('');
    keepFocus();
    void sequences.start(id).then((started) => {
      if (!started.ok) setTold(startProblem(started.error, 'sequence'));
    });
  };

  const save = (draft: Sequence, id: string | undefined): FileProblem | undefined => {
    const saved = sequences.save(draft, id);
    if (!saved.ok) return saved.error;
    const { names, kept } = saved.value;
    setTold(kept ? `Saved “${names.join()}”.` : NOT_KEPT);
    leaveEditor();
    return undefined;
  };

  return (
    <div ref={panel} className="sequences" tabIndex={-1}>
      {run && (
        <RunView
          run={run}
          canRun={connection.kind === 'connected'}
          onStop={() => {
            sequences.stop();
            keepFocus();
          }}
          onAgain={() => {
            start(run.sequence.name);
          }}
          onDismiss={() => {
            sequences.dismiss();
            keepFocus();
          }}
        />
      )}
      <p className="sequences__told" role="status">
        {told}
      </p>
      {edited ? (
        <SequenceEditor
          form={edited.form}
          isChanged={edited.form !== edited.initial}
          onChange={(form) => {
            editor.change({ ...edited, form });
          }}
          isNew={edited.id === undefined}
          onSave={(draft) => save(draft, edited.id)}
          onCancel={leaveEditor}
        />
      ) : (
        <SequenceList
          list={list}
          isRunning={run !== undefined && run.phase.kind !== 'ended'}
          isConnected={connection.kind === 'connected'}
          recorded={recorded}
          onRun={start}
          onEdit={(sequence) => {
            setTold('');
            edit(formOf(sequence), sequence.name);
          }}
          onNew={(commands) => {
            setTold('');
            edit(formWith('', commands));
          }}
          onAdd={(draft) => {
            const saved = sequences.save(draft);
            setTold(saved.ok ? `Added “${draft.name}”.` : procedureProblem(saved.error));
            keepFocus();
          }}
          onRemove={(id) => {
            sequences.remove(id);
            setTold('Deleted.');
            keepFocus();
          }}
          onExport={sequences.exportFile}
          onImport={(text) => {
            const imported = sequences.importFile(text);
            setTold(
              imported.ok
                ? `Imported: ${imported.value.names.join(', ')}. Look them over before you run one.`
                : `Nothing imported. ${procedureProblem(imported.error)}`,
            );
          }}
        />
      )}
    </div>
  );
};
