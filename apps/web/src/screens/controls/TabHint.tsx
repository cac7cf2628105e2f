import { Alert } from 'antd';
import { popoverTextOf, type TabId } from '@batbot/core';
import { useCore } from '../../react/core-context.tsx';
import { useLive } from '../../react/use-live.ts';

/** Shows the server's hint for a tab, if there is one. */
export const TabHint = ({
  tab,
  banner = false,
}: {
  readonly tab: TabId;
  readonly banner?: boolean;
}) => {
  const hint = popoverTextOf(useLive(useCore().popover.content$), tab);
  return hint !== undefined && <Alert type="info" banner={banner} title={hint} />;
};
