import { useRef, useState } from 'react';
import { Button } from 'antd';
import { Menu } from '../../controls/Menu.tsx';
import { shownKeys, SHORTCUTS, withKeys, type ShortcutId } from './shortcuts.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** A line of a menu. */
export interface MenuLine {
  readonly label: string;
  /** The shortcut that does the same. */
  readonly keys?: ShortcutId | undefined;
  readonly isDisabled?: boolean;
  /** For what can be on or off. */
  readonly isOn?: boolean;
  readonly does: () => void;
}

interface Props {
  readonly label: string;
  readonly title: string;
  /** Opens and closes the menu. */
  readonly shortcut: ShortcutId;
  readonly placement: 'topRight' | 'bottomRight';
  readonly groups: readonly (readonly MenuLine[])[];
  /** Takes the focus when the menu closes; without it the button does. */
  readonly onDone?: () => void;
}

/** A "⋯" button with a menu. */
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
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- antd's property: the opened menu takes the focus
      autoFocus
      open={isOpen}
      onOpenChange={setOpen}
      menu={{
        items,
        onClick: ({ key }) => {
          moveFocus(); // a dialog opened from here gives the focus back to it
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
