import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storageRefusal } from '@batbot/core';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { ServiceScreen } from './ServiceScreen.tsx';

const AT = '2026-11-22T12:00:00.000Z';
const TICKET = '0190a000-0000-7000-8000-000000000042';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const due = page.getByLabelText('Due', { exact: true });
const conflict = page.getByText(/Somebody changed it meanwhile/);

/** Opens a dialog of a ticket. `change` is a change by a colleague that arrives while the dialog is open. */
const openDialog = async (name: string, ticket: object = {}) => {
  const { server, clock, sync, workspace, online } = await renderScreen(<ServiceScreen />, {
    path: `/mainpage/servicetab?id=${TICKET}`,
  });
  const facts = { number: 1042, title: 'Dies', category: 'Range', audience: 'CUSTOMER' };
  server.put(TICKET, { ...facts, priority: 3, state: 'WORKING', openedAt: AT, ...ticket });
  await online();
  await button(name).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return {
    workspace,
    change: async (values: object): Promise<void> => {
      server.put(TICKET, { ...values });
      await sync();
    },
    save: async (text: string): Promise<void> => {
      await button(text).click();
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
      await clock.settle();
      await sync();
    },
    row: () => server.rows().get(TICKET)?.values,
  };
};

test('[SYNC-36] a priority that a colleague sets while the dialog is open is shown, and not changed back', async () => {
  const { change, save, row } = await openDialog('Priority and due day…');
  await change({ priority: 1 });
  await expect.element(page.getByRole('dialog')).toHaveTextContent('1 · Safety');
  await due.fill('2026-12-01');
  await save('Save');
  const dueAt = '2026-12-01T12:00:00.000Z';
  await expect.poll(row).toMatchObject({ priority: 1, dueAt });
  expect(conflict.query()).toBe(null);
});

test('[SYNC-36] a due day that the user and a colleague changed is a conflict, which the user decides', async () => {
  const { change, save, row } = await openDialog('Priority and due day…');
  await due.fill('2026-12-01');
  const dueAt = '2026-12-05T12:00:00.000Z';
  await change({ dueAt });
  await expect.element(due).toHaveValue('2026-12-01');
  await save('Save');
  await expect.element(conflict).toBeVisible();
  expect(row()).toMatchObject({ dueAt });
});

test('[SYNC-36] assigning a ticket that a colleague assigned while the dialog was open reports a conflict', async () => {
  const { change, save, row } = await openDialog('Assign…', { state: 'OPEN' });
  await change({ state: 'ASSIGNED', assigneeId: 'anna', assigneeName: 'Anna' });
  await expect.element(page.getByText('◔ Assigned').last()).toBeInTheDocument();
  await save('Assign');
  await expect.element(conflict).toBeVisible();
  expect(row()).toMatchObject({ state: 'ASSIGNED', assigneeId: 'anna' });
});

test('[PAGE-206] while a dialog saves a change, its fields cannot be changed', async () => {
  const { workspace } = await openDialog('Priority and due day…');
  await due.fill('2026-12-01');
  let fail = (): void => undefined;
  vi.spyOn(workspace, 'change').mockReturnValue(
    new Promise((resolve) => {
      fail = () => resolve(storageRefusal('full'));
    }),
  );
  const field = due.element() as HTMLElement;
  await button('Save').click();
  field.focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(field).toHaveValue('2026-12-01');
  fail();
  await expect.element(page.getByText(/^Not saved: There is no room left/)).toBeVisible();
  await due.fill('2026-12-02');
  await expect.element(due).toHaveValue('2026-12-02');
});

test('[PAGE-235] [PAGE-211] Enter in a field saves the dialog, and a reload asks before that', async () => {
  const { row } = await openDialog('Priority and due day…');
  const asks = (): boolean => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(asks()).toBe(false);
  await due.fill('2026-12-01');
  expect(asks()).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(row).toMatchObject({ dueAt: '2026-12-01T12:00:00.000Z' });
  expect(asks()).toBe(false);
});

test('[PAGE-232] Escape closes the form of a new ticket and returns the focus', async () => {
  await renderScreen(<ServiceScreen />, { path: '/mainpage/servicetab' });
  const open = button('New ticket');
  await open.click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
});

test('[PAGE-340] after the only photo of a new ticket was removed, the button that adds photos has the focus', async () => {
  await renderScreen(<ServiceScreen />, { path: '/mainpage/servicetab?new=1' });
  const form = page.getByRole('dialog', { name: 'New ticket' });
  const canvas = new OffscreenCanvas(40, 30);
  canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
  const photo = new File([await canvas.convertToBlob()], 'cell.png', { type: 'image/png' });
  const add = form.getByRole('button', { name: 'Add photos' });
  await expect.element(add).toBeVisible();
  const input = form.element().querySelector('input[type="file"]');
  if (input === null) throw new Error('There is no file input.');
  await userEvent.upload(input, photo);
  const remove = form.getByRole('button', { name: 'Remove cell.png' });
  await expect.element(remove).toBeVisible();
  remove.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(remove).not.toBeInTheDocument();
  await expect.element(add).toHaveFocus();
});
