import { userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.fixture.tsx';
import { SequencesPanel } from './SequencesPanel.tsx';

const opened = async () => {
  const rig = await renderScreen(<SequencesPanel />, {
    isConnected: true,
    path: '/mainpage/terminal',
  });
  const { screen } = rig;
  return {
    ...rig,
    sequences: rig.core.procedures.sequences,
    button: (text: string) => screen.getByRole('button', { name: text, exact: true }),
    commands: () =>
      screen
        .getByRole('textbox', { name: /^Command of step/ })
        .elements()
        .map((field) => (field as HTMLInputElement).value),
  };
};

test('[TERM-162] a step is added, moved and removed by keys, and the focus goes with it', async () => {
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

test('[TERM-164] the field with the problem gets the focus, and a sentence says what is wrong', async () => {
  const { screen, button } = await opened();
  await button('New sequence').click();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await screen.getByRole('textbox', { name: 'Command of step 1' }).fill('AT');
  const timeout = screen.getByLabelText('Timeout, ms');
  await timeout.fill('1');
  await button('Save').click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Step 1, the timeout must be a whole number from 50 to 600,000.');
  await expect.element(timeout).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not saved.');
});

test('[TERM-162] a removed step counts as unsaved: Escape does not close the form', async () => {
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

test('[TERM-163] [TERM-154] a run shows each step, and its end as a sentence', async () => {
  const { screen, button, clock, core } = await opened();
  await button('Add the example “Identify”').click();
  await button('Run Identify').click();
  await clock.advance(1_000);
  await expect.element(screen.getByText(/^Failed at step 3 \(AT\+VB\?\)/)).toBeVisible();
  await expect.element(screen.getByText('Unexpected reply')).toBeVisible();
  await expect.element(screen.getByText('Not sent')).toBeVisible();
  await button('Close report').click();
  expect(core.procedures.sequences.run$.value).toBeUndefined();
});

test('[TERM-160] a sequence is deleted only after a question', async () => {
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
