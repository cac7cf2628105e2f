import { describe, expect, it } from 'vitest';
import type { SealCrypto } from '../ports/seal-crypto.ts';
import type { SealKey, SealKeys } from '../ports/seal-keys.ts';

export interface SealKeysHarness {
  readonly crypto: SealCrypto;
  /** Opens the same keys in another tab, or after a reload. */
  readonly openTab: () => SealKeys;
}

const BYTES = new TextEncoder().encode('batbot');

const obtained = async (keys: SealKeys, userId: string): Promise<SealKey> => {
  const key = await keys.obtain(userId);
  if (!key.ok) throw new Error(key.error.message);
  return key.value;
};

/** Contract tests of the `SealKeys` port; each case gets a new, empty harness. */
export const sealKeysContract = (name: string, makeHarness: () => SealKeysHarness): void => {
  describe(`${name} passes the contract of the seal keys`, () => {
    it('[REC-99] the first call creates a key, and later calls return the same key', async () => {
      const { openTab, crypto } = makeHarness();
      expect(await openTab().find('u1')).toEqual({ ok: true, value: undefined });
      const { publicKey } = await obtained(openTab(), 'u1');
      const again = await obtained(openTab(), 'u1');
      expect(again.publicKey).toEqual(publicKey);
      const signature = await again.sign(BYTES);
      expect(signature.ok && signature.value).toHaveLength(64);
      expect(signature.ok && (await crypto.verify(publicKey, signature.value, BYTES))).toBe(true);
      const found = await openTab().find('u1');
      expect(found.ok && found.value?.publicKey).toEqual(publicKey);
    });

    it('[REC-99] two simultaneous first calls return the same key', async () => {
      const { openTab } = makeHarness();
      const both = await Promise.all([obtained(openTab(), 'u1'), obtained(openTab(), 'u1')]);
      expect(both[0].publicKey).toEqual(both[1].publicKey);
    });

    it('[REC-99] keys and names of one user are not returned to another', async () => {
      const { openTab } = makeHarness();
      const keys = openTab();
      const { publicKey } = await obtained(keys, 'u1');
      expect((await obtained(keys, 'u')).publicKey).not.toEqual(publicKey);
      await keys.keepName('u1', 'ab cd', 'Ada');
      expect(await keys.nameOf('u1', 'ab cd')).toEqual({ ok: true, value: 'Ada' });
      expect(await keys.nameOf('u', 'ab cd')).toEqual({ ok: true, value: undefined });
      await keys.keepName('u1', 'ab cd', '');
      expect(await openTab().nameOf('u1', 'ab cd')).toEqual({ ok: true, value: undefined });
    });
  });
};
