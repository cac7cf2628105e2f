import { useEffect, useRef, useState } from 'react';
import { PALETTE_FILE_LIMIT, type PaletteCommand } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useDraft } from '../../../react/drafts.tsx';
import { useLive } from '../../../react/use-live.ts';
import { saveFile } from '../../controls/save-file.ts';
import { fileProblem, NOT_KEPT } from '../send/file-words.ts';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import type { SideProps } from '../side/sides.ts';
import { CommandItem } from './CommandItem.tsx';
import { draftOf, type EntryDraft } from './entry-draft.ts';
import { EntryEditor } from './EntryEditor.tsx';
import { paletteGroups } from './palette-groups.ts';
import './palette.css';

/** An entry in the editor; a new one was none before. */
interface Edited {
  readonly before?: PaletteCommand;
  readonly initial: EntryDraft;
  readonly draft: EntryDraft;
}

const editing = (before?: PaletteCommand): Edited => {
  const initial = draftOf(before);
  return { ...(before && { before }), initial, draft: initial };
};

/** Every command with its help; values are chosen within their range, own entries added, exported, imported. */
export const CommandsPanel = ({ onSend, onFill }: SideProps) => {
  const { palette, link } = useCore();
  const commands = useLive(palette.commands$);
  const own = useLive(palette.own$);
  const isConnected = useLive(link.connection$).kind === 'connected';
  const [wanted, setWanted] = useState('');
  const [openHead, setOpenHead] = useState<string>();
  const editor = useDraft<Edited | undefined>('own command', () => undefined);
  const edited = editor.value;
  const [told, setTold] = useState<{ readonly isBad: boolean; readonly text: string }>();
  const search = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // When the list appears, at first or after an entry was edited. On a phone the keyboard would cover it.
    if (edited === undefined && !matchMedia('(pointer: coarse)').matches) search.current?.focus();
  }, [edited]);

  if (edited !== undefined) {
    return (
      <EntryEditor
        draft={edited.draft}
        isChanged={edited.draft !== edited.initial}
        onChange={(draft) => {
          editor.change({ ...edited, draft });
        }}
        onSave={(entry) => {
          const saved = palette.save(entry, edited.before?.head);
          if (!saved.ok) return fileProblem(saved.error);
          setOpenHead(entry.head.trim());
          editor.end();
          setTold(saved.value.kept ? undefined : { isBad: true, text: NOT_KEPT });
          return undefined;
        }}
        onCancel={editor.end}
      />
    );
  }

  const open = (text: string): void => {
    const result = palette.importFile(text);
    if (!result.ok) setTold({ isBad: true, text: `Not imported: ${fileProblem(result.error)}` });
    else if (result.value.kept) setTold({ isBad: false, text: `Imported: ${result.value.count}.` });
    else setTold({ isBad: true, text: NOT_KEPT });
  };

  const groups = paletteGroups(commands, wanted);
  return (
    <div className="palette">
      <input
        ref={search}
        type="search"
        className="palette__field"
        aria-label="Search the commands"
        placeholder="Search the commands"
        value={wanted}
        onChange={({ target }) => {
          setWanted(target.value);
        }}
      />
      {groups.length === 0 && <p className="palette__none">No command has “{wanted}” in it.</p>}
      {groups.map(({ title, note, commands: members }) => (
        <section key={title} className="palette__group" aria-label={title}>
          <h3 className="palette__title">{title}</h3>
          {note !== '' && <p className="palette__note">{note}</p>}
          <ul>
            {members.map((command) => (
              <CommandItem
                key={command.head}
                command={command}
                isOpen={command.head === openHead}
                isConnected={isConnected}
                onToggle={() => {
                  setOpenHead(command.head === openHead ? undefined : command.head);
                }}
                onSend={onSend}
                onFill={onFill}
                {...(own.includes(command) && {
                  onEdit: () => {
                    editor.change(editing(command));
                  },
                  onDelete: () => {
                    palette.remove(command.head);
                    search.current?.focus();
                  },
                })}
              />
            ))}
          </ul>
        </section>
      ))}
      <div className="palette__actions">
        <button
          type="button"
          className="button"
          onClick={() => {
            editor.change(editing());
          }}
        >
          + Own command
        </button>
        <OpenFileButton
          label="Import"
          file="File with commands"
          limit={PALETTE_FILE_LIMIT}
          onText={open}
        />
        <button
          type="button"
          className="button"
          disabled={own.length === 0}
          onClick={() => {
            saveFile(document, 'commands.json', 'application/json', [palette.exportFile()]);
          }}
        >
          Export
        </button>
      </div>
      <p className="palette__told" role="status" data-bad={told?.isBad}>
        {told?.isBad === true && <span aria-hidden>▲ </span>}
        {told?.text}
      </p>
    </div>
  );
};
