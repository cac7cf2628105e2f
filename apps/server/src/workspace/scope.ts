import { userDeactivated } from '../api/api-errors.ts';
import { lockAccountTree } from '../database/account-tree.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { PermissionFlag } from '../accounts/permission-flags.ts';
import { accountColumns } from '../accounts/account.ts';

/** The account that makes a call. */
export interface Actor {
  readonly id: string;
  readonly userName: string;
  /** Its place in the account tree: the nodes from the top, such as '1.5'. */
  readonly path: string;
  /** The permission flags in effect. */
  readonly flags: readonly PermissionFlag[];
  /** Maximum number of accounts below this one; null means no limit. */
  readonly maxSubUsers: number | null;
}

/** A database that contains only the actor's subtree, within one transaction. */
export interface Scope extends Queryable {
  readonly actor: Actor;
}

/**
 * Runs `work` in one transaction as the role batbot_app, bound to the account's subtree by row-level security [WS-01].
 * This is the only place where tenancy is set. Rights are read here and not from the session, so a change is in effect
 * at once. `tree` locks the account tree. Rejects with "User Deactivated".
 */
export const asAccount = <T>(
  database: Database,
  accountId: string,
  work: (scope: Scope) => Promise<T>,
  tree?: 'shared' | 'exclusive',
): Promise<T> =>
  database.transaction(async (inside) => {
    if (tree !== undefined) await lockAccountTree(inside, tree);
    const [actor] = await inside.query<Actor & { readonly active: boolean }>(
      `select ${accountColumns}, u.path::text as path, u.max_sub_users as "maxSubUsers",
         set_config('batbot.path', u.path::text, true), set_config('batbot.account', u.id, true),
         set_config('role', 'batbot_app', true)
       from users u where u.id = $1`,
      [accountId],
    );
    if (actor?.active !== true) throw userDeactivated();
    return work({ ...inside, actor });
  });
