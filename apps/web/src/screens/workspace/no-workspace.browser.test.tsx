import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { SupportScreen } from '../areas/SupportScreen.tsx';
import { AssetsScreen } from '../assets/AssetsScreen.tsx';
import { ComplaintScreen } from '../tickets/ComplaintScreen.tsx';

/** Renders a screen with a server that has the operations of the specification only. */
const show = async (screen: ReactNode, options: ScreenOptions) => {
  const parts = await renderScreen(screen, options);
  parts.server.fail('notOffered');
  return parts;
};

test('[PAGE-288] if the server takes no complaints, a saved one is not shown as sent later', async () => {
  const { sync } = await show(<ComplaintScreen />, { path: '/mainpage/complaint' });
  await sync();
  await expect
    .element(page.getByText(/^This server stores no packs, tickets or logs/))
    .toBeVisible();
  await page.getByRole('combobox', { name: 'Category' }).fill('Range');
  await page.getByRole('textbox', { name: 'What happened' }).fill('Dies at 40 %');
  await page.getByRole('button', { name: 'Send complaint' }).click();
  await expect
    .element(page.getByText(/^▲ It is not sent: this server takes no complaints/))
    .toBeVisible();
  expect(page.getByText(/sent as soon as/).query()).toBe(null);
});

test('[PAGE-288] if the server takes no tickets, a request for help is not shown as sent later', async () => {
  const { screen, sync } = await show(<SupportScreen />, { path: '/mainpage/support' });
  await screen.getByRole('button', { name: 'Get help' }).click();
  await page.getByRole('textbox', { name: 'What do you need help with?' }).fill('No port.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await sync();
  await expect.element(page.getByText(/^▲ Saved .* It is not sent/)).toBeVisible();
});

test('[PAGE-288] if the server takes no recordings, none can be uploaded', async () => {
  const { screen, core, clock, workspace, sync } = await show(<AssetsScreen />, {
    isConnected: true,
    path: '/mainpage/assets?id=a&tab=recordings',
  });
  const input = { id: 'a', serial: 'A-1' };
  await workspace.change({ target: 'asset:a', kind: 'putAsset', input });
  core.recording.start();
  core.telemetry.identity.ask();
  await clock.advance(7_000);
  await core.recording.stop();
  await core.recording.refresh();
  await sync();
  await screen.getByRole('button', { name: 'Upload', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Upload to the pack' });
  await expect.element(dialog.getByText(/^▲ This server takes no recordings/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Upload', exact: true }).query()).toBe(null);
});
