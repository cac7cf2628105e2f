import { useServices } from '../../react/core-context.tsx';
import { lazyPart } from '../../react/lazy-part.tsx';
import { useLive } from '../../react/use-live.ts';
import { Widget } from '../controls/Widget.tsx';
import { MoreRows, type ListKind } from './MoreRows.tsx';
import { SyncLine } from './SyncLine.tsx';
import { useReadyWorkspace } from './use-workspace.ts';

const NotAccepted = lazyPart(async () => (await import('./NotAccepted.tsx')).NotAccepted);

interface Props {
  /** The kind of the rows that the screen lists. */
  readonly list?: ListKind;
}

const Notes = ({ list }: Props) => {
  const { outbox } = useReadyWorkspace();
  const items = useLive(outbox.items$);
  const unreadable = useLive(outbox.unreadable$);
  const hasRefused = unreadable.length > 0 || items.some(({ answer }) => answer !== undefined);
  return (
    <>
      {hasRefused && (
        <Widget name="The list of changes that are not accepted">
          <NotAccepted />
        </Widget>
      )}
      <SyncLine />
      {list !== undefined && <MoreRows kind={list} />}
    </>
  );
};

/** Shows the changes that the server refused, how current the rows are, and whether rows are missing. */
export const SyncNotes = (props: Props) => {
  const workspace = useLive(useServices().workspace$);
  return workspace !== undefined && <Notes {...props} />;
};
