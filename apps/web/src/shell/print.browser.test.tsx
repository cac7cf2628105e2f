import type { CDPSession } from '@vitest/browser-playwright';
import { afterEach, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { rendered } from '../testing/rendered.fixture.ts';
import { renderShell } from './render-shell.fixture.tsx';

const emulate = (media: 'print' | '') => {
  const session: CDPSession = cdp();
  return session.send('Emulation.setEmulatedMedia', { media });
};

afterEach(async () => {
  dispatchEvent(new Event('afterprint'));
  await emulate('');
});

test('[PAGE-259] a page is printed to its end, without bars and forms, also for a user who may not open Sessions', async () => {
  const AT = '2026-11-22T12:00:00.000Z';
  const { server, online } = await renderShell('/mainpage/servicetab?id=t', { flags: ['service'] });
  const facts = { title: 'Dies at 40 %', category: 'Range', audience: 'CUSTOMER', priority: 2 };
  server.put('t', { ...facts, number: 1, state: 'WORKING', openedAt: AT });
  for (let index = 0; index < 40; index += 1) {
    const entry = { ticketId: 't', kind: 'TEXT', body: { text: `Entry ${index}` }, pieces: [] };
    server.put(`e${index}`, { ...entry, at: AT, receivedAt: AT, authorName: 'Mia' });
  }
  await online();
  await expect.element(page.getByText('Entry 39')).toBeInTheDocument();
  const main = page.getByRole('main').element();
  const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility();
  const buttons = () =>
    [...document.querySelectorAll('main .ant-btn-default')].filter((each) =>
      each.checkVisibility(),
    );
  expect(['header', 'textarea'].map(isShown)).toEqual([true, true]);
  expect(buttons()).not.toEqual([]);
  await emulate('print');
  await expect.poll(() => ['header', 'textarea'].map(isShown)).toEqual([false, false]);
  expect(buttons()).toEqual([]);
  expect(main.clientHeight).toBeGreaterThan(innerHeight);
  expect(main.scrollHeight).toBe(main.clientHeight);
  await page.viewport(718, 1_000); // as wide as A4 with its margins
  const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom;
  // Otherwise an empty page may follow.
  await expect.poll(() => bottomOf(document.querySelector('.shell'))).toBe(bottomOf(main));
});

test('[PAGE-259] a list is printed with all its rows, none of them beside the details', async () => {
  await page.viewport(1280, 800);
  const { server, online } = await renderShell('/mainpage/assets');
  for (let index = 0; index < 60; index += 1) server.put(`a${index}`, { serial: `SN-${index}` });
  await online();
  const rows = () => [...document.querySelectorAll('.collection__table .ant-table-row')];
  await expect.poll(() => rows().length).toBeGreaterThan(5);
  expect(rows().length).toBeLessThan(60);
  await emulate('print');
  dispatchEvent(new Event('beforeprint'));
  // The browser counts the sheets now.
  expect(rows()).toHaveLength(60);
  expect(document.querySelector('.ant-splitter')).toBe(null);
  const bottomOf = (element: Element | undefined) => element?.getBoundingClientRect().bottom ?? 0;
  const bottom = bottomOf(rows().at(-1));
  expect(bottom).toBeGreaterThan(60 * 40);
  expect(bottom).toBeLessThanOrEqual(bottomOf(page.getByRole('main').element()));
  dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('.ant-splitter')).not.toBe(null);
});

test('[PAGE-270] the bars of the cells and of the state of charge are printed', async () => {
  const { clock } = await renderShell('/mainpage/home', { isConnected: true });
  await clock.advance(3_000);
  const bars = () => [...document.querySelectorAll('.cell__bar span, .metric__gauge div')];
  await expect.poll(() => bars().length).toBeGreaterThan(4);
  await emulate('print');
  const kept = () => bars().map((bar) => getComputedStyle(bar).printColorAdjust);
  await expect.poll(() => new Set(kept())).toEqual(new Set(['exact']));
});

test('[PAGE-289] all lines of the terminal are printed, without the controls, and its place in the log is kept', async () => {
  await page.viewport(1280, 800);
  const count = [...Array.from({ length: 200 }, (_, index) => `line ${index} end`), 'OK'];
  const replies = { COUNT: `${count.join('\r\n')}\r\n` };
  const { clock } = await renderShell('/mainpage/terminal', { isConnected: true, replies });
  await clock.advance(100);
  await page.getByLabelText('Command', { exact: true }).fill('COUNT');
  await userEvent.keyboard('{Enter}');
  await clock.advance(100);
  const log = page.getByRole('log', { name: 'Terminal log' }).element();
  await expect.poll(() => log.textContent).toContain('line 199 end');
  log.scrollTop = 900;
  await expect.poll(() => log.textContent).toContain('line 50 end');
  const print = (): string => {
    dispatchEvent(new Event('beforeprint'));
    return document.querySelector('main')?.innerText ?? '';
  };
  await emulate('print');
  print();
  await page.viewport(718, 1_000); // the paper is narrower than the window
  await rendered();
  const printed = document.querySelector('main')?.innerText ?? '';
  expect(printed).toContain('-> COUNT');
  expect(printed.match(/<- line \d+ end$/gm)).toHaveLength(200);
  const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility();
  expect(['.toolbar', '.terminal__dock', '.log__box'].map(isShown)).toEqual([false, false, false]);
  await page.viewport(1280, 800);
  await emulate('');
  dispatchEvent(new Event('afterprint'));
  await expect.poll(() => log.scrollTop).toBe(900);
  await rendered();
  expect(document.body).not.toHaveTextContent('line 100 end');

  await page.getByText('Transactions', { exact: true }).click();
  await expect.poll(() => document.querySelector('[data-transaction]')).not.toBe(null);
  await emulate('print');
  expect(print()).toMatch(/ COUNT → OK, \d+ ms/);
});

test('[PAGE-290] a chart that is wider than the paper is printed whole', async () => {
  const { clock } = await renderShell('/mainpage/home', { isConnected: true });
  await clock.advance(9_000);
  const plot = () => document.querySelector<HTMLElement>('.chart .u-wrap');
  await expect.poll(plot).not.toBe(null);
  const widthOf = (selector: string) =>
    document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
  await emulate('print');
  plot()?.style.setProperty('width', '2000px'); // as on a screen that is wider than the paper
  expect(widthOf('.chart canvas')).toBe(widthOf('.chart__box'));
});

test('[PAGE-291] of the parts of a page, only the open one is named on paper, and headings stay with their text', async () => {
  const { clock } = await renderShell('/mainpage/home', { isConnected: true });
  await clock.advance(3_000);
  const group = page.getByRole('radiogroup', { name: 'View of the cells' });
  await expect.element(group).toBeVisible();
  const cells = group.element() as HTMLElement;
  expect(cells.innerText).toMatch(/Deviation\s+Heat map\s+Table/);
  await emulate('print');
  await expect.poll(() => cells.innerText.trim()).toBe('Deviation');
  const heading = page.getByRole('heading', { name: 'Cells' }).element();
  expect(getComputedStyle(heading).breakAfter).toBe('avoid');
});

test('[PAGE-301] instead of the map of the packs, their list is printed', async () => {
  await page.viewport(1280, 800);
  const { server, online } = await renderShell('/mainpage/assets?view=map');
  for (let index = 0; index < 3; index += 1) server.put(`a${index}`, { serial: `SN-${index}` });
  await online();
  await expect.poll(() => document.querySelector('.pack-map')).not.toBe(null);
  const map = document.querySelector('.pack-map');
  await emulate('print');
  dispatchEvent(new Event('beforeprint'));
  expect(document.querySelectorAll('.collection__table .ant-table-row')).toHaveLength(3);
  expect(document.querySelector('.pack-map')).toBe(null);
  dispatchEvent(new Event('afterprint'));
  await expect.poll(() => document.querySelector('.pack-map')).toBe(map); // at its place and zoom
});

test('[PAGE-302] on a wide sheet, what a profile reads is printed whole, below its editor', async () => {
  await page.viewport(1280, 800);
  const { clock } = await renderShell('/mainpage/home/teach', { isConnected: true });
  await clock.advance(3_000);
  const box = () => document.querySelector<HTMLElement>('.teach__live');
  await expect.poll(box).not.toBe(null);
  await emulate('print');
  await expect.poll(() => getComputedStyle(box() ?? document.body).overflowY).toBe('visible');
  const leftOf = (element: Element | null) => element?.getBoundingClientRect().left;
  expect(leftOf(box())).toBe(leftOf(document.querySelector('.teach__columns')));
  expect(getComputedStyle(box() ?? document.body).position).toBe('static');
});
