import type { Page } from '@playwright/test';
import { ask, show } from './terminal-log.ts';
import { expect, logTest as test } from './fixtures.ts';

/** A control as the page has it. */
interface Control {
  readonly name: string;
  /** Its own tooltip, or that of what it is a part of. */
  readonly title: string;
  /** The keys in its menu line. */
  readonly keys: string;
  /** Where it stands, if that is a place of its own. */
  readonly place: string;
}

/** Every control of the terminal that can be used now, also within the menu. */
const CONTROLS = `[...document.querySelectorAll('.terminal :is(button, select, input, textarea, summary)')]
  .filter((each) => each.checkVisibility() && !each.classList.contains('visually-hidden'))
  .map((each) => ({
    name: (each.ariaLabel || each.closest('label')?.textContent || each.textContent || each.placeholder).trim(),
    title: each.closest('[title*="("]')?.title ?? each.title,
    keys: (each.querySelector('kbd') ?? each.closest('label')?.querySelector('kbd'))?.textContent ?? '',
    place: each.closest('.side__body, [data-transaction], .transaction__details')?.className ?? '',
  }))`;

/** What has no shortcut of its own, and why. */
const EXEMPT: readonly (readonly [(control: Control) => boolean, string])[] = [
  [({ place }) => place !== '', 'in a panel or an opened row: Tab leads to it'],
  [
    ({ name }) => name === 'Find' || name === 'Filter',
    'the field itself: its shortcut leads to it',
  ],
];

const shownKeys = async (page: Page): Promise<readonly string[]> => {
  await page.keyboard.press('Control+/');
  const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const lines = await overview.locator('dd').all();
  const listed = await Promise.all(
    lines.map(async (line) => (await line.locator('kbd').allInnerTexts()).join('+')),
  );
  await page.keyboard.press('Escape');
  await expect(overview).toHaveCount(0);
  return listed;
};

/** Names of the controls that have neither shown keys nor a reason. */
const unexplained = async (page: Page, listed: readonly string[]): Promise<readonly string[]> => {
  const controls: readonly Control[] = await page.evaluate(CONTROLS);
  expect(controls.length).toBeGreaterThan(10);
  return controls
    .filter((control) => !EXEMPT.some(([fits]) => fits(control)))
    .filter(({ title, keys }) => {
      const shown = /\(([^() ]+)\)$/.exec(title)?.[1] ?? keys;
      return !listed.includes(shown);
    })
    .map(({ name, title }) => `${name}: “${title}”`);
};

test.describe('the keys and the bar of the terminal', () => {
  test('[TERM-174] every control shows its shortcut, or has a reason for none', async ({
    terminal: app,
  }) => {
    const { page } = app;
    await ask(app, 'COUNT');
    const listed = await shownKeys(page);
    await page.keyboard.press('Control+F');
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.press('Control+L');
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /Latest/ }).waitFor();
    await page.keyboard.press('Alt+M');
    await page.getByRole('menuitem', { name: 'Save as CSV' }).waitFor();
    expect(await unexplained(page, listed)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const panel of ['Commands', 'Sequences', 'Port']) {
      await page.getByRole('button', { name: panel, exact: true }).click();
      await page.getByRole('complementary', { name: panel }).waitFor();
      expect(await unexplained(page, listed)).toEqual([]);
    }
    await show(app, 'Transactions');
    await page.getByRole('row').filter({ hasText: 'COUNT' }).click();
    expect(await unexplained(page, listed)).toEqual([]);
  });

  test('[TERM-175] every shortcut does something in every view and none is left to the browser', async ({
    terminal: app,
  }) => {
    const { page } = app;
    await ask(app, 'COUNT');
    await page.evaluate(
      `addEventListener('keydown', (event) => { window.wasTaken = event.defaultPrevented; })`,
    );
    const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('Control+/');
    const anywhere = overview.locator('section').filter({ hasText: 'anywhere on this page' });
    const lines = await anywhere.locator('dd').all();
    const all = await Promise.all(
      lines.map(async (line) => (await line.locator('kbd').allInnerTexts()).join('+')),
    );
    expect(all.length).toBeGreaterThan(40);
    // These act only while lines go out, in a panel, and while there are alarms.
    const keys = all.filter((each) => !['Ctrl+.', 'Esc', 'Alt+Shift+A'].includes(each));
    await page.keyboard.press('Escape');

    for (const format of ['ASCII', 'Hex'] as const) {
      for (const view of ['Log', 'Transactions'] as const) {
        const left: string[] = [];
        for (const key of keys) {
          await app.format(format);
          await show(app, view);
          await page.keyboard.press(key.replace('Ctrl', 'Control'));
          if ((await page.evaluate('window.wasTaken')) !== true) left.push(key);
          while ((await page.locator('[role=dialog]:visible').count()) > 0)
            await page.keyboard.press('Escape');
          if (key === 'Alt+M' || key === 'Alt+C') await page.keyboard.press('Escape');
        }
        expect([format, view, left]).toEqual([format, view, []]);
      }
    }
  });

  test('[TERM-175] Ctrl+F finds in what is shown, whatever panel is open', async ({
    terminal: app,
  }) => {
    const { page } = app;
    const focused = (): Promise<unknown> =>
      page.evaluate(`document.activeElement.getAttribute('aria-label')`);
    for (const panel of ['Alt+P', 'Alt+S', 'Alt+L']) {
      await page.keyboard.press(panel);
      await page.keyboard.press('Control+F');
      await expect.poll(focused).toBe('Find');
      await page.keyboard.press('Escape');
      await show(app, 'Transactions');
      await page.keyboard.press('Control+F');
      await expect.poll(focused).toBe('Filter transactions');
      await page.keyboard.press('F9'); // the times of the log: it is shown
      await app.log.waitFor();
    }
    // Where a panel lies over the log it gives way to what the keys lead to.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('complementary', { name: 'Port' }).waitFor();
    await page.getByRole('button', { name: 'Close Port' }).focus();
    await page.keyboard.press('Control+F');
    await expect.poll(focused).toBe('Find');
    expect(await page.getByRole('complementary').count()).toBe(0);
  });

  test('[TERM-176] among transactions Ctrl+A takes them all, and Ctrl+C copies them as lines', async ({
    terminal: app,
  }) => {
    const { page } = app;
    await ask(app, 'COUNT');
    await ask(app, 'MORE');
    await show(app, 'Transactions');
    await page.keyboard.press('Control+L');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    await expect.poll(copied).toMatch(/^[\d:.]+\tCOUNT\t.*\n[\d:.]+\tMORE\t.*\n$/);
    await page.getByText('Copied', { exact: true }).waitFor();
  });

  test('[TERM-179] at every width the bar is one row, and nothing of the terminal lies beyond the page', async ({
    terminal: app,
  }) => {
    const { page } = app;
    await ask(app, 'COUNT');
    for (const width of [768, 1_024, 1_100, 1_280]) {
      await page.setViewportSize({ width, height: 768 });
      for (const view of ['Log', 'Transactions'] as const) {
        await show(app, view);
        const tops = await page.evaluate<number[]>(
          `[...document.querySelectorAll('.toolbar :is(button, .ant-segmented, .ant-select, .pattern, [type=search])')]
              .map((each) => each.getBoundingClientRect()).map(({ top, height }) => Math.round(top + height / 2))`,
        );
        const widest = await page.evaluate<number>(
          `Math.max(...[...document.querySelectorAll('.terminal :is(button, select, input)')]
              .map((each) => Math.round(each.getBoundingClientRect().right)))`,
        );
        expect([width, view, Math.max(...tops) - Math.min(...tops)]).toEqual([width, view, 0]);
        expect([width, view, widest <= width]).toEqual([width, view, true]);
        await page.keyboard.press('Alt+M');
        await page.getByRole('menuitem', { name: /^Clear the / }).waitFor();
        await page.keyboard.press('Escape');
      }
    }
  });

  test('[TERM-179] at 1280 × 800 the log has at least 560 px, also with a panel open', async ({
    terminal: app,
  }) => {
    const { page, log } = app;
    await page.setViewportSize({ width: 1_280, height: 800 });
    await ask(app, 'COUNT');
    const height = async (): Promise<number> => (await log.boundingBox())?.height ?? 0;
    await expect.poll(height).toBeGreaterThanOrEqual(560);
    await page.keyboard.press('Alt+P');
    await page.getByRole('complementary', { name: 'Commands' }).waitFor();
    await expect.poll(height).toBeGreaterThanOrEqual(560);
  });
});
