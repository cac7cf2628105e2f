import { useState } from 'react';
import { Button, Select } from 'antd';
import type { QuickGroup } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useDraft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';
import { shownKeys, SHORTCUTS, withKeys, type ShortcutId } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { groupsProblem, NOT_SAVED } from '../forms/file-words.ts';
import { QuickCommandsEditor, type QuickDraft } from './QuickCommandsEditor.tsx';
import './quick.css';

const KEYS: readonly ShortcutId[] = ['quick1', 'quick2', 'quick3', 'quick4', 'quick5'];

const titled = (text: string, index: number): string => {
  const id = KEYS[index];
  return id === undefined ? text : withKeys(text, id);
};

interface Props {
  /** Returns the typed text, or the last sent command; '' if there is neither. */
  readonly textToSave: () => string;
  /** Queues a text. Returns false if it cannot be sent. */
  readonly onSend: (text: string) => boolean;
  /** Called when the editor has closed, to focus the input. */
  readonly onDone: () => void;
  readonly report: (text: string) => void;
}

/** Shows the saved commands that are not empty, or those of a group. A click sends a command. */
export const QuickCommandRow = (props: Props) => {
  const { textToSave, onSend, onDone, report } = props;
  const { quickCommands, quickGroups } = useCore().terminal;
  const five = useLive(quickCommands.commands$);
  const groups = useLive(quickGroups.groups$);
  const shown = useLive(quickGroups.shown$);
  const [isEditing, setEditing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const draft = useDraft<QuickDraft>('quick commands', () => ({ five, groups }));
  const group = groups.find(({ name }) => name === shown);
  const name = group?.name ?? 'Quick command';
  const items = group?.buttons ?? five.map((command) => ({ label: '', command }));

  const edit = (): void => setEditing(true);
  const sendNth = (index: number) => (): void => {
    const command = items[index]?.command ?? '';
    if (command !== '') onSend(command);
  };
  /** Returns why the command was not saved; undefined if it was. */
  const saveIn = (
    into: QuickGroup | undefined,
    command: string,
    place: number,
  ): string | undefined => {
    if (into === undefined) return quickCommands.save(place, command).ok ? undefined : NOT_SAVED;
    const buttons = [...into.buttons, { label: '', command }];
    const next = groups.map((each) => (each === into ? { ...each, buttons } : each));
    const saved = quickGroups.save(next);
    if (!saved.ok) return `Not saved: ${groupsProblem(saved.error, next)}`;
    return saved.value.kept ? undefined : NOT_SAVED;
  };
  /** Saves the typed text, or the last command, in the first empty place or at the end of the group. */
  const save = (): void => {
    const command = textToSave().trim();
    const place = group === undefined ? five.indexOf('') : group.buttons.length;
    if (command === '' || place < 0 || draft.isChanged) {
      edit();
      return;
    }
    const refusal = saveIn(group, command, place);
    setProblem(refusal);
    const key = KEYS[place];
    const keys = key === undefined ? '' : `: ${shownKeys(SHORTCUTS[key]).join('+')}`;
    if (refusal === undefined) report(`Saved ${command}${keys}`);
  };
  useShortcuts({
    editQuick: edit,
    quick1: sendNth(0),
    quick2: sendNth(1),
    quick3: sendNth(2),
    quick4: sendNth(3),
    quick5: sendNth(4),
    nextGroup: () => {
      const names = [undefined, ...groups.map((each) => each.name)];
      quickGroups.show(names[(names.indexOf(shown) + 1) % names.length]);
    },
  });

  return (
    <div className="quick-row">
      {groups.length > 0 && (
        <span title={withKeys('Group of quick commands', 'nextGroup')}>
          <Select
            aria-label="Group of quick commands"
            size="small"
            popupMatchSelectWidth={false}
            options={[
              { value: '', label: 'Saved' },
              ...groups.map((each) => ({ value: each.name, label: each.name })),
            ]}
            value={shown ?? ''}
            onChange={(chosen) => quickGroups.show(chosen === '' ? undefined : chosen)}
          />
        </span>
      )}
      <div className="quick" role="group" aria-label={group?.name ?? 'Saved'}>
        {items.map(
          ({ label, command }, index) =>
            command !== '' && (
              <Button
                key={index}
                size="small"
                className="quick__chip"
                aria-label={`${name} ${index + 1}`}
                aria-description={`Sends ${command}`}
                title={titled(`Send ${command}`, index)}
                onClick={sendNth(index)}
              >
                {label === '' ? command : label}
              </Button>
            ),
        )}
      </div>
      <Button
        size="small"
        type="dashed"
        aria-label="Save command"
        title={withKeys(
          'Save the typed text or the last command; edit when all are full',
          'editQuick',
        )}
        onClick={save}
      >
        + Save
      </Button>
      <Button
        size="small"
        type="text"
        aria-label="Edit quick commands"
        title={withKeys('Edit saved commands', 'editQuick')}
        onClick={edit}
      >
        Edit
        {draft.isChanged && (
          <span title="Unsaved changes">
            <span aria-hidden>●</span>
            <span className="visually-hidden">, not saved yet</span>
          </span>
        )}
      </Button>
      {problem !== undefined && (
        <span className="tone-watch" role="status">
          <span aria-hidden>▲ </span>
          {problem}
        </span>
      )}
      {isEditing && (
        <QuickCommandsEditor
          draft={draft}
          onClose={() => {
            setEditing(false);
            setTimeout(onDone); // after the dialog is removed
          }}
        />
      )}
    </div>
  );
};
