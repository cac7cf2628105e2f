import type { ReactNode } from 'react';
import { Button } from 'antd';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { useWorkspace } from './use-workspace.ts';

/**
 * Renders its children while there is a workspace of the signed-in user; otherwise says that it is loading or could not
 * be loaded.
 */
export const WorkspaceGate = ({ children }: { readonly children: ReactNode }) => {
  const state = useWorkspace();
  if (state.kind === 'ready') return children;
  if (state.kind === 'loading') return <p role="status">Loading…</p>;
  return (
    <ProblemAlert
      help="pageFailed"
      title="This part of the app could not be loaded."
      action={
        <Button size="small" onClick={state.onRetry}>
          Try again
        </Button>
      }
    />
  );
};
