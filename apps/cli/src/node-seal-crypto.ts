import { createHash, createPublicKey, verify } from 'node:crypto';
import type { SealCrypto } from '@batbot/core';

/** Verifies seals with Node's OpenSSL. */
export const nodeSealCrypto: SealCrypto = {
  sha256: (bytes) => Promise.resolve(Uint8Array.from(createHash('sha256').update(bytes).digest())),
  verify: (publicKey, signature, bytes) => {
    try {
      const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
      const isOurs = key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
      const holds =
        isOurs && verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature);
      return Promise.resolve(holds);
    } catch {
      return Promise.resolve(false); // an invalid key makes `createPublicKey` throw
    }
  },
};
