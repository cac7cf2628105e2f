import { useCallback, useSyncExternalStore } from 'react';
import type { Live } from '@batbot/core';

/** Returns a part of the current value of a live stream and renders the component again when that part changes. */
export const useLivePart = <T, P>(live: Live<T>, part: (value: T) => P): P => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = live.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    [live],
  );
  return useSyncExternalStore(subscribe, () => part(live.value));
};

/** Returns the current value of a live stream and renders the component again when it changes. */
export const useLive = <T>(live: Live<T>): T => useLivePart(live, (value) => value);
