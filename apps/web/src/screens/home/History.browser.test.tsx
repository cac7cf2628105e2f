import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { HomeScreen } from './HomeScreen.tsx';

test.each(['Cell', 'Sensor'])('[OBD-158] the chart of a %s can be added', async (name) => {
  const { screen, clock } = await renderScreen(<HomeScreen />, { isConnected: true });
  await clock.advance(6_000);
  await screen.getByRole('button', { name: '+ Chart' }).click();
  await page
    .getByRole('menuitem')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .hover();
  await page.getByRole('menuitem', { name: new RegExp(`${name} 1$`) }).click();
  await expect.element(screen.getByRole('figure', { name: `${name} 1` })).toBeVisible();
});
