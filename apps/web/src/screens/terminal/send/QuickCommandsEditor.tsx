import { useRef, useState } from 'react';
import { Alert, Button, Input, Modal, type InputRef } from 'antd';
import {
  QUICK_GROUP_FILE_LIMIT,
  type QuickCommands,
  type QuickGroup,
  type QuickGroups,
} from '@batbot/core';
import { useFirstFocus } from '../../../react/use-first-focus.ts';
import type { Draft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { groupsProblem, NOT_SAVED } from './file-words.ts';
import { changed, tidy, withNewGroup, without } from './group-edits.ts';
import { GroupFields } from './GroupFields.tsx';
import type { QuickDraft } from './use-quick-draft.ts';

interface Props {
  readonly quickCommands: QuickCommands;
  readonly quickGroups: QuickGroups;
  readonly draft: Draft<QuickDraft>;
  readonly onClose: () => void;
}

/** The five saved commands and all groups: names, buttons, export and import. Changes apply on Save. */
export const QuickCommandsEditor = ({ quickCommands, quickGroups, draft, onClose }: Props) => {
  const saved = useLive(quickGroups.groups$);
  const { five, groups } = draft.value;
  const [result, setResult] = useState<{ readonly isBad: boolean; readonly text: string }>();
  const list = useRef<HTMLDivElement>(null);
  const field = useFirstFocus<InputRef>();
  const [firstEmpty] = useState(() => Math.max(0, five.indexOf('')));

  const setGroups = (next: readonly QuickGroup[]): void => {
    draft.change({ five, groups: next });
  };
  const focusOn = (selector: string): void => {
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  /** The focus moves to the next group, or the previous one, before this one leaves the page. */
  const remove = (at: number): void => {
    const left = groups.length - 1;
    focusOn(left === 0 ? '.groups__add' : `[data-path="groups.${Math.min(at + 1, left)}.name"]`);
    setGroups(without(groups, at));
  };

  /** Saves the groups; undefined if they are wrong. */
  const saveGroups = (failed: string): { readonly kept: boolean } | undefined => {
    const wanted = tidy(groups);
    const outcome = quickGroups.save(wanted);
    if (outcome.ok) return outcome.value;
    setResult({ isBad: true, text: `${failed}: ${groupsProblem(outcome.error, groups)}` });
    focusOn(`[data-path="${outcome.error.path}"]`);
    return undefined;
  };
  const save = (): void => {
    const outcome = saveGroups('Not saved');
    if (outcome === undefined) return;
    const before = quickCommands.commands$.value;
    const isSaved = five.every(
      (command, at) => command.trim() === before[at] || quickCommands.save(at, command.trim()).ok,
    );
    const isNew = groups.length > 0 && saved.length === 0;
    if (isNew && quickGroups.shown$.value === undefined) quickGroups.show(groups.at(-1)?.name);
    draft.end();
    if (outcome.kept && isSaved) onClose();
    else setResult({ isBad: true, text: NOT_SAVED });
  };
  const open = (text: string): void => {
    // Unsaved changes are saved first, so that the file does not replace them.
    if (draft.isChanged && saveGroups('Not imported') === undefined) return;
    const imported = quickGroups.importFile(text);
    if (imported.ok) {
      draft.end();
      quickGroups.show(imported.value[0]);
      setResult({ isBad: false, text: `Imported: ${imported.value.join(', ') || 'no groups'}.` });
    } else setResult({ isBad: true, text: `Not imported: ${groupsProblem(imported.error)}` });
  };

  return (
    <Modal
      open
      title="Quick commands"
      onCancel={onClose}
      footer={
        <div className="dialog-actions">
          <OpenFileButton
            label="Import"
            file="File with groups"
            limit={QUICK_GROUP_FILE_LIMIT}
            onText={open}
          />
          <Button
            disabled={saved.length === 0}
            onClick={() => {
              saveFile(document, 'quick-commands.json', 'application/json', [
                quickGroups.exportFile(),
              ]);
            }}
          >
            Export
          </Button>
          <span className="dialog-actions__space" />
          <Button onClick={onClose}>Close</Button>
          <Button type="primary" onClick={save}>
            Save
          </Button>
        </div>
      }
    >
      <div ref={list} className="groups">
        <fieldset className="groups__group">
          <legend>Saved</legend>
          {five.map((command, index) => (
            <Input
              key={index}
              className="mono"
              aria-label={`Saved text ${index + 1}`}
              prefix={<span aria-hidden>{index + 1}</span>}
              placeholder="Empty"
              value={command}
              ref={index === firstEmpty ? field : null}
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
              onPressEnter={save}
              onChange={({ target }) =>
                draft.change({ groups, five: five.with(index, target.value) })
              }
            />
          ))}
        </fieldset>
        {groups.map((group, at) => (
          <GroupFields
            key={at}
            group={group}
            namePath={`groups.${at + 1}.name`}
            onChange={(change) => setGroups(changed(groups, at, change))}
            onDelete={() => remove(at)}
          />
        ))}
        <Button className="groups__add" onClick={() => setGroups(withNewGroup(groups))}>
          + Group
        </Button>
        {draft.isChanged && (
          <Alert
            type="warning"
            title="Unsaved changes are kept as a draft."
            action={
              <Button size="small" type="text" onClick={draft.end}>
                Discard changes
              </Button>
            }
          />
        )}
        <p className="groups__result" role="status" data-bad={result?.isBad}>
          {result?.isBad === true && <span aria-hidden>▲ </span>}
          {result?.text}
        </p>
      </div>
    </Modal>
  );
};
