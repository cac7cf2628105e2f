import { useRef } from 'react';
import { Dropdown, type DropdownProps } from 'antd';

/** antd moves the focus into an opened menu after three frames, also if it was closed meanwhile. */
const FRAMES = 6;

/** Focuses an element while the focus is in a menu or nowhere. */
const returnFocus = (to: Element | null, frames = FRAMES): void => {
  const focused = document.activeElement;
  const isLost = focused === document.body || focused?.closest('.ant-dropdown') !== null;
  if (isLost && to instanceof HTMLElement && to.isConnected) to.focus();
  if (frames > 0)
    requestAnimationFrame(() => {
      returnFocus(to, frames - 1);
    });
};

/**
 * A menu that opens on a click. When it closes, the focus returns to the button, unless it is elsewhere. The menu closes
 * without fading out, because antd treats a fading menu as the topmost popup: it would take the Escape key from a dialog
 * that one of its items has opened.
 */
export const Menu = ({ onOpenChange, ...props }: DropdownProps) => {
  const opener = useRef<Element>(null);
  return (
    <Dropdown
      trigger={['click']}
      transitionName=""
      destroyOnHidden
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- antd's property: the opened menu takes the focus
      autoFocus
      onOpenChange={(isOpen, info) => {
        if (isOpen) opener.current = document.activeElement;
        else returnFocus(opener.current);
        onOpenChange?.(isOpen, info);
      }}
      {...props}
    />
  );
};
