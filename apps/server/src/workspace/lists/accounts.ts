import { accountColumns } from '../../accounts/account.ts';
import { badArgument } from '../../api/api-errors.ts';
import { maySee } from '../rights.ts';
import type { Scope } from '../scope.ts';
import { createValues, type Page, type PageArguments, readPage } from './page.ts';

/** An account of the subtree, as `SubAccount` of schema.graphql. */
export interface SubAccount {
  readonly id: string;
  readonly version: number;
  readonly userName: string;
  readonly path: string;
  readonly active: boolean;
  /** Whether the account and every account above it are active. */
  readonly effectiveActive: boolean;
  readonly flags: readonly string[];
  readonly effectiveFlags: readonly string[];
  readonly maxSubUsers: number | null;
  readonly [fact: string]: unknown;
}

const columns = `${accountColumns}, u.active as "ownActive", u.flags as "ownFlags", u.version, u.path::text as path,
  u.max_sub_users as "maxSubUsers", u.has_password as "hasPassword", parent.id as "parentId",
  nlevel(u.path) - nlevel(scope()) + 1 as depth`;
const PACK_COUNT =
  "(select count(*)::int from assets a where a.owner_text = u.path_text and a.kind = 'PACK' and a.state <> 'SCRAPPED')";
/** Columns that change without a new version. `packCount` is null for readers who cannot see packs. */
const listColumns = (scope: Scope): string => `${columns}, u.seen_at as "seenAt",
  ${maySee(scope.actor, 'ASSET') ? PACK_COUNT : 'null::int'} as "packCount"`;
const from = 'users u left join users parent on parent.id = u.creator_id';

type Row = SubAccount & { readonly ownActive: boolean; readonly ownFlags: readonly string[] };

/**
 * Converts a row to a `SubAccount`. The actor cannot see the accounts above it, but lacks every flag that they lack.
 */
const toAccount =
  ({ actor }: Scope) =>
  ({ ownActive, ownFlags, flags, active, ...same }: Row): SubAccount => ({
    ...same,
    active: ownActive,
    effectiveActive: active,
    flags: ownFlags,
    effectiveFlags: flags.filter((flag) => actor.flags.some((own) => own === flag)),
  });

export const findAccount = async (
  scope: Scope,
  id: string,
  lock = false,
): Promise<SubAccount | undefined> =>
  (
    await scope.query<Row>(
      `select ${columns} from ${from} where u.id = $1 ${lock ? 'for update of u' : ''}`,
      [id],
    )
  ).map(toAccount(scope))[0];

export const accountsOf = async (
  scope: Scope,
  ids: readonly string[],
): Promise<readonly SubAccount[]> =>
  (
    await scope.query<Row>(
      `select ${listColumns(scope)} from ${from} where u.id = any(string_to_array($1, ','))`,
      [ids.join(',')],
    )
  ).map(toAccount(scope));

export interface AccountFilter {
  readonly text?: string | null;
  readonly active?: boolean | null;
}

export const listAccounts = async (
  scope: Scope,
  {
    under,
    filter,
    ...page
  }: PageArguments & { readonly under?: string | null; readonly filter?: AccountFilter | null },
): Promise<Page<SubAccount>> => {
  const values = createValues();
  const where: string[] = [];
  if (typeof under === 'string') {
    const account = await findAccount(scope, under);
    if (account === undefined) throw badArgument('under', 'an account of your subtree');
    where.push(`u.path <@ ${values.add(account.path)}::text::ltree`);
  }
  const { text, active } = filter ?? {};
  if (typeof text === 'string') {
    // In lower case as of the database, which leaves some letters as they are.
    const start = `lower(${values.add(text)})`;
    where.push(
      `(starts_with(lower(u.user_name), ${start}) or starts_with(lower(u.email), ${start}))`,
    );
  }
  if (typeof active === 'boolean') where.push(`u.active = ${values.add(active)}`);
  const by = { 'lower(u.user_name)': 'text', 'u.id': 'text' };
  const { nodes, ...rest } = await readPage<Row>(
    scope,
    { columns: listColumns(scope), from, where, values, by },
    page,
  );
  return { nodes: nodes.map(toAccount(scope)), ...rest };
};
