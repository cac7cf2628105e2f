import { BehaviorSubject, distinctUntilChanged, map, type Observable } from 'rxjs';

/**
 * A stream that always has a value: replays it to every subscriber, never errors, never completes before its
 * owner is disposed. `value` reads it without subscribing; what it returns keeps its identity until it changes.
 */
export type Live<T> = Observable<T> & { readonly value: T };

/** The writing end of a `Live`. It stays with its owner; the world gets `live`. */
export interface LiveSource<T> {
  readonly live: Live<T>;
  /** Publishes a value; one identical to the present one is not published again. */
  readonly set: (value: T) => void;
  readonly update: (change: (value: T) => T) => void;
  readonly dispose: () => void;
}

const withValue = <T>(stream: Observable<T>, read: () => T): Live<T> =>
  Object.defineProperty(stream, 'value', { get: read }) as Live<T>; // the property just defined is what the type adds

export const createLive = <T>(initial: T): LiveSource<T> => {
  const subject = new BehaviorSubject(initial);
  const set = (value: T): void => {
    if (!Object.is(value, subject.value)) subject.next(value);
  };
  return {
    live: withValue(subject.asObservable(), () => subject.value),
    set,
    update: (change) => {
      set(change(subject.value));
    },
    dispose: () => {
      subject.complete();
    },
  };
};

/** A view of a `Live`, computed once per source value; equal results are not repeated. */
export const mapLive = <T, R>(source: Live<T>, project: (value: T) => R): Live<R> => {
  let seen: { readonly from: T; readonly to: R } | undefined;
  const read = (from: T): R => {
    if (seen === undefined || !Object.is(seen.from, from)) seen = { from, to: project(from) };
    return seen.to;
  };
  return withValue(source.pipe(map(read), distinctUntilChanged()), () => read(source.value));
};
