import type { ReactNode } from 'react';
import {
  ApiOutlined,
  CheckSquareOutlined,
  CodeOutlined,
  OrderedListOutlined,
} from '@ant-design/icons';

/** What every panel beside the log is given. */
export interface SideProps {
  /** Sends a command as if it had been typed; true when it was sent. */
  readonly onSend: (text: string) => boolean;
  /** Puts a command into the input, for the user to change and send. */
  readonly onFill: (text: string) => void;
}

/** Each is also the id of the shortcut that opens and closes the panel. */
export type SideId = 'commands' | 'sequences' | 'checks' | 'line';

export interface Side {
  readonly id: SideId;
  readonly label: string;
  readonly icon: ReactNode;
  /** Whether the panel may take the full width of the page. */
  readonly canBeWide?: true;
}

/** The panels beside the log, in the order of their buttons. */
export const SIDES: readonly Side[] = [
  { id: 'commands', label: 'Commands', icon: <CodeOutlined aria-hidden /> },
  { id: 'sequences', label: 'Sequences', icon: <OrderedListOutlined aria-hidden /> },
  { id: 'checks', label: 'Checks', icon: <CheckSquareOutlined aria-hidden />, canBeWide: true },
  { id: 'line', label: 'Port', icon: <ApiOutlined aria-hidden /> },
];
