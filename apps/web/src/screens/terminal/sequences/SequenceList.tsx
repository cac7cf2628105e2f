import { useState } from 'react';
import { EXAMPLE_SEQUENCE, PROCEDURE_FILE_LIMIT, type Sequence } from '@batbot/core/procedures';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { sequenceText } from './sequence-words.ts';

/** The question takes the focus when it comes. */
const focusOnce = (button: HTMLButtonElement | null): void => button?.focus();

interface Props {
  readonly list: readonly Sequence[];
  readonly isRunning: boolean;
  readonly isConnected: boolean;
  /** The commands typed, oldest first. */
  readonly recorded: readonly string[];
  readonly onRun: (id: string) => void;
  readonly onEdit: (sequence: Sequence) => void;
  readonly onNew: (commands: readonly string[]) => void;
  readonly onAdd: (draft: Sequence) => void;
  readonly onRemove: (id: string) => void;
  readonly onExport: (ids: readonly string[]) => string;
  readonly onImport: (text: string) => void;
}

/** The most commands taken over from the history, and those offered first. */
const MOST_RECORDED = 200;
const RECORDED = 5;

const whyNot = (isRunning: boolean, isConnected: boolean): string => {
  if (isRunning) return 'A sequence is running';
  return isConnected ? 'Sends its commands now' : 'Connect a device first';
};

/** The sequences of this computer, and the ways to get more. */
export const SequenceList = (props: Props) => {
  const { list, isRunning, isConnected, recorded } = props;
  const [deleting, setDeleting] = useState<string>();
  const [count, setCount] = useState(RECORDED);
  const most = Math.min(MOST_RECORDED, recorded.length);
  const save = (fileName: string, sequences: readonly Sequence[]): void => {
    const text = props.onExport(sequences.map(({ name }) => name));
    saveFile(document, `${fileName}.json`, 'application/json', [text]);
  };

  return (
    <>
      {list.length === 0 && (
        <div className="sequences__empty">
          <p>
            A sequence sends commands one after the other, checks each reply, and can go round. None
            is kept here yet.
          </p>
          <button
            type="button"
            className="button"
            onClick={() => {
              props.onAdd(EXAMPLE_SEQUENCE);
            }}
          >
            Add the example “{EXAMPLE_SEQUENCE.name}”
          </button>
          <p className="sequences__hint">
            It asks: {EXAMPLE_SEQUENCE.steps.map(({ command }) => command).join(', ')}
          </p>
        </div>
      )}
      <ul className="sequences__list">
        {list.map((sequence) => (
          <li key={sequence.name} className="sequence">
            <span className="sequence__name">{sequence.name}</span>
            <span className="sequence__text">{sequenceText(sequence)}</span>
            {deleting === sequence.name ? (
              <span className="sequence__buttons">
                <strong>Delete it?</strong>
                <button
                  type="button"
                  className="tool-button sequence__delete"
                  aria-label={`Delete ${sequence.name} for good`}
                  ref={focusOnce}
                  onClick={() => {
                    setDeleting(undefined);
                    props.onRemove(sequence.name);
                  }}
                >
                  Delete
                </button>
                <button
                  type="button"
                  className="tool-button"
                  onClick={() => {
                    setDeleting(undefined);
                  }}
                >
                  Keep
                </button>
              </span>
            ) : (
              <span className="sequence__buttons">
                <button
                  type="button"
                  className="button sequence__run"
                  aria-label={`Run ${sequence.name}`}
                  title={whyNot(isRunning, isConnected)}
                  disabled={isRunning || !isConnected}
                  onClick={() => {
                    props.onRun(sequence.name);
                  }}
                >
                  <span aria-hidden>▶</span> Run
                </button>
                <button
                  type="button"
                  className="tool-button"
                  aria-label={`Edit ${sequence.name}`}
                  onClick={() => {
                    props.onEdit(sequence);
                  }}
                >
                  Edit
                </button>
                <button
                  type="button"
                  className="tool-button"
                  aria-label={`Export ${sequence.name}`}
                  onClick={() => {
                    save(`sequence-${sequence.name}`, [sequence]);
                  }}
                >
                  Export
                </button>
                <button
                  type="button"
                  className="tool-button"
                  aria-label={`Delete ${sequence.name}`}
                  onClick={() => {
                    setDeleting(sequence.name);
                  }}
                >
                  Delete
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="sequences__more">
        <button
          type="button"
          className="button"
          onClick={() => {
            props.onNew(['']);
          }}
        >
          New sequence
        </button>
        <OpenFileButton
          label="Import"
          file="Sequences file"
          limit={PROCEDURE_FILE_LIMIT}
          onText={props.onImport}
        />
        <button
          type="button"
          className="button"
          disabled={list.length === 0}
          onClick={() => {
            save('sequences', list);
          }}
        >
          Export all
        </button>
      </div>
      <form
        className="sequences__record"
        onSubmit={(event) => {
          event.preventDefault();
          props.onNew(recorded.slice(-Math.min(count, most)));
        }}
      >
        <button type="submit" className="button" disabled={most === 0 || count < 1}>
          Record from history
        </button>
        <label>
          the last{' '}
          <input
            type="number"
            className="sequences__number"
            aria-label="Commands from the history"
            min={1}
            max={Math.max(1, most)}
            value={Math.min(count, most)}
            onChange={(event) => {
              setCount(Math.floor(event.target.valueAsNumber || 0));
            }}
          />{' '}
          of {most} typed
        </label>
      </form>
    </>
  );
};
