/**
 * What checking a seal needs of cryptography. Keys are SPKI (DER) of the curve P-256, signatures ECDSA with SHA-256 as
 * `r ‖ s`, 64 bytes (IEEE P1363).
 *
 * Obligations: nothing rejects; a malformed key or signature verifies nothing.
 */
export interface SealCrypto {
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  readonly verify: (
    publicKey: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
}
