import { useEffect } from 'react';
import type { SessionInfo } from '@batbot/core';
import { useCore } from './core-context.tsx';
import { useLive } from './use-live.ts';

const NONE: readonly SessionInfo[] = [];

/** Reads the sessions on this computer again. Returns them, the newest first; none until they are read. */
export const useSessions = (): readonly SessionInfo[] => {
  const { recording } = useCore();
  const list = useLive(recording.sessions$);
  useEffect(() => {
    void recording.refresh();
  }, [recording]);
  return list.kind === 'ready' ? list.sessions : NONE;
};
