import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderShell } from './render-shell.fixture.tsx';

const match = matchMedia.bind(window);

beforeEach(async () => {
  await page.viewport(320, 640);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    match(query === '(pointer: coarse)' ? 'all' : query),
  );
});

test('[PAGE-268] at 320 px, the views of Firmware are uncut and do not make the page wider', async () => {
  const { screen } = await renderShell('/mainpage/firmwareTab');
  await expect.element(screen.getByText('History')).toBeVisible();
  const content = screen.getByRole('main').element();
  expect(content.scrollWidth).toBe(content.clientWidth);
  const views = screen.getByRole('radiogroup', { name: 'View' }).element();
  expect(views.scrollWidth).toBe(views.clientWidth);
});

test('[PAGE-268] at 320 px, the search of Assets is below the title, the actions and the views', async () => {
  const { screen } = await renderShell('/mainpage/assets', { isConnected: true });
  await expect.element(screen.getByRole('button', { name: 'Read serial number' })).toBeVisible();
  const views = screen.getByRole('radiogroup', { name: 'View' }).element();
  const search = screen.getByRole('search').element();
  expect(search.getBoundingClientRect().top).toBeGreaterThanOrEqual(
    views.getBoundingClientRect().bottom,
  );
});
