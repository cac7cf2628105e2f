import { useEffect, useState } from 'react';
import type { Workspace } from '@batbot/core/workspace';
import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import type { LoadState } from '../controls/collection/collection-types.ts';

/** The state of the workspace. `failed`: its code could not be loaded. */
export type WorkspaceState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly onRetry: () => void }
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
  if (workspace !== undefined) return { kind: 'ready', workspace };
  if (!hasFailed) return { kind: 'loading' };
  return {
    kind: 'failed',
    onRetry: () => {
      setFailed(false);
      setAttempt(attempt + 1);
    },
  };
};

/** Returns how a list is shown while there is no workspace. */
export const loadStateOf = (state: WorkspaceState): LoadState =>
  state.kind === 'failed'
    ? { ...state, message: 'This part of the app could not be loaded.' }
    : { kind: 'loading' };
