import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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

test('[PAGE-305] the mark of Live is hollow while a zoom stops the charts from following', async () => {
  const { screen, clock } = await renderScreen(<HomeScreen />, { isConnected: true });
  await clock.advance(20_000);
  const live = screen.getByRole('button', { name: 'Live' });
  await expect.element(live).toHaveTextContent('● Live');
  await expect.poll(() => document.querySelector('.u-over')).not.toBeNull();
  const chart = document.querySelector('.u-over') ?? document.body;
  await userEvent.dragAndDrop(chart, chart, {
    sourcePosition: { x: 60, y: 40 },
    targetPosition: { x: 160, y: 40 },
  });
  await expect.element(live).toHaveAttribute('aria-pressed', 'false');
  await expect.element(live).toHaveTextContent('○ Live');
});
