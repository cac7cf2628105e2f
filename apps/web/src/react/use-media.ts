import { useSyncExternalStore, useMemo } from 'react';

/** Returns whether a media query matches now. */
export const useMedia = (query: string): boolean => {
  const list = useMemo(() => matchMedia(query), [query]);
  return useSyncExternalStore(
    (changed) => {
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => list.matches,
  );
};
