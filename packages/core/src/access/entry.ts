import type { Permissions } from './permissions.ts';
import { findTab, mayOpen, type TabId } from './tabs.ts';

/** The tab for every request that is not permitted or does not exist. */
export const FALLBACK_TAB: TabId = 'users';

/** The tab to open: the requested one if it exists and is permitted, else users. */
export const resolveTab = (requested: unknown, permissions: Permissions): TabId => {
  const tab = findTab(requested);
  return tab !== undefined && mayOpen(tab.id, permissions) ? tab.id : FALLBACK_TAB;
};

/**
 * Where the shell goes on entry (specification, section 2). `requestedChild` is the path segment below /mainpage,
 * undefined or empty for the bare path; with battAccess the bare path leads to assets.
 */
export const resolveEntry = (
  requestedChild: string | undefined,
  permissions: Permissions,
): TabId => {
  const isBare = requestedChild === undefined || requestedChild === '';
  return resolveTab(isBare && permissions.battAccess ? 'assets' : requestedChild, permissions);
};

/**
 * The tab that a visitor asked for before signing in, from a value that may be forged (a query, a history state):
 * exactly an id of the tab table, or undefined. So no such value leads out of the shell.
 */
export const parseRequestedTab = (next: unknown): TabId | undefined => findTab(next)?.id;

/** The second segment of /{area}/{section}, which decides how the serial link behaves; empty when there is none. */
export const sectionOf = (pathname: string): string =>
  pathname.split('/').filter((segment) => segment !== '')[1] ?? '';
