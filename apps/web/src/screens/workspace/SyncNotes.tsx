import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { MoreRows, type ListKind } from './MoreRows.tsx';
import { NotAccepted } from './NotAccepted.tsx';
import { SyncLine } from './SyncLine.tsx';

/** Shows the server's hint, the changes that it refused, how current the rows are, and whether rows are missing. */
export const SyncNotes = ({
  hint,
  list,
}: {
  readonly hint?: string | undefined;
  /** The kind of the rows that the screen lists. */
  readonly list?: ListKind;
}) => {
  const workspace = useLive(useServices().workspace$);
  return (
    <>
      {hint !== undefined && <p>{hint}</p>}
      {workspace !== undefined && (
        <>
          <NotAccepted />
          <SyncLine />
          {list !== undefined && <MoreRows kind={list} />}
        </>
      )}
    </>
  );
};
