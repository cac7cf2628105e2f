import { createElement } from 'react';
import type { TabId } from '@batbot/core';
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx';
import { PageLoading } from './PageLoading.tsx';

const page = (load: Parameters<typeof lazyScreen>[0]): LazyScreen =>
  lazyScreen(load, createElement(PageLoading));

/** The screen of each tab: one lazy chunk each, which a user without the permission never loads [RT-05]. */
export const tabScreens: Readonly<Record<TabId, LazyScreen>> = {
  home: page(() => import('../screens/home/HomeScreen.tsx').then((chunk) => chunk.HomeScreen)),
  terminal: page(() =>
    import('../screens/terminal/TerminalScreen.tsx').then((chunk) => chunk.TerminalScreen),
  ),
  assets: page(() => import('../screens/areas/AssetsScreen.tsx').then((c) => c.AssetsScreen)),
  support: page(() => import('../screens/areas/SupportScreen.tsx').then((c) => c.SupportScreen)),
  complaint: page(() =>
    import('../screens/areas/ComplaintScreen.tsx').then((c) => c.ComplaintScreen),
  ),
  config: page(() =>
    import('../screens/areas/ConfigurationScreen.tsx').then((c) => c.ConfigurationScreen),
  ),
  analyticData: page(() =>
    import('../screens/areas/AnalyticsScreen.tsx').then((c) => c.AnalyticsScreen),
  ),
  servicetab: page(() => import('../screens/areas/ServiceScreen.tsx').then((c) => c.ServiceScreen)),
  firmwareTab: page(() =>
    import('../screens/areas/FirmwareScreen.tsx').then((c) => c.FirmwareScreen),
  ),
  smartConfig: page(() =>
    import('../screens/areas/SmartConfigScreen.tsx').then((c) => c.SmartConfigScreen),
  ),
  romeoConfig: page(() =>
    import('../screens/areas/RomeoConfigScreen.tsx').then((c) => c.RomeoConfigScreen),
  ),
  romeoList: page(() =>
    import('../screens/areas/RomeoListScreen.tsx').then((c) => c.RomeoListScreen),
  ),
  logs: page(() => import('../screens/areas/LogsScreen.tsx').then((c) => c.LogsScreen)),
  users: page(() => import('../screens/users/UsersScreen.tsx').then((c) => c.UsersScreen)),
  upload: page(() => import('../screens/areas/UploadScreen.tsx').then((c) => c.UploadScreen)),
};

const sessions = page(() =>
  import('../screens/sessions/SessionsScreen.tsx').then((chunk) => chunk.SessionsScreen),
);
const compare = page(() =>
  import('../screens/sessions/CompareView.tsx').then((chunk) => chunk.CompareView),
);
const teach = page(() =>
  import('../screens/teach/TeachScreen.tsx').then((chunk) => chunk.TeachScreen),
);

/** A page below a tab: its path, and what the page's title begins with [D25]. */
export interface SubPage {
  readonly path: string;
  readonly title: string;
  readonly screen: LazyScreen;
}

const recordings: readonly SubPage[] = [
  { path: 'sessions/:id?', title: 'Sessions', screen: sessions },
  { path: 'compare/:a?/:b?', title: 'Compare', screen: compare },
];

/** The pages below a tab. Their paths begin with the tab's, so the serial link works as on the tab itself [ROUTE-4]. */
export const subPages: Partial<Readonly<Record<TabId, readonly SubPage[]>>> = {
  home: [...recordings, { path: 'teach', title: 'Teach', screen: teach }],
  terminal: recordings,
};
