import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { rendered } from '../../testing/rendered.fixture.ts';
import { UsersScreen } from './UsersScreen.tsx';

const account = (userName: string, more: object = {}) => ({
  ...{ userName, email: `${userName}@works.example`, active: true, hasPassword: true, flags: [] },
  ...{ effectiveFlags: ['battAccess', 'terminal'], userLevel: '', maxSubUsers: null },
  ...{ packCount: 2, companyName: 'Works', phoneNumber: '', ...more },
});

test('[PAGE-323] saved rights are reported as saved until the next change', async () => {
  await page.viewport(1280, 800);
  const { screen, server, online, clock } = await renderScreen(<UsersScreen />, {
    path: '/mainpage/users?view=accounts&id=client&tab=rights',
  });
  server.put('technician', account('technician'));
  server.put('client', account('client', { parentId: 'technician' }));
  await online();
  const terminal = screen.getByRole('checkbox', { name: /^Terminal/ });
  const status = screen.getByRole('tabpanel').getByRole('status');
  await terminal.click();
  await expect.element(status).toBeEmptyDOMElement();
  await screen.getByRole('button', { name: 'Save rights' }).click();
  await clock.settle();
  await expect.element(status).toHaveTextContent('✓ Saved.');
  await terminal.click();
  await expect.element(status).toBeEmptyDOMElement();
});

test('[PAGE-323] a saved level is reported as saved', async () => {
  await page.viewport(1280, 800);
  const { screen, server, online, clock } = await renderScreen(<UsersScreen />, {
    path: '/mainpage/users?view=accounts',
  });
  server.put('technician', account('technician'));
  const facts = { kind: 'LEVEL_PRESET', ownerId: 'technician', state: 'RELEASED' };
  server.put('level', { ...facts, name: 'Depot', body: { flags: [], maxSubUsers: 3 } });
  await online();
  await screen.getByRole('button', { name: 'Users: options' }).click();
  await screen.getByRole('menuitem', { name: 'Levels…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Levels' });
  await dialog.getByRole('checkbox', { name: /^Terminal/ }).click();
  await dialog.getByRole('button', { name: 'Save level' }).click();
  await clock.settle();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('✓ Saved.');
});

test('[PAGE-323] a new and a withdrawn level are reported in an element that stays', async () => {
  await page.viewport(1280, 800);
  const { screen, server, online, clock, sync } = await renderScreen(<UsersScreen />, {
    path: '/mainpage/users?view=accounts',
  });
  server.put('technician', account('technician'));
  await online();
  await screen.getByRole('button', { name: 'Users: options' }).click();
  await screen.getByRole('menuitem', { name: 'Levels…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Levels' });
  const status = dialog.getByRole('status').element();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Depot');
  await dialog.getByRole('button', { name: 'Save level' }).click();
  await clock.settle();
  await expect.element(dialog.getByText(/^An account above/)).toBeVisible(); // the server adds the owner
  expect(status).toBeInTheDocument();
  expect(status).toHaveTextContent('✓ Saved.');
  server.put(String(server.applied()[0]?.input['id']), { ownerId: 'technician' });
  await sync();
  await dialog.getByRole('button', { name: 'Withdraw level' }).click();
  await clock.settle();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  expect(status).toHaveTextContent('✓ Withdrawn.');
  await dialog.getByRole('checkbox', { name: /^Terminal/ }).click();
  expect(status).toBeEmptyDOMElement();
});

test('[PAGE-325] in a dialog, Escape closes an open list, and the next Escape the dialog', async () => {
  await page.viewport(1280, 800);
  const { screen, server, online } = await renderScreen(<UsersScreen />, {
    path: '/mainpage/users?view=accounts',
  });
  server.put('technician', account('technician'));
  await online();
  await screen.getByRole('button', { name: 'Invite' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Invite a sub-user' });
  const level = dialog.getByRole('combobox', { name: 'Level' });
  await expect.element(dialog.getByRole('textbox', { name: 'Email address' })).toHaveFocus();
  level.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(level).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(level).toHaveAttribute('aria-expanded', 'false');
  await rendered();
  await expect.element(dialog).toBeVisible();
  await expect.element(level).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Invite' })).toHaveFocus();
});

test('[SYNC-115] of a tree that is copied in part, rights and numbers are shown as far as they are known, and more is loaded', async () => {
  await page.viewport(1280, 800);
  const { screen, server, online, sync } = await renderScreen(<UsersScreen />, {
    path: '/mainpage/users?view=accounts&id=depot&tab=rights',
  });
  server.put('technician', account('technician', { flags: ['battAccess'] }));
  const rights = { flags: ['terminal'], effectiveFlags: ['terminal'] };
  server.put('depot', account('depot', { parentId: 'z', ...rights }));
  server.put('z', account('client', { parentId: 'technician' }));
  server.limitCopies('account', 2);
  await online();
  await expect
    .element(screen.getByText(/^The account above is not on this computer/))
    .toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: /^Terminal/ })).toBeChecked();
  await expect.element(screen.getByRole('checkbox', { name: /^Assets/ })).not.toBeChecked();
  await screen.getByRole('tab', { name: 'Account' }).click();
  await expect.element(screen.getByText('at least 0, no limit')).toBeVisible();
  await screen.getByRole('button', { name: 'Deactivate…' }).click();
  const question = screen.getByRole('dialog', { name: 'Deactivate depot?' });
  await expect.element(question).toHaveTextContent('This affects at least 1 account:');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect
    .element(screen.getByText(/^▲ Only the 2 accounts are on this computer/))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Load more' }).click();
  await sync();
  await expect.element(screen.getByText('0, no limit', { exact: true })).toBeVisible();
});

test('[SYNC-115] a tree of which the account of the user is not copied yet is loaded on request', async () => {
  const { screen, server, online, sync } = await renderScreen(<UsersScreen />, {
    path: '/mainpage/users',
  });
  for (const id of ['a', 'b']) server.put(id, account(id, { parentId: 'technician' }));
  server.put('technician', account('technician'));
  server.limitCopies('account', 2);
  await online();
  await expect.element(screen.getByText(/^▲ Only the 2 accounts are on this/)).toBeVisible();
  expect(screen.getByTitle('Sub-users').query()).toBe(null);
  await screen.getByRole('button', { name: 'Load more' }).click();
  await sync();
  await expect.element(screen.getByTitle('Sub-users')).toBeVisible();
});
