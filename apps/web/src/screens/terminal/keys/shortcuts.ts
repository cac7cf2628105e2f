/** In the order of the overview, each with the place where its shortcuts work. */
export const SHORTCUT_GROUPS = {
  'Command input': 'while it has the focus',
  Sending: 'anywhere on this page',
  View: 'anywhere on this page',
  Log: 'anywhere on this page; the transactions give way to the log',
  'Log or transactions': 'while the list has the focus',
  'Find and Filter': 'while the focus is in them',
} as const;

/** What an action is called and the keys that do it; `Ctrl` is also ⌘. One table for handlers, tooltips and overview. */
export interface Shortcut {
  readonly keys: string;
  readonly does: string;
  readonly group: keyof typeof SHORTCUT_GROUPS;
  /** Works only while the focus is in the command input, a list, a bar over the log, or a panel; anywhere without it. */
  readonly where?: 'input' | 'list' | 'bar' | 'panel';
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

const inList = (keys: string, does: string): Shortcut => ({
  ...shortcut('Log or transactions', keys, does),
  where: 'list',
});

const inBar = (keys: string, does: string): Shortcut => ({
  ...shortcut('Find and Filter', keys, does),
  where: 'bar',
});

/** Shortcuts of the terminal screen. */
export const SHORTCUTS = {
  send: inInput('Enter', 'Send what stands there'),
  older: inInput('ArrowUp', 'Earlier command that begins with what is typed'),
  newer: inInput('ArrowDown', 'Later one, then what was typed'),
  complete: inInput('Ctrl+Space', 'Open the completions; the arrows then choose, Enter takes'),
  takeFirst: inInput('Tab', 'Take the first completion, or the chosen one'),
  takeAtEnd: inInput('ArrowRight', 'The same, with the cursor at the end'),
  closeList: inInput('Escape', 'Close the completions'),
  interrupt: inInput('Ctrl+C', 'Send ^C; with text selected it copies as always'),
  escape: inInput('Ctrl+[', 'Send ESC'),

  quick1: shortcut('Sending', 'Alt+1', 'First quick command in sight'),
  quick2: shortcut('Sending', 'Alt+2', 'Second quick command'),
  quick3: shortcut('Sending', 'Alt+3', 'Third quick command'),
  quick4: shortcut('Sending', 'Alt+4', 'Fourth quick command'),
  quick5: shortcut('Sending', 'Alt+5', 'Fifth quick command'),
  nextGroup: shortcut('Sending', 'Alt+G', 'Next group of quick commands'),
  editQuick: shortcut('Sending', 'Alt+Q', 'Change the quick commands in sight'),
  control: shortcut('Sending', 'Alt+C', 'Control characters: ^C, ^D, ^Z'),
  lineEnding: shortcut('Sending', 'Alt+N', 'Next line ending'),
  format: shortcut('Sending', 'Alt+H', 'ASCII or hex'),
  cancelLines: shortcut('Sending', 'Ctrl+.', 'Send no further pasted line'),
  focusCommand: shortcut('Sending', 'Ctrl+I', 'Go to the command input'),
  stopSequence: shortcut('Sending', 'Alt+X', 'Stop the sequence'),

  overview: shortcut('View', 'Ctrl+/', 'Show all shortcuts'),
  view: shortcut('View', 'Alt+T', 'Show the log or the transactions'),
  commands: shortcut('View', 'Ctrl+K', 'Open or close the commands and their help'),
  sequences: shortcut('View', 'Alt+S', 'Open or close the sequences'),
  guided: shortcut('View', 'Alt+K', 'Open or close the guided checks'),
  line: shortcut('View', 'Alt+L', 'Open or close the line: counters, signals, port settings'),
  closePanel: {
    ...shortcut('View', 'Escape', 'Close the panel or dialog that has the focus'),
    where: 'panel',
  },
  filterTransactions: shortcut('View', 'Alt+R', 'Filter the transactions'),
  nextResult: shortcut('View', 'Alt+O', 'Transactions with the next kind of result'),

  focusLog: shortcut('Log', 'Ctrl+L', 'Go to the log or the transactions, whichever is shown'),
  latest: shortcut(
    'Log',
    'Alt+End',
    'To the latest line, and along with it; so in the transactions',
  ),
  find: shortcut('Log', 'Ctrl+F', 'Find in the log; among transactions their filter'),
  findNext: shortcut('Log', 'F3', 'Next match'),
  findPrevious: shortcut('Log', 'Shift+F3', 'Previous match'),
  filter: shortcut('Log', 'Ctrl+Shift+F', 'Filter the log, or the transactions'),
  pause: shortcut('Log', 'F8', 'Pause the log, and go on'),
  times: shortcut('Log', 'F9', 'Change what the times count from'),
  background: shortcut('Log', 'Ctrl+Shift+G', 'Show or hide background traffic, in both'),
  mark: shortcut('Log', 'Ctrl+B', 'Mark a line: the one found or selected, else the last in sight'),
  note: shortcut('Log', 'Ctrl+Shift+B', 'Write a note to that line'),
  nextMark: shortcut('Log', 'F2', 'Next marked line'),
  previousMark: shortcut('Log', 'Shift+F2', 'Previous marked line'),
  marks: shortcut('Log', 'Alt+B', 'All marked lines'),
  highlight: shortcut('Log', 'Ctrl+Shift+H', 'Highlight rules'),
  copyAll: shortcut('Log', 'Alt+A', 'Copy all of the log'),
  copyTimes: shortcut('Log', 'Alt+W', 'Copy with times, or without'),
  saveText: shortcut('Log', 'Ctrl+S', 'Save the log as text'),
  saveCsv: shortcut('Log', 'Alt+V', 'Save the log as CSV'),
  saveJsonl: shortcut('Log', 'Alt+J', 'Save the log as JSONL'),
  logMenu: shortcut('Log', 'Alt+M', 'Open or close the menu of the log, or of the transactions'),
  clear: shortcut('Log', 'Ctrl+Shift+K', 'Clear the log, or the transactions if they are shown'),

  selectAll: inList('Ctrl+A', 'Select all; Ctrl+C copies'),
  toTop: inList('Home', 'To the beginning'),
  toBottom: inList('End', 'To the end, and along with it'),

  nextHit: inBar('Enter', 'Next match'),
  previousHit: inBar('Shift+Enter', 'Previous match'),
  matchCase: inBar('Alt+Shift+C', 'Match case'),
  regex: inBar('Alt+Shift+X', 'Regular expression'),
  inverse: inBar('Alt+Shift+I', 'Filter: what does not match'),
  showSent: inBar('Alt+Shift+S', 'Filter: show or hide what was sent'),
  showReceived: inBar('Alt+Shift+R', 'Filter: show or hide what was received'),
  showSystem: inBar('Alt+Shift+Y', 'Filter: show or hide system lines'),
  closeBar: inBar('Escape', 'Close it'),

  acknowledgeAlarms: shortcut('View', 'Alt+Shift+A', 'Acknowledge all alarms'),
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

/** The action a key press stands for, if any: anywhere on the screen, or only where the focus is in such a place. */
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
