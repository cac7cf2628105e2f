import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs';

/**
 * An observable that always has a value. It replays the value to every subscriber, never errors, and completes only
 * when its owner is disposed of. `value` reads it without subscribing and returns the same object until the value
 * changes.
 */
export type Live<T> = Observable<T> & { readonly value: T };

/** The writable side of a `Live`. Its owner keeps it and exposes only `live`. */
export interface LiveSource<T> {
  readonly live: Live<T>;
  /** Publishes a value unless it is identical to the current one. */
  readonly set: (value: T) => void;
  readonly update: (change: (value: T) => T) => void;
  readonly dispose: () => void;
}

const withValue = <T>(stream: Observable<T>, read: () => T): Live<T> =>
  Object.defineProperty(stream, 'value', { get: read }) as Live<T>; // the cast adds only the property defined here

export const createLive = <T>(initial: T): LiveSource<T> => {
  const subject = new BehaviorSubject(initial);
  const set = (value: T): void => {
    if (!Object.is(value, subject.value)) subject.next(value);
  };
  return {
    live: withValue(subject.asObservable(), () => subject.value),
    set,
    update: (change) => set(change(subject.value)),
    dispose: () => subject.complete(),
  };
};

/** Maps a `Live`. Each value of the source is mapped once, and identical results are not repeated. */
export const mapLive = <T, R>(source: Live<T>, project: (value: T) => R): Live<R> => {
  let seen: { readonly from: T; readonly to: R } | undefined;
  const read = (from: T): R => {
    if (seen === undefined || !Object.is(seen.from, from)) seen = { from, to: project(from) };
    return seen.to;
  };
  return withValue(source.pipe(map(read), distinctUntilChanged()), () => read(source.value));
};
