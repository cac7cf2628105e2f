import { useMemo } from 'react';
import { Tag } from 'antd';
import { utcText } from '@batbot/core';
import { assetsOf, changedAt, loggedChanges } from '@batbot/core/workspace';
import { useSignedIn } from '../../react/use-signed-in.ts';
import { dateTimeText, isoDate } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import { textColumn, type Column, type State } from '../controls/collection/collection-types.ts';
import { FactList } from '../controls/FactList.tsx';
import { saveJson } from '../controls/save-file.ts';
import { ChangeTable } from '../workspace/ChangeTable.tsx';
import { whenText } from '../workspace/change-words.ts';
import { knownIn, shownChange, type Known } from '../workspace/device-changes.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useLoadState, useRows, useWorkspace } from '../workspace/use-workspace.ts';
import { logRows, type LoggedRow } from './logged-row.ts';

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

const COLUMNS: readonly Column<LoggedRow>[] = [
  {
    key: 'at',
    title: 'When',
    text: (row) => whenText(row),
    exportText: (row) => whenText(row, utcText),
    // Unsent changes come first.
    sortBy: ({ at, receivedAt = at, outcome }) =>
      outcome === 'logged' ? changedAt({ at, receivedAt }) : at + Number.MAX_SAFE_INTEGER / 2,
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

const STATES: readonly State<LoggedRow>[] = [
  { key: 'unsent', label: 'Not on the server', matches: ({ outcome }) => outcome !== 'logged' },
];
const FILTERS = [
  { key: 'what', label: 'What', of: ({ what }: LoggedRow) => what },
  { key: 'who', label: 'Who', of: ({ who }: LoggedRow) => who },
];
const searchOf = (row: LoggedRow): string =>
  [row.who, row.what, row.pack, dateTimeText(row.at), isoDate(row.at)].join(' ');

const Details = ({ row, known }: { readonly row: LoggedRow; readonly known: Known }) => (
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
    <ChangeTable {...shownChange(row.kind, row, known)} />
  </>
);

/** Lists who changed what and when: the log of the server, and the unsent changes of this computer. */
export const LogsScreen = () => {
  const state = useWorkspace();
  const [copies, items] = useRows();
  const userName = useSignedIn()?.user.userName ?? '';
  const rows = useMemo(
    () => logRows(loggedChanges(copies), items, assetsOf(copies, items), userName),
    [copies, items, userName],
  );
  const known = useMemo(() => knownIn(copies), [copies]);
  const load = useLoadState(state);
  return (
    <Collection<LoggedRow>
      title="Logs"
      noun="change"
      rows={rows}
      load={load}
      name={({ what, pack }) => (pack === '' ? what : `${what}, ${pack}`)}
      meta={(row) => `${row.who} · ${whenText(row)}`}
      badge={({ outcome }) => outcome !== 'logged' && OUTCOMES[outcome]}
      columns={COLUMNS}
      defaultSort="-at"
      search={searchOf}
      searchLabel="Pack, name, date"
      states={STATES}
      filters={FILTERS}
      notice={<SyncNotes list="event" />}
      menu={[
        {
          key: 'json',
          label: 'Export all (JSON)',
          disabled: rows.length === 0,
          onClick: () => saveJson('logs.json', JSON.stringify(rows, null, 2)),
        },
      ]}
      empty={{
        text: 'No changes yet. Who changed what, and on which pack, is logged here, also changes that you make without network.',
      }}
      detail={(row) => <Details row={row} known={known} />}
    />
  );
};
