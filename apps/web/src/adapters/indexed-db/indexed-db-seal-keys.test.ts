import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { sealKeysContract } from '@batbot/core/contracts';
import { createFakeClock } from '@batbot/core/fakes';
import { createWebSealCrypto } from '../web-crypto/web-seal-crypto.ts';
import { createIndexedDbSealKeys } from './indexed-db-seal-keys.ts';

const { subtle } = globalThis.crypto;
const clock = createFakeClock();

sealKeysContract('keys in IndexedDB', () => {
  const factory = new IDBFactory();
  return {
    crypto: createWebSealCrypto(subtle),
    openTab: () => createIndexedDbSealKeys({ factory, clock, subtle }),
  };
});

describe('seal keys in IndexedDB', () => {
  it('[REC-99] the private key cannot be extracted', async () => {
    const factory = new IDBFactory();
    await createIndexedDbSealKeys({ factory, clock, subtle }).obtain('u1');
    const stored = await new Promise<{ readonly privateKey: CryptoKey }>((resolve) => {
      const opening = factory.open('batbot-seal-keys');
      opening.addEventListener('success', () => {
        const asked = opening.result.transaction('keys').objectStore('keys').get('u1');
        asked.addEventListener('success', () => {
          resolve(asked.result as { readonly privateKey: CryptoKey }); // the form in which the adapter stores it
        });
      });
    });
    expect(stored.privateKey.extractable).toBe(false);
    for (const format of ['pkcs8', 'jwk'] as const) {
      await expect(subtle.exportKey(format, stored.privateKey)).rejects.toThrow(/not extractable/);
    }
  });

  it('[REC-96] without cryptography or a database, every call reports that', async () => {
    const factory = new IDBFactory();
    const insecure = createIndexedDbSealKeys({ factory, clock, subtle: undefined });
    expect(await insecure.obtain('u1')).toMatchObject({ error: { kind: 'noCrypto' } });
    expect(await insecure.find('u1')).toMatchObject({ error: { kind: 'noCrypto' } });
    const blocked = createIndexedDbSealKeys({ factory: undefined, clock, subtle });
    expect(await blocked.obtain('u1')).toMatchObject({ error: { kind: 'blocked' } });
    expect(await blocked.nameOf('u1', 'ab')).toMatchObject({ error: { kind: 'blocked' } });
  });
});
