import * as v from 'valibot';
import type { Cipher } from '../ports/vault.ts';
import { err, type Result } from '../prelude/result.ts';
import { readAs } from '../prelude/schema.ts';
import type { ArchiveError } from '../ports/session-archive.ts';
import { fromBytes, toBytes } from './plain-bytes.ts';

/**
 * How the data of a user is accessible. `clear`: it is not encrypted, because the user has not signed in since the lock
 * was set up. `takesClear`: rows that are not encrypted are still read.
 */
export type Access = 'clear' | { readonly cipher: Cipher; readonly takesClear: boolean };

export interface Accesses {
  /** Undefined while the data of the user is locked. */
  readonly of: (userId: string) => Access | undefined;
  /** Called when data could not be decrypted. */
  readonly onDamaged: () => void;
}

/** An encrypted value as it is stored. It has a readable `id` if its place is not known when it is read. */
export interface Encrypted {
  readonly sealed: Uint8Array;
  readonly id?: string | undefined;
}

const ENCRYPTED = v.object({ sealed: v.instance(Uint8Array), id: v.optional(v.string()) });

/** Returns the encrypted value; undefined if the value is not encrypted. */
export const encryptedIn = (value: unknown): Encrypted | undefined => readAs(ENCRYPTED, value);

/** Returns the place of a value. Different keys have different places, whatever characters they contain. */
export const placeOf = (...key: readonly (string | number)[]): string => JSON.stringify(key);

export const encrypt = async (
  access: Access,
  place: string,
  value: object,
  id?: string,
): Promise<object> => {
  if (access === 'clear') return value;
  const sealed = await access.cipher.encrypt(place, toBytes(value));
  return id === undefined ? { sealed } : { sealed, id };
};

/** Data that cannot be decrypted, and unencrypted data that is not accepted. It stays stored unchanged. */
export const UNREADABLE = Symbol('unreadable');

export const decrypt = async (access: Access, place: string, value: unknown): Promise<unknown> => {
  if (access === 'clear') return value;
  const { sealed } = encryptedIn(value) ?? {};
  if (sealed === undefined) return access.takesClear ? value : UNREADABLE;
  const bytes = await access.cipher.decrypt(place, sealed);
  return bytes === undefined ? UNREADABLE : fromBytes(bytes);
};

export const locked = (): Result<never, ArchiveError> =>
  err({ kind: 'blocked', message: 'The data on this computer is locked. Log in again.' });

/** Returns a function that runs one step after another, because encrypting must not change the order of calls. */
export const createStepQueue = (): (<T>(step: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const next = last.then(step);
    last = next.catch(() => undefined);
    return next;
  };
};
