import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ComplaintScreen } from './ComplaintScreen.tsx';

test('[PAGE-275] only the last complaint that was sent is reported, and not above the page of a complaint', async () => {
  const shown = await renderScreen(<ComplaintScreen />, { path: '/mainpage/complaint' });
  await shown.online();
  const saved = page.getByText(/^Complaint \S+ saved\.$/);
  for (const text of ['First', 'Second']) {
    await page.getByRole('combobox', { name: 'Category' }).fill('Range');
    await page.getByRole('textbox', { name: 'What happened' }).fill(text);
    await page.getByRole('button', { name: 'Send complaint' }).click();
    await expect.element(page.getByRole('link', { name: new RegExp(` · ${text}$`) })).toBeVisible();
    await expect.element(saved).toBeVisible();
  }
  expect(saved.elements()).toHaveLength(1);
  await page.getByRole('link', { name: 'Open it' }).click();
  await expect.element(page.getByRole('heading', { name: / · Second$/ })).toBeVisible();
  expect(saved.query()).toBe(null);
});

test('[PAGE-282] without a recording, the complaint says that there is none', async () => {
  const shown = await renderScreen(<ComplaintScreen />, { path: '/mainpage/complaint' });
  await shown.online();
  await expect.element(page.getByRole('checkbox', { name: /^Snapshot: not known/ })).toBeDisabled();
  const recording = page.getByRole('checkbox', { name: /^Last 10 minutes of the recording/ });
  const label = () => recording.element().closest('label')?.textContent;
  expect(label()).toMatch(/: not known$/);
  await page.getByRole('combobox', { name: 'Pack' }).fill('SN-9');
  await expect.poll(label).toMatch(/: none with this serial number on this computer$/);
});

test('[PAGE-337] Complaint shows a ticket that another account opened for the user’s pack', async () => {
  const path = '/mainpage/complaint?id=t1';
  const shown = await renderScreen(<ComplaintScreen />, { path });
  const facts = { category: 'Range', audience: 'SERVICE', priority: 2, state: 'OPEN', number: 7 };
  const opened = { openedById: 'workshop', openedAt: '2026-11-22T12:00:00.000Z' };
  shown.server.put('t1', { ...facts, ...opened, title: 'Cell 3 is weak' });
  await shown.online();
  await expect.element(page.getByRole('heading', { name: '7 · Cell 3 is weak' })).toBeVisible();
  await page.getByRole('button', { name: '← Complaint' }).click();
  await expect.element(page.getByText('None yet.')).toBeVisible();
});

test('[PAGE-357] the address of a complaint that the user cannot see shows that it is not in the list', async () => {
  const shown = await renderScreen(<ComplaintScreen />, { path: '/mainpage/complaint?id=t2' });
  await shown.online();
  const note = page.getByText('This complaint is not in the list (any more).');
  await expect.element(note).toBeVisible();
});
