import { filter, map, share, type Observable } from 'rxjs';
import { createLive, type Live } from './live.ts';
import { done, ok, type Result } from './result.ts';
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
  /** Publishes and saves a value. If the storage refuses it, the value is kept until the page closes. */
  readonly set: (value: T) => Result<void, StoreError>;
  /** Reads the storage again, because another tab may have written in the meantime. */
  readonly read: () => T;
  /** Removes the text from the storage and restores the initial value. */
  readonly remove: () => void;
  /** Emits the value when another tab has written or removed it. */
  readonly changed$: Observable<T>;
  readonly exportText: () => string;
  /** Replaces the value by that of a file. `kept`: whether the storage accepted it. */
  readonly importText: (text: string) => Result<{ readonly kept: boolean }, FileProblem>;
  /** Stops publishing and writing. */
  readonly dispose: () => void;
}

/** Creates a saved value. `initial` is used if the text is missing or not readable. */
export const saved = <T>(
  store: TextStore,
  key: string,
  { parse, format }: TextFormat<T>,
  initial: T,
): Saved<T> => {
  let seen: { readonly text: string | undefined; readonly value: T } | undefined;
  const fromStore = (): T => {
    const text = store.get(key);
    if (seen === undefined || seen.text !== text) {
      const parsed = text === undefined ? ok(initial) : parse(text);
      seen = { text, value: parsed.ok ? parsed.value : initial };
    }
    return seen.value;
  };
  const value = createLive(fromStore());
  const read = (): T => {
    value.set(fromStore());
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
    const text = format(next);
    seen = { text, value: next };
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
    changed$: changed,
    exportText: () => format(value.live.value),
    importText: (text) => {
      const parsed = parse(text);
      return parsed.ok ? ok({ kept: set(parsed.value).ok }) : parsed;
    },
    dispose: () => {
      isDisposed = true;
      otherTabs.unsubscribe();
      value.dispose();
    },
  };
};
