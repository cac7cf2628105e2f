/**
 * The cryptography for checking a seal. Keys are SPKI (DER) of the curve P-256; signatures are ECDSA with SHA-256 as `r
 * ‖ s`, 64 bytes (IEEE P1363).
 *
 * Rules for implementations: nothing rejects; a malformed key or signature does not verify.
 */
export interface SealCrypto {
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  readonly verify: (
    publicKey: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<boolean>;
}
