import { pressedKey, type PressedKey } from '../../../react/pressed-key.ts';

/** The groups of the overview, and where the shortcuts of each group work. */
export const SHORTCUT_GROUPS = {
  'Command input': 'while it has the focus',
  Sending: 'anywhere on this page',
  View: 'anywhere on this page',
  Log: 'anywhere on this page; they switch from Transactions to Log',
  'Log or transactions': 'while the list has the focus',
  'Find and Filter': 'while the focus is in them',
  App: 'on every tab',
} as const;

/** An action and its keys. `Ctrl` also means ⌘. Handlers, tooltips and the overview use the same table. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
  readonly group: keyof typeof SHORTCUT_GROUPS;
  /** The place that must have the focus: the command input, a list, the search field or a panel; undefined for any. */
  readonly where: 'input' | 'list' | 'bar' | 'panel' | undefined;
}

/** The place of the groups that need the focus. */
const PLACES: Partial<Record<Shortcut['group'], Shortcut['where']>> = {
  'Command input': 'input',
  'Log or transactions': 'list',
  'Find and Filter': 'bar',
};

const shortcut = (
  group: Shortcut['group'],
  keys: string,
  does: string,
  where = PLACES[group],
): Shortcut => ({ group, keys, does, where });

/** Shortcuts of the terminal screen. */
export const SHORTCUTS = {
  send: shortcut('Command input', 'Enter', 'Send'),
  older: shortcut('Command input', 'ArrowUp', 'Previous command that begins with your text'),
  newer: shortcut('Command input', 'ArrowDown', 'Next command, then your text'),
  complete: shortcut(
    'Command input',
    'Ctrl+Space',
    'Open completions: arrows select, Enter inserts',
  ),
  takeFirst: shortcut('Command input', 'Tab', 'Insert the first or the selected completion'),
  takeAtEnd: shortcut('Command input', 'ArrowRight', 'The same, with the cursor at the end'),
  closeList: shortcut('Command input', 'Escape', 'Close completions'),
  interrupt: shortcut('Command input', 'Ctrl+C', 'Send ^C; with text selected, copy'),
  escape: shortcut('Command input', 'Ctrl+[', 'Send ESC'),

  quick1: shortcut('Sending', 'Alt+1', 'Quick command 1'),
  quick2: shortcut('Sending', 'Alt+2', 'Quick command 2'),
  quick3: shortcut('Sending', 'Alt+3', 'Quick command 3'),
  quick4: shortcut('Sending', 'Alt+4', 'Quick command 4'),
  quick5: shortcut('Sending', 'Alt+5', 'Quick command 5'),
  nextGroup: shortcut('Sending', 'Alt+G', 'Next group of quick commands'),
  editQuick: shortcut('Sending', 'Alt+Q', 'Edit quick commands'),
  control: shortcut('Sending', 'Alt+C', 'Control characters: ESC, ^C, ^D, ^Z'),
  lineEnding: shortcut('Sending', 'Alt+N', 'Next line ending'),
  format: shortcut('Sending', 'Alt+H', 'ASCII or hex'),
  cancelLines: shortcut('Sending', 'Ctrl+.', 'Stop sending pasted lines'),
  focusCommand: shortcut('Sending', 'Ctrl+I', 'Go to the command input'),
  stopSequence: shortcut('Sending', 'Alt+X', 'Stop the sequence'),

  overview: shortcut('View', 'Ctrl+/', 'Show all shortcuts'),
  view: shortcut('View', 'Alt+T', 'Switch between Log and Transactions'),
  commands: shortcut('View', 'Alt+P', 'Open or close Commands'),
  sequences: shortcut('View', 'Alt+S', 'Open or close Sequences'),
  checks: shortcut('View', 'Alt+K', 'Open or close Checks'),
  line: shortcut('View', 'Alt+L', 'Open or close Port: counters, control lines, settings'),
  closePanel: shortcut('View', 'Escape', 'Close the panel or dialog that has the focus', 'panel'),
  filterTransactions: shortcut('View', 'Alt+R', 'Filter transactions'),
  nextResult: shortcut('View', 'Alt+O', 'Next result filter of the transactions'),

  focusLog: shortcut('Log', 'Ctrl+L', 'Go to the log or the transactions'),
  latest: shortcut('Log', 'Alt+End', 'Jump to latest and follow; also in the transactions'),
  find: shortcut('Log', 'Ctrl+F', 'Find in the log, or filter the transactions'),
  findNext: shortcut('Log', 'F3', 'Next match'),
  findPrevious: shortcut('Log', 'Shift+F3', 'Previous match'),
  filter: shortcut('Log', 'Ctrl+Shift+F', 'Filter the log or the transactions'),
  pause: shortcut('Log', 'F8', 'Pause / resume'),
  times: shortcut('Log', 'F9', 'Times: clock, elapsed or Δ previous line'),
  background: shortcut('Log', 'Ctrl+Shift+G', 'Show or hide app traffic'),
  mark: shortcut('Log', 'Ctrl+B', 'Mark a line: the match, the selected or the last visible one'),
  note: shortcut('Log', 'Ctrl+Shift+B', 'Add a note to that line'),
  nextMark: shortcut('Log', 'F2', 'Next marked line'),
  previousMark: shortcut('Log', 'Shift+F2', 'Previous marked line'),
  marks: shortcut('Log', 'Alt+B', 'All marked lines'),
  highlight: shortcut('Log', 'Ctrl+Shift+H', 'Highlight rules'),
  copyAll: shortcut('Log', 'Alt+A', 'Copy all'),
  copyTimes: shortcut('Log', 'Alt+W', 'Copy with or without times'),
  saveText: shortcut('Log', 'Ctrl+S', 'Save the log as text'),
  saveCsv: shortcut('Log', 'Alt+V', 'Save the log as CSV'),
  saveJsonl: shortcut('Log', 'Alt+J', 'Save the log as JSONL'),
  logMenu: shortcut('Log', 'Alt+M', 'Open or close the menu of the log or the transactions'),
  clear: shortcut('Log', 'Ctrl+Shift+K', 'Clear the log or the transactions'),

  selectAll: shortcut('Log or transactions', 'Ctrl+A', 'Select all; Ctrl+C copies'),
  toTop: shortcut('Log or transactions', 'Home', 'Go to the beginning'),
  toBottom: shortcut('Log or transactions', 'End', 'Go to the end and follow'),

  nextHit: shortcut('Find and Filter', 'Enter', 'Next match'),
  previousHit: shortcut('Find and Filter', 'Shift+Enter', 'Previous match'),
  matchCase: shortcut('Find and Filter', 'Alt+Shift+C', 'Match case'),
  regex: shortcut('Find and Filter', 'Alt+Shift+X', 'Regular expression'),
  inverse: shortcut('Find and Filter', 'Alt+Shift+I', 'Filter: exclude matches'),
  showSent: shortcut('Find and Filter', 'Alt+Shift+S', 'Filter: show or hide sent lines'),
  showReceived: shortcut('Find and Filter', 'Alt+Shift+R', 'Filter: show or hide received lines'),
  showSystem: shortcut('Find and Filter', 'Alt+Shift+Y', 'Filter: show or hide system lines'),
  closeBar: shortcut('Find and Filter', 'Escape', 'Clear and leave the field'),

  // Handled by the shell, and listed here because its button is above the terminal.
  search: shortcut('App', 'Ctrl+K', 'Search or jump: tabs, packs, sessions, checks, commands'),

  acknowledgeAlarms: shortcut('View', 'Alt+Shift+A', 'Acknowledge all alarms'),
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** A key press, with the used properties of the browser's event. */
export interface KeyPress extends PressedKey {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const nameOf = (press: KeyPress): string =>
  press.key === ' ' ? 'Space' : (pressedKey(press) ?? press.key);

/** Formats a key press as in the table: "Ctrl+Shift+F". */
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

/** Returns the action of a key press, or undefined: an action that works anywhere, or one of the place `where`. */
export const shortcutOf = (press: KeyPress, where?: Shortcut['where']): ShortcutId | undefined => {
  const keys = keysOf(press);
  const ids = Object.keys(SHORTCUTS) as ShortcutId[]; // the keys of the literal above
  const all: Readonly<Record<ShortcutId, Shortcut>> = SHORTCUTS;
  return ids.find((id) => all[id].keys === keys && all[id].where === where);
};

const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowRight: '→',
  Escape: 'Esc',
};

export const shownKeys = ({ keys }: Pick<Shortcut, 'keys'>): readonly string[] =>
  keys.split('+').map((key) => SIGNS[key] ?? key);

/** Appends the keys of a shortcut to a tooltip. */
export const withKeys = (text: string, id: ShortcutId): string =>
  `${text} (${shownKeys(SHORTCUTS[id]).join('+')})`;
