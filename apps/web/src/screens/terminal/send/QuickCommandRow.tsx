import { useRef, useState } from 'react';
import type { QuickCommands } from '@batbot/core';
import { useLive } from '../../../react/use-live.ts';
import { QuickCommandEditor } from './QuickCommandEditor.tsx';

interface Props {
  readonly quickCommands: QuickCommands;
  /** True when the text went out. */
  readonly onSend: (text: string) => boolean;
}

/** Five saved commands: a click sends one, an empty place or "Edit" changes them in place. */
export const QuickCommandRow = ({ quickCommands, onSend }: Props) => {
  const commands = useLive(quickCommands.commands$);
  const [edited, setEdited] = useState<number>();
  const [refused, setRefused] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);

  const save = (index: number, text: string): void => {
    setRefused(!quickCommands.save(index, text.trim()).ok);
  };

  if (edited !== undefined) {
    return (
      <QuickCommandEditor
        commands={commands}
        first={edited}
        onSave={save}
        onDone={() => {
          setEdited(undefined);
        }}
      />
    );
  }
  return (
    <div className="quick" role="group" aria-label="Saved">
      {commands.map((command, index) => (
        <button
          key={index}
          type="button"
          className="button quick__place"
          aria-label={`Quick command ${index + 1}`}
          aria-description={command === '' ? 'Empty: click to fill it' : `Sends ${command}`}
          data-empty={command === ''}
          title={command === '' ? 'Empty place: click to save a command here' : `Send ${command}`}
          onClick={() => {
            if (command === '') setEdited(index);
            else onSend(command);
          }}
        >
          <span className="quick__number" aria-hidden>
            {index + 1}
          </span>
          <span className="quick__text">{command === '' ? '+ save' : command}</span>
        </button>
      ))}
      <button
        ref={editButton}
        type="button"
        className="button quick__edit"
        title="Change the five saved texts"
        onClick={() => {
          setEdited(0);
        }}
      >
        Edit
      </button>
      {refused && (
        <p className="quick__refused" role="status">
          <span aria-hidden>▲ </span>
          Kept for this visit only: the browser’s storage refused to save it.
        </p>
      )}
    </div>
  );
};
