import type { SealCrypto } from '@batbot/core';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };

/** Cryptography of seals by the browser. */
export const createWebSealCrypto = (subtle: SubtleCrypto): SealCrypto => ({
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  verify: async (publicKey, signature, bytes) => {
    try {
      const key = await subtle.importKey('spki', publicKey, CURVE, false, ['verify']);
      return await subtle.verify(SIGNING, key, signature, bytes);
    } catch {
      return false; // the platform rejects keys of another kind
    }
  },
});
