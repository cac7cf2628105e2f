import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { InvitationScreen } from './InvitationScreen.tsx';

const show = async (token: string, isSignedOut = true) => {
  const rendered = await renderScreen(<InvitationScreen />, {
    isSignedOut,
    path: `/invitation#token=${token}&user=technician`,
  });
  rendered.server.fail(undefined);
  const { screen } = rendered;
  return {
    ...rendered,
    name: screen.getByRole('textbox', { name: 'Username' }),
    password: screen.getByRole('textbox', { name: 'New password' }),
    save: screen.getByRole('button', { name: 'Save and log in' }),
  };
};

test('[SYNC-23] an invited user chooses a name and a password and is then signed in', async () => {
  const { name, password, save, account, address } = await show('valid');
  await expect.element(name).toHaveValue('technician');
  await password.fill('secret');
  await save.click();
  await expect.poll(() => account.session.state$.value.kind).toBe('signedIn');
  await expect.element(address).toHaveTextContent('/login');
});

test('[PAGE-317] a pasted name of an invited user is sent on one line', async () => {
  const { name, password, save, account, gateway } = await show('valid');
  gateway.addAccount({ user: 'nora lind', pass: 'secret', flags: [] });
  await name.fill(' nora\tlind');
  await password.fill('secret');
  await save.click();
  await expect.poll(() => account.session.state$.value.kind).toBe('signedIn');
});

test('[SYNC-23] for a used link the page explains what to do and keeps the typed text', async () => {
  const { screen, name, password, save, server } = await show('used');
  await name.fill('');
  await save.click();
  await expect.element(screen.getByText('Please enter your user-name')).toBeVisible();
  await name.fill('nora');
  await save.click();
  await expect.element(screen.getByText('Please enter your password')).toBeVisible();
  await password.fill('orchid-Tram-57-lumen');
  await save.click();
  await expect.element(screen.getByText(/for a new one/)).toBeVisible();
  await expect.element(name).toHaveValue('nora');
  server.fail('unreachable');
  await save.click();
  await expect.element(screen.getByText(/The server did not answer/)).toBeVisible();
  await expect.element(password).toHaveValue('orchid-Tram-57-lumen');
});

test('[PAGE-321] after a refusal the password has the focus, and typing removes the reason', async () => {
  const { screen, name, password, save } = await show('used');
  await name.fill('nora');
  await password.fill('orchid-Tram-57-lumen');
  await save.click();
  await expect.element(screen.getByText(/for a new one/)).toBeVisible();
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('x');
  await expect.element(screen.getByText(/for a new one/)).not.toBeInTheDocument();
});

test('[PAGE-321] after a taken name, the name has the focus, but not after a later problem', async () => {
  const { screen, name, password, save, server } = await show('valid');
  await name.fill('taken');
  await password.fill('orchid-Tram-57-lumen');
  await save.click();
  await expect.element(screen.getByText(/^This username is taken/)).toBeVisible();
  await expect.element(name).toHaveFocus();
  await name.fill('nora');
  server.fail('unreachable');
  await save.click();
  await expect.element(screen.getByText(/The server did not answer/)).toBeVisible();
  await expect.element(password).toHaveFocus();
});

test('[SYNC-23] if a user is signed in, the page asks to sign out first', async () => {
  const { screen, name, account } = await show('valid', false);
  await expect
    .element(screen.getByText('Somebody is already logged in here. Log out to use the link.'))
    .toBeVisible();
  expect(name.query()).toBe(null);
  await screen.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => account.session.state$.value.kind).toBe('signedOut');
  await expect.element(name).toBeVisible();
});
