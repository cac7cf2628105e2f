import { createFakeStorage } from '@batbot/core/fakes';
import { userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { renderScreen, type ScreenOptions } from '../../../testing/render-screen.fixture.tsx';
import { renderTerminal } from '../render-terminal.fixture.tsx';
import { SequencesPanel } from './SequencesPanel.tsx';

const opened = async (options: ScreenOptions = {}) => {
  const rig = await renderScreen(<SequencesPanel />, {
    ...options,
    isConnected: true,
    path: '/mainpage/terminal',
  });
  const { screen } = rig;
  return {
    ...rig,
    sequences: rig.core.procedures.sequences,
    heard: () => rig.fake.device.writes().map((bytes) => new TextDecoder().decode(bytes).trim()),
    button: (text: string) => screen.getByRole('button', { name: text, exact: true }),
    commands: () =>
      screen
        .getByRole('textbox', { name: /^Command of step/ })
        .elements()
        .map((field) => (field as HTMLInputElement).value),
  };
};

test('[TERM-162] a step can be added, moved and removed by keys, and keeps the focus', async () => {
  const { screen, button, commands, sequences } = await opened();
  await button('New sequence').click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Mine');
  await screen.getByRole('textbox', { name: 'Command of step 1' }).click();
  await userEvent.keyboard('AT{Enter}');
  await expect.element(screen.getByRole('textbox', { name: 'Command of step 2' })).toHaveFocus();
  await userEvent.keyboard('ATI{Alt>}{ArrowUp}{/Alt}');
  await expect.element(screen.getByRole('textbox', { name: 'Command of step 1' })).toHaveFocus();
  expect(commands()).toEqual(['ATI', 'AT']);
  await userEvent.keyboard('{Alt>}{Delete}{/Alt}');
  await expect.poll(commands).toEqual(['AT']);
  await userEvent.keyboard('{Alt>}{Delete}{/Alt}');
  await expect.element(screen.getByText('A sequence has at least one step.')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Forever' }).click();
  await button('Save').click();
  await expect.element(screen.getByText('Saved “Mine”.')).toBeVisible();
  expect(sequences.list$.value).toMatchObject([{ name: 'Mine', steps: [{ command: 'AT' }] }]);
  expect(sequences.list$.value[0]).not.toHaveProperty('loops');
});

test('[TERM-164] the invalid field gets the focus, and a sentence describes the error', async () => {
  const { screen, button } = await opened();
  await button('New sequence').click();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await screen.getByRole('textbox', { name: 'Command of step 1' }).fill('AT');
  const timeout = screen.getByLabelText('Timeout, ms');
  await timeout.fill('1');
  await button('Save').click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Step 1, the timeout must be a whole number from 50 to 600 000.');
  await expect.element(timeout).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not saved.');
});

test('[TERM-162] removing a step is an unsaved change, so Escape does not close the form', async () => {
  const { screen, button, commands } = await opened();
  await button('Add the example “Identify”').click();
  await button('Edit Identify').click();
  await button('Remove step 2').click();
  await expect.poll(commands).toEqual(['AT', 'AT+VB?', 'AT+ADATA']);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not saved.');
  await button('Cancel').click();
  await expect.element(button('Run Identify')).toBeVisible();
});

test('[TERM-163] [TERM-154] a run shows the result of each step and the step at which it failed; its report gives its space to the form, and returns when the form is closed', async () => {
  const { screen, button, clock, core } = await opened();
  await button('Add the example “Identify”').click();
  await button('Run Identify').click();
  await clock.advance(1_000);
  await expect.element(screen.getByText(/^Failed at step 3 \(AT\+VB\?\)/)).toBeVisible();
  await expect.element(screen.getByText('Unexpected reply')).toBeVisible();
  await expect.element(screen.getByText('Not sent')).toBeVisible();
  const report = screen.getByRole('region', { name: 'Run of Identify' });
  await expect.element(report).toBeVisible();
  await button('New sequence').click();
  await expect.element(screen.getByRole('form', { name: 'New sequence' })).toBeVisible();
  await expect.element(report).not.toBeInTheDocument();
  await button('Cancel').click();
  await expect.element(report).toBeVisible();
  await button('Close report').click();
  expect(core.procedures.sequences.run$.value).toBeUndefined();
});

test('[TERM-160] a sequence is deleted after a confirmation', async () => {
  const { screen, button, sequences } = await opened();
  await button('Add the example “Identify”').click();
  await button('Delete Identify').click();
  await expect.element(button('Delete')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(sequences.list$.value).toHaveLength(1);
  await button('Delete Identify').click();
  await button('Delete').click();
  await expect.element(screen.getByText('Deleted “Identify”.')).toBeVisible();
  expect(sequences.list$.value).toEqual([]);
});

test('[TERM-150] [TERM-156] [TERM-158] [TERM-159] [TERM-164] sequences are exported and imported, and the error of an invalid file is described', async () => {
  const { screen, button, sequences, heard } = await opened();
  await button('Add the example “Identify”').click();
  await expect.element(screen.getByText('4 steps, once')).toBeVisible();
  expect(heard()).toEqual(['AT+VB=1']); // sent by the app itself: only the user starts a sequence
  const text = sequences.exportFile(['Identify']);
  const give = (content: string) =>
    userEvent.upload(screen.getByLabelText('Sequences file'), new File([content], 's.json'));
  await give(text);
  await expect.element(screen.getByText(/^Imported: Identify 2\./)).toBeVisible();
  await expect.element(button('Run Identify 2')).toBeVisible();
  await give(text.replace('"ATI"', JSON.stringify('ATI\r\nAT+ERASE')));
  await expect
    .element(
      screen.getByText(
        /^Nothing imported\. Sequence 1, step 2, the command must be 1–256 visible characters/,
      ),
    )
    .toBeVisible();
  await give('{');
  await expect
    .element(screen.getByText('Nothing imported. The file is not valid JSON.'))
    .toBeVisible();
  expect(sequences.list$.value).toHaveLength(2);
});

test('[TERM-255] if the storage is full, imported sequences are reported as kept until the page closes', async () => {
  const storage = createFakeStorage();
  const { screen, button, sequences } = await opened({ storage });
  await button('Add the example “Identify”').click();
  await expect.element(screen.getByText('Saved “Identify”.')).toBeVisible();
  storage.refuse('full');
  const file = new File([sequences.exportFile(['Identify'])], 's.json');
  await userEvent.upload(screen.getByLabelText('Sequences file'), file);
  await expect
    .element(
      screen.getByText(/^Imported: Identify 2\. Kept until you close the page: storage is full/),
    )
    .toBeVisible();
});

test('[TERM-155] a run reports that its connection ended', async () => {
  const { screen, button, core, fake, clock } = await opened();
  await button('Add the example “Identify”').click();
  fake.device.onWrite(() => undefined);
  await button('Run Identify').click();
  await clock.advance(50);
  await expect
    .element(screen.getByText('Step 1 of 4: waiting for the reply to AT', { exact: true }))
    .toBeVisible();
  void core.link.disconnect();
  await clock.advance(5_000);
  await expect.element(screen.getByText(/The connection ended at step 1 \(AT\)/)).toBeVisible();
});

test('[TERM-162] [TERM-154] a sequence of the last commands repeats, and can be stopped by keys while its panel is closed', async () => {
  const { send, press, screen, button, clock } = await renderTerminal();
  for (const command of ['AT', 'ATI']) await send(command);
  await press('Alt+s');
  await button('Create from last 2 commands').click();
  await button('Save').click();
  await expect
    .element(screen.getByRole('alert').getByText(/The name must be 1–60 visible characters/))
    .toBeVisible();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await screen.getByLabelText('Pause between, ms').fill('100');
  await screen.getByRole('checkbox', { name: 'Forever' }).click();
  await button('Save').click();
  await button('Run Mine').click();
  await clock.advance(1_000);
  await expect.element(screen.getByText(/^Loop \d+, step \d of 2/)).toBeVisible();
  await expect.element(screen.getByText(/· \d+ passed$/).first()).toBeVisible();
  await button('Close Sequences').click();
  await expect.element(button('Stop sequence')).toBeVisible();
  await press('Alt+x');
  await clock.advance(100);
  await expect.element(button('Stop sequence')).not.toBeInTheDocument();
  await press('Alt+s');
  await expect.element(screen.getByText(/Stopped at step/)).toBeVisible();
});

test('[TERM-163] the example sequence identifies the device, and its report contains every step', async () => {
  const { screen, button, press, clock, heard } = await renderTerminal({
    replies: { 'AT+VB?': '+VB: 1\r\nOK\r\n' },
  });
  await press('Alt+s');
  await button('Add the example “Identify”').click();
  await button('Run Identify').click();
  await clock.advance(2_000);
  await expect.element(screen.getByText(/^Completed: 4 of 4 passed/)).toBeVisible();
  expect(screen.getByText('Passed', { exact: true }).elements()).toHaveLength(4);
  expect(heard()).toEqual(['AT', 'ATI', 'AT+VB?', 'AT+ADATA']);
});
