import type { SealCrypto } from '../ports/seal-crypto.ts';
import { hexOf } from '../protocol/hex.ts';

/** Length of a fingerprint in bytes. With 128 bits a second key with the same fingerprint cannot be found. */
const BYTES = 16;

/**
 * Returns the beginning of the SHA-256 of a public key, in eight groups of four digits that can be read aloud: `3f2a
 * 91bc …`. The hash is over the SPKI, so openssl prints the same.
 */
export const fingerprintOf = async (
  crypto: SealCrypto,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<string> => {
  const hash = await crypto.sha256(publicKey);
  return (hexOf(hash.subarray(0, BYTES)).match(/.{4}/g) ?? []).join(' ');
};

/** Whether two fingerprints are equal. A person may have typed them, so spaces, colons, dashes and case are ignored. */
export const sameFingerprint = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((text) => text.toLowerCase().replace(/[\s:-]/g, ''));
  return one === other;
};
