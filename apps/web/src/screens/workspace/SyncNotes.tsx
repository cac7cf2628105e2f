import type { Workspace } from '@batbot/core/workspace';
import { NotAccepted } from './NotAccepted.tsx';
import { SyncLine } from './SyncLine.tsx';

/** Shows the server's hint, the changes that it refused, and how current the rows are. */
export const SyncNotes = ({
  workspace,
  hint,
}: {
  /** Undefined while it is loading. */
  readonly workspace: Workspace | undefined;
  readonly hint?: string | undefined;
}) => (
  <>
    {hint !== undefined && <p>{hint}</p>}
    {workspace !== undefined && (
      <>
        <NotAccepted workspace={workspace} />
        <SyncLine workspace={workspace} />
      </>
    )}
  </>
);
