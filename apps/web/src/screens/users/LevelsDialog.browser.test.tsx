import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { UsersScreen } from './UsersScreen.tsx';

test.each([
  [1280, 720],
  [390, 844],
])('[PAGE-281] at %i × %i, the button that saves a level is in view', async (width, height) => {
  await page.viewport(width, height);
  const { screen, server, online } = await renderScreen(<UsersScreen />, {
    path: '/mainpage/users?view=accounts',
  });
  server.put('technician', {
    ...{ userName: 'technician', email: 'a@b.example', active: true, hasPassword: true },
    ...{ flags: [], effectiveFlags: ['battAccess'], userLevel: '', maxSubUsers: null },
    ...{ packCount: 2, companyName: 'Works', phoneNumber: '' },
  });
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
