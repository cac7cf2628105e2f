import { useEffect } from 'react';

/**
 * Gives the focus to the page when the focused control was removed together with the component, or when `state` has
 * changed [D14].
 */
export const usePageFocus = (state?: string): void => {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    },
    [state],
  );
};
