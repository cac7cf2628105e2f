import { useMemo } from 'react';
import { PERMISSION_FLAGS, permissionsOf, visibleTabs } from '@batbot/core';
import { assetsOf, isScrapped, type Asset } from '@batbot/core/workspace';
import { counted, countText, DASH } from '../../text/format.ts';
import { AssetLink } from '../controls/AssetLink.tsx';
import { FactList } from '../controls/FactList.tsx';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import { SmallTable } from '../controls/SmallTable.tsx';
import { useRows } from '../workspace/use-workspace.ts';
import { accountState, type TreeRow } from './account-tree.ts';

/** Shows what an account sees when it signs in: its tabs, and the packs and accounts that it and those below it own. */
export const AccountView = ({
  row,
  rows,
}: {
  readonly row: TreeRow;
  readonly rows: readonly TreeRow[];
}) => {
  const [copies, items] = useRows();
  const packs = useMemo(() => {
    const owners = new Set([row.id, ...row.below]);
    return assetsOf(copies, items).filter(
      (each) => each.kind === 'PACK' && !isScrapped(each) && owners.has(each.ownerId ?? ''),
    );
  }, [copies, items, row]);
  const flags = PERMISSION_FLAGS.filter((flag) => row.effectiveFlags.includes(flag));
  const tabs = visibleTabs(permissionsOf(...flags));
  const state = accountState(row);
  const names = rows.filter(({ id }) => row.below.includes(id)).map(({ userName }) => userName);
  const isListed = flags.includes('battAccess') && row.packs !== undefined;
  const packText = (): string => {
    if (!flags.includes('battAccess')) return 'None: the account lacks the permission Assets.';
    if (row.packs === undefined) return 'Not known: you have no permission for packs.';
    const missing = row.packs - packs.length;
    return `${counted(row.packs, 'pack')}${missing > 0 ? `, of which ${countText(missing)} ${missing === 1 ? 'is' : 'are'} not copied to this computer` : ''}`;
  };
  return (
    <>
      {state !== 'Active' && (
        <ProblemAlert
          help="accountRefused"
          type="warning"
          title={`${row.userName} cannot log in now: ${state.toLowerCase()}.`}
        />
      )}
      <FactList
        facts={[
          ['Tabs', tabs.map(({ title }) => title).join(', ')],
          ['Accounts', names.join(', ')],
          ['Packs', packText()],
        ]}
      />
      {isListed && packs.length > 0 && (
        <SmallTable<Asset>
          rowKey="id"
          pageSize={10}
          dataSource={packs}
          columns={[
            {
              title: 'Pack',
              render: (_, { id, serial }) => <AssetLink id={id}>{serial}</AssetLink>,
            },
            { title: 'Model', render: (_, { model }) => model ?? DASH },
            { title: 'Owner', render: (_, { ownerName }) => ownerName ?? DASH },
          ]}
        />
      )}
    </>
  );
};
