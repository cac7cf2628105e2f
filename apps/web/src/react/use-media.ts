import { useSyncExternalStore, useMemo } from 'react';

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
