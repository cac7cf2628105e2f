import { Alert } from 'antd';
import { popoverTextOf, type TabId } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';

/** Shows the server's hint for a tab above its page, if there is one. */
export const TabHint = ({ tab }: { readonly tab: TabId }) => {
  const hint = popoverTextOf(useLive(useCore().popover.content$), tab);
  return hint !== undefined && <Alert banner type="info" title={hint} />;
};
