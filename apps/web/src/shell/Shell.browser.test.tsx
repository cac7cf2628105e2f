import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { renderScreen, type ScreenOptions } from '../testing/render-screen.fixture.tsx';
import { Shell } from './Shell.tsx';

const openShell = (path: string, options: ScreenOptions = {}) =>
  renderScreen(
    <Routes>
      <Route path="/mainpage/*" element={<Shell />} />
    </Routes>,
    { ...options, path },
  );

test.each([
  ['/mainpage/home/sessions', 'Sessions', 'Sessions · BatBot'],
  ['/mainpage/terminal/sessions', 'Sessions', 'Sessions · BatBot'],
  ['/mainpage/home/compare/a/live', 'Compare', 'Compare · BatBot'],
  ['/mainpage/home?view=sessions', 'Sessions', 'Sessions · BatBot'],
])('[REC-70] [D25] %s shows %s under its own title', async (path, heading, title) => {
  const { screen } = await openShell(path);
  await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect.poll(() => document.title).toBe(title);
});

test.each([
  ['/mainpage/terminal', 'You have no permission for Terminal. Ask your administrator.'],
  ['/mainpage/nonsense', 'That page does not exist.'],
])('[ROUTE-9] [ROUTE-11] [D29] %s leads to Users, which says why', async (path, text) => {
  const { screen, address } = await openShell(path, { user: 'viewer' });
  await expect.element(address).toHaveTextContent('/mainpage/users');
  await expect.element(screen.getByText(text)).toBeVisible();
});

test('[ROUTE-9] an unknown page below a tab leads to Users', async () => {
  const { address } = await openShell('/mainpage/terminal/nonsense');
  await expect.element(address).toHaveTextContent('/mainpage/users');
});
