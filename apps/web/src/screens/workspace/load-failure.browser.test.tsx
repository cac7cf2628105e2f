import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AnalyticsScreen } from '../analytics/AnalyticsScreen.tsx';
import { AssetsScreen } from '../assets/AssetsScreen.tsx';
import { StandardsScreen } from '../config/StandardsScreen.tsx';
import { FirmwareScreen } from '../firmware/FirmwareScreen.tsx';
import { LogsScreen } from '../logs/LogsScreen.tsx';
import { RomeoConfigScreen } from '../romeo/RomeoConfigScreen.tsx';
import { RomeoListScreen } from '../romeo/RomeoListScreen.tsx';
import { ComplaintScreen } from '../tickets/ComplaintScreen.tsx';
import { ServiceScreen } from '../tickets/ServiceScreen.tsx';
import { UploadScreen } from '../upload/UploadScreen.tsx';
import { UsersScreen } from '../users/UsersScreen.tsx';

test.each([
  ['Assets', AssetsScreen, 'assets'],
  ['Standards', StandardsScreen, 'config/standards'],
  ['Images', FirmwareScreen, 'firmwareTab?view=images'],
  ['Pointing', FirmwareScreen, 'firmwareTab?view=pointing'],
  ['History', FirmwareScreen, 'firmwareTab?view=history'],
  ['Logs', LogsScreen, 'logs'],
  ['Romeo Config', RomeoConfigScreen, 'romeoConfig'],
  ['Romeo List', RomeoListScreen, 'romeoList'],
  ['Complaint', ComplaintScreen, 'complaint'],
  ['Service', ServiceScreen, 'servicetab'],
  ['Upload', UploadScreen, 'upload'],
  ['Fleet', AnalyticsScreen, 'analyticData?view=fleet'],
  ['Sub-users', UsersScreen, 'users?view=accounts'],
])(
  '[PAGE-213] %s says that its code could not be loaded, and loads it again',
  async (_, Screen, path) => {
    await renderScreen(<Screen />, { path: `/mainpage/${path}`, failsToLoad: true });
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect.element(alert).toBeVisible();
    await alert.getByRole('button', { name: /again|Retry/ }).click();
    await expect.element(alert).not.toBeInTheDocument();
  },
);
