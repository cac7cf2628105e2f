import { expect, test } from 'vitest';
import type { PermissionFlag } from '@batbot/core';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetLink } from './AssetLink.tsx';
import { SessionLink } from './SessionLink.tsx';

const show = (flags: readonly PermissionFlag[]) =>
  renderScreen(
    <>
      <AssetLink id="p1" section="parameters">
        SN-1
      </AssetLink>
      <SessionLink id="s1">Session 1</SessionLink>
    </>,
    { flags, path: '/mainpage/analyticData' },
  );

test('[SYNC-85] an asset and a session are links for users who may open them', async () => {
  const { screen } = await show(['battAccess', 'terminal']);
  await expect
    .element(screen.getByRole('link', { name: 'SN-1' }))
    .toHaveAttribute('href', '/mainpage/assets?id=p1&tab=parameters');
  await expect
    .element(screen.getByRole('link', { name: 'Session 1' }))
    .toHaveAttribute('href', '/mainpage/terminal/sessions/s1');
});

test('[SYNC-85] for other users they are texts, because the link would only report a missing permission', async () => {
  const { screen } = await show(['analytics']);
  await expect.element(screen.getByText('SN-1')).toBeVisible();
  await expect.element(screen.getByText('Session 1')).toBeVisible();
  expect(screen.getByRole('link').query()).toBe(null);
});
