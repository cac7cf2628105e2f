import { useRef, type KeyboardEvent } from 'react';
import { Dropdown, type DropdownProps } from 'antd';

/** antd moves the focus into an opened menu after three frames, also if it was closed meanwhile. */
const FRAMES = 6;

/** Focuses an element while the focus is in a menu or nowhere. Stops when `isWanted` returns false. */
const returnFocus = (to: Element | null, isWanted: () => boolean, frames = FRAMES): void => {
  if (!isWanted()) return;
  const focused = document.activeElement;
  const isLost = focused === document.body || focused?.closest('.ant-dropdown') !== null;
  if (isLost && to instanceof HTMLElement && to.isConnected) to.focus();
  if (frames > 0) requestAnimationFrame(() => returnFocus(to, isWanted, frames - 1));
};

/** The Enter key that chooses an item must not also click the button, which has the focus by then. */
const chooseOnly = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.preventDefault();
};

/**
 * A menu that opens on a click. When it closes, the focus returns to the button, unless it is elsewhere. The menu closes
 * without fading out, because antd treats a fading menu as the topmost popup: it would take the Escape key from a dialog
 * that one of its items has opened.
 */
export const Menu = ({ onOpenChange, menu, ...props }: DropdownProps) => {
  const opener = useRef<Element>(null);
  const isShown = useRef(false);
  return (
    <Dropdown
      trigger={['click']}
      transitionName=""
      destroyOnHidden
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- antd's property: the opened menu takes the focus
      autoFocus
      onOpenChange={(isOpen, info) => {
        isShown.current = isOpen;
        if (isOpen) opener.current = document.activeElement;
        else returnFocus(opener.current, () => !isShown.current);
        onOpenChange?.(isOpen, info);
      }}
      {...props}
      menu={{ ...menu, onKeyDown: chooseOnly }}
    />
  );
};
