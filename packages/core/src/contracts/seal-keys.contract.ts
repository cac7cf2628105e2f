import { describe, expect, it } from 'vitest';
import type { SealCrypto } from '../ports/seal-crypto.ts';
import type { SealKey, SealKeys } from '../ports/seal-keys.ts';

export interface SealKeysHarness {
  readonly crypto: SealCrypto;
  /** Another tab's view of the same keys, or the same page loaded again. */
  readonly openTab: () => SealKeys;
}

const BYTES = new TextEncoder().encode('batbot');

const obtained = async (keys: SealKeys, userId: string): Promise<SealKey> => {
  const key = await keys.obtain(userId);
  if (!key.ok) throw new Error(key.error.message);
  return key.value;
};

/** The obligations of the `SealKeys` port as tests; each case gets a fresh, empty harness. */
export const sealKeysContract = (name: string, makeHarness: () => SealKeysHarness): void => {
  describe(`${name} keeps the seal keys' contract`, () => {
    it('[REC-99] makes a key at the first call, and gives the same from then on', async () => {
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

    it('[REC-99] of two made at once one is kept, and given to both', async () => {
      const { openTab } = makeHarness();
      const both = await Promise.all([obtained(openTab(), 'u1'), obtained(openTab(), 'u1')]);
      expect(both[0].publicKey).toEqual(both[1].publicKey);
    });

    it('[REC-99] nothing of one user is given for another', async () => {
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
