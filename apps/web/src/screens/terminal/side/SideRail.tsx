import {
  ApiOutlined,
  CheckSquareOutlined,
  CodeOutlined,
  OrderedListOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { withKeys } from '../keys/shortcuts.ts';
import { SIDES, type SideId } from './sides.ts';

const ICONS: Readonly<Record<SideId, ReactNode>> = {
  commands: <CodeOutlined aria-hidden />,
  sequences: <OrderedListOutlined aria-hidden />,
  checks: <CheckSquareOutlined aria-hidden />,
  line: <ApiOutlined aria-hidden />,
};

interface Props {
  readonly open: SideId | undefined;
  readonly onToggle: (id: SideId) => void;
}

/** Opens and closes the panels beside the log. */
export const SideRail = ({ open, onToggle }: Props) => (
  <div className="side-rail" role="group" aria-label="Panels">
    {SIDES.map(({ id, label, shortcut }) => (
      <Button
        key={id}
        type={open === id ? 'primary' : 'text'}
        aria-label={label}
        aria-pressed={open === id}
        title={withKeys(label, shortcut)}
        icon={ICONS[id]}
        onClick={() => onToggle(id)}
      />
    ))}
  </div>
);
