import { useEffect, useState } from 'react';
import type { Workspace } from '@batbot/core/workspace';
import { whenWanted } from '../../react/when-wanted.ts';

export interface SavedText {
  readonly text: string;
  readonly change: (text: string) => void;
  /** A sentence if the text is lost when the page is closed, because this computer could not save it. */
  readonly problem: string | undefined;
}

const textIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : '';

/** An unfinished text that is kept on this computer over a reload and a logout, until it is empty. */
export const useSavedText = ({ input }: Workspace, id: string): SavedText => {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  useEffect(
    () =>
      whenWanted(input.read('drafts', id), (rows) => {
        const found = rows.ok ? textIn(rows.value[0]?.value) : '';
        setText((typed) => typed || found);
      }),
    [input, id],
  );
  const save = async (next: string): Promise<void> => {
    const value = next === '' ? {} : { value: { text: next } };
    const saved = await input.write([{ table: 'drafts', id, ...value }]);
    setProblem(
      saved.ok ? undefined : `This text is lost when you close the page: ${saved.error.message}`,
    );
  };
  return {
    text,
    problem,
    change: (next) => {
      setText(next);
      void save(next);
    },
  };
};
