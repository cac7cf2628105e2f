import type { ReactNode } from 'react';
import type { TabId } from '@batbot/core';
import { tabPath } from '../../react/paths.ts';
import { useTabOpening } from '../../react/tab-opening.ts';

export interface TabAnchorProps {
  readonly tab: TabId;
  readonly className?: string;
  /** Whether this tab is shown. */
  readonly isCurrent?: boolean;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A link to a tab, which can also be opened in another tab of the browser. A plain click asks the server first. */
export const TabAnchor = ({
  tab,
  className,
  isCurrent = false,
  onOpen,
  children,
}: TabAnchorProps) => {
  const { pending, open } = useTabOpening();
  const isDisabled = pending !== undefined;
  return (
    <a
      className={className}
      href={tabPath(tab)}
      aria-current={isCurrent ? 'page' : undefined}
      aria-disabled={isDisabled || undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (isDisabled) return;
        onOpen?.();
        open(tab);
      }}
    >
      {children}
    </a>
  );
};
