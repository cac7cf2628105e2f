import { Subject } from 'rxjs';
import { done, err } from '../prelude/result.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';

interface FakeTab {
  readonly changes: Subject<string | undefined>;
}

export const createFakeStorage = (initial: Readonly<Record<string, string>> = {}) => {
  const kept = new Map(Object.entries(initial));
  const tabs = new Set<FakeTab>();
  let refusal: StoreError['kind'] | undefined;

  const notify = (from: FakeTab, key: string | undefined): void => {
    for (const tab of tabs) if (tab !== from) tab.changes.next(key);
  };

  return {
    /** Opens a tab. The other tabs are notified of its writes. */
    openTab: (): KeyValueStore => {
      const self: FakeTab = { changes: new Subject() };
      tabs.add(self);
      /** The values that could not be saved and exist in this tab only. */
      const unsaved = new Map<string, string>();
      return {
        get: (key) => unsaved.get(key) ?? kept.get(key),
        set: (key, value) => {
          if (refusal !== undefined) {
            unsaved.set(key, value);
            return err({ kind: refusal, message: `refused: ${refusal}` });
          }
          unsaved.delete(key);
          const isNew = kept.get(key) !== value;
          kept.set(key, value);
          if (isNew) notify(self, key);
          return done;
        },
        remove: (key) => {
          unsaved.delete(key);
          if (kept.delete(key)) notify(self, key);
        },
        clear: () => {
          unsaved.clear();
          if (kept.size === 0) return;
          kept.clear();
          notify(self, undefined);
        },
        changes$: self.changes.asObservable(),
      };
    },
    /** Makes every write fail with this error from now on; undefined lets writes succeed again. */
    refuse: (kind: StoreError['kind'] | undefined): void => {
      refusal = kind;
    },
    /** Returns the values that remain after all tabs are closed. */
    kept: (): ReadonlyMap<string, string> => new Map(kept),
  };
};

/** The storage of one origin, in memory. A test can open any number of tabs. */
export type FakeStorage = ReturnType<typeof createFakeStorage>;

/** Creates a storage and returns its only tab. */
export const createFakeKeyValueStore = (
  initial: Readonly<Record<string, string>> = {},
): KeyValueStore => createFakeStorage(initial).openTab();
