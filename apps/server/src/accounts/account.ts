/** A user account as stored in the database, without the password. */
export interface Account {
  readonly id: string;
  readonly userName: string;
  readonly email: string;
  /** Whether the account and every account above it are active. */
  readonly active: boolean;
  readonly permission: string;
  readonly profilePermission: string;
  /** The permission flags in effect: flags that are granted to this account and to every account above it. */
  readonly flags: readonly string[];
  readonly companyName: string;
  readonly clientId: string | null;
  readonly clientName: string | null;
  readonly creatorId: string | null;
  readonly userLevel: string;
  readonly phoneNumber: string;
  readonly subUserCount: number;
}

/** Whether an account `u` of a query and every account above it are active. */
export const activeSql =
  'not exists (select from users a where a.node = any(u.nodes) and not a.active)';

/** The columns of an `Account` in a query on `users u`. */
export const accountColumns = `
  u.id, u.user_name as "userName", u.email,
  ${activeSql} as active,
  coalesce((select jsonb_agg(flag) from jsonb_array_elements_text(u.flags) flag where not exists
    (select from users a where a.node = any(u.nodes) and not a.flags ? flag)), '[]') as flags, u.permission, u.profile_permission as "profilePermission",
  u.company_name as "companyName", u.client_id as "clientId", u.client_name as "clientName",
  u.creator_id as "creatorId", u.user_level as "userLevel", u.phone_number as "phoneNumber",
  (select count(*)::int from users s where s.creator_id = u.id) as "subUserCount"`;
