import { useCallback, useSyncExternalStore } from 'react';
import type { Live } from '@batbot/core';

/** Returns the current value of a live stream and renders the component again when it changes. */
export const useLive = <T>(live: Live<T>): T => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = live.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    [live],
  );
  return useSyncExternalStore(subscribe, () => live.value);
};
