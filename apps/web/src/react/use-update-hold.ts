import { useEffect, useState } from 'react';
import { from, switchMap } from 'rxjs';
import { useServices } from './core-context.tsx';

/** Returns why the update waits; undefined if this page did not come from the service worker, or nothing waits. */
export const useUpdateHold = (isNewer: boolean): string | undefined => {
  const { workspace$ } = useServices();
  const [hold, setHold] = useState<string>();
  useEffect(() => {
    if (!isNewer || !navigator.serviceWorker?.controller) return undefined;
    // If the chunk does not load, no reason is shown.
    const subscription = from(import('./update-hold.ts'))
      .pipe(switchMap(({ updateHold }) => updateHold(workspace$, navigator.locks)))
      .subscribe({ next: setHold, error: () => undefined });
    return () => {
      subscription.unsubscribe();
    };
  }, [isNewer, workspace$]);
  return hold;
};
