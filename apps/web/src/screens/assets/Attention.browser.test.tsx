import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

const at = (day: number) => `2026-11-0${day}T12:00:00.000Z`;

/** Shows the packs that need attention: two worn ones, which were seen last, and two with a fault. */
const show = async () => {
  const shown = await renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      <AssetsScreen />
    </div>,
    { path: '/mainpage/assets?state=attention' },
  );
  const { server, online } = shown;
  const put = (serial: string, day: number, attention: number, snapshot: object): void =>
    server.put(serial, {
      serial,
      clientName: 'City Fleet',
      attention,
      seenAt: at(day),
      snapshot: { at: at(day), socPercent: 48, ...snapshot },
    });
  put('WORN-OLD', 3, 1, { sohPercent: 71 });
  put('WORN-NEW', 4, 1, { sohPercent: 76 });
  put('FAULT-OLD', 1, 2, { faults: ['cellOverVoltage', 'chargeOverCurrent'], sohPercent: 95 });
  put('FAULT-NEW', 2, 2, { faults: ['cellUnderVoltage'], sohPercent: 95 });
  await online();
  await expect.element(page.getByText('WORN-OLD')).toBeVisible();
  return shown;
};

/** Returns the serial numbers of the rows in their order on the screen. */
const serials = () =>
  [...document.querySelectorAll('.ant-table-row .collection__first bdi')].map(
    ({ textContent }) => textContent,
  );

test('[SYNC-56] the packs that need attention are listed with faults first, each by last seen, until the user sorts them', async () => {
  await page.viewport(1280, 800);
  const { address } = await show();
  expect(serials()).toEqual(['FAULT-NEW', 'FAULT-OLD', 'WORN-NEW', 'WORN-OLD']);
  const seen = page.getByRole('columnheader', { name: 'Seen' });
  await seen.click();
  await seen.click();
  await expect.poll(serials).toEqual(['WORN-NEW', 'WORN-OLD', 'FAULT-NEW', 'FAULT-OLD']);
  await expect.element(address).toHaveTextContent('sort=-seen');
  await seen.click();
  await expect.poll(serials).toEqual(['FAULT-NEW', 'FAULT-OLD', 'WORN-NEW', 'WORN-OLD']);
  await page.getByText('All', { exact: true }).click();
  await expect.poll(serials).toEqual(['WORN-NEW', 'WORN-OLD', 'FAULT-NEW', 'FAULT-OLD']);
});

test('[SYNC-56] on a phone, a row that needs attention begins with the reason', async () => {
  await page.viewport(390, 844);
  await show();
  const row = (serial: string) => page.getByRole('row', { name: new RegExp(serial) });
  await expect.element(row('WORN-NEW')).toHaveTextContent(/SoH 76 % · City Fleet · SoC 48 %$/);
  await expect
    .element(row('FAULT-OLD'))
    .toHaveTextContent(/✕ FaultCell over-voltage, Charge over-current · City Fleet · SoC 48 %$/);
});
