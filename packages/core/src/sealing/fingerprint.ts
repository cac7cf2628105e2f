import type { SealCrypto } from '../ports/seal-crypto.ts';
import { hexOf } from '../protocol/capture.ts';

/** 128 bits: a second key with the same fingerprint cannot be found. */
const BYTES = 16;

/**
 * The beginning of a public key's SHA-256 (of its SPKI, so that openssl prints the same), in eight groups of four to be read
 * aloud: `3f2a 91bc …`.
 */
export const fingerprintOf = async (
  crypto: SealCrypto,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<string> => {
  const hash = await crypto.sha256(publicKey);
  return (hexOf(hash.subarray(0, BYTES)).match(/.{4}/g) ?? []).join(' ');
};

/** Compares fingerprints that a person may have typed: blanks, colons, dashes and case do not matter. */
export const sameFingerprint = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((text) => text.toLowerCase().replace(/[\s:-]/g, ''));
  return one === other;
};
