import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeProfileStorage } from '@batbot/core/fakes';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { StartSelect } from './ProfileActions.tsx';
import { TeachScreen } from './TeachScreen.tsx';

const replies = { 'AT+ADATA': '\r\n812;47460;-162;288;291;3655\r\nOK\r\n' };

const OTHER = JSON.stringify({
  id: 'other',
  name: 'Other BMS',
  format: 'kv',
  fields: { soc: { to: 'soh' } },
});

test('[OBD-309] nothing can be edited or saved until the saved profiles are read', async () => {
  const profiles = createFakeProfileStorage();
  profiles.put('device-fake', OTHER);
  profiles.put('device:fake', 'device-fake');
  const endLoad = profiles.holdLoads();
  const { screen, core } = await renderScreen(<TeachScreen />, {
    isConnected: true,
    replies,
    profiles,
  });
  await expect.element(screen.getByText('Reading the saved profiles…')).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  endLoad();
  await expect.element(screen.getByTitle('Other BMS')).toBeVisible();
  expect([...(core.ownProfiles.texts$.value ?? [])]).toEqual([['device-fake', OTHER]]);
});

test('[OBD-317] nothing can be edited or saved while the saved profiles could not be read', async () => {
  const profiles = createFakeProfileStorage();
  profiles.put('device-fake', OTHER);
  profiles.put('device:fake', 'device-fake');
  profiles.refuse('failed');
  const { screen } = await renderScreen(<TeachScreen />, {
    isConnected: true,
    replies,
    profiles,
  });
  await expect
    .element(
      screen.getByText(/^The saved profiles could not be read: The browser could not use its/),
    )
    .toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Save', exact: true }))
    .not.toBeInTheDocument();
  profiles.refuse(undefined);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByTitle('Other BMS')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
});

test('[OBD-383] “Saved” is shown until the profile is changed again', async () => {
  const profiles = createFakeProfileStorage();
  profiles.put('device-fake', OTHER);
  profiles.put('device:fake', 'device-fake');
  const { screen } = await renderScreen(<TeachScreen />, { isConnected: true, replies, profiles });
  await screen.getByRole('button', { name: 'General', exact: true }).click();
  const name = screen.getByRole('textbox', { name: 'Name' });
  await name.fill('Our BMS');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = screen.getByText('Saved.');
  await expect.element(saved).toBeVisible();
  await name.fill('Our second BMS');
  await expect.element(saved).not.toBeInTheDocument();
});

test('[OBD-383] “Saved” is not shown beside another profile', async () => {
  const profiles = createFakeProfileStorage();
  profiles.put('device-fake', OTHER);
  profiles.put('device:fake', 'device-fake');
  const { screen } = await renderScreen(<TeachScreen />, { isConnected: true, replies, profiles });
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = screen.getByText('Saved.');
  await expect.element(saved).toBeVisible();
  await screen.getByRole('combobox', { name: 'Profile to edit' }).click();
  await page.getByTitle('A new profile, from the last reply').click();
  await expect.element(saved).not.toBeInTheDocument();
});

test('[OBD-383] “Imported” is shown until the changes are discarded', async () => {
  const { screen } = await renderScreen(<TeachScreen />, { isConnected: true, replies });
  const file = new File([OTHER], 'other.profile.json', { type: 'application/json' });
  await screen.getByLabelText('Profile file').upload(file);
  const imported = screen.getByText('Imported. Review it, then save it.');
  await expect.element(imported).toBeVisible();
  await screen.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(imported).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'General', exact: true }).click();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Ours');
  await expect.element(screen.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await expect.element(imported).not.toBeInTheDocument();
});

test('[OBD-382] the list of profiles says that those of the app could not be loaded', async () => {
  const load = () => Promise.reject(new Error('offline'));
  const { screen } = await renderScreen(
    <StartSelect start={{ kind: 'new' }} own={[]} onStart={() => undefined} load={load} />,
  );
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The profiles could not be loaded. Reload the page to try again.');
});
