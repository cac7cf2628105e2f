import { useEffect, useState } from 'react';
import type { Workspace } from '@batbot/core/workspace';

export interface SavedText {
  readonly text: string;
  readonly change: (text: string) => void;
}

const textIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : '';

/** An unfinished text that is kept on this computer over a reload and a logout, until it is empty. */
export const useSavedText = ({ store, userId }: Workspace, id: string): SavedText => {
  const [text, setText] = useState('');
  useEffect(() => {
    let isWanted = true;
    void store.read(userId, 'drafts', id).then((rows) => {
      const found = rows.ok ? textIn(rows.value[0]?.value) : '';
      if (isWanted) setText((typed) => typed || found);
    });
    return () => {
      isWanted = false;
    };
  }, [store, userId, id]);
  return {
    text,
    change: (next) => {
      setText(next);
      void store.write(userId, [{ table: 'drafts', id, ...(next && { value: { text: next } }) }]);
    },
  };
};
