import type { ReactNode } from 'react';
import { Button } from 'antd';
import type { Workspace } from '@batbot/core/workspace';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { useWorkspace } from './use-workspace.ts';

/** Renders its children with the workspace of the signed-in user, or says that it is loading or could not be loaded. */
export const WorkspaceGate = ({
  children,
}: {
  readonly children: (workspace: Workspace) => ReactNode;
}) => {
  const state = useWorkspace();
  if (state.kind === 'ready') return children(state.workspace);
  if (state.kind === 'loading') return <p role="status">Loading …</p>;
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
