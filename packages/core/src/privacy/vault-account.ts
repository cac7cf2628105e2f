import * as v from 'valibot';
import type { Cipher, VaultStore } from '../ports/vault.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import { ok, type Result } from '../prelude/result.ts';
import { OBJECT, readAs, type Schema } from '../prelude/schema.ts';
import { fromBytes, toBytes } from './plain-bytes.ts';
import { placeOf } from './encrypted.ts';

const BYTES: Schema<Uint8Array> = v.instance(Uint8Array);
const ACCOUNT = v.object({
  /**
   * The name that was entered at the last sign-in, for the next one without network. Empty if another account has signed
   * in with it since.
   */
  login: v.string(),
  wrapped: v.object({ salt: BYTES, iterations: v.number(), bytes: BYTES }),
  /** An encrypted `VaultRecord`. */
  record: v.optional(BYTES),
  /** Wrong passwords since the last right one, and the wall-clock time of the last. */
  failures: v.number(),
  failedAt: v.number(),
});
export type VaultAccount = Readonly<v.InferOutput<typeof ACCOUNT>>;

/** What an account keeps encrypted. */
const RECORD = v.object({
  /** The user info without the token. */
  user: OBJECT,
  /** Whether a sign-in has found no unencrypted data. From then on unencrypted data is not read any more. */
  isEncrypted: v.boolean(),
});
type VaultRecord = Readonly<v.InferOutput<typeof RECORD>>;

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

export const encryptRecord = (
  cipher: Cipher,
  userId: string,
  record: VaultRecord,
): Promise<Uint8Array> => cipher.encrypt(recordPlace(userId), toBytes(record));

export const openRecord = async (
  cipher: Cipher,
  userId: string,
  encrypted: Uint8Array | undefined,
): Promise<VaultRecord | undefined> => {
  const bytes = encrypted && (await cipher.decrypt(recordPlace(userId), encrypted));
  return bytes && readAs(RECORD, fromBytes(bytes));
};

const LONGEST_WAIT_S = 300;

/** Returns how long the next attempt has to wait after wrong passwords, in ms: 1 s, 2 s, 4 s … up to 300 s. */
export const waitAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(2 ** (failures - 1), LONGEST_WAIT_S) * 1000;
