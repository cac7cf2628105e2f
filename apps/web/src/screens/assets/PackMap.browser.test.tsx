import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

test.each([390, 1280])('[SYNC-58] at %i px, the map takes the room of the list', async (width) => {
  await page.viewport(width, 800);
  const { screen, server, online } = await renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      <AssetsScreen />
    </div>,
    { path: '/mainpage/assets?view=map' },
  );
  const place = { at: '2026-01-01T00:00:00Z', lat: 47, lon: 8, accuracyM: 12 };
  server.put('a', { serial: 'SN-1', place });
  await online();
  await expect.element(screen.getByText('1 of 1 asset with a position.')).toBeVisible();
  const bottomOf = (selector: string): number | undefined =>
    document.querySelector(selector)?.getBoundingClientRect().bottom;
  const room = bottomOf('.collection__body') ?? 0;
  await expect.poll(() => bottomOf('.map-box__map')).toBeLessThanOrEqual(room);
  expect(bottomOf('.map-box__map')).toBeGreaterThan(room - 24);
});
