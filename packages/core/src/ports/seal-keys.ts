import type { Result } from '../prelude/result.ts';
import type { ArchiveError } from './session-archive.ts';

/**
 * `noCrypto`: the platform cannot sign here. Browsers do not in a page that was loaded neither over https nor from
 * localhost.
 */
export type SealKeyError = ArchiveError | { readonly kind: 'noCrypto'; readonly message: string };

/** A key pair whose private key cannot be read from the platform. */
export interface SealKey {
  /** SPKI (DER), P-256. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** Signs with ECDSA and SHA-256; the signature is `r ‖ s`, 64 bytes. Never rejects. */
  readonly sign: (
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<Result<Uint8Array<ArrayBuffer>, SealKeyError>>;
}

/**
 * One key pair for each user of this computer, and the names that the user gave to keys of others. Both remain after a
 * logout.
 *
 * Rules for implementations: nothing throws and every call settles; data of one user is never returned for another; if
 * two tabs make a key at the same time, one is saved and returned to both.
 */
export interface SealKeys {
  /** Returns the user's key; undefined if this user has sealed nothing here. */
  readonly find: (userId: string) => Promise<Result<SealKey | undefined, SealKeyError>>;
  /** Returns the user's key, and makes and saves one if there is none. */
  readonly obtain: (userId: string) => Promise<Result<SealKey, SealKeyError>>;
  /** Returns the name that the user gave to the key with this fingerprint; undefined if there is none. */
  readonly nameOf: (
    userId: string,
    fingerprint: string,
  ) => Promise<Result<string | undefined, SealKeyError>>;
  /** Saves the name. An empty name deletes it. */
  readonly keepName: (
    userId: string,
    fingerprint: string,
    name: string,
  ) => Promise<Result<void, SealKeyError>>;
  readonly dispose: () => void;
}
