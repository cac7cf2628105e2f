import type { Result } from '../prelude/result.ts';
import type { ArchiveError } from './session-archive.ts';

/** `noCrypto`: the platform signs nothing here, as browsers do in a page that came neither by https nor from localhost. */
export type SealKeyError = ArchiveError | { readonly kind: 'noCrypto'; readonly message: string };

/** A key pair whose private half never leaves the platform's keeping. */
export interface SealKey {
  /** SPKI (DER), P-256. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** ECDSA with SHA-256 as `r ‖ s`, 64 bytes. Rejects never. */
  readonly sign: (
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<Result<Uint8Array<ArrayBuffer>, SealKeyError>>;
}

/**
 * One key for each user of this computer, and the names by which the user knows keys of others; kept beyond a logout.
 *
 * Obligations: nothing throws and every call settles; what is one user's is never given for another; of two keys that are
 * made at once, in two tabs, one is kept and given to both.
 */
export interface SealKeys {
  /** Undefined when this user has sealed nothing here. */
  readonly find: (userId: string) => Promise<Result<SealKey | undefined, SealKeyError>>;
  /** The user's key; made and kept when there is none. */
  readonly obtain: (userId: string) => Promise<Result<SealKey, SealKeyError>>;
  /** By what name the user knows the key with this fingerprint; undefined when by none. */
  readonly nameOf: (
    userId: string,
    fingerprint: string,
  ) => Promise<Result<string | undefined, SealKeyError>>;
  /** Keeps the name; an empty one takes it away. */
  readonly keepName: (
    userId: string,
    fingerprint: string,
    name: string,
  ) => Promise<Result<void, SealKeyError>>;
  readonly dispose: () => void;
}
