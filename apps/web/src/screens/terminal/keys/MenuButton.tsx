import { useRef, useState } from 'react';
import { Button } from 'antd';
import { Menu } from '../../controls/Menu.tsx';
import { shownKeys, SHORTCUTS, withKeys, type ShortcutId } from './shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

export interface MenuLine {
  readonly label: string;
  /** The shortcut of the same action. */
  readonly keys?: ShortcutId | undefined;
  readonly isDisabled?: boolean;
  /** Whether the entry is on, for entries that can be on or off. */
  readonly isOn?: boolean;
  readonly does: () => void;
}

interface Props {
  readonly label: string;
  readonly title: string;
  readonly shortcut: ShortcutId;
  readonly placement: 'topRight' | 'bottomRight';
  readonly groups: readonly (readonly MenuLine[])[];
  /** Called when the menu closes, to move the focus. Default: focuses the button. */
  readonly onDone?: () => void;
}

export const MenuButton = ({ label, title, shortcut, placement, groups, onDone }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const moveFocus = onDone ?? (() => button.current?.focus());
  useShortcuts({
    [shortcut]: () => {
      setOpen(!isOpen);
      if (isOpen) moveFocus();
    },
  });
  const items = groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => [
      ...(at === 0 ? [] : [{ type: 'divider' as const }]),
      ...group.map((line) => ({
        key: line.label,
        label: line.isOn === true ? `✓ ${line.label}` : line.label,
        disabled: line.isDisabled === true,
        ...(line.keys && { extra: <kbd>{shownKeys(SHORTCUTS[line.keys]).join('+')}</kbd> }),
      })),
    ]);
  return (
    <Menu
      placement={placement}
      open={isOpen}
      onOpenChange={setOpen}
      menu={{
        items,
        onClick: ({ key }) => {
          moveFocus(); // before the action, so that a dialog it opens returns the focus to this element
          const chosen = groups.flat().find((line) => line.label === key);
          chosen?.does();
        },
      }}
    >
      <Button
        ref={button}
        type="text"
        aria-label={label}
        aria-expanded={isOpen}
        title={withKeys(title, shortcut)}
      >
        <span aria-hidden>⋯</span>
      </Button>
    </Menu>
  );
};
