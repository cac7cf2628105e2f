import { useCallback, useSyncExternalStore } from 'react';
import type { Live } from '@batbot/core';

/** The present value of a live stream; renders again when it changes. */
export const useLive = <T>(live: Live<T>): T => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = live.subscribe(changed);
      return () => {
        subscription.unsubscribe();
      };
    },
    [live],
  );
  return useSyncExternalStore(subscribe, () => live.value);
};
