import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakeStorage } from '@batbot/core/fakes';
import { fileOf, renderTerminal } from '../render-terminal.fixture.tsx';

test('[TERM-119] [ST-09] groups are imported, sent by Alt+number and saved, and the error of an invalid file is described', async () => {
  const storage = createFakeStorage();
  const { screen, button, press, command, heard, clock, core } = await renderTerminal({ storage });
  await button('Edit quick commands').click();
  const file = screen.getByLabelText('File with groups');
  await userEvent.upload(file, fileOf('{"groups":[{"name":"Bench","buttons":[{"command":7}]}]}'));
  await expect
    .element(screen.getByText(/Not imported: In group 1, button 1, the command must be/))
    .toBeVisible();
  await userEvent.upload(
    file,
    fileOf('{"groups":[{"name":"Bench","buttons":[{"label":"Who","command":"AT+BENCH"}]}]}'),
  );
  await expect.element(screen.getByText('Imported: Bench.')).toBeVisible();
  await expect.element(screen.getByLabelText('Command 1 of Bench')).toHaveValue('AT+BENCH');
  await screen.getByRole('dialog').getByText('Close', { exact: true }).click();
  await expect.element(command).toHaveFocus();
  await press('Alt+1');
  await clock.advance(100);
  expect(heard()).toEqual(['AT+BENCH']);
  await expect.element(button('Bench 1')).toBeVisible();
  await press('Alt+g');
  await expect.element(button('Bench 1')).not.toBeInTheDocument();
  await press('Alt+g');
  expect(core.terminal.quickGroups.shown$.value).toBe('Bench');
  await screen.unmount();
  const again = await renderTerminal({ storage });
  await expect.element(again.button('Bench 1')).toBeVisible();
});

test('[TERM-119] groups and buttons are added, moved and deleted; rows without a command are not saved', async () => {
  const { screen, button, core } = await renderTerminal();
  await button('Edit quick commands').click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: '+ Group' }).click();
  await dialog.getByRole('button', { name: '+ Group' }).click();
  await expect.element(dialog.getByLabelText('Name of the group').nth(1)).toHaveValue('Group 2');
  await dialog.getByRole('button', { name: 'Delete group' }).first().click();
  for (const command of ['AT', 'ATI', ' ']) {
    await dialog.getByRole('button', { name: '+ Button' }).click();
    await dialog.getByPlaceholder('Command').last().fill(command);
  }
  await dialog.getByRole('button', { name: 'Move button 2 up' }).click();
  await dialog.getByLabelText('Name of the group').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(dialog.getByText(/^.?\s?Not saved: In group 1, the name must/))
    .toBeVisible();
  await expect.element(dialog.getByLabelText('Name of the group')).toHaveFocus();
  await dialog.getByLabelText('Name of the group').fill('Bench');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(core.terminal.quickGroups.groups$.value).toEqual([
    {
      name: 'Bench',
      buttons: [
        { label: '', command: 'ATI' },
        { label: '', command: 'AT' },
      ],
    },
  ]);
});

test('[TERM-15] a saved command is sent by a click and kept after a reload', async () => {
  const storage = createFakeStorage();
  const { screen, button } = await renderTerminal({ storage });
  await button('Edit quick commands').click();
  await screen.getByRole('textbox', { name: 'Saved text 3' }).fill('ATI');
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Quick command 3')).toBeVisible();
  expect(storage.openTab().get('terminalCommand3')).toBe('ATI');
  await screen.unmount();
  const again = await renderTerminal({ storage });
  await again.button('Quick command 3').click();
  await again.clock.advance(100);
  expect(again.heard()).toEqual(['ATI']);
});

test('[TERM-246] saving a draft, or importing a file into it, loses no quick command that was typed or saved meanwhile', async () => {
  const { screen, button, command, core } = await renderTerminal();
  const { quickCommands } = core.terminal;
  const dialog = screen.getByRole('dialog');
  await button('Edit quick commands').click();
  await expect.element(dialog.getByLabelText('Saved text 1')).toHaveFocus();
  await dialog.getByLabelText('Saved text 2').fill('ATI');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  quickCommands.save(3, 'AT+TAB'); // by another tab
  await command.fill('AT+MINE');
  await screen.getByRole('button', { name: 'Save command' }).click();
  await expect.element(dialog).toBeVisible(); // the draft has unsaved changes
  await userEvent.upload(
    screen.getByLabelText('File with groups'),
    fileOf('{"groups":[{"name":"Bench","buttons":[]}]}'),
  );
  await expect.element(screen.getByText('Imported: Bench.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Saved text 2')).toHaveValue('ATI');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(quickCommands.commands$.value).toEqual(['', 'ATI', '', 'AT+TAB', '']);
});

test('[TERM-246] saving a quick command loses no command or group that another tab saved before or after the first change', async () => {
  const { screen, button, core } = await renderTerminal();
  const { quickCommands, quickGroups } = core.terminal;
  const dialog = screen.getByRole('dialog');
  const bench = { name: 'Bench', buttons: [{ label: '', command: 'AT' }] };
  const later = { name: 'Later', buttons: [{ label: '', command: 'ATI' }] };
  await button('Edit quick commands').click();
  quickGroups.save([bench]);
  quickCommands.save(3, 'AT+TAB');
  await expect.element(dialog.getByLabelText('Name of the group')).toHaveValue('Bench');
  await dialog.getByLabelText('Saved text 2').fill('ATI');
  quickGroups.save([bench, later]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(quickCommands.commands$.value).toEqual(['', 'ATI', '', 'AT+TAB', '']);
  expect(quickGroups.groups$.value).toEqual([bench, later]);
});

test('[TERM-246] if the storage is full, every typed quick command lasts until the page closes', async () => {
  const storage = createFakeStorage();
  const { screen, button, core } = await renderTerminal({ storage });
  const dialog = screen.getByRole('dialog');
  await button('Edit quick commands').click();
  await dialog.getByLabelText('Saved text 1').fill('AT');
  await dialog.getByLabelText('Saved text 2').fill('ATI');
  storage.refuse('full');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(/Kept until you close the page/)).toBeVisible();
  expect(core.terminal.quickCommands.commands$.value).toEqual(['AT', 'ATI', '', '', '']);
});

test('[TERM-255] if the storage is full, imported groups are reported as kept until the page closes', async () => {
  const storage = createFakeStorage();
  const { button, screen } = await renderTerminal({ storage });
  await button('Edit quick commands').click();
  storage.refuse('full');
  const file = fileOf('{"groups":[{"name":"Bench","buttons":[{"label":"Who","command":"AT"}]}]}');
  await userEvent.upload(screen.getByLabelText('File with groups'), file);
  await expect
    .element(screen.getByText(/^.?\s?Imported: Bench\. Kept until you close the page/))
    .toBeVisible();
});

test('[TERM-256] a command that could not be saved in the shown group is not reported as saved, and the cause is named', async () => {
  const storage = createFakeStorage();
  const { button, screen, core } = await renderTerminal({ storage });
  const { quickGroups } = core.terminal;
  const buttons = Array.from({ length: 63 }, () => ({ label: '', command: 'AT' }));
  quickGroups.save([{ name: 'Bench', buttons }]);
  quickGroups.show('Bench');
  const input = screen.getByRole('combobox', { name: 'Command', exact: true });
  await input.fill('ATI');
  storage.refuse('full');
  await button('Save command').click();
  await expect.element(screen.getByText(/Kept until you close the page/)).toBeVisible();
  await expect.element(screen.getByText('Saved ATI')).not.toBeInTheDocument();
  expect(quickGroups.groups$.value[0]?.buttons).toHaveLength(64);
  await button('Save command').click();
  await expect.element(screen.getByText(/Not saved: In group 1, .*64/)).toBeVisible();
});

test('[TERM-173] unsaved quick commands, commands and sequences are kept after Escape and while another panel is open', async () => {
  const { screen, button, press } = await renderTerminal();
  const dialog = screen.getByRole('dialog');
  const name = dialog.getByLabelText('Name of the group');
  await button('Edit quick commands').click();
  await dialog.getByRole('button', { name: '+ Group' }).click();
  await name.fill('Half a group');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByTitle('Unsaved changes')).toBeVisible();
  await screen.getByRole('button', { name: 'Edit quick commands' }).click();
  await expect.element(name).toHaveValue('Half a group');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(name).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();

  await press('Alt+p');
  await button('+ Own command').click();
  const help = screen.getByLabelText('Help in one line');
  await help.fill('half a help');
  await press('Alt+s');
  await button('New sequence').click();
  await screen.getByLabelText('Name', { exact: true }).fill('Half a sequence');
  await press('Alt+p');
  await expect.element(help).toHaveValue('half a help');
  await help.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText(/Not saved\. “Save” saves it/)).toBeVisible();
  await button('Cancel').click();
  await expect.element(help).not.toBeInTheDocument();
  await press('Alt+s');
  await expect
    .element(screen.getByLabelText('Name', { exact: true }))
    .toHaveValue('Half a sequence');
});

test('[TERM-119] at 390 px, the field of a label shows 24 characters', async () => {
  const { screen, button } = await renderTerminal();
  await page.viewport(390, 844);
  await button('Edit quick commands').click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: '+ Group' }).click();
  await dialog.getByRole('button', { name: '+ Button' }).click();
  const label = screen.getByLabelText('Label 1 of Group');
  await label.fill('Read the serial number a');
  const { scrollWidth, clientWidth } = label.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
