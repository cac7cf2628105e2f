import { useEffect, useState, type RefObject } from 'react';

/** Esc closes the dialog, and then the focus returns to `target`, or to what had it before. */
export const useDialog = (onClose: () => void, target?: RefObject<HTMLElement | null>): void => {
  // antd gives Esc to the menu or tooltip that was opened last, although it is hidden behind the dialog.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      onClose();
    };
    addEventListener('keydown', onKey, true);
    return () => {
      removeEventListener('keydown', onKey, true);
    };
  }, [onClose]);
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
