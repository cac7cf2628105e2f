import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EVERYTHING } from '@batbot/core';
import { fileOf, pick, renderTerminal } from '../render-terminal.fixture.tsx';
import { ROW_PX } from './LogRow.tsx';

const ESC = '\u001b';

/** Renders the terminal with a device that answers `COUNT` with 60 lines, and functions for its log. */
const renderLog = async (replies: Readonly<Record<string, string>> = {}) => {
  const rig = await renderTerminal({ replies });
  const { screen, log, clock } = rig;
  const entries = () => [...log.element().querySelectorAll<HTMLElement>('[data-entry]')];
  return {
    ...rig,
    /** Returns the last rendered entry with this text. */
    row: (text: string) =>
      entries()
        .filter((each) => each.textContent.includes(text))
        .at(-1),
    entries,
    choose: async (item: string): Promise<void> => {
      await userEvent.click(screen.getByRole('button', { name: 'Log menu' }));
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    },
    /** Lets the search and the filter run in virtual time until the text of this element is the expected one. */
    expectText: async (selector: string, expected: RegExp): Promise<void> => {
      await expect
        .poll(async () => {
          await clock.advance(100);
          return document.querySelector(selector)?.textContent;
        })
        .toMatch(expected);
    },
  };
};

/** Catches the files that the page saves. */
const catchFiles = (): readonly Blob[] => {
  const files: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(); // prevents downloads
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return '#';
  });
  return files;
};

test('[TERM-92] [TERM-93] [TERM-170] Find shows its position, moves forward and back by keys, and reports an invalid pattern', async () => {
  const { screen, send, press, command, row, expectText } = await renderLog();
  await send('COUNT');
  await press('Ctrl+f');
  const bar = screen.getByRole('search', { name: 'Find in the log' });
  const field = bar.getByRole('textbox', { name: 'Find', exact: true });
  const expectPlace = (expected: RegExp) => expectText('.search__count', expected);
  await field.fill('LINE 1');
  await expectPlace(/^11 of 11$/); // lines 1 and 10 to 19, counted from the bottom
  expect(document.querySelector('[data-found]')).toHaveTextContent('line 19 of sixty');
  await userEvent.keyboard('{Enter}');
  await expectPlace(/^1 of 11$/);
  await expect.poll(() => row('line 1 of sixty')?.matches('[data-found]')).toBe(true);
  await press('F3');
  await expectPlace(/^2 of 11$/);
  await press('Shift+F3');
  await press('Shift+Enter');
  await expectPlace(/^11 of 11$/);
  await screen.getByRole('button', { name: 'Next match' }).click();
  await expectPlace(/^1 of 11$/);

  // Two occurrences in a line are two matches, which are selected one after the other.
  await field.fill('i');
  await expectPlace(/^\d+ of 120$/);
  const place = () =>
    document.querySelector('[data-found] .log__hit--current')?.getBoundingClientRect();
  const right = place();
  await press('Shift+Enter');
  await expect.poll(() => place()?.x).toBeLessThan(right?.x ?? 0);
  expect(place()?.y).toBe(right?.y);
  expect(document.querySelectorAll('[data-found] .log__hit')).toHaveLength(2);

  await field.fill('LINE 1');
  await bar.getByRole('button', { name: 'Match case' }).click();
  await expectPlace(/^No match$/);
  await bar.getByRole('button', { name: 'Regular expression' }).click();
  await field.fill('line (5|6)0');
  await expectPlace(/of 2$/);
  await field.fill('line (5');
  await expectPlace(/Not understood/);
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await field.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  await expect.element(command).toHaveFocus();
  await expect.element(command).toHaveValue('');
});

test('[TERM-94] the filter shows how many lines it hides, and an empty log shows why it is empty', async () => {
  const { screen, log, send, press, clock, entries, expectText } = await renderLog();
  await send('COUNT');
  await press('Ctrl+Shift+f');
  const bar = screen.getByRole('search', { name: 'Filter the log' });
  await bar.getByRole('textbox', { name: 'Filter' }).fill('line 5');
  await expectText('.search__count', /^\d\d of \d\d lines filtered/);
  await expect.poll(entries).toHaveLength(11);
  await press('Alt+Shift+i');
  await clock.advance(100);
  await expect.element(log.getByText('line 5')).not.toBeInTheDocument();
  await press('Alt+Shift+i');
  await bar.getByRole('button', { name: /^Matching/ }).click();
  await page.getByRole('checkbox', { name: '<- Received' }).click();
  await clock.advance(100);
  await expect.element(log.getByText(/The filter hides all \d+ lines/)).toBeVisible();
  await press('Ctrl+Shift+f');
  await userEvent.keyboard('{Escape}');
  await clock.advance(100);
  await expect.element(log.getByText('line 60 of sixty')).toBeVisible();
});

test('[TERM-95] [TERM-77] a paused log does not move and loses no line, and times are shown relative to the selected base', async () => {
  const { screen, log, send, press, row } = await renderLog();
  await press('F8');
  const resume = screen.getByRole('button', { name: /Resume/ });
  await send('MORE');
  await expect.element(resume).toHaveTextContent('4 new');
  expect(log.getByText('one more').elements()).toEqual([]);
  await resume.click();
  await expect.element(log.getByText('and another')).toBeVisible();
  const time = () => row('one more')?.querySelector('time')?.textContent;
  await pick('Times', 'Δ previous line');
  await expect.poll(time).toMatch(/^ *\+\d+\.\d{3} $/);
  await press('F9');
  await press('F9');
  await expect.element(page.getByTitle('Elapsed', { exact: true }).first()).toBeVisible();
  expect(time()).toMatch(/^ *00:\d\d:\d\d\.\d{3} $/);
});

test('[TERM-96] what the log does not show is not saved or copied, and the message says so', async () => {
  const { core, clock, choose, screen } = await renderLog();
  const files = catchFiles();
  core.terminal.note('kept');
  core.terminal.setFilter({ ...EVERYTHING, query: { ...EVERYTHING.query, pattern: 'kept' } });
  await clock.advance(100);
  await choose('Save as text');
  await expect.element(screen.getByText(/^Saved 1 of \d+ lines/)).toBeVisible();
  expect(await files.at(-1)?.text()).toMatch(/^\S+ system kept\n$/);
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await choose('Copy all');
  await expect.element(screen.getByText(/^Copied 1 of \d+ lines/)).toBeVisible();
});

test('[TERM-96] [TERM-97] the log can be saved as text, CSV and JSON lines, and Ctrl+A and copying include lines that are not rendered', async () => {
  const { log, send, press, choose } = await renderLog();
  await send('COUNT');
  const files = catchFiles();
  const saved = async (item: string): Promise<string> => {
    const before = files.length;
    await choose(item);
    await expect.poll(() => files.length).toBe(before + 1);
    return (await files.at(-1)?.text()) ?? '';
  };
  const text = await saved('Save as text');
  expect(text).toMatch(/^\d\d:\d\d:\d\d\.\d{3} system Connected\n/);
  expect(text).toMatch(/\n\d\d:\d\d:\d\d\.\d{3} -> COUNT\n/);
  expect(text.match(/<- line \d+ of sixty\n/g)).toHaveLength(60);
  const csv = await saved('Save as CSV');
  expect(csv).toMatch(/^entry,time_utc,elapsed_s,direction,origin,text,hex,note\r?\n/);
  expect(csv).toMatch(/received,user,line 60 of sixty,6C 69 6E 65 20 36 30/);
  const lines = (await saved('Save as JSONL')).trim().split('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ batbot: 'capture', version: 1 });
  const hex = [...new TextEncoder().encode('line 7 of sixty\r\n')]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual(
    expect.objectContaining({ dir: 'rx', hex }),
  );

  expect(log.getByText('line 2 of sixty').elements()).toEqual([]); // far above the visible part
  let copied = '';
  document.addEventListener(
    'copy',
    ({ clipboardData }) => {
      copied = clipboardData?.getData('text/plain') ?? '';
    },
    { once: true },
  );
  await press('Ctrl+l');
  await press('Ctrl+a');
  await press('Ctrl+c');
  expect(copied).toBe(text);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await choose('Copy with times');
  await choose('Copy all');
  await expect
    .poll(() => write.mock.lastCall?.[0])
    .toMatch(/^system Connected\n-> COUNT\n<- line 1 of/);
});

test('[TERM-247] a triple click on a line copies this line only', async () => {
  const { log, send, press } = await renderLog();
  await send('COUNT');
  const copied: string[] = [];
  const note = ({ clipboardData }: ClipboardEvent) =>
    copied.push(clipboardData?.getData('text/plain') ?? '');
  document.addEventListener('copy', note);
  await userEvent.tripleClick(log.getByText('line 58 of sixty'));
  await press('Ctrl+c');
  document.removeEventListener('copy', note);
  expect(copied).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3} <- line 58 of sixty\n$/)]);
});

test('[TERM-253] a line that was clicked and is no longer visible is not the line to mark', async () => {
  const { log, send, press, core, fake, clock } = await renderLog();
  const { bookmarks } = core.terminal;
  await send('COUNT');
  await log.getByText('line 58 of sixty').click();
  await press('Ctrl+b');
  expect(bookmarks.list$.value.map(({ text }) => text)).toEqual(['line 58 of sixty']);
  bookmarks.clear();
  for (let number = 1; number <= 100; number += 1) fake.device.send(`event ${number}\r\n`);
  await clock.advance(100);
  await expect.element(log.getByText('event 100')).toBeVisible();
  await press('Ctrl+b');
  expect(bookmarks.list$.value.map(({ text }) => text)).toEqual(['event 100']);
});

test('[TERM-248] a prompt is shown without its escapes and in its colours, as it will be shown as a line', async () => {
  const { log, fake, clock } = await renderLog();
  fake.device.send(`${ESC}[1;32muart:~$ ${ESC}[0m`);
  await clock.advance(100);
  const prompt = log.getByText('uart:~$');
  await expect.element(prompt).toBeVisible();
  expect(prompt.element().getAttribute('style')).toContain('--ansi-green');
  expect(document.querySelector('.log__row--pending .log__text')?.textContent).toBe('uart:~$ ');
});

test('[RX-02] [RX-03] [TERM-72] a device can colour its text and show web links, but cannot make the terminal send anything', async () => {
  const { log, send, row, fake, clock } = await renderLog({
    COLOURS: `${ESC}[31mred${ESC}[0m and ${ESC}[1;92mgreen\r\n${ESC}[c${ESC}[6n${ESC}[5nasked\r\nOK\r\n`,
    LINKS: 'see https://example.com/fw?v=2, or javascript:alert(1) or data:text/html,x\r\nOK\r\n',
  });
  fake.device.forgetWritten();
  await send('COLOURS');
  await send('LINKS');
  await expect.element(log.getByText('red', { exact: true })).toBeVisible();
  expect(log.getByText('red', { exact: true }).element().getAttribute('style')).toContain(
    '--ansi-red',
  );
  expect(row('red and green')?.textContent).not.toContain('[');
  expect(row('asked')?.querySelector('.log__text')?.textContent).toBe('asked');
  const link = log.getByRole('link'); // exactly one
  await expect.element(link).toHaveAttribute('href', 'https://example.com/fw?v=2');
  await expect.element(link).toHaveTextContent('https://example.com/fw?v=2');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await clock.advance(1_000);
  expect(fake.device.writtenText()).toBe('COLOURS\r\nLINKS\r\n');
});

test('[PAGE-232] [TERM-98] [TERM-101] the user marks lines, adds notes and goes to marked lines by mouse and keyboard, and the focus is never lost', async () => {
  const { screen, log, send, press, row, choose } = await renderLog();
  await send('COUNT');
  await expect.element(log.getByText('line 50 of')).toBeVisible();
  await userEvent.click(row('line 50 of')?.querySelector('time') ?? document.body);
  await press('Home');
  await log.getByText('line 3 of').click();
  await press('Ctrl+Shift+b');
  const note = page.getByRole('textbox', { name: 'Note to this line' });
  await expect.element(note).toHaveFocus();
  await note.fill('charger in');
  await userEvent.keyboard('{Enter}');
  await expect.element(log.getByText('charger in')).toBeVisible();
  await expect.element(log).toHaveFocus();
  await press('F2');
  await expect.element(log.getByText('line 50 of')).toBeVisible();
  await press('F2');
  await expect.element(log.getByText('line 3 of')).toBeVisible();
  const marked = () => document.querySelectorAll('[data-marked]').length;
  expect(marked()).toBe(1);

  const opener = screen.getByRole('button', { name: 'Log menu' });
  await choose('Marked lines (2)');
  await expect.element(page.getByRole('button', { name: /line 3 of/ })).toHaveFocus();
  await page
    .getByRole('button', { name: /Remove the mark of/ })
    .first()
    .click();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
  expect(marked()).toBe(0);
  await choose('Clear the log');
  await expect.element(log.getByText('No traffic yet. Type a command')).toBeVisible();
  await expect.element(opener).toHaveFocus();
});

test('[TERM-254] the list of marked lines shows invisible characters as the log does', async () => {
  const { core, fake, clock, choose } = await renderLog();
  fake.device.send('A\u202eB\r\n');
  await clock.advance(100);
  const { firstId, length } = core.terminal.log$.value;
  core.terminal.bookmarks.toggle(firstId + length - 1);
  await choose('Marked lines (1)');
  await expect.element(page.getByRole('dialog').getByText('A·B')).toBeVisible();
});

test('[TERM-100] [TERM-103] keys scroll the log, and opening a bar does not move the visible lines', async () => {
  const { screen, log, send, press, row } = await renderLog();
  await send('COUNT');
  await press('Ctrl+l');
  await press('Home');
  await expect.element(log.getByText('line 1 of')).toBeVisible();
  const box = log.element();
  await press('PageDown');
  await expect.poll(() => box.scrollTop).toBeGreaterThan(200);
  const paged = box.scrollTop;
  for (const [key, top] of [
    ['ArrowDown', paged + ROW_PX],
    ['ArrowDown', paged + 2 * ROW_PX],
    ['ArrowUp', paged + ROW_PX],
    ['PageUp', ROW_PX],
    ['PageDown', paged + ROW_PX],
  ] as const) {
    await press(key);
    await expect.poll(() => box.scrollTop).toBe(top);
  }
  await expect.element(log.getByText('line 30 of')).toBeInViewport();
  const place = () => row('line 30 of')?.getBoundingClientRect().top;
  const before = place();
  await press('Ctrl+Shift+f');
  await expect.element(screen.getByRole('search', { name: 'Filter the log' })).toBeVisible();
  await expect.poll(place).toBe(before);
  await userEvent.keyboard('{Escape}');
  await expect.element(log).toHaveFocus();
  await expect.poll(place).toBe(before);
  await press('End');
  await expect.element(log.getByText('line 60 of')).toBeVisible();
  const latest = screen.getByRole('button', { name: /Latest/ });
  await expect.element(latest).not.toBeInTheDocument();
  await press('ArrowUp');
  await expect.element(latest).toBeVisible();
});

test('[TERM-102] highlight rules mark their lines and can be switched off, exported and imported', async () => {
  const { log, send, press } = await renderLog();
  const files = catchFiles();
  await send('MORE');
  await press('Ctrl+Shift+h');
  const dialog = page.getByRole('dialog', { name: 'Highlight rules' });
  const rule = (number: number) => dialog.getByRole('group', { name: `Rule ${number}` });
  for (const [index, pattern] of ['one more', 'another'].entries()) {
    await dialog.getByRole('button', { name: 'Add a rule' }).click();
    await rule(index + 1)
      .getByRole('textbox')
      .fill(pattern);
  }
  const marks = () => [...log.element().querySelectorAll('.mark')];
  await expect.poll(marks).toHaveLength(2);
  const looks = marks()
    .map((each) => getComputedStyle(each))
    .map((look) => look.textDecorationStyle + look.textDecorationThickness);
  expect(new Set(looks).size).toBe(2);
  await dialog.getByRole('button', { name: 'Export' }).click();
  const exported = (await files[0]?.text()) ?? '';
  await rule(1).getByRole('checkbox').click();
  await expect.poll(marks).toHaveLength(1);
  await dialog.getByLabelText('File of highlight rules').upload(fileOf(exported));
  await expect.poll(marks).toHaveLength(2);
  await rule(2).getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.poll(marks).toHaveLength(1);
});
