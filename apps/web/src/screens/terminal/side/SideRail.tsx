import type { ReactNode } from 'react';
import {
  ApiOutlined,
  CheckSquareOutlined,
  CodeOutlined,
  OrderedListOutlined,
} from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { withKeys } from '../keys/shortcuts.ts';

/** The properties of every panel next to the log. */
export interface SideProps {
  /** Queues a command as if the user had typed it. Returns false if it cannot be sent. */
  readonly onSend: (text: string) => boolean;
  /** Inserts a command into the input, where the user can change and send it. */
  readonly onFill: (text: string) => void;
}

/** Id of a panel, and of the shortcut that opens and closes it. */
export type SideId = 'commands' | 'sequences' | 'checks' | 'line';

export interface Side {
  readonly id: SideId;
  readonly label: string;
  readonly icon: ReactNode;
  /** Whether the panel may take the full width of the page. */
  readonly canBeWide?: true;
}

/** The panels next to the log, in the order of their buttons. */
export const SIDES: readonly Side[] = [
  { id: 'commands', label: 'Commands', icon: <CodeOutlined aria-hidden /> },
  { id: 'sequences', label: 'Sequences', icon: <OrderedListOutlined aria-hidden /> },
  { id: 'checks', label: 'Checks', icon: <CheckSquareOutlined aria-hidden />, canBeWide: true },
  { id: 'line', label: 'Port', icon: <ApiOutlined aria-hidden /> },
];

interface Props {
  readonly open: SideId | undefined;
  readonly onToggle: (id: SideId) => void;
}

/** The buttons that open and close the panels next to the log. */
export const SideRail = ({ open, onToggle }: Props) => (
  <Flex vertical gap={4} className="side-rail" role="group" aria-label="Panels">
    {SIDES.map(({ id, label, icon }) => (
      <Button
        key={id}
        type={open === id ? 'primary' : 'text'}
        aria-pressed={open === id}
        title={withKeys(label, id)}
        icon={icon}
        onClick={() => onToggle(id)}
      >
        {label}
      </Button>
    ))}
  </Flex>
);
