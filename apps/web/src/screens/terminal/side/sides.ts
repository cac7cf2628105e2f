import type { ComponentType } from 'react';
import { LazyChecksPanel } from '../checks/LazyChecksPanel.tsx';
import { LinePanel } from '../line/LinePanel.tsx';
import type { ShortcutId } from '../keys/shortcuts.ts';
import { CommandsPanel } from '../palette/CommandsPanel.tsx';
import { SequencesPanel } from '../sequences/SequencesPanel.tsx';

/** What every panel beside the log is given. */
export interface SideProps {
  /** Sends a command as if it had been typed; true when it went out. */
  readonly onSend: (text: string) => boolean;
  /** Puts a command into the input, for the user to change and send. */
  readonly onFill: (text: string) => void;
}

export type SideId = 'commands' | 'sequences' | 'guided' | 'line';

export interface Side {
  readonly id: SideId;
  readonly label: string;
  /** Opens and closes it. */
  readonly shortcut?: ShortcutId;
  readonly Panel: ComponentType<SideProps>;
}

/** The panels beside the log, in the order of their buttons. */
export const SIDES: readonly Side[] = [
  { id: 'commands', label: 'Commands', shortcut: 'commands', Panel: CommandsPanel },
  { id: 'sequences', label: 'Sequences', shortcut: 'sequences', Panel: SequencesPanel },
  { id: 'guided', label: 'Checks', shortcut: 'guided', Panel: LazyChecksPanel },
  { id: 'line', label: 'Line', shortcut: 'line', Panel: LinePanel },
];
