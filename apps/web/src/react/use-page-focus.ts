import { useEffect, type RefObject } from 'react';

/**
 * Gives the focus to `target`, or to the page if it is not shown, when the focused control was removed together with the
 * component, or when `state` has changed [PAGE-81].
 */
export const usePageFocus = (state?: string, target?: RefObject<HTMLElement | null>): void => {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const element = target?.current ?? document.querySelector('main');
      element?.focus({ preventScroll: true });
    },
    [state, target],
  );
};
