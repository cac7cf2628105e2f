import { useEffect, useState } from 'react';

/** For a dialog: gives the focus back to where it was before the dialog was rendered [D14]. */
export const useFocusReturn = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After React has removed the dialog, and the focus with it.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
};
