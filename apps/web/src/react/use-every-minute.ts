import { useEffect } from 'react';

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
