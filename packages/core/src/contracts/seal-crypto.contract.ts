import { describe, expect, it } from 'vitest';
import type { SealCrypto } from '../ports/seal-crypto.ts';
import { bytesOf } from '../protocol/capture.ts';

/** A public key and its signature of `batbot`, made with Node's OpenSSL. */
const PUBLIC_KEY =
  '3059301306072a8648ce3d020106082a8648ce3d03010703420004b5b21d27c896456bf9cd10863cd97a64f2c0fdd1d3a97bfb543f58d619be92a4' +
  '5bf535d334b6526810b277f5b303cc72750adf16f1045a1a0a2127a3c5df1ba0';
const SIGNATURE =
  '83db0e8fe0b51ef070df671b8505008d292f47a145c58738720b047e5ba7a638' +
  'e2ceb8bf338165d2cb1fd2ec4556e92c35a2df4a2b94c2dfcc9d9a5ada1f8e8c';
/** FIPS 180-2, appendix B.1. */
const SHA_OF_ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

const bytes = (hex: string): Uint8Array<ArrayBuffer> => bytesOf(hex) ?? new Uint8Array(0);
const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value);
const flipped = (hex: string, at: number): Uint8Array<ArrayBuffer> => {
  const changed = bytes(hex);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};

/** Contract tests of the `SealCrypto` port with known values. */
export const sealCryptoContract = (name: string, crypto: SealCrypto): void => {
  describe(`${name} passes the contract of the seal cryptography`, () => {
    it('[REC-98] sha256 matches the example of the standard', async () => {
      expect(await crypto.sha256(text('abc'))).toEqual(bytes(SHA_OF_ABC));
    });

    it('[REC-98] only the signature of these bytes by this key is verified', async () => {
      const [key, signature, signed] = [bytes(PUBLIC_KEY), bytes(SIGNATURE), text('batbot')];
      expect(await crypto.verify(key, signature, signed)).toBe(true);
      expect(await crypto.verify(key, signature, text('batbox'))).toBe(false);
      expect(await crypto.verify(key, flipped(SIGNATURE, 40), signed)).toBe(false);
      expect(await crypto.verify(flipped(PUBLIC_KEY, 90), signature, signed)).toBe(false);
    });

    it('[REC-98] a malformed key or signature is never verified', async () => {
      const [key, signature, signed] = [bytes(PUBLIC_KEY), bytes(SIGNATURE), text('batbot')];
      const none = [
        new Uint8Array(0),
        new Uint8Array(64),
        new Uint8Array(91),
        text('x'.repeat(500)),
      ];
      for (const other of none) {
        expect(await crypto.verify(other, signature, signed)).toBe(false);
        expect(await crypto.verify(key, other, signed)).toBe(false);
      }
    });
  });
};
