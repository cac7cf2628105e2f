import { useEffect, useRef, type RefObject } from 'react';

/** Returns a ref for a control that takes the focus when it appears. */
export const useFirstFocus = <C extends { readonly focus: () => void }>(
  isWanted = true,
): RefObject<C | null> => {
  const control = useRef<C>(null);
  useEffect(() => {
    if (isWanted) control.current?.focus();
  }, [isWanted]);
  return control;
};
