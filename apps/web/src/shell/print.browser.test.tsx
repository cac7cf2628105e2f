import type { CDPSession } from '@vitest/browser-playwright';
import { afterEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { renderShell } from './render-shell.fixture.tsx';

const emulate = (media: 'print' | '') => {
  const session: CDPSession = cdp();
  return session.send('Emulation.setEmulatedMedia', { media });
};

afterEach(() => emulate(''));

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
