import * as v from 'valibot';
import type { Cipher, VaultStore, WrappedKey } from '../ports/vault.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import { ok, type Result } from '../prelude/result.ts';
import { OBJECT, readAs, type Schema } from '../prelude/schema.ts';
import { fromBytes, toBytes } from './plain-bytes.ts';
import { placeOf } from './sealed.ts';

export interface VaultAccount {
  /** The name that was entered at the last sign-in, for the next one without network. */
  readonly login: string;
  readonly wrapped: WrappedKey;
  /** A sealed `VaultRecord`. */
  readonly record?: Uint8Array | undefined;
  /** Wrong passwords since the last right one, and the wall-clock time of the last. */
  readonly failures: number;
  readonly failedAt: number;
}

/** What an account keeps encrypted. */
export interface VaultRecord {
  /** The user info without the token. */
  readonly user: Readonly<Record<string, unknown>>;
  /** Whether a sign-in has found no unencrypted data. From then on unencrypted data is not read any more. */
  readonly isEncrypted: boolean;
}

const BYTES = v.instance(Uint8Array);
const ACCOUNT: Schema<VaultAccount> = v.object({
  login: v.string(),
  wrapped: v.object({ salt: BYTES, iterations: v.number(), bytes: BYTES }),
  record: v.optional(BYTES),
  failures: v.number(),
  failedAt: v.number(),
});
const RECORD: Schema<VaultRecord> = v.object({ user: OBJECT, isEncrypted: v.boolean() });

/** Names are compared as people type them. Only the password proves who signs in. */
export const loginKey = (login: string): string => login.trim().toLowerCase();

/** Finds an account. `isStored` with no account: it is stored, but not readable. */
export const findAccount = async (
  store: VaultStore,
  isWanted: (userId: string, account: VaultAccount | undefined) => boolean,
): Promise<
  Result<
    { readonly userId: string; readonly account: VaultAccount | undefined } | undefined,
    ArchiveError
  >
> => {
  const rows = await store.accounts();
  if (!rows.ok) return rows;
  const accounts = rows.value.map(({ userId, account }) => ({
    userId,
    account: readAs(ACCOUNT, account),
  }));
  return ok(accounts.find(({ userId, account }) => isWanted(userId, account)));
};

const recordPlace = (userId: string): string => placeOf(userId, 'account');

export const sealRecord = (
  cipher: Cipher,
  userId: string,
  record: VaultRecord,
): Promise<Uint8Array> => cipher.seal(recordPlace(userId), toBytes(record));

export const openRecord = async (
  cipher: Cipher,
  userId: string,
  sealed: Uint8Array | undefined,
): Promise<VaultRecord | undefined> => {
  const bytes = sealed && (await cipher.open(recordPlace(userId), sealed));
  return bytes && readAs(RECORD, fromBytes(bytes));
};

const LONGEST_WAIT_S = 300;

/** Returns how long the next attempt has to wait after wrong passwords, in ms: 1 s, 2 s, 4 s … up to 300 s. */
export const waitAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(2 ** (failures - 1), LONGEST_WAIT_S) * 1000;
