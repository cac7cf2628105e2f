import { useEffect, useRef, type RefObject } from 'react';
import { shortcutOf, type ShortcutId } from './shortcuts.ts';

export type ShortcutHandlers = Partial<Record<ShortcutId, () => void>>;

/**
 * Answers the shortcuts of the terminal screen, wherever on it the focus is, and nowhere else: an open dialog, another
 * page or a handled key is left alone. Any component of the screen may answer its own.
 */
export const useShortcuts = (
  handlers: ShortcutHandlers,
  within?: RefObject<HTMLElement | null>,
): void => {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const target = within?.current ?? document;
    const onKeyDown = (event: Event): void => {
      if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const id = shortcutOf(event);
      const handler = id === undefined ? undefined : latest.current[id];
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    target.addEventListener('keydown', onKeyDown);
    return () => {
      target.removeEventListener('keydown', onKeyDown);
    };
  }, [within]);
};
