import { useState } from 'react';
import { Select } from 'antd';
import type { Account, Asset } from '@batbot/core/workspace';
import { accountText } from '../parameters/target-options.ts';
import { ChangeDialog } from '../workspace/ChangeDialog.tsx';

/** Moves a pack to another account, for example to another depot. */
export const OwnerDialog = ({
  asset,
  accounts,
  onClose,
}: {
  readonly asset: Asset;
  /** The accounts to which the pack can be moved. */
  readonly accounts: readonly Account[];
  readonly onClose: () => void;
}) => {
  const [ownerId, setOwnerId] = useState<string>();
  const [seen] = useState(asset);
  const { id, serial } = asset;
  // If somebody moved the pack meanwhile, the server reports a conflict and the user decides.
  const base = asset.ownerId === seen.ownerId ? asset.version : seen.version;
  return (
    <ChangeDialog
      title={`Move ${serial} to another account`}
      okText="Move"
      help="changeRefused"
      isReady={ownerId !== undefined}
      change={() => ({ target: `asset:${id}`, kind: 'moveAsset', input: { id, ownerId }, base })}
      onClose={onClose}
    >
      <p>
        From now on, the new account and the accounts above it see the pack and its changes; others
        do not. Its recordings stay with {asset.ownerName ?? 'the previous account'}.
      </p>
      <Select
        aria-label="New account"
        placeholder="Choose an account"
        showSearch={{ optionFilterProp: 'label' }}
        value={ownerId ?? null}
        options={accounts
          .map((each) => ({ value: each.id, label: accountText(each) }))
          .toSorted((a, b) => a.label.localeCompare(b.label))}
        onChange={setOwnerId}
      />
    </ChangeDialog>
  );
};
