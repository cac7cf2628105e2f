import { createElement, type ComponentType } from 'react';
import type { TabId } from '@batbot/core';
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx';
import { PageLoading } from './Loading.tsx';

/** A screen that its chunk exports under a name. */
const page = <Name extends string>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
): LazyScreen => lazyScreen(async () => (await load())[name], createElement(PageLoading));

/** The screen of each tab, loaded on demand: a user without the permission never loads it [RT-05]. */
export const tabScreens: Readonly<Record<TabId, LazyScreen>> = {
  home: page('HomeScreen', () => import('../screens/home/HomeScreen.tsx')),
  terminal: page('TerminalScreen', () => import('../screens/terminal/TerminalScreen.tsx')),
  assets: page('AssetsScreen', () => import('../screens/assets/AssetsScreen.tsx')),
  support: page('SupportScreen', () => import('../screens/areas/SupportScreen.tsx')),
  complaint: page('ComplaintScreen', () => import('../screens/tickets/ComplaintScreen.tsx')),
  config: page('ConfigScreen', () => import('../screens/config/ConfigScreen.tsx')),
  analyticData: page('AnalyticsScreen', () => import('../screens/analytics/AnalyticsScreen.tsx')),
  servicetab: page('ServiceScreen', () => import('../screens/tickets/ServiceScreen.tsx')),
  firmwareTab: page('FirmwareScreen', () => import('../screens/firmware/FirmwareScreen.tsx')),
  smartConfig: page('SmartConfigScreen', () => import('../screens/config/SmartConfigScreen.tsx')),
  romeoConfig: page('RomeoConfigScreen', () => import('../screens/romeo/RomeoConfigScreen.tsx')),
  romeoList: page('RomeoListScreen', () => import('../screens/romeo/RomeoListScreen.tsx')),
  logs: page('LogsScreen', () => import('../screens/logs/LogsScreen.tsx')),
  users: page('UsersScreen', () => import('../screens/users/UsersScreen.tsx')),
  upload: page('UploadScreen', () => import('../screens/upload/UploadScreen.tsx')),
};

const sessions = page('SessionsScreen', () => import('../screens/sessions/SessionsScreen.tsx'));
const compare = page('CompareView', () => import('../screens/sessions/CompareView.tsx'));
const teach = page('TeachScreen', () => import('../screens/teach/TeachScreen.tsx'));

/** A page below a tab: its path, its screen and the beginning of its title. */
export interface SubPage {
  readonly path: string;
  readonly title: string;
  readonly screen: LazyScreen;
}

const standards = page('StandardsScreen', () => import('../screens/config/StandardsScreen.tsx'));
const batch = page('BatchScreen', () => import('../screens/config/BatchScreen.tsx'));

const recordings: readonly SubPage[] = [
  { path: 'sessions/:id?', title: 'Sessions', screen: sessions },
  { path: 'compare/:a?/:b?', title: 'Compare', screen: compare },
];

/**
 * The pages below a tab. Their paths begin with the path of the tab, so the serial link works as on the tab itself
 * [ROUTE-4].
 */
export const subPages: Partial<Readonly<Record<TabId, readonly SubPage[]>>> = {
  home: [...recordings, { path: 'teach', title: 'Teach', screen: teach }],
  terminal: recordings,
  config: [
    { path: 'standards/:id?', title: 'Standards', screen: standards },
    { path: 'batch', title: 'Batch', screen: batch },
  ],
};
