import { useCallback, useEffect, useState } from 'react';
import { useServices } from './core-context.tsx';

const MINUTE_MS = 60_000;

/** Calls a function every minute while the page is visible. */
export const useEveryMinute = (work: () => void): void => {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') work();
    }, MINUTE_MS);
    return () => clearInterval(timer);
  }, [work]);
};

/** Returns the wall-clock time in ms. It is renewed every minute while the page is visible. */
export const useNow = (): number => {
  const { clock } = useServices();
  const [now, setNow] = useState(() => clock.wallNow());
  useEveryMinute(useCallback(() => setNow(clock.wallNow()), [clock]));
  return now;
};
