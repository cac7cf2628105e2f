import { filter, map, share, type Observable } from 'rxjs';
import { createLive, type Live } from './live.ts';
import { done, err, mapOk, ok, type Result } from './result.ts';
import type { FileProblem, TextFormat } from './schema.ts';

export type StoreError = { readonly kind: 'full' | 'blocked'; readonly message: string };

export interface TextStore {
  readonly get: (key: string) => string | undefined;
  readonly set: (key: string, value: string) => Result<void, StoreError>;
  readonly remove: (key: string) => void;
  readonly changes$: Observable<string | undefined>;
}

/** A value that is saved under a key of the storage. It persists over reloads, and all tabs share it. */
export interface Saved<T> {
  readonly value$: Live<T>;
  /**
   * Publishes and saves a value. The value is kept until the page closes if the storage refuses it, or has data of another
   * version, which is not replaced.
   */
  readonly set: (value: T) => Result<void, StoreError>;
  /** Reads the storage again, because another tab may have written in the meantime. */
  readonly read: () => T;
  /** Removes the text from the storage and restores the initial value. */
  readonly remove: () => void;
  /** Whether the storage has a text that only another version of the app can read. */
  readonly isOfOtherVersion: () => boolean;
  /** Emits the value when another tab has written or removed it. */
  readonly changed$: Observable<T>;
  readonly exportText: () => string;
  /** Replaces the value by that of a file. `kept`: whether the storage accepted it. */
  readonly importText: (text: string) => Result<{ readonly kept: boolean }, FileProblem>;
  /** Stops publishing and writing. */
  readonly dispose: () => void;
}

const OTHER_VERSION: StoreError = {
  kind: 'blocked',
  message: 'The storage has data that another version of the app can read.',
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Creates a saved value. `initial` is used if the text is missing or not readable. */
export const saved = <T>(
  store: TextStore,
  key: string,
  { parse, format }: TextFormat<T>,
  initial: T,
): Saved<T> => {
  interface Seen {
    readonly text: string | undefined;
    readonly value: T;
    /** Whether another version of the app may read the text, but not this one [SESSION-51]. */
    readonly isOfOtherVersion: boolean;
  }
  let seen: Seen | undefined;
  const fromStore = (): Seen => {
    const text = store.get(key);
    if (seen === undefined || seen.text !== text) {
      const parsed = text === undefined ? ok(initial) : parse(text);
      const isOfOtherVersion = !parsed.ok && isJson(text ?? '');
      seen = { text, value: parsed.ok ? parsed.value : initial, isOfOtherVersion };
    }
    return seen;
  };
  const value = createLive(fromStore().value);
  const read = (): T => {
    value.set(fromStore().value);
    return value.live.value;
  };
  const changed = store.changes$.pipe(
    filter((other) => other === undefined || other === key),
    map(read),
    share(),
  );
  const otherTabs = changed.subscribe();
  let isDisposed = false;
  const set = (next: T): Result<void, StoreError> => {
    if (isDisposed) return done; // the user has signed out: none of their data is written any more
    const present = fromStore();
    if (present.isOfOtherVersion) {
      seen = { ...present, value: next };
      value.set(next);
      return err(OTHER_VERSION);
    }
    const text = format(next);
    seen = { text, value: next, isOfOtherVersion: false };
    const stored = store.set(key, text); // before publishing, because subscribers may read the storage
    value.set(next);
    return stored;
  };
  return {
    value$: value.live,
    set,
    read,
    remove: () => {
      if (isDisposed) return;
      store.remove(key);
      read();
    },
    isOfOtherVersion: () => fromStore().isOfOtherVersion,
    changed$: changed,
    exportText: () => format(value.live.value),
    importText: (text) => mapOk(parse(text), (parsed) => ({ kept: set(parsed).ok })),
    dispose: () => {
      isDisposed = true;
      otherTabs.unsubscribe();
      value.dispose();
    },
  };
};
