import * as v from 'valibot';
import type { RawUser } from '../ports/account-gateway.ts';
import { JSON_OBJECT, type Schema } from '../prelude/schema.ts';

const TEXT_FIELDS = [
  'token',
  'profilePermission',
  'userid',
  'userName',
  'permission',
  'permissionJson',
  'companyName',
  'creatorId',
  'clientId',
  'clientName',
  'userLevel',
  'email',
  'phoneNumber',
] as const;

type TextField = (typeof TEXT_FIELDS)[number];

/** The stored user info of the specification, section 3. Unknown texts are empty. */
export type StoredUser = Readonly<Record<TextField, string>> & {
  readonly status: boolean;
  readonly subUserCount: number;
};

/** The key in local storage under which the user info is saved as JSON. */
export const USER_KEY = 'userInfo';

/** A text field. The server sends some texts as numbers. */
const TEXT = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));
const COUNT = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/\d/))]),
  v.transform(Number),
  v.finite(),
);
/** The server sends true or "true" for an active user. Any other value means not active. */
const IS_ACTIVE = v.fallback(
  v.pipe(
    v.unknown(),
    v.transform((status) => status === true || status === 'true'),
  ),
  false,
);

const entriesOf = <T>(entry: (field: TextField) => T): Readonly<Record<TextField, T>> =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [field, entry(field)])) as Record<TextField, T>; // one for each field

/**
 * Reads a user record. A missing or unreadable field keeps its known value, except the status, which counts as not active.
 */
const readUser = (raw: RawUser, known: StoredUser): StoredUser =>
  v.parse(
    v.object({
      ...entriesOf((field): Schema<string> => v.fallback(TEXT, known[field])),
      status: IS_ACTIVE,
      subUserCount: v.fallback(COUNT, known.subUserCount),
    }),
    raw,
  );

const UNKNOWN_USER: StoredUser = { ...entriesOf(() => ''), status: false, subUserCount: 0 };

/**
 * Whether the text can be a token. It is sent in a header unchanged, so it must be a valid field value: RFC 9110,
 * section 5.5.
 */
const isToken = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);

/** Reads a user from an answer or from storage; undefined if there is no usable token or no user id. */
export const toStoredUser = (raw: RawUser): StoredUser | undefined => {
  const user = readUser(raw, UNKNOWN_USER);
  return isToken(user.token) && user.userid !== '' ? user : undefined;
};

/** Returns the user with the values of a new record. User id and token do not change. */
export const withFreshRecord = (user: StoredUser, raw: RawUser): StoredUser => ({
  ...readUser(raw, user),
  token: user.token,
  userid: user.userid,
});

/** Reads the stored text; undefined if it is not a user (SA-03). */
export const parseStoredUser = (text: string): StoredUser | undefined => {
  const fields = JSON_OBJECT.parse(text);
  return fields.ok ? toStoredUser(fields.value) : undefined;
};
