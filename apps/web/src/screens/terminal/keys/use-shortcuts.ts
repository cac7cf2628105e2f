import { useEffect, useRef, type RefObject } from 'react';
import { shortcutOf, type ShortcutId } from './shortcuts.ts';

export type ShortcutHandlers = Partial<Record<ShortcutId, () => void>>;

/** A dialog over the page gets all keys. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('dialog[open], [aria-modal="true"]')].some((each) =>
    each.checkVisibility(),
  );

/**
 * Handles shortcuts of the terminal screen wherever the focus is on it. Keys that were handled already and keys in a
 * dialog are ignored. Each component of the screen handles its own shortcuts.
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
      const id = shortcutOf(event);
      const handler = id === undefined ? undefined : latest.current[id];
      if (handler === undefined || isDialogOpen()) return;
      event.preventDefault();
      handler();
    };
    target.addEventListener('keydown', onKeyDown);
    return () => target.removeEventListener('keydown', onKeyDown);
  }, [within]);
};
