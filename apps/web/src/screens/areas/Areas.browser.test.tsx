import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ComplaintScreen } from '../tickets/ComplaintScreen.tsx';
import { ServiceScreen } from '../tickets/ServiceScreen.tsx';
import { PRODUCT_VERSION } from '../../version.ts';
import { SupportScreen } from './SupportScreen.tsx';

const BRAND = {
  name: 'BatBot',
  companyName: 'Example Batteries',
  contactEmail: '',
  address: '',
  websiteUrl: '',
};

test('Support without a configured contact does not ask the user to call or write', async () => {
  const { screen } = await renderScreen(<SupportScreen />, {
    path: '/mainpage/support',
    config: { brand: BRAND },
  });
  await expect
    .element(screen.getByText(/^Contact the person who gave you this account/))
    .toBeVisible();
  expect(screen.container.textContent).not.toMatch(/\b(?:call|write|service desk)\b/i);
  expect(screen.container.querySelector('a[href^="mailto:"], a[href^="tel:"]')).toBe(null);
});

test('Support links to the configured address', async () => {
  const { screen } = await renderScreen(<SupportScreen />, {
    path: '/mainpage/support',
    config: { brand: { ...BRAND, contactEmail: 'help@example.com' } },
  });
  await expect
    .element(screen.getByRole('link', { name: 'help@example.com' }))
    .toHaveAttribute('href', 'mailto:help@example.com');
});

test('[PAGE-141] Get help opens a ticket with the diagnostics attached, also without a network', async () => {
  const { screen, server, workspaceStorage, online } = await renderScreen(<SupportScreen />, {
    path: '/mainpage/support',
  });
  await screen.getByRole('button', { name: 'Get help' }).click();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect.element(send).toBeDisabled();
  const text = page.getByRole('textbox', { name: 'What do you need help with?' });
  workspaceStorage.refuse('full');
  await text.fill('No port');
  await expect.element(page.getByText(/^This text is lost when you close the page/)).toBeVisible();
  workspaceStorage.refuse(undefined);
  await text.fill('No port is offered.');
  await send.click();
  await expect.element(page.getByText(/Saved as a ticket/)).toBeVisible();
  await online();
  await expect.poll(() => server.applied().length).toBe(3);
  const [ticket, , attached] = server.applied().map(({ input }) => input);
  expect(ticket).toMatchObject({ title: 'No port is offered.', audience: 'SERVICE' });
  expect(attached).toMatchObject({ body: { diagnostics: { batbot: 'diagnostics' } } });
});

test('[PAGE-318] Get help that is sent in one tab does not remove the unsent text of another tab', async () => {
  const { screen, workspaceStorage } = await renderScreen(<SupportScreen />, {
    path: '/mainpage/support',
  });
  const drafts = () => workspaceStorage.rows('technician', 'drafts');
  for (const [stored, left] of [
    ['Mine', []],
    ['Theirs', [{ text: 'Theirs' }]],
  ] as const) {
    await screen.getByRole('button', { name: 'Get help' }).click();
    await page.getByRole('textbox', { name: 'What do you need help with?' }).fill('Mine');
    await expect.poll(drafts).toMatchObject([{ text: 'Mine' }]);
    workspaceStorage.put('technician', 'drafts', 'help', { text: stored });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.element(page.getByText(/Saved as a ticket/)).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(drafts()).toMatchObject(left);
  }
});

test('[PAGE-283] Get help says when the ticket is on the server', async () => {
  const { screen, server, online } = await renderScreen(<SupportScreen />, {
    path: '/mainpage/support',
  });
  await screen.getByRole('button', { name: 'Get help' }).click();
  await page.getByRole('textbox', { name: 'What do you need help with?' }).fill('No port.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText(/^◌ Saved as a ticket\. 3 parts not on the/)).toBeVisible();
  await online();
  await expect.poll(() => server.applied().length).toBe(3);
  await expect
    .element(page.getByText(/^✓ Saved as a ticket\. It is on the server\./))
    .toBeVisible();
  expect(page.getByText(/as soon as the server/).query()).toBe(null);
});

test('[PAGE-141] a user without a permission for tickets is offered the diagnostics as a file only', async () => {
  const { screen } = await renderScreen(<SupportScreen />, {
    path: '/mainpage/support',
    flags: [],
  });
  await expect.element(screen.getByRole('button', { name: 'Save diagnostics' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Get help' })).not.toBeInTheDocument();
});

test('[PAGE-242] Support asks only users who may open Terminal for the terminal log', async () => {
  const { screen } = await renderScreen(<SupportScreen />, {
    path: '/mainpage/support',
    flags: [],
  });
  await expect.element(screen.getByText(/ of the pack and what you did\.$/)).toBeVisible();
});

test('[DOC-10] Support links to the handbook, in a new tab', async () => {
  const { screen } = await renderScreen(<SupportScreen />, { path: '/mainpage/support' });
  for (const [name, href] of [
    ['Handbook', '/handbook/'],
    ['Problems and what to do', '/handbook/problems.html'],
    ['Devices', '/handbook/devices.html'],
  ] as const) {
    const link = screen.getByRole('link', { name, exact: true });
    await expect.element(link).toHaveAttribute('href', href);
    await expect.element(link).toHaveAttribute('target', '_blank');
  }
});

const POPOVER = JSON.stringify({
  popOver: { support: 'Support answers from 8 to 18 h.' },
  categoryIssues: {
    serviceContent: ['Contactor stuck', { id: 2, title: 'Sensor missing' }],
    customerContent: [{ id: 7, title: 'Range too short' }],
  },
});

test("[PAGE-5] the server's popover text is shown on Support", async () => {
  const { screen, gateway, core } = await renderScreen(<SupportScreen />);
  gateway.setPopOverContent(POPOVER);
  await core.popover.load();
  await expect.element(screen.getByText('Support answers from 8 to 18 h.')).toBeVisible();
});

test.each([
  ['Complaint', <ComplaintScreen key="" />],
  ['Service', <ServiceScreen key="" />],
])("[PAGE-5] the server's issues are the categories on %s", async (name, element) => {
  const { screen, gateway, core } = await renderScreen(element);
  gateway.setPopOverContent(POPOVER);
  await core.popover.load();
  if (name === 'Service') await screen.getByRole('button', { name: 'New ticket' }).click();
  await page.getByRole('combobox', { name: 'Category' }).click();
  for (const issue of ['Contactor stuck', 'Sensor missing', 'Range too short'])
    await expect.element(page.getByTitle(issue)).toBeVisible();
});

test('[PAGE-83] [ST-06] Support saves diagnostics without personal data', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(); // prevents the download
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  const { screen } = await renderScreen(<SupportScreen />, { isConnected: true });
  await screen.getByRole('button', { name: 'Save diagnostics' }).click();
  const file = made.mock.lastCall?.[0];
  vi.restoreAllMocks();
  const text = file instanceof Blob ? await file.text() : '';
  expect(JSON.parse(text)).toMatchObject({
    host: { product: PRODUCT_VERSION },
    connection: { kind: 'connected', linkId: 'fake' },
    liveData: { shown: { understanding: 'native', cells: 4 } },
  });
  for (const secret of ['technician', 'token-1', '+ADATA']) expect(text).not.toContain(secret);
});
