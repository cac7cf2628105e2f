import { useMemo, type ReactNode } from 'react';
import { Tag } from 'antd';
import { assetsOf, loggedChanges, type Workspace } from '@batbot/core/workspace';
import { useLive } from '../../react/use-live.ts';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { dateTimeText, isoDate } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  textColumn,
  type Column,
  type LoadState,
  type State,
} from '../controls/collection/collection-types.ts';
import { FactList } from '../controls/FactList.tsx';
import { saveFile } from '../controls/save-file.ts';
import { ChangeTable } from '../workspace/ChangeTable.tsx';
import { whenText } from '../workspace/change-words.ts';
import { schemasIn, shownChange, type Schemas } from '../workspace/device-changes.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { loadStateOf, useWorkspace } from '../workspace/use-workspace.ts';
import { logRows, type LogRow } from './logged-row.ts';

const NONE: readonly LogRow[] = [];
const OUTCOME_TEXT = {
  logged: 'On the server',
  waiting: 'Not sent yet',
  notAccepted: 'Not accepted',
} as const;
const OUTCOMES = {
  logged: <Tag color="success">✓ {OUTCOME_TEXT.logged}</Tag>,
  waiting: <Tag>◌ {OUTCOME_TEXT.waiting}</Tag>,
  notAccepted: <Tag color="warning">▲ {OUTCOME_TEXT.notAccepted}</Tag>,
} as const;

const COLUMNS: readonly Column<LogRow>[] = [
  {
    key: 'at',
    title: 'When',
    text: whenText,
    // Unsent changes come first.
    sortBy: ({ at, outcome }) => (outcome === 'logged' ? at : at + Number.MAX_SAFE_INTEGER / 2),
    width: 196,
  },
  textColumn('who', 'Who', ({ who }) => who),
  textColumn('what', 'What', ({ what }) => what),
  textColumn('pack', 'Pack', ({ pack }) => pack),
  {
    key: 'outcome',
    title: 'Outcome',
    text: ({ outcome }) => OUTCOME_TEXT[outcome],
    render: ({ outcome }) => OUTCOMES[outcome],
    width: 148,
  },
];

const STATES: readonly State<LogRow>[] = [
  { key: 'unsent', label: 'Not on the server', matches: ({ outcome }) => outcome !== 'logged' },
];
const FILTERS = [
  { key: 'what', label: 'What', of: ({ what }: LogRow) => what },
  { key: 'who', label: 'Who', of: ({ who }: LogRow) => who },
];
const idOf = ({ id }: LogRow): string => id;
const searchOf = (row: LogRow): string =>
  [row.who, row.what, row.pack, dateTimeText(row.at), isoDate(row.at)].join(' ');

const Details = ({ row, schemas }: { readonly row: LogRow; readonly schemas: Schemas }) => (
  <>
    <FactList
      facts={[
        ['Who', row.who],
        ['Pack', row.pack],
        ['Entered', dateTimeText(row.at)],
        ['On the server', row.receivedAt && dateTimeText(row.receivedAt)],
        ['Outcome', OUTCOMES[row.outcome]],
      ]}
    />
    <ChangeTable {...shownChange(row.kind, row, schemas)} />
  </>
);

const EMPTY = {
  text: 'No changes yet. Who changed what, and on which pack, is logged here, also changes that you make without network.',
};

const Log = ({ workspace }: { readonly workspace: Workspace }) => {
  const copies = useLive(workspace.rows$);
  const items = useLive(workspace.outbox.items$);
  const userName = useSignedIn()?.user.userName ?? '';
  const rows = useMemo(
    () => logRows(loggedChanges(copies), items, assetsOf(copies, items), userName),
    [copies, items, userName],
  );
  const status = <SyncNotes workspace={workspace} list="event" />;
  const schemas = useMemo(() => schemasIn(copies), [copies]);
  return <LogList rows={rows} schemas={schemas} load={{ kind: 'ready' }} status={status} />;
};

const NO_SCHEMAS: Schemas = new Map();

const LogList = ({
  rows,
  schemas = NO_SCHEMAS,
  load,
  status,
}: {
  readonly rows: readonly LogRow[];
  readonly schemas?: Schemas;
  readonly load: LoadState;
  readonly status?: ReactNode;
}) => (
  <Collection<LogRow>
    title="Logs"
    noun="change"
    rows={rows}
    load={load}
    rowKey={idOf}
    name={({ what, pack }) => (pack === '' ? what : `${what}, ${pack}`)}
    meta={(row) => `${row.who} · ${whenText(row)}`}
    badge={({ outcome }) => outcome !== 'logged' && OUTCOMES[outcome]}
    columns={COLUMNS}
    defaultSort="-at"
    search={searchOf}
    searchLabel="Pack, name, date"
    states={STATES}
    filters={FILTERS}
    notice={status}
    menu={[
      {
        key: 'json',
        label: 'Export all (JSON)',
        disabled: rows.length === 0,
        onClick: () => {
          saveFile(document, 'logs.json', 'application/json', [JSON.stringify(rows, null, 2)]);
        },
      },
    ]}
    empty={EMPTY}
    detail={(row) => <Details row={row} schemas={schemas} />}
  />
);

/** Lists who changed what and when: the log of the server, and the unsent changes of this computer. */
export const LogsScreen = () => {
  const state = useWorkspace();
  if (state.kind === 'ready') return <Log workspace={state.workspace} />;
  return <LogList rows={NONE} load={loadStateOf(state)} />;
};
