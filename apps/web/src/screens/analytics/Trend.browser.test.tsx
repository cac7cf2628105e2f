import { afterEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import type { CDPSession } from '@vitest/browser-playwright';
import type { ServerTrendPoint } from '@batbot/core/workspace';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { Trend } from './Trend.tsx';

const zone = async (timezoneId: string): Promise<void> => {
  const session: CDPSession = cdp();
  await session.send('Emulation.setTimezoneOverride', { timezoneId });
};

afterEach(() => zone('')); // the time zone of this computer

const pointOf = (day: string) =>
  ({
    day,
    at: Date.parse(`${day}T03:00Z`),
    chargedAh: 4,
    dischargedAh: 6,
    overlapS: 0,
  }) as ServerTrendPoint; // the chart reads only these fields

test.each(['Pacific/Auckland', 'Pacific/Honolulu', 'Europe/Berlin'])(
  '[ANA-21] in %s, a point of a day has the date of this day',
  async (timezoneId) => {
    await zone(timezoneId);
    await renderScreen(<Trend trend={['2026-01-11', '2026-01-12'].map(pointOf)} marks={[]} />);
    await page.getByRole('combobox', { name: 'Metric of the trend' }).click();
    await page.getByText('Charge', { exact: true }).last().click();
    await expect
      .element(page.getByRole('figure', { name: /^Charge/ }))
      .toHaveTextContent(/Jan 12, 2026/);
  },
);

test('[ANA-45] a recording of a computer whose clock was at 1970 is not in the charts, and counts once in their note', async () => {
  const days = ['1970-01-01', '1970-01-02', '2026-01-11'].map((day) => ({
    ...pointOf(day),
    at: day.startsWith('1970') ? 0 : Date.parse(day),
    medianMilliOhm: 1,
  }));
  await renderScreen(<Trend trend={days} marks={[]} />);
  const note = page.getByText(/^Without 1 recording with a date before 2000/);
  await expect.element(note, { timeout: 4_000 }).toBeVisible();
  await expect.element(page.getByText(/^A trend needs two recordings/)).toBeVisible();
});

test('[ANA-52] the charge of a day on which recordings overlap is not shown, because it counts twice', async () => {
  const [first, shared] = [pointOf('2026-01-11'), pointOf('2026-01-12')];
  const points = [{ ...first, overlapS: 59 }, shared, { ...shared, overlapS: 60 }];
  await renderScreen(<Trend trend={points} marks={[]} />);
  const note = page.getByText(/^Without the charge of 1 day on/);
  const metric = page.getByRole('combobox', { name: 'Metric of the trend' });
  await expect.element(metric).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await metric.click();
  await page.getByText('Charge', { exact: true }).last().click();
  await expect.element(note).toBeVisible();
  const chart = page.getByRole('figure', { name: /^Charge/ });
  await expect.element(chart).toHaveTextContent(/In 4.0.*Jan 11, 2026/);
  await expect.element(chart).toHaveTextContent(/between 4.0 and 4.0/);
});
