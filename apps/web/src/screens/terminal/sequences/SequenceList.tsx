import { useState } from 'react';
import { Button, InputNumber } from 'antd';
import { EXAMPLE_SEQUENCE, PROCEDURE_FILE_LIMIT, type Sequence } from '@batbot/core/procedures';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { sequenceText } from './sequence-words.ts';

interface Props {
  readonly list: readonly Sequence[];
  readonly isRunning: boolean;
  readonly isConnected: boolean;
  /** The commands of the history, oldest first. */
  readonly recorded: readonly string[];
  readonly onRun: (name: string) => void;
  readonly onEdit: (sequence: Sequence) => void;
  readonly onNew: (commands: readonly string[]) => void;
  readonly onAdd: (sequence: Sequence) => void;
  readonly onRemove: (name: string) => void;
  readonly onExport: (names: readonly string[]) => string;
  readonly onImport: (text: string) => void;
}

/** The most commands taken over from the history, and those offered first. */
const MOST_RECORDED = 200;
const RECORDED = 5;

const runTitle = (isRunning: boolean, isConnected: boolean): string => {
  if (isRunning) return 'A sequence is running';
  return isConnected ? 'Sends its commands now' : 'Connect a device first';
};

/** The sequences of this computer, and the ways to get more. */
export const SequenceList = (props: Props) => {
  const { list, isRunning, isConnected, recorded } = props;
  const [count, setCount] = useState(RECORDED);
  const most = Math.min(MOST_RECORDED, recorded.length);
  const taken = Math.min(count, most);
  const save = (fileName: string, sequences: readonly Sequence[]): void => {
    const text = props.onExport(sequences.map(({ name }) => name));
    saveFile(document, `${fileName}.json`, 'application/json', [text]);
  };

  return (
    <>
      {list.length === 0 && (
        <div className="sequences__empty">
          <p>Sends commands in order, checks each reply, can repeat. No sequences yet.</p>
          <Button onClick={() => props.onAdd(EXAMPLE_SEQUENCE)}>
            Add the example “{EXAMPLE_SEQUENCE.name}”
          </Button>
          <p className="sequences__hint">
            Sends {EXAMPLE_SEQUENCE.steps.map(({ command }) => command).join(', ')}
          </p>
        </div>
      )}
      <ul className="sequences__list">
        {list.map((sequence) => {
          const { name } = sequence;
          return (
            <li key={name} className="sequence">
              <span className="sequence__name">{name}</span>
              <span className="sequences__hint">{sequenceText(sequence)}</span>
              <span className="sequences__row">
                <Button
                  type="primary"
                  size="small"
                  aria-label={`Run ${name}`}
                  title={runTitle(isRunning, isConnected)}
                  disabled={isRunning || !isConnected}
                  onClick={() => props.onRun(name)}
                >
                  <span aria-hidden>▶</span> Run
                </Button>
                <Button
                  type="text"
                  size="small"
                  aria-label={`Edit ${name}`}
                  onClick={() => props.onEdit(sequence)}
                >
                  Edit
                </Button>
                <Button
                  type="text"
                  size="small"
                  aria-label={`Export ${name}`}
                  onClick={() => save(`sequence-${name}`, [sequence])}
                >
                  Export
                </Button>
                <ConfirmButton
                  type="text"
                  label={`Delete ${name}`}
                  question={`Delete “${name}”? This cannot be undone.`}
                  confirm="Delete"
                  onConfirm={() => props.onRemove(name)}
                >
                  Delete
                </ConfirmButton>
              </span>
            </li>
          );
        })}
      </ul>
      <div className="sequences__row">
        <Button onClick={() => props.onNew([''])}>New sequence</Button>
        <OpenFileButton
          label="Import"
          file="Sequences file"
          limit={PROCEDURE_FILE_LIMIT}
          onText={props.onImport}
        />
        <Button disabled={list.length === 0} onClick={() => save('sequences', list)}>
          Export all
        </Button>
      </div>
      {most > 0 && (
        <div className="sequences__row">
          <Button onClick={() => props.onNew(recorded.slice(-taken))}>
            Create from last {taken} {taken === 1 ? 'command' : 'commands'}
          </Button>
          <InputNumber
            className="sequences__count"
            aria-label="Commands from the history"
            min={1}
            max={most}
            precision={0}
            value={taken}
            onChange={(value) => setCount(value ?? 1)}
          />
        </div>
      )}
    </>
  );
};
