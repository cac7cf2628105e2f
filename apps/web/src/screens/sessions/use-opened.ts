import { useEffect, useState } from 'react';
import type { RecordedSession, SessionError } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { whenWanted } from '../../react/when-wanted.ts';

export type Opened =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: SessionError }
  | { readonly kind: 'open'; readonly session: RecordedSession };

/** Opens the session with this id; undefined opens none. */
export const useOpened = (id: string | undefined): Opened => {
  const { recording } = useCore();
  const [opened, setOpened] = useState<{ readonly id: string; readonly is: Opened }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    return whenWanted(recording.open(id), (result) => {
      const is: Opened = result.ok
        ? { kind: 'open', session: result.value }
        : { kind: 'failed', error: result.error };
      setOpened({ id, is });
    });
  }, [recording, id]);
  return opened !== undefined && opened.id === id ? opened.is : { kind: 'opening' };
};
