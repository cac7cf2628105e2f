import { useEffect, useRef, useState } from 'react';
import type { WorkspaceWrite } from '@batbot/core/workspace';
import { whenWanted } from '../../react/when-wanted.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';

const textIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : '';

/**
 * An unfinished text that is kept on this computer over a reload and a logout, until it is empty. `problem` is a sentence
 * if the text is lost when the page is closed, because this computer could not save it. Tabs share one saved text: `other`
 * is that of another tab, which the text of this tab has replaced.
 */
export const useSavedText = (id: string) => {
  const { input } = useReadyWorkspace();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [other, setOther] = useState<string>();
  /** The text that this tab has read or saved last. */
  const own = useRef('');
  useEffect(
    () =>
      whenWanted(input.read('drafts', id), (rows) => {
        const found = rows.ok ? textIn(rows.value[0]?.value) : '';
        own.current ||= found;
        setText((typed) => typed || found);
      }),
    [input, id],
  );
  const saving = useRef(Promise.resolve());
  const save = async (written: string): Promise<void> => {
    const rows = await input.read('drafts', id);
    const found = rows.ok ? textIn(rows.value[0]?.value) : own.current;
    if (found !== own.current) {
      if (found === '') setOther(undefined); // the other tab has sent its text
      if (written === '') {
        // The text of another tab stays: it is shown there as saved.
        setProblem(undefined);
        return;
      }
      if (found !== '' && found !== written) setOther(found);
    }
    const value = written === '' ? {} : { value: { text: written } };
    const saved = await input.write([{ table: 'drafts', id, ...value }]);
    if (saved.ok) own.current = written;
    setProblem(
      saved.ok ? undefined : `This text is lost when you close the page: ${saved.error.message}`,
    );
  };
  const change = (written: string): void => {
    setText(written);
    saving.current = saving.current.then(() => save(written));
  };
  return {
    text,
    problem,
    other,
    change,
    /** Returns what removes the saved text. That of another tab stays. */
    removal: async (): Promise<readonly WorkspaceWrite[]> => {
      await saving.current;
      const rows = await input.read('drafts', id);
      const isOwn = rows.ok && textIn(rows.value[0]?.value) === own.current;
      return isOwn ? [{ table: 'drafts', id }] : [];
    },
    addOther: (): void => {
      change([text, other].filter(Boolean).join('\n'));
      setOther(undefined);
    },
  };
};

export type SavedText = ReturnType<typeof useSavedText>;
