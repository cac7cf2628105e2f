import { useEffect, useRef, useState } from 'react';
import { Button, Flex, Input, type InputRef } from 'antd';
import { PALETTE_FILE_LIMIT, type PaletteCommand } from '@batbot/core';
import { useCore } from '../../../react/core-context.tsx';
import { useDraft } from '../../../react/drafts.tsx';
import { useConnected } from '../../../react/use-connected.ts';
import { useLive } from '../../../react/use-live.ts';
import { saveJson } from '../../controls/save-file.ts';
import { fileProblem } from '../../controls/file-problem.ts';
import { NOT_SAVED } from '../forms/file-words.ts';
import { ResultLine, type ActionResult } from '../forms/ResultLine.tsx';
import { OpenFileButton } from '../../controls/OpenFileButton.tsx';
import type { SideProps } from '../side/SideRail.tsx';
import { CommandItem } from './CommandItem.tsx';
import { draftOf, type EntryDraft } from './entry-form.ts';
import { EntryEditor } from './EntryEditor.tsx';
import { paletteGroups } from './palette-groups.ts';
import './palette.css';

/** An entry in the editor. `before` is undefined for a new entry. */
interface Edited {
  readonly before?: PaletteCommand;
  readonly initial: EntryDraft;
  readonly draft: EntryDraft;
}

const editing = (before?: PaletteCommand): Edited => {
  const initial = draftOf(before);
  return { ...(before && { before }), initial, draft: initial };
};

/**
 * Lists all commands with their help. Values are checked against their range. Own commands can be added, exported and
 * imported.
 */
export const CommandsPanel = ({ onSend, onFill }: SideProps) => {
  const { palette } = useCore();
  const commands = useLive(palette.commands$);
  const own = useLive(palette.own$);
  const isConnected = useConnected();
  const [wanted, setWanted] = useState('');
  const [openHead, setOpenHead] = useState<string>();
  const editor = useDraft<Edited | undefined>('own command', () => undefined);
  const edited = editor.value;
  const [result, setResult] = useState<ActionResult>();
  const search = useRef<InputRef>(null);

  useEffect(() => {
    // Focuses the search when the list appears, except on a phone, whose keyboard would cover the list.
    if (edited === undefined && !matchMedia('(pointer: coarse)').matches) search.current?.focus();
  }, [edited]);

  if (edited !== undefined) {
    return (
      <EntryEditor
        draft={edited.draft}
        isChanged={edited.draft !== edited.initial}
        onChange={(draft) => editor.change({ ...edited, draft })}
        onSave={(entry) => {
          const saved = palette.save(entry, edited.before?.head);
          if (!saved.ok) return fileProblem(saved.error);
          setOpenHead(entry.head.trim());
          editor.end();
          setResult(saved.value.kept ? undefined : { isBad: true, text: NOT_SAVED });
          return undefined;
        }}
        onCancel={editor.end}
      />
    );
  }

  const open = (text: string): void => {
    const imported = palette.importFile(text);
    if (!imported.ok)
      setResult({ isBad: true, text: `Not imported: ${fileProblem(imported.error)}` });
    else if (imported.value.kept)
      setResult({ isBad: false, text: `Imported: ${imported.value.count}.` });
    else setResult({ isBad: true, text: NOT_SAVED });
  };

  const groups = paletteGroups(commands, wanted);
  return (
    <Flex vertical gap={16}>
      <Input
        ref={search}
        type="search"
        aria-label="Search the commands"
        placeholder="Search the commands"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      {groups.length === 0 && <p className="hint">No command contains “{wanted}”.</p>}
      {groups.map(({ title, note, commands: members }) => (
        <section key={title} aria-label={title}>
          <h3 className="palette__title">{title}</h3>
          {note !== '' && <p className="hint">{note}</p>}
          <ul>
            {members.map((command) => (
              <CommandItem
                key={command.head}
                command={command}
                isOpen={command.head === openHead}
                isConnected={isConnected}
                onToggle={() => setOpenHead(command.head === openHead ? undefined : command.head)}
                onSend={onSend}
                onFill={onFill}
                {...(own.includes(command) && {
                  onEdit: () => editor.change(editing(command)),
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
      <Flex wrap gap={8}>
        <Button onClick={() => editor.change(editing())}>+ Own command</Button>
        <OpenFileButton
          label="Import"
          file="File with commands"
          limit={PALETTE_FILE_LIMIT}
          onText={open}
        />
        <Button
          disabled={own.length === 0}
          onClick={() => saveJson('commands.json', palette.exportFile())}
        >
          Export
        </Button>
      </Flex>
      <ResultLine result={result} />
    </Flex>
  );
};
