/** What an action is called and the keys that do it; `Ctrl` is also ⌘. One table for handlers, tooltips and overview. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
  readonly group: 'Log' | 'Sending' | 'View';
}

const shortcut = (group: Shortcut['group'], keys: string, does: string): Shortcut => ({
  group,
  keys,
  does,
});

/** Shortcuts that work anywhere on the terminal screen. */
export const SHORTCUTS = {
  overview: shortcut('View', 'Ctrl+/', 'Show all shortcuts'),
  focusCommand: shortcut('Sending', 'Ctrl+I', 'Go to the command input'),
  focusLog: shortcut('Log', 'Ctrl+L', 'Go to the log'),
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** What a key press looks like, without the browser's own type. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A key press as it stands in the table: "Ctrl+Shift+F". */
export const keysOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string => {
  const name = key.length === 1 ? key.toUpperCase() : key;
  const isLetter = /^[A-Z]$/.test(name);
  return [
    ctrlKey || metaKey ? 'Ctrl' : '',
    altKey ? 'Alt' : '',
    shiftKey && (isLetter || key.length > 1) ? 'Shift' : '',
    name,
  ]
    .filter((part) => part !== '')
    .join('+');
};

/** The action a key press stands for, if any. */
export const shortcutOf = (press: KeyPress): ShortcutId | undefined => {
  const keys = keysOf(press);
  const ids = Object.keys(SHORTCUTS) as ShortcutId[]; // the keys of a literal
  return ids.find((id) => SHORTCUTS[id].keys === keys);
};

/** A tooltip that names the keys too. */
export const withKeys = (text: string, id: ShortcutId): string => `${text} (${SHORTCUTS[id].keys})`;
