import { groupBy } from '@batbot/core';
import type { Account } from '@batbot/core/workspace';

export interface TreeRow extends Account {
  /** Position in the order of the tree, in which each account precedes those below it. */
  readonly order: number;
  /** Depth in the tree; 0 for the user's own account. */
  readonly level: number;
  /** The account above; undefined for the topmost account that the user sees. */
  readonly parent: TreeRow | undefined;
  /** Ids of the accounts below, at any depth. */
  readonly below: readonly string[];
  /** Number of packs of the account and of those below it; undefined if the user sees no packs. */
  readonly packs: number | undefined;
  /** Name of the topmost inactive account above, which prevents this account from signing in. */
  readonly blockedBy: string | undefined;
}

/** Returns the accounts in the order of the tree. An account whose parent is not in the list is at the top. */
export const accountTree = (accounts: readonly Account[]): readonly TreeRow[] => {
  const ids = new Set(accounts.map(({ id }) => id));
  const children = groupBy(
    accounts.toSorted((a, b) => a.userName.localeCompare(b.userName)),
    ({ parentId = '' }) => (ids.has(parentId) ? parentId : undefined),
  );
  const rows: TreeRow[] = [];
  const add = (account: Account, parent: TreeRow | undefined): void => {
    const below: string[] = [];
    const row = {
      ...account,
      order: rows.length,
      level: parent === undefined ? 0 : parent.level + 1,
      parent,
      below,
      packs: account.packCount,
      blockedBy: parent?.blockedBy ?? (parent?.active === false ? parent.userName : undefined),
    };
    rows.push(row);
    for (const child of children.get(account.id) ?? []) add(child, row);
    // The rows added since are the accounts below.
    for (const { id, packCount = 0 } of rows.slice(row.order + 1)) {
      below.push(id);
      if (row.packs !== undefined) row.packs += packCount;
    }
  };
  for (const account of children.get(undefined) ?? []) add(account, undefined);
  return rows;
};

export type AccountState = 'Active' | 'No password' | 'Not active' | 'Blocked';

/**
 * Returns whether the account can sign in. 'No password': the invitation is not accepted yet. 'Blocked': an account
 * above is not active.
 */
export const accountState = ({ active, blockedBy, hasPassword }: TreeRow): AccountState => {
  if (!active) return 'Not active';
  if (blockedBy !== undefined) return 'Blocked';
  return hasPassword ? 'Active' : 'No password';
};
