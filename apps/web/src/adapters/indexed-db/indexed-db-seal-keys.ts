import {
  err,
  mapOk,
  ok,
  type Result,
  type SealKey,
  type SealKeyError,
  type SealKeys,
} from '@batbot/core';
import { createDatabase, type DatabasePlace } from './database.ts';

/** Key: the user's id; value: a `KeptKey`. */
const KEYS = 'keys';
/** Key: [userId, fingerprint]; value: a name. */
const NAMES = 'names';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' };

/** The stored key pair. The private key cannot be extracted: the database contains only a handle of it. */
interface KeptKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** Checks a stored value, which is not trusted. Any other value counts as no key. */
const isKeptKey = (value: unknown): value is KeptKey => {
  if (typeof value !== 'object' || value === null) return false;
  const { privateKey, publicKey } = value as Partial<KeptKey>; // the properties of any object may be read
  return (
    typeof privateKey === 'object' &&
    privateKey.type === 'private' &&
    publicKey instanceof Uint8Array
  );
};

export interface IndexedDbSealKeysParts extends DatabasePlace {
  /** Undefined if the page is not a secure context (https or localhost). */
  readonly subtle: SubtleCrypto | undefined;
}

const noCrypto = (): Result<never, SealKeyError> =>
  err({ kind: 'noCrypto', message: 'This page has no cryptography: it needs https.' });

const failure = (thrown: unknown): Result<never, SealKeyError> =>
  err({ kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) });

/** Stores the key of each user in a separate database, which stays after a sign-out. */
export const createIndexedDbSealKeys = ({ subtle, ...place }: IndexedDbSealKeysParts): SealKeys => {
  // `onLost` is not needed: the next seal creates a new key with another fingerprint.
  const { run, write, close } = createDatabase({
    ...place,
    name: 'batbot-seal-keys',
    version: 1,
    stores: [KEYS, NAMES],
  });

  const sealKey = ({ privateKey, publicKey }: KeptKey, by: SubtleCrypto): SealKey => ({
    publicKey,
    sign: async (bytes) => {
      try {
        return ok(new Uint8Array(await by.sign(SIGNING, privateKey, bytes)));
      } catch (thrown) {
        return failure(thrown);
      }
    },
  });

  const load = (userId: string) =>
    run('readonly', (transaction) => {
      const found = transaction.objectStore(KEYS).get(userId);
      return (): KeptKey | undefined => (isKeptKey(found.result) ? found.result : undefined);
    });

  /** Saves a new key unless another tab has saved one before. Returns the saved key. */
  const keep = (userId: string, fresh: KeptKey) =>
    run('readwrite', (transaction) => {
      const store = transaction.objectStore(KEYS);
      const found = store.get(userId);
      found.addEventListener('success', () => {
        if (!isKeptKey(found.result)) store.put(fresh, userId);
      });
      return (): KeptKey => (isKeptKey(found.result) ? found.result : fresh);
    });

  const make = async (by: SubtleCrypto): Promise<Result<KeptKey, SealKeyError>> => {
    try {
      const { privateKey, publicKey } = await by.generateKey(CURVE, false, ['sign', 'verify']);
      return ok({ privateKey, publicKey: new Uint8Array(await by.exportKey('spki', publicKey)) });
    } catch (thrown) {
      return failure(thrown);
    }
  };

  return {
    find: async (userId) => {
      if (subtle === undefined) return noCrypto();
      return mapOk(await load(userId), (key) => key && sealKey(key, subtle));
    },
    obtain: async (userId) => {
      if (subtle === undefined) return noCrypto();
      const found = await load(userId);
      if (!found.ok) return found;
      if (found.value !== undefined) return ok(sealKey(found.value, subtle));
      const fresh = await make(subtle);
      if (!fresh.ok) return fresh;
      return mapOk(await keep(userId, fresh.value), (kept) => sealKey(kept, subtle));
    },
    nameOf: (userId, fingerprint) =>
      run('readonly', (transaction) => {
        const found = transaction.objectStore(NAMES).get([userId, fingerprint]);
        return (): string | undefined =>
          typeof found.result === 'string' ? found.result : undefined;
      }),
    keepName: (userId, fingerprint, name) =>
      write((transaction) => {
        const store = transaction.objectStore(NAMES);
        if (name === '') store.delete([userId, fingerprint]);
        else store.put(name, [userId, fingerprint]);
      }),
    dispose: close,
  };
};
