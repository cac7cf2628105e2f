import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that tells whether the component is still shown, for what ends after the user may have left it. */
export const useIsShown = (): (() => boolean) => {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
};
