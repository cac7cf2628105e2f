import { Subscription, type Observable } from 'rxjs';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import type { Live } from '../prelude/live.ts';

/** Wall-clock time of the last use in any tab, in ms since 1970. */
const LAST_USE_KEY = 'lastUse';
/** How often the time of the last use is read and saved. */
const STEP_MS = 10_000;

/**
 * Whether the last use of any tab is too long ago. A clock that was set back by more than the limit counts as too long,
 * because the time of the last use is then unknown.
 */
export const isIdle = (store: KeyValueStore, clock: Clock, limitMs: number): boolean => {
  const last = Number(store.get(LAST_USE_KEY) ?? Number.NaN);
  return Math.abs(clock.wallNow() - last) >= limitMs;
};

export interface IdleLockParts {
  readonly clock: Clock;
  /** Local storage, which all tabs share. */
  readonly store: KeyValueStore;
  readonly limitMs: number;
  readonly signedIn$: Live<boolean>;
  /** Emits at every input of the user. */
  readonly input$: Observable<unknown>;
  /** Whether an operation runs that must not be interrupted: a recording, a check, a write to a device, an install. */
  readonly isBusy: () => boolean;
  readonly lock: () => void;
}

/** Locks after a time without input, counted over all tabs. Returns a function that ends this. */
export const startIdleLock = (parts: IdleLockParts): (() => void) => {
  const { clock, store, limitMs, signedIn$ } = parts;
  /** The last read time of use, with the monotonic time at which this value was first read. */
  let seen: { readonly text: string | undefined; readonly at: number } | undefined;
  let cancel: (() => void) | undefined;
  let wasSignedOut = false;

  const use = (): void => {
    const at = clock.monotonicNow();
    seen = { text: String(clock.wallNow()), at };
    store.set(LAST_USE_KEY, seen.text ?? '');
  };
  const hasExpired = (): boolean => {
    const text = store.get(LAST_USE_KEY);
    const now = clock.monotonicNow();
    if (seen?.text !== text || seen === undefined) seen = { text, at: now };
    return isIdle(store, clock, limitMs) || now - seen.at >= limitMs;
  };
  const look = (): void => {
    if (parts.isBusy()) use();
    else if (hasExpired()) {
      parts.lock();
      return; // the sign-out ends the steps
    }
    cancel = clock.after(STEP_MS, look);
  };

  const subscription = new Subscription();
  subscription.add(
    signedIn$.subscribe((isSignedIn) => {
      cancel?.();
      cancel = undefined;
      if (!isSignedIn) {
        wasSignedOut = true;
        return;
      }
      // A time that was saved before a sign-in belongs to an earlier session.
      if (wasSignedOut || store.get(LAST_USE_KEY) === undefined) use();
      cancel = clock.after(STEP_MS, look);
    }),
  );
  subscription.add(
    parts.input$.subscribe(() => {
      if (!signedIn$.value) return;
      if (!parts.isBusy() && hasExpired()) parts.lock();
      else if (isIdle(store, clock, STEP_MS)) use();
    }),
  );
  return () => {
    cancel?.();
    subscription.unsubscribe();
  };
};
