import { Button, Flex } from 'antd';
import { withKeys } from '../keys/shortcuts.ts';
import { SIDES, type SideId } from './sides.tsx';

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
        aria-label={label}
        aria-pressed={open === id}
        title={withKeys(label, id)}
        icon={icon}
        onClick={() => onToggle(id)}
      />
    ))}
  </Flex>
);
