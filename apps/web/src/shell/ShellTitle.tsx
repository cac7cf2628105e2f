import { findTab, type TabId } from '@batbot/core';
import { useCore, useServices } from '../react/core-context.tsx';
import { useLive } from '../react/use-live.ts';
import { titlePrefix } from '../screens/alarms/alarm-words.ts';

/** The page's title: alarms before the tab's name, for who sees only the tab of the browser. */
export const ShellTitle = ({ tab }: { readonly tab: TabId }) => {
  const { brand } = useServices().config;
  const { alarms } = useCore();
  const prefix = titlePrefix(useLive(alarms.watch$), useLive(alarms.raised$));
  return <title>{`${prefix}${findTab(tab)?.title ?? ''} · ${brand.name}`}</title>;
};
