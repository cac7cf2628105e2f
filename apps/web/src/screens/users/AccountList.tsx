import { useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Flex, Tag } from 'antd';
import { levelsOf } from '@batbot/core/workspace';
import { changedQuery } from '../../react/changed-query.ts';
import { countText, DASH } from '../../text/format.ts';
import { Collection } from '../controls/collection/Collection.tsx';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type Column,
  type LoadState,
  type State,
} from '../controls/collection/collection-types.ts';
import { SyncNotes } from '../workspace/SyncNotes.tsx';
import { useRows, useSyncState } from '../workspace/use-workspace.ts';
import { AccountDetails } from './AccountDetails.tsx';
import { accountState, type AccountState, type TreeRow } from './account-tree.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { LevelsDialog } from './LevelsDialog.tsx';
import { onlineProblem } from './use-account-action.ts';

const INDENT_PX = 16;

const TAGS: Readonly<Record<AccountState, ReactNode>> = {
  Active: <Tag color="success">✓ Active</Tag>,
  'No password': <Tag>◌ No password</Tag>,
  'Not active': <Tag color="error">✕ Not active</Tag>,
  Blocked: <Tag color="warning">▲ Blocked</Tag>,
};

const COLUMNS: readonly Column<TreeRow>[] = [
  {
    key: 'account',
    title: 'Account',
    text: ({ userName }) => userName,
    sortBy: ({ order }) => order,
    render: ({ userName, level }) => (
      <Flex component="span" gap={8} style={{ paddingInlineStart: level * INDENT_PX }}>
        {level > 0 && <span aria-hidden>└</span>}
        <bdi className="ellipsis" title={userName}>
          {userName}
        </bdi>
      </Flex>
    ),
    width: 260,
  },
  textColumn('level', 'Level', ({ userLevel }) => userLevel, { width: 96 }),
  textColumn('client', 'Client', ({ clientName, companyName }) => clientName ?? companyName),
  timeColumn('seen', 'Last seen', ({ seenAt }) => seenAt, 172),
  numberColumn('below', 'Sub-users', ({ below }) => below.length, countText, 124),
  numberColumn('packs', 'Packs', ({ packs }) => packs, countText, 88),
  {
    key: 'state',
    title: 'State',
    text: accountState,
    sortBy: accountState,
    render: (row) => TAGS[accountState(row)],
    width: 124,
  },
];

const STATES: readonly State<TreeRow>[] = [
  { key: 'off', label: 'Not active', matches: (row) => !row.active || row.blockedBy !== undefined },
  { key: 'invited', label: 'No password', matches: (row) => accountState(row) === 'No password' },
];
const FILTERS = [
  { key: 'level', label: 'Level', of: ({ userLevel }: TreeRow) => userLevel || DASH },
];
const searchOf = (row: TreeRow): string =>
  [row.userName, row.email, row.companyName, row.clientName, row.parent?.userName].join(' ');

/** Lists the user's account and the accounts below it, in the order of the tree. */
export const AccountList = ({
  rows,
  own,
  view,
}: {
  readonly rows: readonly TreeRow[];
  readonly own: TreeRow;
  readonly view: ReactNode;
}) => {
  const [parameters, setParameters] = useSearchParams();
  const [dialog, setDialog] = useState<'invite' | 'levels'>();
  const [copies] = useRows();
  const levels = useMemo(() => levelsOf(copies), [copies]);
  const reason = onlineProblem(useSyncState());
  const load: LoadState = { kind: reason === undefined ? 'ready' : 'readOnly' };
  const opened = parameters.get('id') ?? undefined;
  return (
    <>
      <Collection<TreeRow>
        title="Users"
        noun="account"
        rows={rows}
        load={load}
        name={({ userName }) => userName}
        meta={(row) =>
          [row.userLevel && `Level ${row.userLevel}`, row.parent && `below ${row.parent.userName}`]
            .filter(Boolean)
            .join(' · ')
        }
        badge={(row) => accountState(row) !== 'Active' && TAGS[accountState(row)]}
        columns={COLUMNS}
        defaultSort="account"
        search={searchOf}
        searchLabel="Name, email, client"
        states={STATES}
        filters={FILTERS}
        extra={view}
        notice={<SyncNotes list="account" />}
        {...(own.maxSubUsers !== 0 && {
          primary: {
            label: 'Invite',
            onClick: () => setDialog('invite'),
          },
          menu: [
            {
              key: 'levels',
              label: 'Levels…',
              disabled: reason !== undefined,
              onClick: () => setDialog('levels'),
            },
          ],
        })}
        empty={{ text: 'No sub-users yet. Invite the first one.' }}
        detail={(row, { tab, onTab }) => (
          <AccountDetails
            key={row.id}
            row={row}
            rows={rows}
            own={own}
            levels={levels}
            reason={reason}
            tab={tab}
            onTab={onTab}
          />
        )}
      />
      {dialog === 'levels' && (
        <LevelsDialog levels={levels} own={own} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'invite' && (
        <InviteDialog
          parents={rows.filter(({ maxSubUsers }) => maxSubUsers !== 0)}
          parentId={opened}
          levels={levels}
          onClose={(id) => {
            setDialog(undefined);
            if (id === undefined) return;
            setParameters(changedQuery(parameters, { id }));
          }}
        />
      )}
    </>
  );
};
