import { Route, Routes, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderShell } from '../../shell/render-shell.fixture.tsx';
import { Shell } from '../../shell/Shell.tsx';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';

test('[PAGE-273] one Tab key reaches the chosen view, the next one leaves it, and the arrows change it', async () => {
  await page.viewport(1280, 800);
  const { screen, online } = await renderShell('/mainpage/assets');
  await online();
  const list = screen.getByRole('radio', { name: 'List' });
  await expect.element(list).toBeInTheDocument();
  screen.getByRole('main').element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(list).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Assets: options' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(list).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  const map = screen.getByRole('radio', { name: 'Map' });
  await expect.element(map).toBeChecked();
  await expect.element(map).toHaveFocus();
});

test.each([
  ['firmwareTab', ['Images', 'Pointing', 'History']],
  ['config', ['Standards', 'Batch']],
])(
  '[PAGE-320] the arrow keys reach each view of %s: the chosen view keeps the focus',
  async (tab, names) => {
    await page.viewport(1280, 800);
    const { screen, online } = await renderShell(`/mainpage/${tab}`);
    await online();
    const radio = (name: string) => screen.getByRole('radio', { name, exact: true });
    await expect.element(radio(names[0] ?? '')).toBeInTheDocument();
    screen.getByRole('main').getByRole('radio', { checked: true }).first().element().focus();
    for (const name of names) {
      await userEvent.keyboard('{ArrowRight}');
      await expect.element(radio(name)).toBeChecked();
      await expect.element(radio(name)).toHaveFocus();
    }
  },
);

const ShellWithHistory = () => {
  const navigate = useNavigate();
  return (
    <>
      <Routes>
        <Route path="/mainpage/*" element={<Shell />} />
      </Routes>
      <button onClick={() => void navigate(-1)}>Back in the history</button>
    </>
  );
};

test('[PAGE-320] [PAGE-81] when the history leads to another tab, the page gets the focus, not the choice of its views', async () => {
  await page.viewport(1280, 800);
  const { screen, online } = await renderScreen(<ShellWithHistory />, { path: '/mainpage/config' });
  await online();
  const radio = (name: string) => screen.getByRole('radio', { name, exact: true });
  await expect.element(radio('Standards')).toBeInTheDocument();
  await screen.getByRole('link', { name: 'Firmware', exact: true }).click();
  await expect.element(radio('Pointing')).toBeInTheDocument();
  const main = screen.getByRole('main');
  main.getByRole('radio', { checked: true }).first().element().focus();
  const back = screen.getByRole('button', { name: 'Back in the history' });
  back.element().dispatchEvent(new MouseEvent('click', { bubbles: true })); // without the focus
  await expect.element(radio('Standards')).toBeInTheDocument();
  await expect.element(main).toHaveFocus();
});

test('[PAGE-320] the arrow keys reach each view of users: the chosen view keeps the focus', async () => {
  await page.viewport(1280, 800);
  const { screen, server, online } = await renderShell('/mainpage/users');
  const account = { email: '', active: true, hasPassword: true, flags: [], effectiveFlags: [] };
  const more = { userLevel: '', maxSubUsers: null, packCount: 0, companyName: '', phoneNumber: '' };
  server.put('technician', { ...account, ...more, userName: 'technician' });
  await online();
  const profile = screen.getByRole('radio', { name: 'My profile' });
  const accounts = screen.getByRole('radio', { name: 'Sub-users' });
  await expect.element(profile).toBeChecked();
  profile.element().focus();
  for (const view of [accounts, profile]) {
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(view).toBeChecked();
    await expect.element(view).toHaveFocus();
  }
});
