import type { RawUser } from '../ports/account-gateway.ts';
import { JSON_OBJECT } from '../prelude/schema.ts';

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

/** The stored user info of the specification, section 3. An unknown text is empty. */
export type StoredUser = Readonly<Record<TextField, string>> & {
  readonly status: boolean;
  readonly subUserCount: number;
};

/** The key of local storage that contains it as JSON. */
export const USER_KEY = 'userInfo';

/** Only these may change by `getUserData`; who the user is and the token stay. */
const REFRESHED_TEXTS = TEXT_FIELDS.filter((field) => field !== 'token' && field !== 'userid');

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
};

const countOf = (value: unknown): number | undefined => {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof count === 'number' && Number.isFinite(count) ? count : undefined;
};

/** The server says true or "true"; everything else is not active. */
export const isActive = (status: unknown): boolean => status === true || status === 'true';

/** The token is sent in a header unchanged, so it must be a valid field value: RFC 9110, section 5.5. */
const isToken = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);

/** Reads a user from an answer or from storage; undefined when it cannot be one: no usable token or no user id. */
export const toStoredUser = (raw: RawUser): StoredUser | undefined => {
  const own = new Map(Object.entries(raw));
  const texts = Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, textOf(own.get(field)) ?? '']),
  ) as Record<TextField, string>; // one entry per field
  if (!isToken(texts.token) || texts.userid === '') return undefined;
  return {
    ...texts,
    status: isActive(own.get('status')),
    subUserCount: countOf(own.get('subUserCount')) ?? 0,
  };
};

/** The user with the values of a fresh record; a field that is missing keeps its value. */
export const withFreshRecord = (user: StoredUser, raw: RawUser): StoredUser => {
  const own = new Map(Object.entries(raw));
  const texts = Object.fromEntries(
    REFRESHED_TEXTS.map((field) => [field, textOf(own.get(field)) ?? user[field]]),
  );
  return {
    ...user,
    ...texts,
    status: isActive(own.get('status')),
    subUserCount: countOf(own.get('subUserCount')) ?? user.subUserCount,
  };
};

export const formatStoredUser = (user: StoredUser): string => JSON.stringify(user);

/** Reads the stored text; undefined for anything that is not a user (SA-03). */
export const parseStoredUser = (text: string): StoredUser | undefined => {
  const fields = JSON_OBJECT.parse(text);
  return fields.ok ? toStoredUser(fields.value) : undefined;
};
