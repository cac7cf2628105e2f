import type { PermissionFlag, Permissions } from './permissions.ts';

/** Who sees a tab: every signed-in user, or users with one of the flags. */
export type TabRule = 'always' | { readonly anyOf: readonly PermissionFlag[] };

/**
 * The tabs of the shell in the order of the bar. Menu, guard, redirects and lazy routes all use this table. `id` is the
 * path segment below /mainpage; `title` is worded as in the specification. Logout is a command, not a tab.
 */
export const TABS = [
  { id: 'home', title: 'Home', rule: { anyOf: ['newHomePage'] } },
  { id: 'assets', title: 'Assets', rule: { anyOf: ['battAccess'] } },
  { id: 'terminal', title: 'Terminal', rule: { anyOf: ['terminal'] } },
  { id: 'support', title: 'Support', rule: 'always' },
  { id: 'complaint', title: 'Complaint', rule: { anyOf: ['raiseServiceTicketForClient'] } },
  { id: 'config', title: 'Configuration', rule: { anyOf: ['editConfig'] } },
  { id: 'analyticData', title: 'Analytics', rule: { anyOf: ['analytics'] } },
  { id: 'servicetab', title: 'Service', rule: { anyOf: ['service'] } },
  { id: 'firmwareTab', title: 'Firmware', rule: { anyOf: ['addFirmware', 'firmwareHistory'] } },
  { id: 'smartConfig', title: 'Smart BMS Config', rule: { anyOf: ['smartConfig'] } },
  { id: 'romeoConfig', title: 'Romeo Config', rule: { anyOf: ['romeoConfig'] } },
  { id: 'romeoList', title: 'Romeo List', rule: { anyOf: ['romeoConfig'] } },
  {
    id: 'logs',
    title: 'Logs',
    rule: { anyOf: ['editConfig', 'uploadConfig', 'updateFirmware'] },
  },
  { id: 'users', title: 'Users', rule: 'always' },
  { id: 'upload', title: 'Upload', rule: { anyOf: ['uploadCsv'] } },
] as const satisfies readonly { id: string; title: string; rule: TabRule }[];

export type TabId = (typeof TABS)[number]['id'];

/** One row of the tab table. */
export interface Tab {
  readonly id: TabId;
  readonly title: string;
  readonly rule: TabRule;
}

const byId: ReadonlyMap<string, Tab> = new Map(TABS.map((tab) => [tab.id, tab]));

/** Returns the tab with this id, or undefined. It is the only way from text to `TabId`. */
export const findTab = (id: unknown): Tab | undefined =>
  typeof id === 'string' ? byId.get(id) : undefined;

export const mayOpen = (id: TabId, permissions: Permissions): boolean => {
  const rule = byId.get(id)?.rule;
  return rule === 'always' || (rule?.anyOf.some((flag) => permissions[flag]) ?? false);
};

/** Returns the tabs that the bar shows with these permissions, in order. */
export const visibleTabs = (permissions: Permissions): readonly Tab[] =>
  TABS.filter((tab) => mayOpen(tab.id, permissions));
