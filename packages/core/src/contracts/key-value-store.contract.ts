import { describe, expect, it } from 'vitest';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';

/** The empty storage of one origin, opened by two tabs. */
export interface KeyValueStoreHarness {
  readonly store: KeyValueStore;
  readonly otherTab: KeyValueStore;
  /** Makes the platform refuse every write from now on. */
  readonly refuse: (kind: StoreError['kind']) => void;
}

const heard = (store: KeyValueStore): readonly (string | undefined)[] => {
  const keys: (string | undefined)[] = [];
  store.changes$.subscribe((key) => keys.push(key));
  return keys;
};

/** Contract tests of the `KeyValueStore` port; each case gets a new harness. */
export const keyValueStoreContract = (
  name: string,
  makeHarness: () => KeyValueStoreHarness,
): void => {
  describe(`${name} passes the contract of the key-value store`, () => {
    it('get returns the value that was set, and undefined for an unknown key', () => {
      const { store } = makeHarness();
      expect(store.get('key')).toBeUndefined();
      expect(store.set('key', '')).toEqual({ ok: true, value: undefined });
      expect(store.get('key')).toBe('');
      store.set('key', '🔋 "text"\n\u0000');
      expect(store.get('key')).toBe('🔋 "text"\n\u0000');
    });

    it('names of object members work as keys', () => {
      const { store } = makeHarness();
      for (const key of ['__proto__', 'constructor', 'length', 'getItem', '']) {
        expect(store.get(key)).toBeUndefined();
        store.set(key, 'mine');
        expect(store.get(key)).toBe('mine');
      }
    });

    it('remove removes one key, clear removes all', () => {
      const { store } = makeHarness();
      for (const key of ['a', 'b', 'c']) store.set(key, key);
      store.remove('a');
      store.remove('never there');
      expect([store.get('a'), store.get('b')]).toEqual([undefined, 'b']);
      store.clear();
      expect([store.get('b'), store.get('c')]).toEqual([undefined, undefined]);
    });

    it('[MT-03] a tab is notified when other tabs write, remove and clear, and reads the new values', () => {
      const { store, otherTab } = makeHarness();
      const keys = heard(store);
      otherTab.set('a', '1');
      expect(store.get('a')).toBe('1');
      otherTab.remove('a');
      otherTab.set('b', '2');
      otherTab.clear();
      expect(keys).toEqual(['a', 'a', 'b', undefined]);
      expect(store.get('b')).toBeUndefined();
    });

    it('a tab is not notified of its own writes', () => {
      const { store } = makeHarness();
      const keys = heard(store);
      store.set('a', '1');
      store.remove('a');
      store.set('b', '2');
      store.clear();
      expect(keys).toEqual([]);
    });

    for (const kind of ['full', 'blocked'] as const) {
      it(`[SA-12] storage that is ${kind} reports the error, and the value stays in memory`, () => {
        const { store, otherTab, refuse } = makeHarness();
        store.set('old', 'kept');
        refuse(kind);
        expect(store.set('new', 'value')).toMatchObject({ ok: false, error: { kind } });
        expect(store.set('old', 'changed')).toMatchObject({ ok: false, error: { kind } });
        expect([store.get('new'), store.get('old')]).toEqual(['value', 'changed']);
        expect(otherTab.get('new')).toBeUndefined();
      });

      it(`[SA-12] remove and clear also remove values in memory while storage is ${kind}`, () => {
        const { store, refuse } = makeHarness();
        refuse(kind);
        for (const key of ['a', 'b']) store.set(key, key);
        store.remove('a');
        expect([store.get('a'), store.get('b')]).toEqual([undefined, 'b']);
        store.clear();
        expect(store.get('b')).toBeUndefined();
      });
    }
  });
};
