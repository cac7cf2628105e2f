import { ask, choose, ESC, focused, pick, row, saved } from './terminal-log.ts';
import { expect, logTest as test } from './fixtures.ts';

test.describe('the log of the terminal', () => {
  test('[TERM-92] [TERM-93] [TERM-170] Find shows its position, moves forward and back by keys, and reports an invalid pattern', async ({
    terminal: app,
  }) => {
    const { page, log, command } = app;
    await ask(app, 'COUNT');
    await page.keyboard.press('Control+F');
    const bar = page.getByRole('search', { name: 'Find in the log' });
    const field = bar.getByRole('textbox', { name: 'Find', exact: true });
    await field.fill('LINE 1');
    const place = bar.locator('.search__count');
    await expect.poll(() => place.innerText()).toBe('11 of 11'); // lines 1 and 10 to 19, counted from the bottom
    await expect(log.locator('[data-found]')).toContainText('line 19 of sixty');
    await field.press('Enter');
    await expect.poll(() => place.innerText()).toBe('1 of 11');
    await row(app, 'line 1 of sixty').and(log.locator('[data-found]')).waitFor();
    await page.keyboard.press('F3');
    await expect.poll(() => place.innerText()).toBe('2 of 11');
    await page.keyboard.press('Shift+F3');
    await field.press('Shift+Enter');
    await expect.poll(() => place.innerText()).toBe('11 of 11');
    await page.getByRole('button', { name: 'Next match' }).click();

    // Two occurrences in a line are two matches, which are selected one after the other.
    await field.fill('i');
    await expect.poll(() => place.innerText()).toMatch(/^\d+ of 120$/);
    const current = log.locator('[data-found] .log__hit--current');
    const right = await current.boundingBox();
    await field.press('Shift+Enter');
    await expect.poll(async () => (await current.boundingBox())?.y).toBe(right?.y);
    expect((await current.boundingBox())?.x).toBeLessThan(right?.x ?? 0);
    await expect(log.locator('[data-found] .log__hit')).toHaveCount(2);

    await field.fill('LINE 1');
    await bar.getByRole('button', { name: 'Match case' }).click();
    await expect.poll(() => place.innerText()).toBe('No match');
    await bar.getByRole('button', { name: 'Regular expression' }).click();
    await field.fill('line (5|6)0');
    await expect.poll(() => place.innerText()).toMatch(/of 2$/);
    await field.fill('line (5');
    await bar
      .getByText(/Not understood/)
      .first()
      .waitFor();
    await expect(field).toHaveAttribute('aria-invalid', 'true');

    await field.press('Escape');
    await expect(field).toHaveValue('');
    await expect.poll(() => focused(app)).toBe('Command');
    await expect(command).toHaveValue('');
  });

  test('[TERM-94] the filter shows how many lines it hides, and an empty log shows why it is empty', async ({
    terminal: app,
  }) => {
    const { page, log } = app;
    await ask(app, 'COUNT');
    await page.keyboard.press('Control+Shift+F');
    const bar = page.getByRole('search', { name: 'Filter the log' });
    const field = bar.getByRole('textbox', { name: 'Filter' });
    await field.fill('line 5');
    await bar.getByText(/^\d\d of \d\d lines filtered/).waitFor();
    await expect(log.locator('[data-entry]')).toHaveCount(11);
    await page.keyboard.press('Alt+Shift+I');
    await expect(log.getByText('line 5')).toHaveCount(0);
    await page.keyboard.press('Alt+Shift+I');
    await bar.getByRole('button', { name: /^Matching/ }).click();
    await page.getByRole('checkbox', { name: '<- Received' }).click();
    await log.getByText(/The filter hides all \d+ lines/).waitFor();
    await field.press('Escape');
    await log.getByText('line 60 of sixty').waitFor();
  });

  test('[TERM-95] [TERM-77] a paused log does not move and loses no line, and times are shown relative to the selected base', async ({
    terminal: app,
  }) => {
    const { page, log } = app;
    await page.keyboard.press('F8');
    const resume = page.getByRole('button', { name: /Resume/ });
    await app.type('MORE');
    await resume.getByText(/4 new/).waitFor();
    expect(await log.getByText('one more').count()).toBe(0);
    await resume.click();
    await log.getByText('and another').waitFor();
    await log.getByText('one more').waitFor();
    const times = page.getByRole('combobox', { name: 'Times' });
    await pick(times, 'Δ previous line');
    expect(await row(app, 'one more').locator('time').innerText()).toMatch(/^ *\+\d+\.\d{3} $/);
    await page.keyboard.press('F9');
    await page.keyboard.press('F9');
    await page.getByTitle('Elapsed', { exact: true }).first().waitFor();
    expect(await row(app, 'one more').locator('time').innerText()).toMatch(
      /^00:\d\d:\d\d\.\d{3} $/,
    );
  });

  test('[TERM-96] [TERM-97] the log can be saved as text, CSV and JSON lines, and Ctrl+A and copying include lines that are not rendered', async ({
    terminal: app,
  }) => {
    const { page, log } = app;
    await ask(app, 'COUNT');
    const text = await saved(app, 'Save as text');
    expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} system Connected\n/);
    expect(text).toMatch(/\n\d\d:\d\d:\d\d\.\d{3} -> COUNT\n/);
    expect(text.match(/<- line \d+ of sixty\n/g)).toHaveLength(60);
    const csv = await saved(app, 'Save as CSV');
    expect(csv).toMatch(/^entry,time_utc,elapsed_s,direction,origin,text,hex,note\r?\n/);
    expect(csv).toMatch(/received,user,line 60 of sixty,6C 69 6E 65 20 36 30/);
    const lines = (await saved(app, 'Save as JSONL')).trim().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ batbot: 'capture', version: 1 });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
      expect.objectContaining({
        dir: 'rx',
        hex: Buffer.from('line 7 of sixty\r\n').toString('hex'),
      }),
    );

    expect(await log.getByText('line 2 of sixty').count()).toBe(0); // the line is far above the visible part
    await log.click({ position: { x: 400, y: 100 } });
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    await expect.poll(copied).toBe(text);
    await choose(app, 'Copy with times');
    await choose(app, 'Copy all');
    await expect.poll(copied).toMatch(/^system Connected\n-> COUNT\n<- line 1 of/);
  });

  test('[RX-02] [RX-03] [TERM-72] a device can colour its text and show web links, but cannot make the terminal send anything', async ({
    terminal: app,
    sent,
  }) => {
    const { page, log } = app;
    await ask(app, 'COLOURS');
    await ask(app, 'LINKS');
    const red = await log.getByText('red', { exact: true }).getAttribute('style');
    expect(red).toContain('--ansi-red');
    expect(await row(app, 'red and green').innerText()).not.toContain('[');
    expect(await row(app, 'asked').locator('.log__text').innerText()).toBe('asked');
    const links = log.getByRole('link');
    await expect(links).toHaveCount(1);
    await expect(links).toHaveAttribute('href', 'https://example.com/fw?v=2');
    expect(await links.innerText()).toBe('https://example.com/fw?v=2');
    await expect(links).toHaveAttribute('rel', 'noopener noreferrer');
    await app.type('MORE'); // an answer to the device would have been sent before this command
    await log.getByText('and another').waitFor();
    expect(page.context().pages()).toHaveLength(1);
    const all = await sent();
    expect(all).not.toContain(ESC);
    expect(all).toMatch(/COLOURS\r\nLINKS\r\nMORE\r\n$/);
  });

  test('[TERM-98] [TERM-101] the user marks lines, adds notes and goes to marked lines by mouse and keyboard, and the focus is never lost', async ({
    terminal: app,
  }) => {
    const { page, log } = app;
    await ask(app, 'COUNT');
    await row(app, 'line 50 of').locator('time').click();
    await page.keyboard.press('Home');
    await row(app, 'line 3 of').locator('.log__text').click();
    await page.keyboard.press('Control+Shift+B');
    const note = page.getByRole('textbox', { name: 'Note to this line' });
    await note.fill('charger in');
    await note.press('Enter');
    await log.getByText('charger in').waitFor();
    await expect.poll(() => focused(app)).toBe('Terminal log');
    await page.keyboard.press('F2');
    await row(app, 'line 50 of').waitFor();
    await page.keyboard.press('F2');
    await row(app, 'line 3 of').waitFor();
    await expect(log.locator('[data-marked]')).toHaveCount(1);

    const opener = 'Log menu';
    await choose(app, 'Marked lines (2)');
    await page
      .getByRole('button', { name: /Remove the mark of/ })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(app)).toBe(opener);
    expect(await log.locator('[data-marked]').count()).toBe(0);
    await choose(app, 'Clear the log');
    await log.getByText('No traffic yet. Type a command').waitFor();
    expect(await focused(app)).toBe(opener);
  });

  test('[TERM-100] [TERM-103] keys scroll the log, and opening a bar does not move the visible lines', async ({
    terminal: app,
  }) => {
    const { page, log } = app;
    await ask(app, 'COUNT');
    await page.keyboard.press('Control+L');
    await page.keyboard.press('Home');
    await row(app, 'line 1 of').waitFor();
    for (const key of ['PageDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
      await page.keyboard.press(key);
    const line = row(app, 'line 30 of');
    const before = await line.boundingBox();
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('search', { name: 'Filter the log' }).waitFor();
    await expect.poll(() => line.boundingBox()).toEqual(before);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(app)).toBe('Terminal log');
    await expect.poll(() => line.boundingBox()).toEqual(before);
    await page.keyboard.press('End');
    await row(app, 'line 60 of').waitFor();
    expect(await page.getByRole('button', { name: /Latest/ }).count()).toBe(0);
    await log.press('ArrowUp');
    await page.getByRole('button', { name: /Latest/ }).waitFor();
  });

  test('[TERM-102] highlight rules mark their lines and can be switched off, exported and imported', async ({
    terminal: app,
  }) => {
    const { page, log } = app;
    await ask(app, 'MORE');
    await page.keyboard.press('Control+Shift+H');
    const dialog = page.getByRole('dialog', { name: 'Highlight rules' });
    const rule = (number: number) => dialog.getByRole('group', { name: `Rule ${number}` });
    for (const [index, pattern] of ['one more', 'another'].entries()) {
      await dialog.getByRole('button', { name: 'Add a rule' }).click();
      await rule(index + 1)
        .getByRole('textbox')
        .fill(pattern);
    }
    await expect(log.locator('.mark')).toHaveCount(2);
    const looks = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.log .mark')]
          .map((each) => getComputedStyle(each))
          .map((look) => look.textDecorationStyle + look.textDecorationThickness)`,
    );
    expect(new Set(looks).size).toBe(2);
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const file = await (await coming).path();
    await rule(1).getByRole('checkbox').uncheck();
    await expect(log.locator('.mark')).toHaveCount(1);
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect(log.locator('.mark')).toHaveCount(2);
    await rule(2).getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(log.locator('.mark')).toHaveCount(1);
  });

  test('[TERM-104] on a phone the toolbar has one row, and its other functions are in the menu', async ({
    site,
  }) => {
    await site.inApp(
      async (app) => {
        const { page } = app;
        await app.login('ada');
        await app.open('/mainpage/terminal');
        await page.getByRole('button', { name: 'Log menu' }).waitFor();
        // The controls are view, search, pause and menu. Their heights differ, so the test compares their vertical
        // centers.
        const middles = await page.evaluate<number[]>(
          `[...document.querySelectorAll('.toolbar :is(button, .ant-segmented)')]
            .filter((each) => each.checkVisibility())
            .map((each) => each.getBoundingClientRect())
            .map(({ top, height }) => Math.round(top + height / 2))`,
        );
        expect(middles).toHaveLength(4);
        expect(new Set(middles).size).toBe(1);
        const isInside = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
        expect(isInside).toBe(true);
        await page.getByRole('button', { name: 'Log menu' }).click();
        for (const item of ['Times: Elapsed', 'App traffic', 'Commands'])
          await page.getByRole('menuitem', { name: item }).waitFor();
      },
      { context: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    );
  });
});
