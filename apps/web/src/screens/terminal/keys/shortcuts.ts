/** In the order of the overview. */
export const SHORTCUT_GROUPS = ['Command input', 'Sending', 'Log', 'View'] as const;

/** What an action is called and the keys that do it; `Ctrl` is also ⌘. One table for handlers, tooltips and overview. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
  readonly group: (typeof SHORTCUT_GROUPS)[number];
  /** Works only while the command input, or the log, has the focus; anywhere on the screen without it. */
  readonly where?: 'input' | 'log';
}

const shortcut = (group: Shortcut['group'], keys: string, does: string): Shortcut => ({
  group,
  keys,
  does,
});

const inInput = (keys: string, does: string): Shortcut => ({
  ...shortcut('Command input', keys, does),
  where: 'input',
});

const inLog = (keys: string, does: string): Shortcut => ({
  ...shortcut('Log', keys, does),
  where: 'log',
});

/** Shortcuts of the terminal screen. */
export const SHORTCUTS = {
  overview: shortcut('View', 'Ctrl+/', 'Show all shortcuts'),
  commands: shortcut('View', 'Ctrl+K', 'Open or close the commands and their help'),
  quick1: shortcut('Sending', 'Alt+1', 'First quick command in sight'),
  quick2: shortcut('Sending', 'Alt+2', 'Second quick command'),
  quick3: shortcut('Sending', 'Alt+3', 'Third quick command'),
  quick4: shortcut('Sending', 'Alt+4', 'Fourth quick command'),
  quick5: shortcut('Sending', 'Alt+5', 'Fifth quick command'),
  nextGroup: shortcut('Sending', 'Alt+G', 'Next group of quick commands'),
  control: shortcut('Sending', 'Alt+C', 'Control characters: ^C, ^D, ^Z'),
  cancelLines: shortcut('Sending', 'Ctrl+.', 'Send no further pasted line'),
  send: inInput('Enter', 'Send what stands there'),
  older: inInput('ArrowUp', 'Earlier command that begins with what is typed'),
  newer: inInput('ArrowDown', 'Later one, then what was typed'),
  complete: inInput('Ctrl+Space', 'Open the completions; the arrows then choose, Enter takes'),
  takeFirst: inInput('Tab', 'Take the first completion, or the chosen one'),
  takeAtEnd: inInput('ArrowRight', 'The same, with the cursor at the end'),
  closeList: inInput('Escape', 'Close the completions'),
  interrupt: inInput('Ctrl+C', 'Send ^C; with text selected it copies as always'),
  escape: inInput('Ctrl+[', 'Send ESC'),
  focusCommand: shortcut('Sending', 'Ctrl+I', 'Go to the command input'),
  view: shortcut('View', 'Alt+T', 'Show the log or the transactions'),
  sequences: shortcut('View', 'Alt+S', 'Open or close the sequences'),
  filterTransactions: shortcut('View', 'Alt+R', 'Filter the transactions'),
  stopSequence: shortcut('Sending', 'Alt+X', 'Stop the sequence'),
  focusLog: shortcut('Log', 'Ctrl+L', 'Go to the log'),
  selectAll: inLog('Ctrl+A', 'Select all of the log; Ctrl+C copies'),
  toTop: inLog('Home', 'To the beginning of the log'),
  toBottom: inLog('End', 'To its end, and along with it'),
  find: shortcut('Log', 'Ctrl+F', 'Find in the log'),
  findNext: shortcut('Log', 'F3', 'Next match'),
  findPrevious: shortcut('Log', 'Shift+F3', 'Previous match'),
  filter: shortcut('Log', 'Ctrl+Shift+F', 'Filter the log'),
  pause: shortcut('Log', 'F8', 'Pause the log, and go on'),
  times: shortcut('Log', 'F9', 'Change what the times count from'),
  background: shortcut('Log', 'Ctrl+Shift+G', 'Show or hide background traffic'),
  mark: shortcut('Log', 'Ctrl+B', 'Mark a line: the one found or selected, else the last in sight'),
  note: shortcut('Log', 'Ctrl+Shift+B', 'Write a note to that line'),
  nextMark: shortcut('Log', 'F2', 'Next marked line'),
  previousMark: shortcut('Log', 'Shift+F2', 'Previous marked line'),
  highlight: shortcut('Log', 'Ctrl+Shift+H', 'Highlight rules'),
  saveText: shortcut('Log', 'Ctrl+S', 'Save the log as text'),
  clearLog: shortcut('Log', 'Ctrl+Shift+K', 'Clear the log'),
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** What a key press looks like, without the browser's own type. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The place on the keyboard: with Alt some systems make another sign of a key. */
  readonly code?: string;
}

const nameOf = ({ key, altKey, code = '' }: KeyPress): string => {
  if (key === ' ') return 'Space';
  const place = altKey ? /^(?:Digit|Key)(.)$/.exec(code)?.[1] : undefined;
  return place ?? (key.length === 1 ? key.toUpperCase() : key);
};

/** A key press as it stands in the table: "Ctrl+Shift+F". */
export const keysOf = (press: KeyPress): string => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  const name = nameOf(press);
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

/** The action a key press stands for, if any: anywhere on the screen, or in the command input alone. */
export const shortcutOf = (press: KeyPress, where?: Shortcut['where']): ShortcutId | undefined => {
  const keys = keysOf(press);
  const ids = Object.keys(SHORTCUTS) as ShortcutId[]; // the keys of a literal
  const all: Readonly<Record<ShortcutId, Shortcut>> = SHORTCUTS;
  return ids.find((id) => all[id].keys === keys && all[id].where === where);
};

const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** The keys of a shortcut as they are shown, one by one. */
export const shownKeys = ({ keys }: Shortcut): readonly string[] =>
  keys.split('+').map((key) => SIGNS[key] ?? key);

/** A tooltip that names the keys too. */
export const withKeys = (text: string, id: ShortcutId): string =>
  `${text} (${shownKeys(SHORTCUTS[id]).join('+')})`;
