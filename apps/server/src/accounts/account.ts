/** A user as the database keeps it, without the password. */
export interface Account {
  readonly id: string;
  readonly userName: string;
  readonly email: string;
  readonly active: boolean;
  readonly permission: string;
  readonly profilePermission: string;
  /** The granted permission flags. */
  readonly flags: readonly string[];
  readonly companyName: string;
  readonly clientId: string | null;
  readonly clientName: string | null;
  readonly creatorId: string | null;
  readonly userLevel: string;
  readonly phoneNumber: string;
  readonly subUserCount: number;
}

/** The columns of an `Account`, from `users u`. */
export const accountColumns = `
  u.id, u.user_name as "userName", u.email, u.active, u.permission, u.profile_permission as "profilePermission",
  u.flags, u.company_name as "companyName", u.client_id as "clientId", u.client_name as "clientName",
  u.creator_id as "creatorId", u.user_level as "userLevel", u.phone_number as "phoneNumber",
  (select count(*)::int from users s where s.creator_id = u.id) as "subUserCount"`;
