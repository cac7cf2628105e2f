import type { Cipher, VaultCrypto, WrappedKey } from '@batbot/core/privacy';

type Bytes = Uint8Array<ArrayBuffer>;

/** The parameters of OWASP's Password Storage Cheat Sheet for PBKDF2 with SHA-256 (2023). */
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
/** AES-GCM: a random IV of 96 bits and a 256 bit key. */
const IV_BYTES = 12;
const AES = { name: 'AES-GCM', length: 256 };

/** The cryptography of the lock by WebCrypto. Data keys cannot be extracted. */
export const createWebVaultCrypto = (
  crypto: Pick<Crypto, 'getRandomValues' | 'subtle'>,
): VaultCrypto => {
  const { subtle } = crypto;
  const random = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count));

  const derive = async (pass: string, { salt, iterations }: Omit<WrappedKey, 'bytes'>) => {
    const secret = new TextEncoder().encode(pass);
    const base = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations };
    return subtle.deriveKey(how, base, AES, false, ['wrapKey', 'unwrapKey']);
  };

  const wrap = async (pass: string, key: CryptoKey): Promise<WrappedKey> => {
    const kept = { salt: random(SALT_BYTES), iterations: ITERATIONS };
    const iv = random(IV_BYTES);
    const wrapping = await derive(pass, kept);
    const wrapped = await subtle.wrapKey('raw', key, wrapping, { ...AES, iv });
    return { ...kept, bytes: new Uint8Array([...iv, ...new Uint8Array(wrapped)]) };
  };

  const unwrap = async (
    pass: string,
    kept: WrappedKey,
    isExtractable: boolean,
  ): Promise<CryptoKey | undefined> => {
    try {
      const wrapping = await derive(pass, kept);
      const how = { ...AES, iv: new Uint8Array(kept.bytes.subarray(0, IV_BYTES)) };
      const bytes = new Uint8Array(kept.bytes.subarray(IV_BYTES));
      return await subtle.unwrapKey('raw', bytes, wrapping, how, AES, isExtractable, [
        'encrypt',
        'decrypt',
      ]);
    } catch {
      return undefined; // the password is wrong, or the stored bytes are damaged
    }
  };

  const cipherOf = (key: CryptoKey): Cipher => {
    const how = (iv: Bytes, place: string) => ({
      ...AES,
      iv,
      additionalData: new TextEncoder().encode(place),
    });
    return {
      encrypt: async (place, bytes) => {
        const iv = random(IV_BYTES);
        const encrypted = await subtle.encrypt(how(iv, place), key, new Uint8Array(bytes));
        const joined = new Uint8Array(IV_BYTES + encrypted.byteLength);
        joined.set(iv);
        joined.set(new Uint8Array(encrypted), IV_BYTES);
        return joined;
      },
      decrypt: async (place, encrypted) => {
        const iv = new Uint8Array(encrypted.subarray(0, IV_BYTES));
        try {
          const bytes = new Uint8Array(encrypted.subarray(IV_BYTES));
          return new Uint8Array(await subtle.decrypt(how(iv, place), key, bytes));
        } catch {
          return undefined; // the bytes were changed, or belong to another place or key
        }
      },
    };
  };

  return {
    create: async (pass) => {
      const fresh = await subtle.generateKey(AES, true, ['encrypt', 'decrypt']);
      const wrapped = await wrap(pass, fresh);
      const raw = await subtle.exportKey('raw', fresh);
      const key = await subtle.importKey('raw', raw, AES, false, ['encrypt', 'decrypt']);
      return { wrapped, key };
    },
    unwrap: (pass, wrapped) => unwrap(pass, wrapped, false),
    rewrap: async (pass, wrapped, next) => {
      const key = await unwrap(pass, wrapped, true);
      return key && wrap(next, key);
    },
    cipher: (key) => cipherOf(key as CryptoKey), // the form of this adapter's keys
  };
};
