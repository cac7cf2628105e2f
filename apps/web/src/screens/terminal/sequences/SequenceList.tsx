import { useState } from 'react';
import { Button, Flex } from 'antd';
import { EXAMPLE_SEQUENCE, PROCEDURE_FILE_LIMIT, type Sequence } from '@batbot/core/procedures';
import { useCore } from '../../../react/core-context.tsx';
import { useLive } from '../../../react/use-live.ts';
import { NumberField } from '../../controls/NumberField.tsx';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { saveJson } from '../../controls/save-file.ts';
import { ProcedureItem } from '../procedures/ProcedureItem.tsx';
import { sequenceText } from './sequence-words.ts';

interface Props {
  /** The reason why no sequence can start; empty if one can. */
  readonly blocked: string;
  readonly onRun: (name: string) => void;
  readonly onEdit: (sequence: Sequence) => void;
  readonly onNew: (commands: readonly string[]) => void;
  readonly onAdd: (sequence: Sequence) => void;
  readonly onRemove: (name: string) => void;
  readonly onImport: (text: string) => void;
}

/** Maximum number of commands copied from the history, and the number offered at first. */
const MOST_RECORDED = 200;
const RECORDED = 5;

export const SequenceList = (props: Props) => {
  const { blocked, onRun, onEdit, onNew, onAdd, onRemove, onImport } = props;
  const { procedures, terminal } = useCore();
  const list = useLive(procedures.sequences.list$);
  const recorded = useLive(terminal.history.commands$);
  const [count, setCount] = useState(RECORDED);
  const most = Math.min(MOST_RECORDED, recorded.length);
  const taken = Math.min(count, most);
  const save = (fileName: string, sequences: readonly Sequence[]): void => {
    const text = procedures.sequences.exportFile(sequences.map(({ name }) => name));
    saveJson(`${fileName}.json`, text);
  };

  return (
    <>
      {list.length === 0 && (
        <Flex vertical align="start" gap={8}>
          <p>Sends commands in order, checks each reply, can repeat. No sequences yet.</p>
          <Button onClick={() => onAdd(EXAMPLE_SEQUENCE)}>
            Add the example “{EXAMPLE_SEQUENCE.name}”
          </Button>
          <p className="hint">
            Sends {EXAMPLE_SEQUENCE.steps.map(({ command }) => command).join(', ')}
          </p>
        </Flex>
      )}
      <ul className="procedures__list stack stack-8">
        {list.map((sequence) => (
          <ProcedureItem
            key={sequence.name}
            name={sequence.name}
            startWord="Run"
            startTitle={blocked === '' ? 'Sends its commands now' : blocked}
            canStart={blocked === ''}
            onStart={() => onRun(sequence.name)}
            onEdit={() => onEdit(sequence)}
            onExport={() => save(`sequence-${sequence.name}`, [sequence])}
            onRemove={() => onRemove(sequence.name)}
          >
            <span className="hint">{sequenceText(sequence)}</span>
          </ProcedureItem>
        ))}
      </ul>
      <Flex wrap gap={8}>
        <Button onClick={() => onNew([''])}>New sequence</Button>
        <OpenFileButton
          label="Import"
          file="Sequences file"
          limit={PROCEDURE_FILE_LIMIT}
          onText={onImport}
        />
        <Button disabled={list.length === 0} onClick={() => save('sequences', list)}>
          Export all
        </Button>
      </Flex>
      {most > 0 && (
        <Flex wrap gap={8}>
          <Button onClick={() => onNew(recorded.slice(-taken))}>
            Create from last {taken} {taken === 1 ? 'command' : 'commands'}
          </Button>
          <NumberField
            style={{ width: 72 }}
            aria-label="Commands from the history"
            min={1}
            max={most}
            precision={0}
            value={taken}
            onChange={(value) => setCount(value ?? 1)}
          />
        </Flex>
      )}
    </>
  );
};
