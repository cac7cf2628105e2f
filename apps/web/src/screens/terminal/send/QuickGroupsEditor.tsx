import { useRef, useState } from 'react';
import { QUICK_GROUP_FILE_LIMIT, type QuickGroup, type QuickGroups } from '@batbot/core';
import type { Draft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { saveFile } from '../../controls/save-file.ts';
import { groupsProblem, NOT_KEPT } from './file-words.ts';
import { GroupFields } from './GroupFields.tsx';
import { changed, tidy, withNewGroup, without } from './group-edits.ts';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';

interface Props {
  readonly quickGroups: QuickGroups;
  /** What was changed and not saved yet; it is there again when the editor is. */
  readonly draft: Draft<readonly QuickGroup[]>;
  readonly onClose: () => void;
}

/** All groups in one list: name, buttons, export and import. What is changed counts when "Save" is pressed. */
export const QuickGroupsEditor = ({ quickGroups, draft, onClose }: Props) => {
  const saved = useLive(quickGroups.groups$);
  const groups = !draft.isChanged && saved.length === 0 ? withNewGroup(saved) : draft.value;
  const setGroups = draft.change;
  const [told, setTold] = useState<{ readonly isBad: boolean; readonly text: string }>();

  const list = useRef<HTMLDivElement>(null);
  const focusOn = (selector: string): void => {
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  /** To the group that takes its place, or the one before: before it goes, or it takes the focus with it. */
  const remove = (at: number): void => {
    const left = groups.length - 1;
    focusOn(
      left === 0 ? ':scope > .groups__add' : `[data-path="groups.${Math.min(at + 1, left)}.name"]`,
    );
    setGroups(without(groups, at));
  };

  const save = (dialog: HTMLDialogElement | null): void => {
    const wanted = tidy(groups);
    const result = quickGroups.save(wanted);
    if (!result.ok) {
      setTold({ isBad: true, text: `Not saved: ${groupsProblem(result.error, groups)}` });
      focusOn(`[data-path="${result.error.path}"]`);
      return;
    }
    draft.end();
    if (quickGroups.shown$.value === undefined) quickGroups.show(wanted.at(-1)?.name);
    if (result.value.kept) dialog?.close();
    else setTold({ isBad: true, text: NOT_KEPT });
  };

  const open = (text: string): void => {
    // What was changed and not saved yet is not to be lost by it.
    const kept = quickGroups.save(tidy(groups));
    if (!kept.ok) {
      setTold({ isBad: true, text: `Not imported: ${groupsProblem(kept.error, groups)}` });
      return;
    }
    const result = quickGroups.importFile(text);
    if (result.ok) {
      draft.end();
      quickGroups.show(result.value[0]);
      setTold({ isBad: false, text: `Imported: ${result.value.join(', ') || 'no groups'}.` });
    } else setTold({ isBad: true, text: `Not imported: ${groupsProblem(result.error)}` });
  };

  return (
    <Dialog
      title="Groups of quick commands"
      onClose={onClose}
      actions={
        <>
          <OpenFileButton
            label="Import"
            file="File with groups"
            limit={QUICK_GROUP_FILE_LIMIT}
            onText={open}
          />
          <button
            type="button"
            className="button"
            disabled={saved.length === 0}
            onClick={() => {
              saveFile(document, 'quick-commands.json', 'application/json', [
                quickGroups.exportFile(),
              ]);
            }}
          >
            Export
          </button>
          <span className="groups__space" />
          <button
            type="button"
            className="button"
            onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
          >
            Close
          </button>
          <button
            type="button"
            className="button button--primary"
            onClick={({ currentTarget }) => {
              save(currentTarget.closest('dialog'));
            }}
          >
            Save
          </button>
        </>
      }
    >
      <div ref={list} className="groups">
        {groups.map((group, at) => (
          <GroupFields
            key={at}
            group={group}
            namePath={`groups.${at + 1}.name`}
            onChange={(change) => {
              setGroups(changed(groups, at, change));
            }}
            onDelete={() => {
              remove(at);
            }}
          />
        ))}
        {groups.length === 0 && <p className="groups__none">No groups. Save to keep it so.</p>}
        <button
          type="button"
          className="button groups__add"
          onClick={() => {
            setGroups(withNewGroup(groups));
          }}
        >
          + Group
        </button>
        {draft.isChanged && (
          <p className="groups__unsaved">
            <span>
              <span aria-hidden>● </span>
              Not saved yet. Closed, it is kept until you come back.
            </span>
            <button type="button" className="tool-button" onClick={draft.end}>
              Discard changes
            </button>
          </p>
        )}
        <p className="groups__told" role="status" data-bad={told?.isBad}>
          {told?.isBad === true && <span aria-hidden>▲ </span>}
          {told?.text}
        </p>
      </div>
    </Dialog>
  );
};
