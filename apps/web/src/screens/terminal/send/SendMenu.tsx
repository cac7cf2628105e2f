import { CONTROL_KEYS, type ControlKeyId } from '@batbot/core';
import { useConnected } from '../../../react/use-connected.ts';
import { MenuButton, type MenuLine } from '../keys/MenuButton.tsx';
import type { ShortcutId } from '../keys/shortcuts.ts';

interface Props {
  readonly onControl: (key: ControlKeyId) => void;
  readonly onOverview: () => void;
  /** Called when the menu has closed, to focus the input. */
  readonly onDone: () => void;
}

/** Offers control characters, also for keyboards without them, and the overview of all shortcuts. */
export const SendMenu = ({ onControl, onOverview, onDone }: Props) => {
  const isConnected = useConnected();
  const send = (key: ControlKeyId, keys?: ShortcutId): MenuLine => ({
    label: `Send ${CONTROL_KEYS[key].name}: ${CONTROL_KEYS[key].does}`,
    keys,
    isDisabled: !isConnected,
    does: () => onControl(key),
  });
  return (
    <MenuButton
      label="Send menu"
      title="Control characters and shortcuts"
      shortcut="control"
      placement="topRight"
      groups={[
        [
          send('escape', 'escape'),
          send('interrupt', 'interrupt'),
          send('endOfTransmission'),
          send('substitute'),
        ],
        [{ label: 'Keyboard shortcuts', keys: 'overview', does: onOverview }],
      ]}
      onDone={onDone}
    />
  );
};
