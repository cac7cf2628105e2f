import { Dropdown, type DropdownProps } from 'antd';

/**
 * A menu that opens by a click. It closes without fading out: for antd a fading menu is still the topmost popup, and it
 * would swallow the Escape of a dialog that one of its items opened.
 */
export const Menu = (props: DropdownProps) => (
  <Dropdown trigger={['click']} transitionName="" destroyOnHidden {...props} />
);
