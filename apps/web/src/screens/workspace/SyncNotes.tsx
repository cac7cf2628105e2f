import { useServices } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';
import { MoreRows, type ListKind } from './MoreRows.tsx';
import { NotAccepted } from './NotAccepted.tsx';
import { SyncLine } from './SyncLine.tsx';

/** Shows the changes that the server refused, how current the rows are, and whether rows are missing. */
export const SyncNotes = ({
  list,
}: {
  /** The kind of the rows that the screen lists. */
  readonly list?: ListKind;
}) => {
  const workspace = useLive(useServices().workspace$);
  return (
    workspace !== undefined && (
      <>
        <NotAccepted />
        <SyncLine />
        {list !== undefined && <MoreRows kind={list} />}
      </>
    )
  );
};
