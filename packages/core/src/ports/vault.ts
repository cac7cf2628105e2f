import type { Result } from '../prelude/result.ts';
import type { ArchiveError } from './session-archive.ts';

/** Encrypts with the data key of one user. `place` (table and key) is bound to the result. */
export interface Cipher {
  readonly encrypt: (place: string, bytes: Uint8Array) => Promise<Uint8Array>;
  /** Undefined if the bytes were changed, or were encrypted for another place or with another key. */
  readonly decrypt: (place: string, encrypted: Uint8Array) => Promise<Uint8Array | undefined>;
}

/** A data key, encrypted under a key that is derived from a password. */
export interface WrappedKey {
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly bytes: Uint8Array;
}

/** A data key that is unlocked. Only the adapter knows its form. It cannot be extracted. */
export type DataKey = object;

/** The cryptography of the lock. Every call may take a second, because deriving a key from a password is slow. */
export interface VaultCrypto {
  readonly create: (
    pass: string,
  ) => Promise<{ readonly wrapped: WrappedKey; readonly key: DataKey }>;
  /** Undefined if the password is wrong. */
  readonly unwrap: (pass: string, wrapped: WrappedKey) => Promise<DataKey | undefined>;
  /** Wraps the same data key under another password; undefined if the first password is wrong. */
  readonly rewrap: (
    pass: string,
    wrapped: WrappedKey,
    next: string,
  ) => Promise<WrappedKey | undefined>;
  readonly cipher: (key: DataKey) => Cipher;
}

/** An account as it was read: foreign data, which may be damaged. */
export interface VaultRow {
  readonly userId: string;
  readonly account: unknown;
}

/**
 * The accounts that have signed in on this computer, each with its wrapped key, and the unlocked key of the user who is
 * signed in. Tabs share the unlocked key in memory; it is never on the disk.
 *
 * Rules for implementations: nothing throws and every call settles within 10 s; calls take effect in their order; a
 * `put` is on the disk when it settles.
 */
export interface VaultStore {
  readonly accounts: () => Promise<Result<readonly VaultRow[], ArchiveError>>;
  readonly put: (userId: string, account: object) => Promise<Result<void, ArchiveError>>;
  /** Returns the unlocked key of a user, which another tab or this tab before a reload has. */
  readonly key: (userId: string) => Promise<Result<DataKey | undefined, ArchiveError>>;
  readonly putKey: (userId: string, key: DataKey) => Promise<Result<void, ArchiveError>>;
  /** Forgets the unlocked key of this tab. */
  readonly clearKeys: () => Promise<Result<void, ArchiveError>>;
}
