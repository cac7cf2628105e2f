import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CONTROL_KEYS } from '@batbot/core';
import { paste, renderTerminal } from '../render-terminal.fixture.tsx';

test('[TERM-114] [TERM-121] completions that open while typing use only Tab; in completions opened by keys, the arrows select and Enter inserts', async () => {
  const { screen, command, press, heard, clock } = await renderTerminal();
  const list = screen.getByRole('listbox', { name: 'Completions' });
  await command.click();
  await userEvent.keyboard('at+a');
  await expect.element(list.getByRole('option', { name: /AT\+ADATA/ })).toBeVisible();
  await expect.element(command).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Tab}');
  await expect.element(command).toHaveValue('AT+ADATA');
  await expect.element(list).not.toBeInTheDocument();

  await command.clear();
  await press('Ctrl+ ');
  await userEvent.keyboard('AT+V{ArrowDown}{ArrowDown}');
  const chosen = screen.getByRole('option', { selected: true });
  await expect.element(chosen).toHaveTextContent('AT+VB=1');
  expect(command.element().getAttribute('aria-activedescendant')).toBe(chosen.element().id);
  await userEvent.keyboard('{Enter}');
  await expect.element(command).toHaveValue('AT+VB=1'); // inserted, not sent
  await command.fill('ATI');
  await userEvent.keyboard('{Enter}');
  await clock.advance(100);
  expect(heard()).toEqual(['ATI']);
  await userEvent.keyboard('AT');
  await expect.element(list).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(command).toHaveValue('AT');
});

test('[TERM-116] after typing a beginning, the arrows recall only commands with this beginning', async () => {
  const { command, send } = await renderTerminal();
  for (const text of ['AT+ADATA', 'ATI', 'AT+VB?', 'AT']) await send(text);
  await userEvent.keyboard('AT+{ArrowUp}');
  await expect.element(command).toHaveValue('AT+VB?');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(command).toHaveValue('AT+ADATA');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(command).toHaveValue('AT+');
});

test('[TERM-112] [TERM-120] a value out of range is reported while the user types, and an unknown command can be sent', async () => {
  const { screen, command, heard, clock } = await renderTerminal();
  await command.fill('AT+VB=7');
  await expect
    .element(screen.getByText('VB takes 0 or 1, not 7. Enter sends it anyway.'))
    .toBeVisible();
  await command.fill('AT+MINE=7');
  await userEvent.keyboard('{Enter}');
  await clock.advance(100);
  expect(heard()).toEqual(['AT+MINE=7']);
});

test('[TERM-250] a text that is refused does not hide that the command before it is not answered', async () => {
  const { screen, send, fake, clock } = await renderTerminal();
  fake.device.onWrite(() => undefined);
  await send('AT+SILENT');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^.?\s?Nothing to send/)).toBeVisible();
  await clock.advance(40_000);
  await expect.element(screen.getByText(/No answer to “AT\+SILENT”/)).toBeVisible();
});

test('[TERM-117] [TERM-124] Ctrl+C sends one byte at once, or copies selected text; the menu sends other control characters', async () => {
  const { screen, command, log, press, fake, clock } = await renderTerminal();
  await command.fill('AT+NEVER');
  fake.device.forgetWritten();
  (command.element() as HTMLInputElement).select();
  await press('Ctrl+c');
  await clock.advance(100);
  expect(fake.device.writes()).toEqual([]);
  await userEvent.keyboard('{End}');
  await press('Ctrl+c');
  await clock.advance(100);
  expect(fake.device.written()).toEqual(Uint8Array.of(3));
  await expect.element(log.getByText('^C', { exact: true })).toBeVisible();
  await expect.element(command).toHaveValue('AT+NEVER');
  await press('Alt+c');
  const { name } = CONTROL_KEYS.endOfTransmission;
  await screen
    .getByRole('menuitem', { name: new RegExp(`Send ${name.replace('+', '\\+')}`) })
    .click();
  await clock.advance(100);
  expect(fake.device.written()).toEqual(Uint8Array.of(3, 4));
  await expect.element(command).toHaveFocus();
});

test('[TERM-118] [DP-14] [PAGE-271] pasted lines are sent after a confirmation, one by one, with their progress, and can be stopped', async () => {
  const { screen, command, heard, clock, press, fake } = await renderTerminal();
  await command.click();
  paste(Array.from({ length: 12 }, (_, index) => `AT+L${index}`).join('\r\n'));
  const transmit = screen.getByRole('button', { name: 'Transmit 12 lines' });
  await expect.element(transmit).toHaveFocus();
  expect(heard()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await clock.advance(5_000);
  expect(heard()).toEqual(Array.from({ length: 12 }, (_, index) => `AT+L${index}`));
  await expect.element(screen.getByText('All 12 lines sent.')).toBeVisible();
  await expect.element(command).toHaveFocus();
  fake.device.onWrite(() => undefined); // without a reply, the run stays at its first line
  paste(Array.from({ length: 400 }, () => 'AT').join('\n'));
  await userEvent.keyboard('{Enter}');
  await clock.advance(10);
  const progress = screen.getByRole('group', { name: 'Sending lines' });
  const line = progress.getByText('1 of 400 sent');
  await expect.element(line).toBeVisible();
  expect(line.element().getBoundingClientRect().height).toBeLessThan(30); // one line of text
  await press('Ctrl+.');
  await clock.advance(10_000);
  await expect.element(screen.getByText(/Stopped: \d+ of 400 lines sent\./)).toBeVisible();
});

test('[TERM-125] [PAGE-266] pasted lines are below each other, with the note about control characters, also on a phone', async () => {
  const { screen, command } = await renderTerminal();
  for (const width of [1280, 390]) {
    await page.viewport(width, 844);
    await command.click();
    paste(['A', 'B', 'C', 'D\u0003'].map((letter) => letter.repeat(200)).join('\n'));
    const question = screen.getByRole('group', { name: 'Pasted lines' });
    await expect.element(question).toBeVisible();
    const text = question.element().querySelector('pre');
    if (text === null) throw new Error('The lines are not shown.');
    expect(text.clientHeight).toBe(5 * 18); // three lines, the number of the others, and the note
    expect(text.clientWidth).toBeGreaterThan(300);
    await screen.getByRole('button', { name: 'Discard' }).click();
  }
});

test('[TERM-122] [TERM-125] [TERM-16] hex is shown and sent as bytes, its error is marked, and pasted control characters need a confirmation', async () => {
  const { screen, command, press, fake, clock } = await renderTerminal();
  await command.click();
  paste('AT\u001b[2J');
  const question = screen.getByRole('group', { name: 'Pasted lines' });
  await expect.element(question.getByText(/AT\^\[\[2J/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(command).toHaveFocus();
  paste('\f');
  await expect.element(question.getByText(/^\^L/)).toBeVisible();
  await expect.element(question.getByRole('button', { name: 'Transmit 1 line' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await press('Alt+h');
  const bytes = screen.getByLabelText('Command', { exact: true });
  await bytes.fill('41 5G');
  await expect.element(screen.getByText(/“G” \(position 5\)/)).toBeVisible();
  expect(document.querySelector('mark')?.textContent).toBe('G');
  fake.device.forgetWritten();
  await userEvent.keyboard('{Enter}');
  await clock.advance(100);
  expect(fake.device.writes()).toEqual([]);
  await expect.element(bytes).toHaveValue('41 5G'); // not sent, and the text is kept
  await bytes.fill('0x41 0x54 49');
  await expect.element(screen.getByText('3 bytes: ATI')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await clock.advance(100);
  expect(fake.device.writtenText().trim()).toBe('ATI');
  await expect.element(screen.getByText(/48 57 3A/).first()).toBeVisible(); // "HW:"
});
