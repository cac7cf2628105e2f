import { useEffect, useState } from 'react';
import { whenWanted } from '../../react/when-wanted.ts';
import { useReadyWorkspace } from '../workspace/use-workspace.ts';

const textIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : '';

/**
 * An unfinished text that is kept on this computer over a reload and a logout, until it is empty. `problem` is a sentence
 * if the text is lost when the page is closed, because this computer could not save it.
 */
export const useSavedText = (id: string) => {
  const { input } = useReadyWorkspace();
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
    change: (next: string): void => {
      setText(next);
      void save(next);
    },
  };
};
