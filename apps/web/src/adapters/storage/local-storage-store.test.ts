import { describe, expect, test } from 'vitest';
import { keyValueStoreContract } from '@batbot/core/contracts';
import { createLocalStorageStore, type StorageWindow } from './local-storage-store.ts';

type Refusal = 'full' | 'blocked';

const refusals = {
  full: () => new DOMException('The quota has been exceeded.', 'QuotaExceededError'),
  blocked: () => new DOMException('Access is denied for this document.', 'SecurityError'),
};

/** One origin in a browser: its storage, and windows that receive the storage events of other windows. */
const createOrigin = () => {
  const values = new Map<string, string>();
  const windows = new Set<EventTarget>();
  let refusal: Refusal | undefined;

  const openWindow = (): StorageWindow => {
    const target = new EventTarget();
    windows.add(target);
    const dispatch = (key: string | null): void => {
      for (const other of windows) {
        if (other === target) continue;
        other.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea: null }));
      }
    };
    const storage: Storage = {
      get length() {
        return values.size;
      },
      key: (index) => [...values.keys()][index] ?? null,
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => {
        if (refusal === 'full') throw refusals.full();
        const isNew = values.get(key) !== value;
        values.set(key, value);
        if (isNew) dispatch(key);
      },
      removeItem: (key) => {
        if (values.delete(key)) dispatch(key);
      },
      clear: () => {
        if (values.size === 0) return;
        values.clear();
        dispatch(null);
      },
    };
    return {
      get localStorage() {
        if (refusal === 'blocked') throw refusals.blocked();
        return storage;
      },
      addEventListener: (kind, listener) => {
        target.addEventListener(kind, listener as (event: Event) => void); // only storage events are dispatched here
      },
      removeEventListener: (kind, listener) => {
        target.removeEventListener(kind, listener as (event: Event) => void); // only storage events are dispatched here
      },
    };
  };

  return {
    openWindow,
    values,
    refuse: (kind: Refusal | undefined) => {
      refusal = kind;
    },
  };
};

keyValueStoreContract('The local storage', () => {
  const origin = createOrigin();
  return {
    store: createLocalStorageStore(origin.openWindow()),
    otherTab: createLocalStorageStore(origin.openWindow()),
    refuse: origin.refuse,
  };
});

describe('local storage', () => {
  test('[SA-12] if storage is blocked from the start, reads return undefined and nothing throws', () => {
    const origin = createOrigin();
    origin.refuse('blocked');
    const store = createLocalStorageStore(origin.openWindow());
    expect(store.get('userInfo')).toBeUndefined();
    store.remove('userInfo');
    store.clear();
    expect(store.set('a', '1')).toMatchObject({ ok: false, error: { kind: 'blocked' } });
    expect(store.get('a')).toBe('1');
  });

  test('[SA-12] a value removed while storage was blocked stays removed in this tab after storage returns', () => {
    const origin = createOrigin();
    const store = createLocalStorageStore(origin.openWindow());
    store.set('userInfo', 'secret');
    origin.refuse('blocked');
    store.remove('userInfo');
    origin.refuse(undefined);
    expect(store.get('userInfo')).toBeUndefined();
    store.set('userInfo', 'next');
    expect(store.get('userInfo')).toBe('next');
    expect(origin.values.get('userInfo')).toBe('next');
  });

  test('[MT-03] a newer value of another tab replaces a value that is only in memory', () => {
    const origin = createOrigin();
    const store = createLocalStorageStore(origin.openWindow());
    store.changes$.subscribe();
    origin.refuse('full');
    store.set('key', 'mine');
    origin.refuse(undefined);
    createLocalStorageStore(origin.openWindow()).set('key', 'theirs');
    expect(store.get('key')).toBe('theirs');
  });
});
