import type { Workspace } from '@batbot/core/workspace';
import { MoreRows, type ListKind } from './MoreRows.tsx';
import { NotAccepted } from './NotAccepted.tsx';
import { SyncLine } from './SyncLine.tsx';

/** Shows the server's hint, the changes that it refused, how current the rows are, and whether rows are missing. */
export const SyncNotes = ({
  workspace,
  hint,
  list,
}: {
  /** Undefined while it is loading. */
  readonly workspace: Workspace | undefined;
  readonly hint?: string | undefined;
  /** The kind of the rows that the screen lists. */
  readonly list?: ListKind;
}) => (
  <>
    {hint !== undefined && <p>{hint}</p>}
    {workspace !== undefined && (
      <>
        <NotAccepted workspace={workspace} />
        <SyncLine workspace={workspace} />
        {list !== undefined && <MoreRows workspace={workspace} kind={list} />}
      </>
    )}
  </>
);
