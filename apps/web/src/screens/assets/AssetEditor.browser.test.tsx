import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

const add = page.getByRole('button', { name: 'Add a pack' });
const serial = page.getByLabelText('Serial number');

const openForm = async () => {
  const shown = await renderScreen(<AssetsScreen />, { path: '/mainpage/assets' });
  await shown.online();
  await add.click();
  await expect.element(serial).toHaveFocus();
  return shown;
};

test.each([true, false])(
  '[IMP-14] a changed place keeps the position on the map only if the user says so: %s',
  async (isKept) => {
    const { screen, server, clock, online } = await renderScreen(<AssetsScreen />, {
      path: '/mainpage/assets?id=a',
    });
    const position = { lat: 47, lon: 8, accuracyM: 12 };
    const place = { at: '2095-01-01T00:00:00Z', address: 'Bern', ...position };
    server.put('a', { serial: 'SN-1', place });
    await online();
    await screen.getByRole('button', { name: 'Edit facts' }).click();
    const keep = screen.getByRole('checkbox', { name: 'Keep the position on the map' });
    expect(keep.query()).toBe(null);
    await screen.getByRole('textbox', { name: 'Place', exact: true }).fill('Basel');
    await expect.element(screen.getByText(/^Otherwise it is removed/)).toBeVisible();
    if (isKept) await keep.click();
    await screen.getByRole('button', { name: 'Save' }).click();
    await clock.settle();
    const expected = isKept ? position : { lat: null, lon: null, accuracyM: null };
    await expect
      .poll(() => server.rows().get('a')?.values['place'])
      .toMatchObject({ at: '2095-01-01T00:00:00.001Z', address: 'Basel', ...expected });
  },
);

test('[PAGE-254] a hint and an error are as far from the next field as another field is', async () => {
  const { screen } = await openForm();
  const box = (text: string): DOMRect =>
    screen.getByText(text, { exact: true }).element().getBoundingClientRect();
  /** The room between the lower edge of an element and the label of the next field. */
  const room = ({ bottom }: DOMRect, next: string): number => box(next).top - bottom;
  const usual = room(screen.getByLabelText('Maker').element().getBoundingClientRect(), 'Model');
  const hint = 'Year, month and day, for example 2024-09-04.';
  expect(room(box(hint), 'Installed in')).toBeCloseTo(usual, 0);
  expect(box(hint).height).toBe(20); // one line
  await screen.getByRole('button', { name: 'Save' }).click();
  const error = 'Enter the serial number of the pack.';
  await expect.element(screen.getByText(error)).toBeVisible();
  await expect.poll(() => room(box(error), 'State')).toBeCloseTo(usual, 0);
});

test('[PAGE-232] Escape closes the form of a pack and returns the focus', async () => {
  await openForm();
  await userEvent.keyboard('{Escape}');
  await expect.element(add).toHaveFocus();
});

test('[PAGE-206] a second Enter does not save a pack twice', async () => {
  const { workspace } = await openForm();
  const change = vi.spyOn(workspace, 'change').mockReturnValue(new Promise(() => undefined));
  await serial.fill('SN-1');
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Enter}');
  expect(change).toHaveBeenCalledOnce();
});
