import { beforeAll, describe, expect, it } from 'vitest';
import type { WrappedKey } from '@batbot/core/privacy';
import { createWebVaultCrypto } from './web-vault-crypto.ts';

const vault = createWebVaultCrypto(crypto);
const bytes = new TextEncoder().encode('Order of Nordwind 4711');
let made: Awaited<ReturnType<typeof vault.create>>;

describe('the cryptography of the lock', () => {
  beforeAll(async () => {
    made = await vault.create('secret');
  });

  it('[PRIV-16] the data key is an AES-GCM key of 256 bits that cannot be extracted, wrapped under PBKDF2 with 600,000 iterations and a salt of 16 bytes', async () => {
    const { wrapped, key } = made;
    expect(wrapped.iterations).toBe(600_000);
    expect(wrapped.salt).toHaveLength(16);
    expect(wrapped.bytes).toHaveLength(12 + 32 + 16);
    for (const each of [key, await vault.unwrap('secret', wrapped)]) {
      expect(each).toMatchObject({
        extractable: false,
        algorithm: { name: 'AES-GCM', length: 256 },
      });
    }
    expect((await vault.create('secret')).wrapped.salt).not.toEqual(wrapped.salt);
  });

  it('[PRIV-16] only the right password and unchanged bytes open the key', async () => {
    const { wrapped } = made;
    const changed = (field: 'salt' | 'bytes'): WrappedKey => {
      const other = wrapped[field].slice();
      other[0] = (other[0] ?? 0) ^ 1;
      return { ...wrapped, [field]: other };
    };
    expect(await vault.unwrap('Secret', wrapped)).toBeUndefined();
    expect(await vault.unwrap('', wrapped)).toBeUndefined();
    expect(await vault.unwrap('secret', { ...wrapped, iterations: 599_999 })).toBeUndefined();
    expect(await vault.unwrap('secret', { ...wrapped, iterations: 0 })).toBeUndefined();
    expect(await vault.unwrap('secret', changed('salt'))).toBeUndefined();
    expect(await vault.unwrap('secret', changed('bytes'))).toBeUndefined();
    expect(await vault.unwrap('secret', { ...wrapped, bytes: new Uint8Array() })).toBeUndefined();
  });

  it('[PRIV-16] a changed password wraps the same key', async () => {
    const encrypted = await vault.cipher(made.key).encrypt('here', bytes);
    const next = await vault.rewrap('secret', made.wrapped, 'new');
    const key = next && (await vault.unwrap('new', next));
    expect(key && (await vault.cipher(key).decrypt('here', encrypted))).toEqual(bytes);
    expect(await vault.rewrap('wrong', made.wrapped, 'new')).toBeUndefined();
    expect(next && (await vault.unwrap('secret', next))).toBeUndefined();
  });

  it('[PRIV-16] each value has another IV, and opens only unchanged, in its place and with its key', async () => {
    const cipher = vault.cipher(made.key);
    const encrypted = await cipher.encrypt('here', bytes);
    expect(await cipher.decrypt('here', encrypted)).toEqual(bytes);
    expect(await cipher.encrypt('here', bytes)).not.toEqual(encrypted);
    expect(await cipher.decrypt('there', encrypted)).toBeUndefined();
    const other = vault.cipher((await vault.create('secret')).key);
    expect(await other.decrypt('here', encrypted)).toBeUndefined();
    for (const at of [0, 12, encrypted.length - 1]) {
      const changed = encrypted.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await cipher.decrypt('here', changed)).toBeUndefined();
    }
    expect(await cipher.decrypt('here', new Uint8Array(5))).toBeUndefined();
  });
});
