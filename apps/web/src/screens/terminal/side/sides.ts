import type { ShortcutId } from '../keys/shortcuts.ts';

/** What every panel beside the log is given. */
export interface SideProps {
  /** Sends a command as if it had been typed; true when it was sent. */
  readonly onSend: (text: string) => boolean;
  /** Puts a command into the input, for the user to change and send. */
  readonly onFill: (text: string) => void;
  /** Whether the panel has the full width of the page. */
  readonly isWide: boolean;
}

export type SideId = 'commands' | 'sequences' | 'checks' | 'line';

export interface Side {
  readonly id: SideId;
  readonly label: string;
  /** Opens and closes the panel. */
  readonly shortcut: ShortcutId;
  /** Whether the panel may take the full width of the page. */
  readonly canBeWide?: true;
}

/** The panels beside the log, in the order of their buttons. */
export const SIDES: readonly Side[] = [
  { id: 'commands', label: 'Commands', shortcut: 'commands' },
  { id: 'sequences', label: 'Sequences', shortcut: 'sequences' },
  { id: 'checks', label: 'Checks', shortcut: 'checks', canBeWide: true },
  { id: 'line', label: 'Port', shortcut: 'line' },
];
