import { useRef } from 'react';
import { Dropdown, type DropdownProps } from 'antd';

/**
 * A menu that opens on a click. A choice returns the focus to the button, unless it has moved the focus. The menu closes
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
      autoFocus
      onOpenChange={(isOpen, info) => {
        const focused = document.activeElement;
        if (isOpen) opener.current = focused;
        else if (focused === document.body || focused?.closest('.ant-dropdown')) {
          if (opener.current instanceof HTMLElement) opener.current.focus();
        }
        onOpenChange?.(isOpen, info);
      }}
      {...props}
    />
  );
};
