import { Button } from 'antd';
import { restOf } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { counted } from '../../text/format.ts';
import { useReadyWorkspace, useRows } from './use-workspace.ts';

/** How the rows of a kind are named, and which of them are copied first. */
const WORDS = {
  account: { one: 'account', many: 'accounts', first: '' },
  asset: { one: 'pack or device', many: 'packs and devices', first: '' },
  event: { one: 'change', many: 'changes', first: 'newest ' },
  ticket: { one: 'ticket', many: 'tickets', first: '' },
  document: { one: 'document', many: 'documents', first: '' },
} as const;

/** A kind of rows of which this computer may have only a part, because the list on the server is too long. */
export type ListKind = keyof typeof WORDS;

/** Shows that the server has more rows of a list than this computer, with a button that fetches more of them. */
export const MoreRows = ({
  kind,
  isChoice = false,
}: {
  readonly kind: ListKind;
  /** Whether the rows are those of a choice, which has no search, filters and exports of its own. */
  readonly isChoice?: boolean;
}) => {
  const { sync } = useReadyWorkspace();
  const [rows] = useRows();
  const state = useLive(sync.state$);
  if (restOf(rows, kind) === undefined) return null;
  const { one, many, first } = WORDS[kind];
  const count = rows.filter((row) => row.kind === kind).length;
  return (
    <p className="row hint">
      <span role="status">
        ▲ Only the {first}
        {counted(count, `${one} is`, `${many} are`)} on this computer; the server has more.
        {!isChoice && ' Search, filters and exports use only these.'}
      </span>
      <Button size="small" loading={state.kind === 'working'} onClick={() => sync.loadMore(kind)}>
        Load more
      </Button>
    </p>
  );
};
