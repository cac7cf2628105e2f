import { Subject } from 'rxjs';
import { done, err } from '../prelude/result.ts';
import type { KeyValueStore, StoreError } from '../ports/key-value-store.ts';

/** The storage of one origin, in memory, with as many tabs on it as a test opens. */
export interface FakeStorage {
  /** One tab's view; what it writes, the others are notified of. */
  readonly openTab: () => KeyValueStore;
  /** From now on every write is refused in this way; undefined lets them through again. */
  readonly refuse: (kind: StoreError['kind'] | undefined) => void;
  /** What would be there after closing all tabs. */
  readonly kept: () => ReadonlyMap<string, string>;
}

interface FakeTab {
  readonly changes: Subject<string | undefined>;
}

export const createFakeStorage = (initial: Readonly<Record<string, string>> = {}): FakeStorage => {
  const kept = new Map(Object.entries(initial));
  const tabs = new Set<FakeTab>();
  let refusal: StoreError['kind'] | undefined;

  const notify = (from: FakeTab, key: string | undefined): void => {
    for (const tab of tabs) if (tab !== from) tab.changes.next(key);
  };

  return {
    openTab: () => {
      const self: FakeTab = { changes: new Subject() };
      tabs.add(self);
      /** What was refused and lives in this tab alone. */
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
    refuse: (kind) => {
      refusal = kind;
    },
    kept: () => new Map(kept),
  };
};

/** Storage of which one tab is enough. */
export const createFakeKeyValueStore = (
  initial: Readonly<Record<string, string>> = {},
): KeyValueStore => createFakeStorage(initial).openTab();
