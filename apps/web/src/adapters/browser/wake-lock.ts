import type { KeepAwake } from '@batbot/core';

/** The used parts of the W3C Screen Wake Lock API. */
export interface WakeLocks {
  readonly request: (type: 'screen') => Promise<WakeLockHandle>;
}
export interface WakeLockHandle {
  readonly release: () => Promise<void>;
  readonly addEventListener: (kind: 'release', listener: () => void) => void;
}
export interface VisiblePage {
  readonly visibilityState: DocumentVisibilityState;
  readonly addEventListener: (kind: 'visibilitychange', listener: () => void) => void;
  readonly removeEventListener: (kind: 'visibilitychange', listener: () => void) => void;
}

/** Keeps the screen on. `locks` is undefined if the browser does not support it. */
export const createWakeLock = (locks: WakeLocks | undefined, page: VisiblePage): KeepAwake => ({
  hold: (onChange) => {
    if (locks === undefined) {
      onChange(false);
      return () => undefined;
    }
    let handle: WakeLockHandle | undefined;
    let isAsking = false;
    let isOver = false;

    const drop = (held: WakeLockHandle): void => {
      held.release().catch(() => undefined);
    };

    const ask = async (): Promise<void> => {
      if (isOver || isAsking || handle !== undefined || page.visibilityState !== 'visible') return;
      isAsking = true;
      try {
        const granted = await locks.request('screen');
        if (isOver) {
          drop(granted);
          return;
        }
        handle = granted;
        granted.addEventListener('release', () => {
          if (handle === granted) handle = undefined;
          if (!isOver) onChange(false);
        });
        onChange(true);
      } catch {
        onChange(false); // the battery is low, or the page was hidden meanwhile
      } finally {
        isAsking = false;
      }
    };

    // The browser releases the lock whenever the page is hidden.
    const onVisibility = (): void => void ask();
    page.addEventListener('visibilitychange', onVisibility);
    void ask();
    return () => {
      if (isOver) return;
      isOver = true;
      page.removeEventListener('visibilitychange', onVisibility);
      if (handle !== undefined) drop(handle);
    };
  },
});
