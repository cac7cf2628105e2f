import { useEffect, useState, type RefObject } from 'react';

/** Closes the dialog on Escape. When it closes, the focus returns to `target`, or to the element that had it before. */
export const useDialog = (onClose: () => void, target?: RefObject<HTMLElement | null>): void => {
  // In the capture phase, because antd would pass Escape to the last opened menu or tooltip, even if the dialog covers
  // it.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [onClose]);
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Read on unmount, because the element may have been removed with deleted data.
      const element = target?.current ?? before;
      if (element instanceof HTMLElement && element.isConnected) element.focus();
    },
    [target, before],
  );
};
