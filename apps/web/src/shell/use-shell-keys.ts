import { useEffect, useEffectEvent } from 'react';
import { useCore } from '../react/core-context.tsx';
import { pressedKey } from '../react/pressed-key.ts';
import { useTabOpening } from '../react/tab-opening.ts';

/** Time in milliseconds within which the second key must follow G. */
const SECOND_KEY_MS = 1_500;

const GO_TO: Readonly<Record<string, 'home' | 'terminal' | 'assets'>> = {
  H: 'home',
  T: 'terminal',
  A: 'assets',
};

/** Whether a field has the focus or an opening panel is about to take it. Letters are not shortcuts then. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable], [role="combobox"], [role="dialog"], [role="log"], [aria-expanded="true"]',
  ) !== null;

/** Whether a modal dialog other than the palette is open. The user answers it before opening anything else. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('.ant-modal:not(.command-palette)')].some((dialog) =>
    dialog.checkVisibility(),
  );

/** The shortcuts of every tab: Ctrl+K for the palette, G with H, T or A for a tab, R for the recording. */
export const useShellKeys = (openPalette: () => void): void => {
  const { recording, link } = useCore();
  const { open } = useTabOpening();
  const showPalette = useEffectEvent(openPalette);
  useEffect(() => {
    let goesUntil = 0;
    const onKeyDown = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, repeat, shiftKey, target, timeStamp } = event;
      const key = pressedKey(event);
      if (key === 'K' && (ctrlKey || metaKey) && !altKey && !shiftKey) {
        event.preventDefault();
        event.stopPropagation();
        if (!isDialogOpen()) showPalette();
        return;
      }
      if (altKey || ctrlKey || metaKey || shiftKey || repeat || isTyping(target)) return;
      const tab = timeStamp < goesUntil ? GO_TO[key ?? ''] : undefined;
      if (tab !== undefined) {
        event.preventDefault();
        goesUntil = 0;
        open(tab);
      } else if (key === 'G') {
        goesUntil = timeStamp + SECOND_KEY_MS;
      } else if (key === 'R') {
        if (recording.state$.value.kind === 'recording') void recording.stop();
        else if (link.connection$.value.kind === 'connected') recording.start();
      }
    };
    // The capture phase, to run before the terminal's own shortcuts.
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [recording, link, open]);
};
