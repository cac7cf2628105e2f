import type { Tab } from '@batbot/core';
import { useTabOpening } from '../react/tab-opening.ts';
import { TabAnchor } from '../screens/controls/TabAnchor.tsx';

export interface TabLinkProps {
  readonly tab: Tab;
  readonly isActive: boolean;
  /** Called beside opening it. */
  readonly onOpen?: () => void;
}

/** A tab of the bar or of the drawer; it spins while it waits for the user's record. */
export const TabLink = ({ tab, isActive, onOpen }: TabLinkProps) => {
  const isPending = useTabOpening().pending === tab.id;
  return (
    <TabAnchor
      tab={tab.id}
      className={isPending ? 'tab-link tab-link--pending' : 'tab-link'}
      isCurrent={isActive}
      {...(onOpen === undefined ? {} : { onOpen })}
    >
      <span className="tab-link__title">{tab.title}</span>
      {isPending && <span className="spinner" aria-hidden />}
    </TabAnchor>
  );
};
