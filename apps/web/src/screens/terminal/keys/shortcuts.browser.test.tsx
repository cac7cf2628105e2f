import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderTerminal } from '../render-terminal.fixture.tsx';
import { SHORTCUTS, shownKeys, type Shortcut } from './shortcuts.ts';

/** The keys of every shortcut, in the form of tooltips and menus. */
const LISTED = new Set(Object.values<Shortcut>(SHORTCUTS).map((each) => shownKeys(each).join('+')));

/** Returns the names of enabled controls that show no shortcut, except those that need none. */
const unexplained = (): readonly string[] => {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('.terminal :is(button, input, [role="menuitem"])'),
  ].filter((each) => each.checkVisibility() && !each.classList.contains('visually-hidden'));
  expect(controls.length).toBeGreaterThan(10);
  return controls.flatMap((each) => {
    const name = (each.ariaLabel ?? each.textContent).trim();
    // In a panel or an opened row, Tab reaches the control. The field of Find is reached by the shortcut of Find.
    const isExempt =
      each.closest('.side__body, [data-transaction], .transaction__details') !== null;
    if (isExempt || name === 'Find' || name === 'Filter') return [];
    const title = each.closest<HTMLElement>('[title*="("]')?.title ?? each.title;
    const keys = /\(([^() ]+)\)$/.exec(title)?.[1] ?? each.querySelector('kbd')?.textContent ?? '';
    return LISTED.has(keys) ? [] : [`${name}: “${title}”`];
  });
};

test('[TERM-174] every control shows its shortcut, except controls that need none', async () => {
  const { screen, send, press, button } = await renderTerminal();
  await send('COUNT');
  await press('Ctrl+f');
  await press('Ctrl+Shift+f');
  await press('Ctrl+l');
  await userEvent.keyboard('{Home}');
  await expect.element(screen.getByRole('button', { name: /Latest/ })).toBeVisible();
  await press('Alt+m');
  await expect.element(screen.getByRole('menuitem', { name: 'Save as CSV' })).toBeVisible();
  expect(unexplained()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  for (const panel of ['Commands', 'Sequences', 'Port']) {
    await button(panel).click();
    await expect.element(screen.getByRole('complementary', { name: panel })).toBeVisible();
    expect(unexplained()).toEqual([]);
  }
  await press('Alt+t');
  await screen.getByRole('row', { name: /COUNT/ }).click();
  expect(unexplained()).toEqual([]);
});

/** Sends a key press such as `Alt+P` to the page. Returns whether the app has handled it. */
const isHandled = (keys: string): boolean => {
  const held = keys.split('+');
  const key = held.pop() ?? '';
  const event = new KeyboardEvent('keydown', {
    key: held.includes('Shift') ? key : key.replace(/^[A-Z]$/, (letter) => letter.toLowerCase()),
    code: key.replace(/^([A-Z])$/, 'Key$1').replace(/^(\d)$/, 'Digit$1'),
    ctrlKey: held.includes('Ctrl'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
    bubbles: true,
    cancelable: true,
  });
  (document.activeElement ?? document).dispatchEvent(event);
  return event.defaultPrevented;
};

/** Shortcuts that work only while lines are sent, in a panel, or while there are alarms. */
const SOMETIMES = ['Ctrl+.', 'Escape', 'Alt+Shift+A'];

test.each([
  ['ascii', 'log'],
  ['ascii', 'transactions'],
  ['hex', 'log'],
  ['hex', 'transactions'],
] as const)(
  '[TERM-175] in %s format and the %s view, the app handles every shortcut',
  async (format, view) => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(); // prevents downloads
    const { send, clock, core } = await renderTerminal();
    await send('COUNT');
    const keys = Object.values<Shortcut>(SHORTCUTS)
      .filter((each) => each.where === undefined && !SOMETIMES.includes(each.keys))
      .filter((each) => each.group !== 'App') // the shell handles these
      .map((each) => each.keys);
    expect(keys.length).toBeGreaterThan(40);
    const isLog = (): boolean => document.querySelector('[role="log"]') !== null;
    const isDialogOpen = (): boolean =>
      [...document.querySelectorAll('[role="dialog"]')].some((each) => each.checkVisibility());
    const left: string[] = [];
    for (const key of keys) {
      core.terminal.settings.change({ format });
      await clock.settle();
      if (isLog() !== (view === 'log')) expect(isHandled('Alt+T')).toBe(true);
      await clock.settle();
      expect(isLog()).toBe(view === 'log');
      if (!isHandled(key)) left.push(key);
      await clock.settle();
      if (key === 'Alt+M' || key === 'Alt+C') await userEvent.keyboard('{Escape}');
      while (isDialogOpen()) await userEvent.keyboard('{Escape}');
    }
    expect(left).toEqual([]);
  },
);

test('[TERM-175] Ctrl+F finds in the shown view, whichever panel is open', async () => {
  const { screen, press, log, button } = await renderTerminal();
  const find = screen.getByRole('textbox', { name: 'Find', exact: true });
  const filter = screen.getByRole('searchbox', { name: 'Filter transactions' });
  for (const panel of ['Alt+p', 'Alt+s', 'Alt+l']) {
    await press(panel);
    await press('Ctrl+f');
    await expect.element(find).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await press('Alt+t');
    await press('Ctrl+f');
    await expect.element(filter).toHaveFocus();
    await press('F9'); // F9 changes the times of the log and shows the log
    await expect.element(log).toBeVisible();
  }
  // A panel that covers the log closes when it loses the focus.
  await page.viewport(390, 844);
  await expect.element(screen.getByRole('complementary', { name: 'Port' })).toBeVisible();
  button('Close Port').element().focus();
  await press('Ctrl+f');
  await expect.element(find).toHaveFocus();
  await expect.element(screen.getByRole('complementary')).not.toBeInTheDocument();
});

test('[TERM-179] at every width the toolbar is one row, and the terminal is not wider than the page', async () => {
  const { send, press, screen } = await renderTerminal();
  await send('COUNT');
  for (const width of [768, 1_024, 1_100, 1_280]) {
    await page.viewport(width, 768);
    for (const view of ['log', 'transactions'] as const) {
      await expect.poll(() => innerWidth).toBe(width);
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
      const middles = boxes(
        '.toolbar :is(button, .ant-segmented, .ant-select, .pattern, [type=search])',
      ).map(({ top, height }) => top + height / 2);
      const apart = Math.max(...middles) - Math.min(...middles);
      expect([width, view, apart < 1]).toEqual([width, view, true]);
      const right = Math.max(...boxes('.terminal :is(button, input)').map((each) => each.right));
      expect([width, view, Math.round(right) <= width]).toEqual([width, view, true]);
      await press('Alt+m');
      await expect.element(screen.getByRole('menuitem', { name: /^Clear the / })).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await press('Alt+t');
    }
  }
});

test('[TERM-123] the overview lists every shortcut, opens by menu and by keys, and returns the focus', async () => {
  const { screen, press, command, button } = await renderTerminal();
  await button('Send menu').click();
  await screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  const overview = screen.getByRole('dialog');
  await expect.element(overview).toBeVisible();
  const listed = [...overview.element().querySelectorAll('dd')].map((line) =>
    [...line.querySelectorAll('kbd')].map((key) => key.textContent).join('+'),
  );
  expect(listed).toEqual(expect.arrayContaining([...LISTED, 'Ctrl+K']));
  await userEvent.keyboard('{Escape}');
  await expect.element(command).toHaveFocus();
  await press('Ctrl+/');
  await expect.element(overview).toBeVisible();
});
