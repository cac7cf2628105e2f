import * as v from 'valibot';
import { permissionFlags } from '../../accounts/permission-flags.ts';
import { changeKind } from '../change.ts';
import { changedValues, insertRow, updateRow } from '../change-row.ts';
import { findAccount, type SubAccount } from '../lists/accounts.ts';
import { checkBase, refuse, refused, required } from '../refusal.ts';
import type { Scope } from '../scope.ts';
import { accountId, accountName, clearable, count, sha256, text, uuid } from '../values.ts';

/** Text that may be empty, as in the columns of accounts. */
const line = (longest: number) => v.optional(v.union([v.literal(''), text(longest)]));

/** The columns of an account that a change sets. */
const facts = {
  userName: v.optional(accountName),
  email: v.optional(v.pipe(text(200), v.regex(/^[^\s@]+@[^\s@]+$/))),
  flags: v.optional(
    v.pipe(v.array(v.picklist(permissionFlags)), v.maxLength(permissionFlags.length)),
  ),
  userLevel: line(40),
  maxSubUsers: clearable(count(100_000)),
  companyName: line(120),
  clientId: clearable(text(80)),
  clientName: clearable(text(120)),
  phoneNumber: line(40),
  permission: line(40),
  profilePermission: line(40),
};
const account = v.strictObject({ id: accountId, parentId: clearable(accountId), ...facts });
type AccountInput = v.InferOutput<typeof account>;

/** Finds an account strictly below the actor. An account cannot change itself or accounts beside it. */
const findBelow = async (scope: Scope, id: string): Promise<SubAccount> => {
  return required(id === scope.actor.id ? undefined : await findAccount(scope, id, true), 'id');
};

/**
 * Refuses flags and limits that exceed those of the account above [WS-05]. `held`: the flags that the account has. One
 * that is not in effect, because an account above has lost it, can stay.
 */
const checkGrants = (
  { flags = [], maxSubUsers }: Pick<AccountInput, 'flags' | 'maxSubUsers'>,
  parent: Pick<SubAccount, 'effectiveFlags' | 'maxSubUsers'>,
  held: readonly string[],
): void => {
  const beyond = flags.filter((flag) => ![...parent.effectiveFlags, ...held].includes(flag));
  if (beyond.length > 0) {
    throw refuse({ status: 'REFUSED', code: 'FLAGS_BEYOND', field: 'flags', current: beyond });
  }
  const limit = parent.maxSubUsers;
  if (maxSubUsers === undefined || limit === null) return;
  if (maxSubUsers === null || maxSubUsers > limit) throw refused('LIMIT_BEYOND', 'maxSubUsers');
};

const addAccount = async (
  scope: Scope,
  { id, parentId, ...input }: AccountInput,
): Promise<SubAccount> => {
  if (!v.is(uuid, id)) throw refused('INVALID', 'id');
  for (const name of ['userName', 'email'] as const) {
    if (input[name] === undefined) throw refused('INVALID', name);
  }
  const parent = required(await findAccount(scope, parentId ?? scope.actor.id), 'parentId');
  checkGrants(input, parent, []);
  const values = {
    maxSubUsers: 0,
    permission: 'client',
    profilePermission: 'edit',
    flags: [],
    companyName: parent['companyName'],
    userLevel: '',
    phoneNumber: '',
    ...input,
  };
  await insertRow(scope, 'users', {
    id,
    active: true,
    creatorId: parent.id,
    popoverContent: {},
    ...values,
  });
  return required(await findAccount(scope, id), 'id');
};

/**
 * Ends the one-time links of the accounts at and below an account, because an account that loses its rights there may have
 * made them. `keep`: the id of an account whose link stays. A use that has begun compares with the time at which it began.
 */
const endLinks = (scope: Scope, { path }: SubAccount, keep = '') =>
  scope.query(
    `update invitations i set expires_at = '-infinity' from users u
     where u.id = i.user_id and u.path <@ $1::text::ltree and u.id <> $2`,
    [path, keep],
  );

const subject = (id: string) => ({ topic: 'ACCOUNT', subjectId: id }) as const;

export const putAccount = changeKind({
  input: account,
  topic: 'ACCOUNT',
  apply: async (scope, input, base) => {
    if (input.id === scope.actor.id) throw refused('NOT_FOUND', 'id');
    const row = await findAccount(scope, input.id, true);
    if (row === undefined) {
      const { path: owner } = await addAccount(scope, input);
      const { id: _id, ...after } = input;
      return { ...subject(input.id), owner, version: 1, after };
    }
    if (input.parentId && input.parentId !== row['parentId']) throw refused('INVALID', 'parentId');
    const { before, after } = changedValues(row, input, Object.keys(facts));
    const isChanged = Object.keys(after).length > 0;
    if (isChanged) checkBase(base, row);
    const parent = required(await findAccount(scope, String(row['parentId'])), 'id');
    checkGrants(after, parent, row.flags);
    const version = row.version + (isChanged ? 1 : 0);
    await updateRow(scope, 'users', row.id, { version, ...after });
    if (after['maxSubUsers'] === 0) await endLinks(scope, row, row.id);
    return { ...subject(row.id), owner: row.path, version, before, after };
  },
});

export const setAccountActive = changeKind({
  input: v.strictObject({ id: accountId, active: v.boolean() }),
  topic: 'ACCOUNT',
  apply: async (scope, { id, active }, base) => {
    const row = await findBelow(scope, id);
    if (base !== undefined) checkBase(base, row);
    const version = row.version + 1;
    await updateRow(scope, 'users', id, { active, version }); // a trigger ends the sessions of the accounts below
    const before = { active: row.active };
    return { ...subject(id), owner: row.path, version, before, after: { active } };
  },
});

export const moveAccount = changeKind({
  input: v.strictObject({ id: accountId, parentId: accountId }),
  topic: 'ACCOUNT',
  apply: async (scope, { id, parentId }, base) => {
    const row = await findBelow(scope, id);
    required(await findAccount(scope, parentId), 'parentId');
    if (base !== undefined) checkBase(base, row);
    const version = row.version + 1;
    await updateRow(scope, 'users', id, { version });
    await endLinks(scope, row); // an account above the old place has no rights at the new one
    await scope.query('select move_account($1, $2)', [id, parentId]);
    await scope.query('select cancel_lost_assignments($1)', [id]);
    const { path: owner } = await findBelow(scope, id);
    // The event does not contain the accounts above: each reader sees only those in its own subtree.
    return { ...subject(id), owner, formerOwner: row.path, version };
  },
});

const INVITATION_DAYS = 7;

export const inviteAccount = changeKind({
  input: v.strictObject({ id: accountId, tokenHash: sha256 }),
  topic: 'ACCOUNT',
  apply: async (scope, { id, tokenHash }) => {
    const row = await findBelow(scope, id);
    await scope.query(
      `insert into invitations (user_id, token_hash, expires_at)
       values ($1, $2, now() + ${INVITATION_DAYS} * interval '1 day')
       on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      [id, tokenHash],
    );
    return { ...subject(id), owner: row.path, version: row.version };
  },
});
