import { useCallback, useEffect, useState } from 'react';
import { useServices } from './core-context.tsx';

const MINUTE_MS = 60_000;

/** Calls a function every minute while the page is visible, and when it becomes visible. */
export const useEveryMinute = (work: () => void): void => {
  useEffect(() => {
    const tick = (): void => {
      if (document.visibilityState === 'visible') work();
    };
    const timer = setInterval(tick, MINUTE_MS);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [work]);
};

/** Returns the wall-clock time in ms. It is renewed every minute while the page is visible. */
export const useNow = (): number => {
  const { clock } = useServices();
  const [now, setNow] = useState(() => clock.wallNow());
  useEveryMinute(useCallback(() => setNow(clock.wallNow()), [clock]));
  return now;
};
