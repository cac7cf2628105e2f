import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeWorkspaceServer } from '@batbot/core/fakes';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { rendered } from '../../testing/rendered.fixture.ts';
import { AnalyticsScreen } from './AnalyticsScreen.tsx';
import { renderAnalytics } from './render-analytics.fixture.tsx';

const BEGIN = Date.UTC(2026, 10, 1, 8);
const DAY_MS = 86_400_000;

const pack = (name: string) => page.getByRole('row', { name: new RegExp(name) });

const point = (at: number, worstMilliOhm: number) => ({
  at,
  day: new Date(at).toISOString().slice(0, 10),
  samples: 300,
  seconds: 600,
  chargedAh: 4,
  dischargedAh: 6,
  lowestC: 20,
  highestC: 31,
  lowestSocPercent: 40,
  highestSocPercent: null,
  cellSamples: 300,
  meanSpreadMv: 12,
  highestSpreadMv: 30,
  knownTemperatureS: 600,
  outsideS: 0,
  overlapS: 0,
  steps: 60,
  celsius: 24,
  medianMilliOhm: 1,
  worstMilliOhm,
  worstCell: 7,
  worstCellPercent: 100 * (worstMilliOhm - 1),
  restSpreadMv: null,
  capacityAh: null,
  sohPercent: null,
  socErrorPoints: null,
});
const worst = {
  id: 'p1',
  serial: 'SN-1',
  model: 'BX48',
  ownerName: 'Bus 12',
  value: 41,
  worstCell: 7,
};

const other = { ...worst, id: 'p2', serial: 'SN-2', value: 12, worstCell: 3 };
const STAT = { n: 300, p5: 2.1, p50: 6.4, p95: 14, at: BEGIN, worst: [worst, other] };

const showFleet = async () => {
  const parts = await renderAnalytics();
  parts.server.fail(undefined);
  const points = [point(BEGIN, 1.2), point(BEGIN + DAY_MS, 1.41)];
  parts.server.setFleet('WORST_CELL', STAT, points);
  await page.getByText('Fleet', { exact: true }).click();
  return parts;
};

test('[ANA-15] [ANA-27] [ANA-40] the fleet shows the distribution, the worst packs, and the trend of one', async () => {
  const { address } = await showFleet();
  await expect.element(address).toHaveTextContent('view=fleet');
  await expect
    .element(
      page.getByText(
        /half of 300 measured packs are below 6\.4.%, 5 % below 2\.1.%, 95 % below 14\.0.%\./,
      ),
    )
    .toBeVisible();
  await expect.element(pack('SN-1')).toHaveTextContent(/SN-141\.0BX48Bus 127/);
  await pack('SN-1').click();
  await expect
    .element(
      page.getByText(
        /^Cell 7 has the highest resistance: 41 % above the median, from 60 steps at 24.°C on/,
      ),
    )
    .toBeVisible();
  await expect.element(page.getByRole('figure', { name: /Resistance/ })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Recordings of this pack' }))
    .toHaveAttribute('href', '/mainpage/assets?id=p1&tab=recordings');
  await page.getByText('Health', { exact: true }).click();
  await expect
    .element(
      page.getByText(
        /^No recording that the server has analysed so far .* Upload recordings with a full charge and a rest of 30 min/,
      ),
    )
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Recordings of this computer' }))
    .toHaveAttribute('href', '/mainpage/home/sessions');
});

const trendPoints = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...point(BEGIN + index * DAY_MS, 1.2 + index / 10),
    recordingId: `r${index}`,
  }));

/** An uploaded recording. */
const upload = (server: FakeWorkspaceServer, id: string, assetId = 'p1'): void =>
  server.put(id, {
    assetId,
    startedAt: new Date(BEGIN).toISOString(),
    durationS: 60,
    samples: 30,
    schemaVersion: 1,
    chunks: [],
  });

const leftOutNote = () =>
  page.getByText(/^Without 1 uploaded recording\. A recording is left out if another/);

test('[ANA-55] the trend of a pack says how many uploaded recordings it leaves out', async () => {
  const { server, sync } = await showFleet();
  server.setFleet('WORST_CELL', STAT, trendPoints(2));
  for (const id of ['r0', 'r1']) upload(server, id);
  upload(server, 'other', 'p2');
  await pack('SN-1').click();
  await expect.element(page.getByRole('figure', { name: /Resistance/ })).toBeVisible();
  await rendered();
  await expect.element(leftOutNote()).not.toBeInTheDocument();
  upload(server, 'r2');
  await sync();
  await expect.element(leftOutNote()).toBeVisible();
});

test('[ANA-56] a trend that leaves out recordings is asked for again every minute, and is kept without an answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { server, sync } = await showFleet();
  server.setFleet('WORST_CELL', STAT, trendPoints(2));
  const asked = () => server.calls().filter((each) => each === 'trend').length;
  await pack('SN-1').click();
  const chart = page.getByRole('figure', { name: /Resistance/ });
  await expect.element(chart).toBeVisible();
  for (const id of ['r0', 'r1']) upload(server, id);
  await sync();
  await rendered();
  vi.advanceTimersByTime(60_000);
  await rendered();
  expect(asked()).toBe(1);
  upload(server, 'r2');
  await sync();
  await expect.element(leftOutNote()).toBeVisible();
  server.fail('unreachable');
  vi.advanceTimersByTime(60_000);
  await rendered();
  expect(asked()).toBe(2);
  await expect.element(chart).toBeVisible();
  server.fail(undefined);
  server.setFleet('WORST_CELL', STAT, trendPoints(3));
  vi.advanceTimersByTime(60_000);
  await expect.element(leftOutNote()).not.toBeInTheDocument();
  await expect.element(chart).toHaveTextContent(/between 1\.20 and 1\.40/);
});

test('[ANA-55] without the older rows of the server, the trend says no number of recordings', async () => {
  const { server, sync, gateway, account } = await showFleet();
  server.setFleet('WORST_CELL', STAT, trendPoints(2));
  upload(server, 'r2');
  server.limitCopies('recording', 0);
  await sync();
  await expect.element(pack('SN-1')).toBeVisible();
  server.decide((call) => (call === 'history' ? 'lostBefore' : 'answered'));
  await pack('SN-1').click();
  await expect.element(page.getByRole('figure', { name: /Resistance/ })).toBeVisible();
  await rendered();
  await expect.element(leftOutNote()).not.toBeInTheDocument();
  server.decide(() => 'answered');
  gateway.setReachable(false);
  await account.session.refresh();
  gateway.setReachable(true);
  await account.session.refresh();
  await expect.element(leftOutNote()).toBeVisible();
});

test('[ANA-21] the trend of a pack has a point for each day, which adds up its recordings', async () => {
  const { server } = await showFleet();
  const points = [point(BEGIN, 1.2), point(BEGIN + 3_600_000, 1.2), point(BEGIN + DAY_MS, 1.41)];
  server.setFleet('WORST_CELL', STAT, points);
  await pack('SN-1').click();
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Metric of the trend' }).click();
    await page.getByText(name, { exact: true }).last().click();
  };
  await choose('Charge');
  await expect
    .element(page.getByRole('figure', { name: /^Charge/ }))
    .toHaveTextContent(/In 4\.0 Ah, between 4\.0 and 8\.0Out 6\.0 Ah, between 6\.0 and 12\.0Nov 2/);
  await choose('State of charge');
  await expect
    .element(page.getByRole('figure', { name: /^State of charge/ }))
    .toHaveTextContent(/Highest —no valuesLowest 40/);
});

test('[ANA-18] metric, model and days of the fleet can be chosen, and are kept in the address', async () => {
  const { address, server, sync } = await showFleet();
  server.put('p1', { serial: 'SN-1', model: 'BX48' });
  await sync();
  await page.getByRole('combobox', { name: 'Model' }).click();
  await page.getByText('BX48', { exact: true }).last().click();
  await page.getByLabelText('Measured from').fill('2026-03-01');
  await page.getByLabelText('to', { exact: true }).fill('2026-03-31');
  await expect.element(address).toHaveTextContent('model=BX48&from=2026-03-01&to=2026-03-31');
  const filter = {
    model: 'BX48',
    from: new Date('2026-03-01T00:00').toISOString(),
    to: new Date('2026-04-01T00:00').toISOString(),
  };
  await expect.poll(() => server.calls()).toContain(`fleet ${JSON.stringify(filter)}`);
  await page.getByText('Health', { exact: true }).click();
  await expect.element(address).toHaveTextContent('metric=SOH');
  await expect
    .element(page.getByText(/^No measured pack has this model and these days\./))
    .toBeVisible();
});

test('[ANA-28] a day that does not exist is removed from the address, and is no filter of the fleet', async () => {
  const path = '/mainpage/analytics?view=fleet&from=2026-02-30&to=2026-03-31';
  const { address, server } = await renderScreen(<AnalyticsScreen />, { path });
  await expect.element(address).toHaveTextContent(/view=fleet&to=2026-03-31$/);
  await expect.element(page.getByLabelText('Measured from')).toHaveValue('');
  await expect.element(page.getByLabelText('to', { exact: true })).toHaveValue('2026-03-31');
  const asked = server.calls().filter((call) => call.startsWith('fleet'));
  expect(asked.every((call) => call.includes('"to"') && !call.includes('"from"'))).toBe(true);
});

test('[ANA-18] at 390 px, one button opens the filters of the fleet and counts those that are set', async () => {
  await showFleet();
  await page.viewport(390, 844);
  const from = page.getByLabelText('Measured from');
  await expect.element(page.getByText(/half of 300 measured packs/)).toBeVisible();
  await expect.element(from).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Filters' }).click();
  await from.fill('2026-03-01');
  await page.getByRole('button', { name: 'Filters · 1' }).click();
  await expect.element(from).not.toBeInTheDocument();
});

test('[ANA-19] [ANA-20] the page of a pack marks firmware and repairs, and compares it with its fleet', async () => {
  const { server, sync } = await showFleet();
  server.put('p1', { serial: 'SN-1', model: 'BX48' });
  const at = new Date(BEGIN + DAY_MS / 2).toISOString();
  server.put('event1', {
    at,
    receivedAt: at,
    actorName: 'Mia',
    topic: 'TICKET',
    kind: 'addTicketEntry',
    subjectId: 't1',
    assetId: 'p1',
    body: { after: { kind: 'PART', number: 1042 } },
  });
  await sync();
  await pack('SN-1').click();
  await expect
    .element(page.getByRole('list', { name: 'Marks of the trend' }))
    .toHaveTextContent(/^Part, ticket 1042, /);
  await expect.element(page.getByText('Among the BX48 packs on the server')).toBeVisible();
  const inFleet = page.getByRole('list', { name: 'In its fleet' });
  await expect
    .element(inFleet.getByText('Among the worst 5 %. 5, 50 and 95 % of 300 packs are below'))
    .toBeVisible();
  await expect
    .element(inFleet.getByText('Not enough data: needs 20 measured packs; there are 0.').first())
    .toBeVisible();
  expect(server.calls()).toContain('fleet {"model":"BX48"}');
});

test('[ANA-10] [ANA-15] a server that does not answer is reported, and the packs of this computer stay usable', async () => {
  const { server } = await showFleet();
  server.fail('unreachable');
  await page.getByText('Spread', { exact: true }).click();
  await expect.element(page.getByText(/^The server cannot answer this now\./)).toBeVisible();
  await page.getByText('This computer', { exact: true }).click();
  await expect.element(page.getByText(/^No recordings to analyse\./)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Connect a pack' })).toBeVisible();
});

test('[ANA-36] while the shell offers Retry, the fleet does not, and is asked for again when the server is reached', async () => {
  const { server, gateway, account } = await showFleet();
  const retry = page.getByRole('button', { name: 'Retry' });
  server.fail('unreachable');
  await page.getByText('Spread', { exact: true }).click();
  await expect.element(retry).toBeVisible();
  gateway.setReachable(false);
  await account.session.refresh();
  await expect.element(retry).not.toBeInTheDocument();
  server.fail(undefined);
  server.setFleet('REST_SPREAD', STAT, []);
  gateway.setReachable(true);
  await account.session.refresh();
  await expect.element(pack('SN-2')).toBeVisible();
});

test('[ANA-36] a fleet that the server refuses offers no Retry', async () => {
  const { server } = await showFleet();
  server.fail('refused');
  await page.getByText('Spread', { exact: true }).click();
  await expect.element(page.getByText('This account may not see the fleet.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Retry' }).query()).toBe(null);
});
