import { useEffectEvent, useLayoutEffect } from 'react';
import { shortcutOf, SHORTCUTS, type ShortcutId } from './shortcuts.ts';

const VIEWS: ReadonlySet<ShortcutId> = new Set(['view', 'filterTransactions', 'nextResult']);
const showsList = (id: ShortcutId): boolean =>
  VIEWS.has(id) || (SHORTCUTS[id].group === 'Log' && id !== 'background');

/** Whether a dialog is open, which then receives all keys. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('dialog[open], [aria-modal="true"]')].some((each) =>
    each.checkVisibility(),
  );

/** Calls `onUse` before a shortcut is handled whose effect is in the log or the transactions. */
export const useBeforeListShortcuts = (onUse: () => void): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const id = shortcutOf(event);
    if (id !== undefined && showsList(id) && !isDialogOpen()) onUse();
  });
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', handle, true);
    return () => document.removeEventListener('keydown', handle, true);
  }, []);
};

/**
 * Handles shortcuts of the terminal screen, wherever the focus is. Keys that were already handled, and keys in a
 * dialog, are ignored. Each component handles its own shortcuts.
 */
export const useShortcuts = (handlers: Partial<Record<ShortcutId, () => void>>): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const id = shortcutOf(event);
    const handler = id === undefined ? undefined : handlers[id];
    if (handler === undefined || isDialogOpen()) return;
    event.preventDefault();
    handler();
  });
  // Before the first paint, so that no key is lost. `onKeyDown` always runs the handlers of the last render.
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent): void => onKeyDown(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
};
