import { useEffect, useState } from 'react';
import { useServices } from './core-context.tsx';

/** Returns why the update waits; undefined if this page did not come from the service worker, or no update waits. */
export const useUpdateHold = (isNewer: boolean): string | undefined => {
  const { workspace$ } = useServices();
  const [hold, setHold] = useState<string>();
  useEffect(() => {
    if (!isNewer || !navigator.serviceWorker?.controller) return undefined;
    let end: (() => void) | undefined = () => undefined;
    const follow = async (): Promise<void> => {
      const { followUpdateHold } = await import('./update-hold.ts');
      if (end !== undefined) end = followUpdateHold(workspace$, navigator.locks, setHold);
    };
    follow().catch(() => undefined); // if the chunk does not load, no reason is shown
    return () => {
      end?.();
      end = undefined;
    };
  }, [isNewer, workspace$]);
  return hold;
};
