import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { mayOpen, sectionOf, type TabId } from '@batbot/core';
import { changedQuery } from './changed-query.ts';
import { useSignedIn } from './use-signed-in.ts';

/** The path of all pages of a signed-in user. The next segment is the tab [ROUTE-4]. */
export const AREA = '/mainpage';

export const tabPath = (tab: TabId): string => `${AREA}/${tab}`;

/** The address of a row of a tab's list, and of a section of its details. */
export const rowPath = (tab: TabId, id: string, section = ''): string =>
  `${tabPath(tab)}?${changedQuery('', { id, tab: section }).toString()}`;

/** The address of the handbook. It opens in a new tab, because leaving the page would close the port. */
export const HANDBOOK = '/handbook/';

/** The tabs that work with the connected device. Both contain the pages of sessions and comparisons. */
export type DeviceTab = 'home' | 'terminal';

/** The page that assigns meanings to the values of an unknown device. It is below Home, so that polling continues. */
export const TEACH_PATH = `${AREA}/home/teach`;

/** Addresses of recorded sessions, below the tab that the user is on. */
export interface SessionPaths {
  readonly list: string;
  readonly details: (id: string) => string;
  /** Each side is a session's id, an id with the index of a sample (`id@12`), or `live`. */
  readonly compare: (a: string, b: string) => string;
}

export const sessionPaths = (tab: DeviceTab): SessionPaths => ({
  list: `${tabPath(tab)}/sessions`,
  details: (id) => `${tabPath(tab)}/sessions/${encodeURIComponent(id)}`,
  compare: (a, b) => `${tabPath(tab)}/compare/${encodeURIComponent(a)}/${encodeURIComponent(b)}`,
});

/** Returns the device tab that the user is on; on any other tab, the first permitted device tab, or undefined. */
export const useDeviceTab = (): DeviceTab | undefined => {
  const section = sectionOf(useLocation().pathname);
  const permissions = useSignedIn()?.permissions;
  if (section === 'home' || section === 'terminal') return section;
  if (permissions === undefined) return undefined;
  return (['home', 'terminal'] as const).find((tab) => mayOpen(tab, permissions));
};

export const useSessionPaths = (): SessionPaths => {
  const tab = useDeviceTab() ?? 'home';
  return useMemo(() => sessionPaths(tab), [tab]);
};

/**
 * Converts an address of version 1.7.1, which named the view in its query (`?view=sessions&id=…`), to its current form.
 */
export const currentAddress = (pathname: string, search: string): string | undefined => {
  const query = new URLSearchParams(search);
  const tab = sectionOf(pathname);
  if (tab !== 'home' && tab !== 'terminal') return undefined;
  if (query.get('view') === 'teach') return TEACH_PATH;
  if (query.get('view') !== 'sessions') return undefined;
  const paths = sessionPaths(tab);
  const [id, a, b] = ['id', 'a', 'b'].map((name) => query.get(name) ?? '');
  if (a) return paths.compare(a, b || 'live');
  return id ? paths.details(id) : paths.list;
};
