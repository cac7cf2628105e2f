import type { Tab, TabId } from '@batbot/core';

export interface TabLinkProps {
  readonly tab: Tab;
  readonly isActive: boolean;
  /** Clicked, and waiting for the user's record. */
  readonly isPending: boolean;
  readonly isDisabled: boolean;
  readonly onOpen: (id: TabId) => void;
}

/** A real link, so that it can be opened in another tab of the browser; a plain click asks the server first. */
export const TabLink = ({ tab, isActive, isPending, isDisabled, onOpen }: TabLinkProps) => (
  <a
    className={isPending ? 'tab-link tab-link--pending' : 'tab-link'}
    href={`/mainpage/${tab.id}`}
    aria-current={isActive ? 'page' : undefined}
    aria-disabled={isDisabled || undefined}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (!isDisabled) onOpen(tab.id);
    }}
  >
    <span className="tab-link__title">{tab.title}</span>
    {isPending && <span className="spinner" aria-hidden />}
  </a>
);
