import { Observable } from 'rxjs';
import { done, err, type KeyValueStore, type StoreError } from '@batbot/core';

/** The used parts of the window. Reading `localStorage` may throw if storage is blocked. */
export interface StorageWindow {
  readonly localStorage: Storage;
  readonly addEventListener: (kind: 'storage', listener: (event: StorageEvent) => void) => void;
  readonly removeEventListener: (kind: 'storage', listener: (event: StorageEvent) => void) => void;
}

const FULL = new Set(['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED']);

const toStoreError = (thrown: unknown): StoreError => {
  const { name, message } =
    thrown instanceof Error ? thrown : { name: '', message: 'Storage is not available.' };
  return { kind: FULL.has(name) ? 'full' : 'blocked', message };
};

/**
 * Stores values in local storage. Values that it refuses stay in memory until the page closes or another tab writes the
 * same key.
 */
export const createLocalStorageStore = (page: StorageWindow): KeyValueStore => {
  /** The changes that local storage refused, by key. Undefined: the key was removed. */
  const overlay = new Map<string, string | undefined>();

  const attempt = <T>(action: (storage: Storage) => T): T | StoreError => {
    try {
      return action(page.localStorage);
    } catch (thrown) {
      return toStoreError(thrown);
    }
  };

  const keptKeys = (): readonly string[] => {
    const keys = attempt((storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
    );
    return 'kind' in keys ? [] : keys;
  };

  return {
    get: (key) => {
      if (overlay.has(key)) return overlay.get(key);
      const value = attempt((storage) => storage.getItem(key));
      return typeof value === 'string' ? value : undefined;
    },
    set: (key, value) => {
      const error = attempt((storage) => storage.setItem(key, value));
      if (error === undefined) {
        overlay.delete(key);
        return done;
      }
      overlay.set(key, value);
      return err(error);
    },
    remove: (key) => {
      const error = attempt((storage) => storage.removeItem(key));
      if (error === undefined) overlay.delete(key);
      else overlay.set(key, undefined);
    },
    clear: () => {
      overlay.clear();
      const error = attempt((storage) => storage.clear());
      if (error !== undefined) for (const key of keptKeys()) overlay.set(key, undefined);
    },
    changes$: new Observable((subscriber) => {
      const listener = (event: StorageEvent): void => {
        const storage = attempt((local) => local);
        if (event.storageArea !== null && event.storageArea !== storage) return; // event of session storage
        if (event.key === null) overlay.clear();
        else overlay.delete(event.key);
        subscriber.next(event.key ?? undefined);
      };
      page.addEventListener('storage', listener);
      return () => page.removeEventListener('storage', listener);
    }),
  };
};
