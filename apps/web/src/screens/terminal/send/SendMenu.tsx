import { useRef, useState } from 'react';
import { Button, Dropdown } from 'antd';
import { CONTROL_KEYS, type ControlKeyId } from '@batbot/core';
import { shownKeys, SHORTCUTS, withKeys, type ShortcutId } from '../keys/shortcuts.ts';
import { useShortcuts } from '../keys/use-shortcuts.ts';

const KEYS: readonly (readonly [ControlKeyId, ShortcutId?])[] = [
  ['escape', 'escape'],
  ['interrupt', 'interrupt'],
  ['endOfTransmission'],
  ['substitute'],
];

interface Props {
  readonly isConnected: boolean;
  readonly onControl: (key: ControlKeyId) => void;
  readonly onOverview: () => void;
  /** The menu has closed: the focus goes back to the input. */
  readonly onDone: () => void;
}

const extra = (id: ShortcutId | undefined) =>
  id === undefined ? {} : { extra: <kbd>{shownKeys(SHORTCUTS[id]).join('+')}</kbd> };

/** Control characters, also for keyboards that have none, and the overview of all shortcuts. */
export const SendMenu = ({ isConnected, onControl, onOverview, onDone }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({
    control: () => {
      setOpen(!isOpen);
      if (isOpen) onDone();
    },
  });
  return (
    <Dropdown
      trigger={['click']}
      placement="topRight"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- antd's property: the opened menu takes the focus
      autoFocus
      open={isOpen}
      onOpenChange={setOpen}
      menu={{
        items: [
          ...KEYS.map(([key, shortcut]) => ({
            key,
            label: `Send ${CONTROL_KEYS[key].name}: ${CONTROL_KEYS[key].does}`,
            disabled: !isConnected,
            ...extra(shortcut),
          })),
          { type: 'divider' },
          { key: 'overview', label: 'Keyboard shortcuts', ...extra('overview') },
        ],
        onClick: ({ key }) => {
          onDone();
          const control = KEYS.find(([each]) => each === key)?.[0];
          if (control === undefined) onOverview();
          else onControl(control);
        },
      }}
    >
      <Button
        ref={button}
        type="text"
        aria-label="Send menu"
        aria-expanded={isOpen}
        title={withKeys('Control characters and shortcuts', 'control')}
      >
        <span aria-hidden>⋯</span>
      </Button>
    </Dropdown>
  );
};
