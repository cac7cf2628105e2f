import { expect, test } from 'vitest';
import { createFakeInstall, JOB } from '../../testing/fake-install.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { LineAdvice } from './LineAdvice.tsx';

test('[LINK-122] a device that has not answered can be identified from the advice, also after it answers', async () => {
  const { screen, core, clock, fake } = await renderScreen(<LineAdvice />);
  fake.device.onWrite(() => undefined);
  void core.link.connect('fake');
  await clock.advance(20_000);
  await expect
    .element(screen.getByText(/If the device is of another make, identify it\./))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Identify the device…' }).click();
  const dialog = screen.getByRole('dialog', { name: /^Identify/ });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect.element(screen.getByText(/identify it\./)).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/^Probe 1 of/)).toBeVisible();
  await core.link.disconnect();
  await expect
    .element(dialog.getByText('The connection ended before a device answered.'))
    .toBeVisible();
});

test('[LINK-122] a device whose bytes are unreadable can be identified from the advice', async () => {
  const { screen, core, clock, fake } = await renderScreen(<LineAdvice />);
  fake.device.onWrite(() => undefined);
  void core.link.connect('fake');
  await clock.advance(100);
  fake.device.send(new Uint8Array(40).fill(0xf1));
  await clock.advance(1_000);
  await expect.element(screen.getByText(/of received data is unreadable/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Try \d+ baud$/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Identify the device…' }).click();
  await expect.element(screen.getByRole('dialog', { name: /^Identify/ })).toBeVisible();
});

test('[LINK-125] while firmware is installed, a device that does not answer is not offered another rate', async () => {
  const { service: install, setState } = createFakeInstall();
  const { screen, core, clock, fake, services } = await renderScreen(<LineAdvice />, { install });
  await services.loadParameters(); // as the strips of the shell do
  fake.device.onWrite(() => undefined);
  void core.link.connect('fake');
  await clock.advance(20_000);
  const advice = screen.getByText(/^No answer to the last/);
  await expect.element(advice).toBeVisible();
  setState({ kind: 'running', phase: 'restarting', job: JOB });
  await expect.element(advice).not.toBeInTheDocument();
  setState({ kind: 'idle' });
  await expect.element(advice).toBeVisible();
});
