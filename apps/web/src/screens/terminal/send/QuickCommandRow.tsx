import { useState } from 'react';
import type { QuickCommands, QuickGroups } from '@batbot/core';
import { useDraft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';
import { withKeys } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';
import { NOT_KEPT } from './file-words.ts';
import { QuickButtons, type QuickItem } from './QuickButtons.tsx';
import { QuickCommandEditor } from './QuickCommandEditor.tsx';
import { QuickGroupsEditor } from './QuickGroupsEditor.tsx';
import './quick.css';

interface Props {
  readonly quickCommands: QuickCommands;
  readonly quickGroups: QuickGroups;
  /** True when the text went out. */
  readonly onSend: (text: string) => boolean;
  /** An editor has gone: the focus goes back to the input. */
  readonly onDone: () => void;
}

/** What the choice of groups says for its last entry; no group is called so, for names are trimmed. */
const MANAGE = ' manage';

/** The five saved commands, or a group of others: a click sends one; an empty place or "Edit" changes them. */
export const QuickCommandRow = ({ quickCommands, quickGroups, onSend, onDone }: Props) => {
  const five = useLive(quickCommands.commands$);
  const groups = useLive(quickGroups.groups$);
  const shown = useLive(quickGroups.shown$);
  const [edited, setEdited] = useState<number>();
  const [isManaging, setManaging] = useState(false);
  const [refused, setRefused] = useState(false);
  const draft = useDraft('groups of quick commands', () => groups);
  const group = groups.find(({ name }) => name === shown);
  const items: readonly QuickItem[] =
    group?.buttons ?? five.map((command) => ({ label: '', command }));

  const pick = (index: number): void => {
    const item = items[index];
    if (item === undefined) return;
    if (item.command !== '') onSend(item.command);
    else setEdited(index);
  };
  const pickNth = (index: number) => (): void => {
    if (edited === undefined) pick(index);
  };
  const edit = (): void => {
    if (group === undefined) setEdited(0);
    else setManaging(true);
  };
  useShortcuts({
    editQuick: edit,
    quick1: pickNth(0),
    quick2: pickNth(1),
    quick3: pickNth(2),
    quick4: pickNth(3),
    quick5: pickNth(4),
    nextGroup: () => {
      const names = [undefined, ...groups.map(({ name }) => name)];
      quickGroups.show(names[(names.indexOf(shown) + 1) % names.length]);
    },
  });

  if (edited !== undefined) {
    return (
      <QuickCommandEditor
        commands={five}
        first={edited}
        onSave={(index, text) => {
          setRefused(!quickCommands.save(index, text.trim()).ok);
        }}
        onGroups={() => {
          setEdited(undefined);
          setManaging(true);
        }}
        onDone={() => {
          setEdited(undefined);
          onDone();
        }}
      />
    );
  }
  return (
    <div className="quick-row" data-has-groups={groups.length > 0}>
      <select
        className="select quick-row__groups"
        aria-label="Group of quick commands"
        title={withKeys('Which quick commands are in sight', 'nextGroup')}
        value={shown ?? ''}
        onChange={({ target }) => {
          if (target.value === MANAGE) setManaging(true);
          else quickGroups.show(target.value === '' ? undefined : target.value);
        }}
      >
        <option value="">Saved</option>
        {groups.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        <option value={MANAGE}>Groups …</option>
      </select>
      <div
        className={group === undefined ? 'quick' : 'quick quick--group'}
        role="group"
        aria-label={group?.name ?? 'Saved'}
      >
        <QuickButtons items={items} name={group?.name ?? 'Quick command'} onPick={pick} />
        {group?.buttons.length === 0 && (
          <span className="quick__none">No buttons in this group yet.</span>
        )}
      </div>
      <button
        type="button"
        className="button quick__edit"
        title={withKeys(
          group === undefined ? 'Change the five saved texts' : 'Change this group',
          'editQuick',
        )}
        onClick={edit}
      >
        Edit
        {draft.isChanged && (
          <span title="Groups: changes not saved yet">
            <span aria-hidden>●</span>
            <span className="visually-hidden">, groups not saved yet</span>
          </span>
        )}
      </button>
      {refused && (
        <p className="quick__refused" role="status">
          <span aria-hidden>▲ </span>
          {NOT_KEPT}
        </p>
      )}
      {isManaging && (
        <QuickGroupsEditor
          quickGroups={quickGroups}
          draft={draft}
          onClose={() => {
            setManaging(false);
            onDone();
          }}
        />
      )}
    </div>
  );
};
