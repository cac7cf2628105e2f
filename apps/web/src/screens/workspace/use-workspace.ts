import { useEffect, useMemo, useState } from 'react';
import { createLive } from '@batbot/core';
import type { CopiedRow, OutboxItem, SyncState, Workspace } from '@batbot/core/workspace';
import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import type { LoadState } from '../controls/collection/collection-types.ts';

/** The state of the workspace. `failed`: its code could not be loaded. */
export type WorkspaceState =
  | { readonly kind: 'loading'; readonly workspace?: undefined }
  | { readonly kind: 'failed'; readonly workspace?: undefined; readonly onRetry: () => void }
  | { readonly kind: 'ready'; readonly workspace: Workspace };

/** Returns the workspace of the signed-in user. Loads it if necessary, and fetches changes from the server. */
export const useWorkspace = (): WorkspaceState => {
  const { workspace$, loadWorkspace } = useServices();
  const workspace = useLive(workspace$);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    loadWorkspace().then(
      () => workspace$.value?.sync.run(),
      () => setFailed(true),
    );
  }, [loadWorkspace, workspace$, attempt]);
  return useMemo((): WorkspaceState => {
    if (workspace !== undefined) return { kind: 'ready', workspace };
    if (!hasFailed) return { kind: 'loading' };
    return {
      kind: 'failed',
      onRetry: () => {
        setFailed(false);
        setAttempt((count) => count + 1);
      },
    };
  }, [workspace, hasFailed]);
};

/** Returns the workspace in parts of a screen that are rendered only while there is one. */
export const useReadyWorkspace = (): Workspace => {
  const workspace = useLive(useServices().workspace$);
  if (workspace === undefined)
    throw new Error('A screen asked for the workspace before it loaded.');
  return workspace;
};

const NO_ROWS = createLive<readonly never[]>([]).live;
const NOT_COMPLETE = createLive(false).live;
const NO_SYNC = createLive<SyncState>({ kind: 'working' }).live;

/** Returns the copied rows, and the changes that wait to be sent. Both are empty without a workspace. */
export const useRows = (): readonly [rows: readonly CopiedRow[], items: readonly OutboxItem[]] => {
  const workspace = useLive(useServices().workspace$);
  return [useLive(workspace?.rows$ ?? NO_ROWS), useLive(workspace?.outbox.items$ ?? NO_ROWS)];
};

/** Returns the state of the synchronization. It counts as working while there is no workspace. */
export const useSyncState = (): SyncState =>
  useLive(useLive(useServices().workspace$)?.sync.state$ ?? NO_SYNC);

/** Whether the server stores no packs, tickets or recordings, so that what the user enters is never sent. */
export const useSendsNothing = (): boolean => useSyncState().kind === 'notOffered';

/** Whether the copying of the rows has ended. Until then, rows of every list may be missing. */
export const useIsCopied = (): boolean =>
  useLive(useLive(useServices().workspace$)?.isComplete$ ?? NOT_COMPLETE);

/**
 * Returns how a list of copied rows is shown. It is loading or unread until the copying has ended, because until then
 * rows may be missing; later updates do not hide that it is empty.
 */
export const useLoadState = (state?: WorkspaceState): LoadState => {
  const { kind } = useSyncState();
  const isComplete = useIsCopied();
  if (state?.kind === 'failed') {
    return { ...state, message: 'This part of the app could not be loaded.' };
  }
  if (isComplete || kind === 'notOffered') return { kind: 'ready' };
  return { kind: kind === 'working' || kind === 'otherTab' ? 'loading' : 'unread' };
};
