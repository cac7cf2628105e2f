import { useEffect, useState, type RefObject } from 'react';

/** Gives the focus back when a dialog goes away: to `target`, or to what had it before. */
export const useReturnFocus = (target?: RefObject<HTMLElement | null>): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Read when the dialog goes: the element may have gone with what was deleted.
      const element = target?.current ?? before;
      if (element instanceof HTMLElement && element.isConnected) element.focus();
    },
    [target, before],
  );
};
