import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { UsersScreen } from './UsersScreen.tsx';

const show = async () => {
  const parts = await renderScreen(<UsersScreen />, { path: '/mainpage/users?view=accounts' });
  parts.server.put('technician', {
    ...{ userName: 'technician', email: 'a@b.example', active: true, hasPassword: true },
    ...{ flags: [], effectiveFlags: ['battAccess'], userLevel: '', maxSubUsers: null },
    ...{ packCount: 2, companyName: 'Works', phoneNumber: '' },
  });
  return parts;
};

test.each([
  [1280, 720],
  [390, 844],
])('[PAGE-281] at %i × %i, the button that saves a level is in view', async (width, height) => {
  await page.viewport(width, height);
  const { screen, server, online } = await show();
  const body = { flags: ['battAccess'], maxSubUsers: 3 };
  const facts = { kind: 'LEVEL_PRESET', ownerId: 'technician', state: 'RELEASED' };
  server.put('level', { ...facts, name: 'Depot', body });
  await online();
  await screen.getByRole('button', { name: 'Users: options' }).click();
  await screen.getByRole('menuitem', { name: 'Levels…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Levels' });
  await expect.element(dialog.getByRole('button', { name: 'Save level' })).toBeInViewport();
  await expect.element(dialog.getByRole('button', { name: 'Withdraw level' })).toBeInViewport();
  // The last permission can be scrolled into view above the buttons.
  const last = dialog.getByRole('checkbox').last();
  last.element().scrollIntoView({ block: 'end' });
  const { left, top } = last.element().getBoundingClientRect();
  const above = document.elementFromPoint(left + 4, top + 4)?.closest('label');
  expect(above?.contains(last.element())).toBe(true);
});

test('[PAGE-317] the pasted names of a level and of an invited client are sent on one line', async () => {
  const { screen, server, online } = await show();
  await online();
  await screen.getByRole('button', { name: 'Users: options' }).click();
  await screen.getByRole('menuitem', { name: 'Levels…' }).click();
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('Depot\tNorth');
  await screen.getByRole('button', { name: 'Save level' }).click();
  const applied = () => server.applied().map(({ input }) => input);
  await expect.poll(applied).toMatchObject([{ name: 'Depot North' }]);
  await screen.getByRole('button', { name: 'Close', exact: true }).click();
  await screen.getByRole('button', { name: 'Invite' }).click();
  await screen.getByRole('textbox', { name: 'Email address' }).fill('nora@fleet.example');
  await screen.getByRole('textbox', { name: 'Username', exact: true }).fill('Nora\tFox');
  await screen.getByRole('textbox', { name: 'Client', exact: true }).fill('Fleet\tNorth');
  await screen.getByRole('button', { name: 'Make the invitation' }).click();
  const invited = { userName: 'Nora Fox', clientName: 'Fleet North' };
  await expect.poll(applied).toMatchObject([{}, invited, {}]);
});
