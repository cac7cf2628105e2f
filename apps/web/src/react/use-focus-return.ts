import { useEffect, useState } from 'react';

/**
 * Returns the focus of a dialog to the element that had it before the dialog was rendered, or to the page if that element
 * is not shown any more [PAGE-232].
 */
export const useFocusReturn = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Waits until React has removed the dialog, and its focus with it.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (before instanceof HTMLElement) before.focus();
        if (document.activeElement === document.body) document.querySelector('main')?.focus();
      });
    },
    [before],
  );
};
