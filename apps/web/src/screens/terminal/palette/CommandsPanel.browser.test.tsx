import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createFakeStorage } from '@batbot/core/fakes';
import { renderScreen } from '../../../testing/render-screen.fixture.tsx';
import { fileOf, renderTerminal } from '../render-terminal.fixture.tsx';
import { TerminalScreen } from '../TerminalScreen.tsx';

test('[TERM-113] [TERM-115] a user can add a command and compose it within its range, and Escape keeps the draft', async () => {
  const { screen, core } = await renderScreen(<TerminalScreen />, { path: '/mainpage/terminal' });
  const command = screen.getByLabelText('Command', { exact: true });
  await userEvent.keyboard('{Alt>}p{/Alt}');
  await expect.element(screen.getByLabelText('Search the commands')).toHaveFocus();
  await screen.getByRole('button', { name: '+ Own command' }).click();
  await expect.element(screen.getByLabelText('Begins with')).toHaveFocus();
  await screen.getByLabelText('Begins with').fill('AT+LIM=');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText(/Not saved\. “Save” saves it/)).toBeVisible();
  await screen.getByRole('button', { name: '+ Value' }).click();
  await screen.getByLabelText('Name of the value').fill('mv');
  await screen.getByLabelText('To (decimal)').fill('5000');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  expect(core.palette.own$.value.map(({ head }) => head)).toEqual(['AT+LIM=']);
  const value = screen.getByLabelText('mv', { exact: true });
  await value.fill('9000');
  await expect.element(screen.getByText('Takes 0 to 5000, not 9000.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Insert' })).toBeDisabled();
  await value.fill('3650');
  await screen.getByRole('button', { name: 'Insert' }).click();
  await expect.element(command).toHaveValue('AT+LIM=3650');
  await expect.element(command).toHaveFocus();
});

test('[TERM-113] [TERM-115] an added command is offered after a reload, and the error of an invalid file is described', async () => {
  const storage = createFakeStorage();
  const first = await renderTerminal({ storage });
  first.core.palette.save({ head: 'AT+LIM=', help: 'A limit.' });
  await first.screen.unmount();
  const { screen, command, press } = await renderTerminal({ storage });
  await command.fill('at+l');
  await expect.element(screen.getByRole('option', { name: /AT\+LIM=/ })).toBeVisible();
  await press('Alt+p');
  await userEvent.upload(
    screen.getByLabelText('File with commands'),
    fileOf('{"commands":[{"head":7}]}'),
  );
  await expect.element(screen.getByText(/Not imported: “commands\.1\.head” must be/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(command).toHaveFocus();
});

test('[TERM-243] a command of the palette is reported as queued, and as not sent if the connection ended before', async () => {
  const { screen, press, send, heard, clock, fake } = await renderTerminal();
  fake.device.onWrite(() => undefined);
  await send('AT+SLOW');
  await press('Alt+p');
  await screen.getByLabelText('Search the commands').fill('ATI');
  await screen.getByRole('button', { name: /^ATI/ }).click();
  await screen.getByRole('button', { name: 'Send now' }).click();
  await expect.element(screen.getByText('Queued: ATI.')).toBeVisible();
  fake.unplug();
  await clock.advance(100);
  await expect
    .element(screen.getByText('Not sent: the connection ended while “ATI” was waiting.'))
    .toBeVisible();
  await expect.element(screen.getByText('Sent ATI.')).not.toBeInTheDocument();
  expect(heard()).toEqual(['AT+SLOW']);
});
