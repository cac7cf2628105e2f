import { Dropdown, type DropdownProps } from 'antd';

/**
 * A menu that opens on a click. It closes without fading out, because antd treats a fading menu as the topmost popup:
 * it would take the Escape key from a dialog that one of its items has opened.
 */
export const Menu = (props: DropdownProps) => (
  <Dropdown trigger={['click']} transitionName="" destroyOnHidden {...props} />
);
