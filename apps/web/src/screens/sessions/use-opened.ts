import { useEffect, useState } from 'react';
import type { RecordedSession, SessionError } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLivePart } from '../../react/use-live.ts';
import { whenWanted } from '../../react/when-wanted.ts';

export type Opened =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly error: SessionError }
  | { readonly kind: 'open'; readonly session: RecordedSession };

/** Opens the session with this id, and again when its recording has ended; undefined opens none. */
export const useOpened = (id: string | undefined): Opened => {
  const { recording } = useCore();
  const isGrowing = useLivePart(
    recording.sessions$,
    (list) =>
      list.kind === 'ready' && list.sessions.some((each) => each.id === id && !each.finished),
  );
  const [opened, setOpened] = useState<{ readonly id: string; readonly is: Opened }>();
  useEffect(() => {
    if (id === undefined) return undefined;
    return whenWanted(recording.open(id), (result) => {
      const is: Opened = result.ok
        ? { kind: 'open', session: result.value }
        : { kind: 'failed', error: result.error };
      setOpened({ id, is });
    });
  }, [recording, id, isGrowing]);
  return opened !== undefined && opened.id === id ? opened.is : { kind: 'opening' };
};
