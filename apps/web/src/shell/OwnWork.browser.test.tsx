import { expect, test, vi } from 'vitest';
import { newStep } from '@batbot/core/procedures';
import { ServicesProvider } from '../react/core-context.tsx';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { renderShell } from './render-shell.fixture.tsx';
import { OwnWork } from './OwnWork.tsx';

const REPORT = {
  id: 'r1',
  name: 'Incoming inspection',
  purpose: '',
  startedAt: 1,
  endedAt: 2,
  end: 'passed',
  device: 'Fake',
  identity: { serial: 'A1' },
  conditions: [],
  halts: [],
  steps: [],
};
const REPORTS = JSON.stringify({
  format: 'batbot-check-reports',
  version: 2,
  reports: [REPORT, { ...REPORT, id: 'r2' }],
});

test('[SESSION-50] the logout question names the work that is deleted, and saves it as files', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(); // prevents the download
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  const { screen, storage, core } = await renderShell('/mainpage/users');
  await screen.getByRole('link', { name: 'Logout', exact: true }).click();
  const question = screen.getByRole('dialog', { name: 'Are you sure to logout' });
  await expect.element(question.getByText(/^Your settings are removed/)).toBeVisible();
  expect(question.getByText(/This also deletes/).elements()).toEqual([]);
  storage.openTab().set('guidedReports', REPORTS);
  expect(
    core.procedures.sequences.save({ name: 'Identify', pauseMs: 0, steps: [newStep('ATI')] }).ok,
  ).toBe(true);
  await expect
    .element(question.getByText(/^▲ This also deletes 2 check reports and 1 sequence of yours/))
    .toBeVisible();
  await question.getByRole('button', { name: 'Save check reports' }).click();
  const file = made.mock.lastCall?.[0];
  const text = file instanceof Blob ? await file.text() : '';
  expect(JSON.parse(text)).toMatchObject({ reports: [{ id: 'r1' }, { id: 'r2' }] });
  await question.getByRole('button', { name: 'Save sequences' }).click();
  expect(made).toHaveBeenCalledTimes(2);
});

test('[SESSION-50] [PAGE-322] when the session has ended on the server, the causes are named, and the work can be saved before OK deletes it', async () => {
  const { screen, gateway, storage } = await renderShell('/mainpage/users');
  storage.openTab().set('guidedReports', REPORTS);
  // The session is found to have ended by the click, not by the fetch of the page.
  await expect.poll(() => gateway.calls()).toContain('getUserData');
  gateway.supersede('technician');
  await screen.getByRole('link', { name: 'Support', exact: true }).click();
  const modal = screen.getByRole('dialog', { name: 'Account Logged in elsewhere' });
  await expect.element(modal.getByRole('button', { name: 'Save check reports' })).toBeVisible();
  expect(modal.element().textContent).toMatch(
    /a new password, or an account that was deactivated or removed\./,
  );
});

test('[SESSION-50] with the lock, the work stays on this computer and is not called deleted', async () => {
  const { screen, services, storage } = await renderScreen(<OwnWork />);
  storage.openTab().set('guidedReports', REPORTS);
  await expect.element(screen.getByRole('button', { name: 'Save check reports' })).toBeVisible();
  const renderWithLock = (isEncrypted: boolean) => {
    const lock = { View: () => null, isEncrypted: () => isEncrypted };
    return screen.rerender(
      <ServicesProvider value={{ ...services, lock }}>
        <OwnWork />
      </ServicesProvider>,
    );
  };
  await renderWithLock(true);
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  // The session began before the lock was set up.
  await renderWithLock(false);
  await expect.element(screen.getByRole('button', { name: 'Save check reports' })).toBeVisible();
});
