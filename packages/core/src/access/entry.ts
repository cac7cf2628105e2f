import type { Permissions } from './permissions.ts';
import { findTab, mayOpen, type TabId } from './tabs.ts';

/** The tab for every request that is not permitted or does not exist. */
export const FALLBACK_TAB: TabId = 'users';

/** Returns the tab to open: the requested one if it exists and is permitted, else users. */
export const resolveTab = (requested: unknown, permissions: Permissions): TabId => {
  const tab = findTab(requested);
  return tab !== undefined && mayOpen(tab.id, permissions) ? tab.id : FALLBACK_TAB;
};

/**
 * Returns the tab that opens on entry (specification, section 2). `requestedChild` is the path segment below /mainpage,
 * undefined or empty for the bare path. With battAccess the bare path opens assets.
 */
export const resolveEntry = (
  requestedChild: string | undefined,
  permissions: Permissions,
): TabId => {
  const isBare = requestedChild === undefined || requestedChild === '';
  return resolveTab(isBare && permissions.battAccess ? 'assets' : requestedChild, permissions);
};

/**
 * Returns the tab that a visitor requested before signing in, or undefined. `next` may be forged (a query, a history
 * state): only an exact id of the tab table is accepted, so no value leads out of the shell.
 */
export const parseRequestedTab = (next: unknown): TabId | undefined => findTab(next)?.id;

/** Returns the second segment of /{area}/{section}, which decides how the serial link behaves, or an empty string. */
export const sectionOf = (pathname: string): string =>
  pathname.split('/').filter((segment) => segment !== '')[1] ?? '';
