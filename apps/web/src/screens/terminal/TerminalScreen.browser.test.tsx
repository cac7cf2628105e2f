import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakeStorage } from '@batbot/core/fakes';
import { rendered } from '../../testing/rendered.fixture.ts';
import { renderTerminal } from './render-terminal.fixture.tsx';

const distanceToEnd = (log: Element): number => log.scrollHeight - log.clientHeight - log.scrollTop;

test('[TERM-13] [TERM-14] the screen has log, input, Send, formats, line endings and five quick commands, and sent commands stay in log and history', async () => {
  const { screen, send, log, command, heard, press } = await renderTerminal();
  await expect.element(page.getByTitle('CR LF', { exact: true })).toBeVisible();
  await screen.getByRole('combobox', { name: 'Line ending', exact: true }).click();
  const endings = () =>
    [...document.querySelectorAll('.ant-select-item-option')].map((each) => each.textContent);
  await expect.poll(endings).toEqual(['CR LF', 'LF', 'CR', 'None']);
  await userEvent.keyboard('{Escape}');
  for (const name of ['ASCII', 'Hex'])
    await expect.element(screen.getByRole('radio', { name, exact: true })).toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await screen.getByRole('button', { name: 'Edit quick commands' }).click();
  const saved = page.getByRole('textbox', { name: /^Saved text [1-5]$/ });
  await expect.poll(() => saved.elements()).toHaveLength(5);
  await userEvent.keyboard('{Escape}');
  await send('ATI');
  await expect.element(log.getByText(/HW:/)).toBeVisible();
  await expect.element(command).toHaveValue('');
  await expect.element(log).toHaveTextContent(/\d\d:\d\d:\d\d\.\d{3} -> ATI/);
  await expect.element(log).not.toHaveTextContent('AT+VB');
  await send('AT');
  expect(heard()).toEqual(['ATI', 'AT']);
  for (const [key, recalled] of [
    ['ArrowUp', 'AT'],
    ['ArrowUp', 'ATI'],
    ['ArrowDown', 'AT'],
  ] as const) {
    await press(key);
    await expect.element(command).toHaveValue(recalled);
  }
});

test('[TERM-180] a visible match does not stop the log from following its end', async () => {
  const { send, screen, log } = await renderTerminal();
  await send('AT');
  await userEvent.keyboard('{Control>}f{/Control}');
  await screen.getByRole('textbox', { name: 'Find', exact: true }).fill('OK');
  await userEvent.keyboard('{Enter}{Escape}');
  await send('COUNT');
  await expect.element(log.getByText('line 60 of sixty')).toBeVisible();
  await expect.poll(() => distanceToEnd(log.element())).toBeLessThan(2);
});

test('[TERM-180] the log follows its end again after Clear', async () => {
  const { send, log } = await renderTerminal();
  await send('COUNT');
  await userEvent.keyboard('{Control>}l{/Control}{Home}');
  await expect.element(log.getByText('line 1 of sixty')).toBeVisible();
  await userEvent.keyboard('{Control>}{Shift>}k{/Shift}{/Control}');
  await send('COUNT');
  await expect.element(log.getByText('line 60 of sixty')).toBeVisible();
});

test('[TERM-98] two presses of F2 before the log has scrolled go to the second marked line', async () => {
  const { send, log, core } = await renderTerminal();
  for (const _ of [1, 2, 3]) await send('COUNT');
  const last = log.getByText('line 60 of sixty');
  await expect.element(last).toBeVisible();
  const lastId = Number(last.element().closest<HTMLElement>('[data-entry]')?.dataset['entry']);
  for (const id of [lastId - 60, lastId]) core.terminal.bookmarks.toggle(id);
  const press = (key: string) =>
    log.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const isShown = (id: number) => document.querySelector(`[data-entry="${id}"]`) !== null;
  press('Home');
  await expect.poll(() => isShown(lastId - 60)).toBe(false);
  press('F2');
  press('F2');
  await expect.poll(() => isShown(lastId)).toBe(true);
});

test('[TERM-180] sending a command scrolls from any position of the log to its reply', async () => {
  const { send, log } = await renderTerminal();
  await send('COUNT');
  await userEvent.keyboard('{Control>}l{/Control}{Home}');
  await expect.element(log.getByText('line 1 of sixty')).toBeVisible();
  await send('COUNT');
  await expect.element(log.getByText('line 60 of sixty')).toBeVisible();
  await expect.poll(() => distanceToEnd(log.element())).toBeLessThan(2);
});

test('[TERM-8] [TERM-181] the editor saves the five quick commands, and + Save saves the typed text or the last command', async () => {
  const { send, screen, command, core } = await renderTerminal();
  const { commands$ } = core.terminal.quickCommands;
  await userEvent.keyboard('{Alt>}q{/Alt}');
  await screen.getByRole('textbox', { name: 'Saved text 3' }).fill('ATI');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => commands$.value).toEqual(['', '', 'ATI', '', '']);
  await expect.element(command).toHaveFocus();
  await command.fill('AT+HALF');
  await screen.getByRole('button', { name: 'Save command' }).click();
  expect(commands$.value).toEqual(['AT+HALF', '', 'ATI', '', '']);
  await send('AT');
  await screen.getByRole('button', { name: 'Save command' }).click();
  expect(commands$.value).toEqual(['AT+HALF', 'AT', 'ATI', '', '']);
  await expect.element(screen.getByText('Saved AT: Alt+2')).toBeVisible();
  await screen.getByRole('button', { name: 'Quick command 2' }).click();
  await expect.poll(() => core.terminal.history.commands$.value.at(-1)).toBe('AT');
});

test('[TERM-92] a match that Find has scrolled to stays in view while lines are received', async () => {
  const { send, screen, log, fake, clock } = await renderTerminal();
  await send('COUNT');
  await userEvent.keyboard('{Control>}f{/Control}');
  await screen.getByRole('textbox', { name: 'Find', exact: true }).fill('line 1 of');
  await clock.advance(100);
  await userEvent.keyboard('{Enter}');
  const match = log.getByText('line 1 of sixty');
  await expect.element(match).toBeVisible();
  const place = match.element().getBoundingClientRect().top;
  fake.device.send('one more\r\nand another\r\n');
  await clock.advance(100);
  await expect.element(screen.getByRole('button', { name: /Latest.*2 new/ })).toBeVisible();
  expect(match.element().getBoundingClientRect().top).toBe(place);
});

test('[TERM-101] every panel takes the focus when it is opened by a click, and Escape closes it', async () => {
  const { screen, command } = await renderTerminal();
  for (const name of ['Commands', 'Sequences', 'Checks', 'Port']) {
    await screen.getByRole('button', { name, exact: true }).click();
    const panel = screen.getByRole('complementary', { name });
    await expect.element(panel).toBeVisible();
    expect(panel.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(command).toHaveFocus();
  }
});

test('[TERM-182] the input gets the focus when the terminal opens and after connecting', async () => {
  const { command, core, clock } = await renderTerminal({ isConnected: false });
  await expect.element(command).toHaveFocus();
  command.element().blur();
  void core.link.connect('fake');
  await clock.advance(100);
  await expect.element(command).toHaveFocus();
});

test('[TERM-94] an empty log explains what to do, and "Cleared" disappears', async () => {
  const { send, screen, log, clock } = await renderTerminal();
  await send('AT');
  await userEvent.keyboard('{Control>}{Shift>}k{/Shift}{/Control}');
  await expect.element(log.getByText('No traffic yet. Type a command such as AT.')).toBeVisible();
  await expect.element(screen.getByText('Cleared')).toBeVisible();
  await clock.advance(3_000);
  await expect.element(screen.getByText('Cleared')).not.toBeInTheDocument();
});

test('[TERM-94] the empty log of a disconnected terminal asks the user to connect a device', async () => {
  const { log } = await renderTerminal({ isConnected: false });
  await expect
    .element(log.getByText('No traffic yet. Connect a device, then type a command such as AT.'))
    .toBeVisible();
});

test('[TERM-185] a system line wraps between words', async () => {
  const { core, clock, log } = await renderTerminal();
  core.terminal.note('word '.repeat(80).trim());
  await clock.advance(100);
  const text = log.getByText(/^word word/).element();
  const row = text.closest<HTMLElement>('[data-entry]');
  const range = document.createRange();
  const node = text.firstChild ?? text;
  // Every word is on one line.
  for (let at = 0; at + 4 <= (node.textContent?.length ?? 0); at += 5) {
    range.setStart(node, at);
    range.setEnd(node, at + 4);
    expect(range.getClientRects()).toHaveLength(1);
  }
  expect(row?.clientHeight).toBe(row?.scrollHeight);
});

test('[TERM-183] result lines have their colours, and a selected line of live data shows its values', async () => {
  const { send, screen, log, fake, clock } = await renderTerminal({
    replies: { 'AT+FOO': 'ERROR\r\n' },
  });
  await send('AT+FOO');
  await send('AT+ADATA');
  fake.device.send('+ALARM: OV 3\r\n');
  await clock.advance(100);
  const results = [...log.element().querySelectorAll('[data-result]')];
  expect(results.map((row) => row.getAttribute('data-result'))).toEqual(['error', 'ok', 'alarm']);
  await log.getByText(/^\+ADATA/).click();
  await expect.element(screen.getByText(/V · .*4 cells 3\.302–3\.304\sV/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText(/4 cells 3\.302/)).not.toBeInTheDocument();
});

test('[TERM-184] a panel opens at the saved width', async () => {
  const storage = createFakeStorage();
  storage.openTab().set('terminalSettings', JSON.stringify({ panelPx: 500 }));
  const { screen } = await renderTerminal({ storage });
  await screen.getByRole('button', { name: 'Port', exact: true }).click();
  const panel = screen.getByRole('complementary', { name: 'Port' });
  await expect.poll(() => Math.round(panel.element().getBoundingClientRect().width)).toBe(500);
});

test('[TERM-225] a check opens at full width, and the button “Full width” shows the log beside it', async () => {
  const { core, screen, log, clock } = await renderTerminal();
  await expect.element(log).toBeVisible();
  await core.procedures.checks.start('Incoming inspection');
  const check = screen.getByRole('region', { name: 'Check: Incoming inspection' });
  await expect.element(check).toBeVisible();
  await expect.element(log).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Full width' }).click();
  await expect.element(log).toBeVisible();
  await expect.element(check).toBeVisible();
  await clock.advance(100);
});

test('[TERM-236] what shows or searches the log or the transactions ends the full width of a check', async () => {
  const { core, screen, log, press, send } = await renderTerminal();
  await send('COUNT');
  await core.procedures.checks.start('Incoming inspection');
  const check = screen.getByRole('region', { name: 'Check: Incoming inspection' });
  const toFullWidth = async () => {
    await screen.getByRole('button', { name: 'Full width' }).click();
    await expect.element(log).not.toBeInTheDocument();
  };
  await expect.element(check).toBeVisible();
  await expect.element(log).not.toBeInTheDocument();
  for (const keys of ['Ctrl+b', 'Ctrl+f', 'Alt+End', 'Ctrl+l', 'F3']) {
    await press(keys);
    await expect.element(log).toBeVisible();
    await toFullWidth();
  }
  expect(core.terminal.bookmarks.list$.value).toHaveLength(1);
  const find = screen.getByRole('textbox', { name: 'Find', exact: true });
  await find.click();
  await expect.element(log).toBeVisible();
  await toFullWidth();
  find.element().focus(); // as by Tab on the way through the toolbar
  await expect.element(find).toHaveFocus();
  await rendered();
  await expect.element(log).not.toBeInTheDocument();
  for (const keys of ['C', '{Enter}']) {
    await userEvent.keyboard(keys);
    await expect.element(log).toBeVisible();
    await toFullWidth();
    find.element().focus();
  }
  await screen.getByText('Transactions', { exact: true }).click();
  await expect.element(screen.getByRole('treegrid', { name: 'Transactions' })).toBeVisible();
  await screen.getByRole('button', { name: 'Full width' }).click();
  await press('Alt+t');
  await expect.element(log).toBeVisible();
  await expect.element(check).toBeVisible();
});

test('[TERM-238] without a line nothing is marked, and no note can be entered', async () => {
  const { core, screen, press } = await renderTerminal();
  core.terminal.clear();
  await expect.element(screen.getByText(/^No traffic yet/)).toBeVisible();
  for (const keys of ['Ctrl+Shift+b', 'Ctrl+b']) {
    await press(keys);
    await expect.element(screen.getByText('No line to mark')).toBeVisible();
  }
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('[TERM-237] the hex view shows what has no line break yet as bytes', async () => {
  const { core, fake, clock, log } = await renderTerminal();
  fake.device.send('> ');
  await clock.advance(100);
  await expect.element(log).toHaveTextContent(/pending <- >/);
  core.terminal.settings.change({ format: 'hex' });
  await expect.element(log).toHaveTextContent(/pending <- 3E 20/);
});

test('[TERM-189] the menu of the log can save as soon as the log has a line', async () => {
  const { send, screen, core, press } = await renderTerminal();
  core.terminal.clear();
  await press('Ctrl+l');
  const save = screen.getByRole('menuitem', { name: 'Save as text' });
  await userEvent.click(screen.getByRole('button', { name: 'Log menu' }));
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await send('COUNT');
  await userEvent.click(screen.getByRole('button', { name: 'Log menu' }));
  await expect.element(save).not.toHaveAttribute('aria-disabled', 'true');
});

test('[TERM-234] a panel keeps what was typed when the screen is turned', async () => {
  await page.viewport(1180, 820);
  const { screen } = await renderTerminal();
  await screen
    .getByRole('button', { name: /^Commands/ })
    .first()
    .click();
  const search = screen.getByRole('searchbox', { name: 'Search the commands' });
  await search.fill('VB');
  for (const width of [820, 1180]) {
    await page.viewport(width, 900);
    await expect.element(search).toHaveValue('VB');
    await expect.element(search).toBeVisible();
  }
});

test('[PAGE-331] a side panel that is higher than the window scrolls alone', async () => {
  await page.viewport(1280, 720);
  const { screen } = await renderTerminal();
  await screen.getByRole('button', { name: 'Checks', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Import checks' })).toBeInTheDocument();
  const side = document.querySelector('.side__body');
  expect(side?.scrollHeight).toBeGreaterThan(side?.clientHeight ?? 0);
  const root = document.documentElement;
  expect(root.scrollHeight).toBe(root.clientHeight);
});
