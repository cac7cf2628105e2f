import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { rendered } from '../../testing/rendered.fixture.ts';
import { AnalyticsScreen } from './AnalyticsScreen.tsx';
import { addDrive, type RecordedDrive } from './recorded-drive.fixture.ts';

const BEGIN = Date.UTC(2026, 10, 1, 8);
const DAY_MS = 86_400_000;

const show = async (drives: readonly RecordedDrive[], width = 1280, height = 800) => {
  await page.viewport(width, height);
  const parts = await renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      <AnalyticsScreen />
    </div>,
    { path: '/mainpage/analyticData' },
  );
  for (const drive of drives) await addDrive(parts.core.recording, drive);
  await parts.core.recording.refresh();
  return parts;
};

/** Three drives of a pack in which the resistance of cell 3 rises; the last one ends with a rest of 40 min. */
const RISING: readonly RecordedDrive[] = [1.2, 1.3, 1.42].map((weakMilliOhm, day) => ({
  id: `drive-${day}`,
  serial: 'A1',
  startedAt: BEGIN + 4 * day * DAY_MS,
  weakMilliOhm,
  restS: day === 2 ? 2_400 : 0,
}));

const pack = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const metric = (title: string) =>
  page.getByRole('listitem').filter({ hasText: new RegExp(`^${title}`) });

test('[ANA-10] a pack of this browser is analysed without a server: sentence, metrics, cells and trend', async () => {
  const { server } = await show([...RISING, { id: 'other', serial: 'B2', startedAt: BEGIN }]);
  await expect.element(page.getByText(/^2 packs/)).toBeVisible();
  await pack('A1').click();
  await expect
    .element(
      page.getByText(
        'Cell 3 needs attention: resistance 39 % above the median, rising; 61 steps, high confidence.',
      ),
    )
    .toBeVisible();
  await expect.element(metric('Resistance, median')).toHaveTextContent(/1\.02.*mΩ.*61 steps at 25/);
  await expect.element(metric('Highest resistance')).toHaveTextContent(/1\.42.*Cell 3, \+39 %/);
  await expect
    .element(metric('Spread at rest'))
    .toHaveTextContent(/6.*mV.*1 rest, medium confidence/);
  await expect.element(page.getByRole('listitem', { name: 'Cell 3: 1.42 mΩ, weak' })).toBeVisible();
  await page.getByText('At rest, mV').click();
  await expect.element(page.getByRole('listitem', { name: /^Cell 3: .*mV$/ })).toBeVisible();
  await expect.element(page.getByRole('figure', { name: /Resistance/ })).toBeVisible();
  await expect
    .element(page.getByText(/^3 recordings, 2.100 samples\. Analysed on this computer\./))
    .toBeVisible();
  expect(server.calls()).not.toContain('submit');
});

test('[ANA-26] a value that later recordings do not contain is shown with the time of its measurement', async () => {
  const later = { id: 'later', serial: 'A1', startedAt: BEGIN + 20 * DAY_MS, seconds: 60 };
  await show([...RISING, later]);
  await pack('A1').click();
  await expect
    .element(page.getByText(/^Measured Nov 9, 2026\. Later recordings have not enough data/))
    .toBeVisible();
  for (const title of ['Resistance, median', 'Spread at rest'])
    await expect.element(metric(title)).toHaveTextContent(/confidence, measured Nov 9, 2026$/);
});

test('[ANA-33] a recording from the future is listed with an uncertain date, and is not the newest', async () => {
  const ahead = { id: 'ahead', serial: 'A1', startedAt: Date.now() + 300 * DAY_MS };
  const other = { id: 'other', serial: 'B2', startedAt: ahead.startedAt };
  await show([...RISING, { ...ahead, weakMilliOhm: 1 }, other]);
  await expect.element(pack('A1')).toHaveTextContent(/Nov 9, 2026/);
  await expect.element(pack('B2')).toHaveTextContent(/^B2/);
  await expect.element(pack('B2')).not.toHaveTextContent(/, 20\d\d/);
  await pack('A1').click();
  await expect.element(page.getByText(/resistance 39 % above the median, rising/)).toBeVisible();
  await expect.element(page.getByText(/^Without the recordings whose date/)).toBeVisible();
  const starts = page.getByRole('link', { name: /, \d\d:\d\d:\d\d/ });
  await expect.element(starts.first()).toHaveTextContent(/^Nov 9, 2026/);
  await expect.element(starts.last()).toHaveTextContent(/\(date uncertain\)$/);
});

test('[ANA-51] recordings of the same time are left out or named', async () => {
  const part = { id: 'part', serial: 'A1', startedAt: BEGIN, seconds: 300 };
  const first = { id: 'first', serial: 'B2', startedAt: BEGIN };
  const later = { ...first, id: 'later', startedAt: BEGIN + 4 * 60_000 };
  await show([...RISING, part, { ...part, id: 'again' }, first, later]);
  await pack('A1').click();
  await expect.element(page.getByText(/^5 recordings/)).toBeVisible();
  await expect.element(page.getByText(/^Without 2 recordings of a time that/)).toBeVisible();
  await expect.element(page.getByText(/overlap/)).not.toBeInTheDocument();
  await pack('B2').click();
  await expect
    .element(
      page.getByText(
        /^Recordings overlap by 5.min 58.s: the cycles and the time outside of limits count this time twice. Above 10 % of the time they are not shown.$/,
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText(/^Without \d+ recording/)).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Metric of the trend' }).click();
  await page.getByText('Charge', { exact: true }).last().click();
  await expect.element(page.getByText(/^Without the charge of 1 day/)).toBeVisible();
});

test('[ANA-11] a metric without enough data shows no value and states what it needs', async () => {
  await show([{ id: 'short', startedAt: BEGIN, seconds: 60 }]);
  await pack('serial number not read').click();
  await expect
    .element(page.getByText(/^Not enough data to compare the cells\. Needed: 30 load steps/))
    .toBeVisible();
  for (const [title, needs] of [
    ['Resistance, median', '30 load steps of at least 5 A between two polls; there are 6'],
    ['Spread at rest', 'a rest of 30 min'],
    ['Largest leak', 'two rests of 30 min at least 3 days apart'],
    ['Capacity', 'one recording from a full charge'],
    ['Full cycles', '24 h of recordings; there are 0.0 h'],
  ] as const) {
    await expect.element(metric(title)).toHaveTextContent(new RegExp(`${title}—Needs ${needs}`));
  }
  // It needs the same steps as the median.
  await expect.element(metric('Highest resistance')).not.toBeInTheDocument();
  await expect
    .element(page.getByText('A trend needs two recordings with enough data.'))
    .toBeVisible();
  await expect.element(page.getByText(/may be of several packs/)).toBeVisible();
});

test('[ANA-12] the page paints while the worker analyses 128 cells', async () => {
  await show([
    { id: 'long', serial: 'C3', startedAt: BEGIN, seconds: 7_200, cells: 128, weakMilliOhm: 1.5 },
  ]);
  const analysing = page.getByText('Analysing recording 1 of 1…');
  let painted = 0;
  const count = (): void => {
    if (analysing.query() !== null) painted += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  await pack('C3').click();
  await expect.element(page.getByText(/^Cell 3 needs attention/)).toBeVisible();
  expect(painted).toBeGreaterThan(5);
});

/** Returns the files that are saved while the work runs. */
const savedBy = async (work: () => Promise<void>, count: number): Promise<readonly Blob[]> => {
  const files: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return '#';
  });
  await work();
  await expect.poll(() => files.length).toBe(count);
  made.mockRestore();
  return files;
};

test('[ANA-13] the history of a pack is exported as BDF CSV with its notes, and as Parquet; if no recording can be read, no file is saved, and the export says so', async () => {
  const { core } = await show(RISING);
  await pack('A1').click();
  await expect.element(page.getByText(/^Cell 3 needs attention/)).toBeVisible();
  const choose = (name: string) => async () => {
    await page.getByRole('button', { name: 'Export history' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const [csv, notes] = await savedBy(choose('Pack (BDF CSV)'), 2);
  const lines = ((await csv?.text()) ?? '').split('\r\n');
  expect(lines[0]).toBe(
    'Test Time / s,Voltage / V,Current / A,Unix Time / s,Temperature T1 / degC',
  );
  expect(lines[1]).toBe(`0.000,52.8010,0.000,${BEGIN / 1_000}.000,26.0`);
  expect(lines).toHaveLength(2_100 + 2);
  expect(JSON.parse((await notes?.text()) ?? '')).toMatchObject({
    format: 'BDF 0.1',
    serial: 'A1',
    currentSign: 'positive while charging',
  });
  const [parquet] = await savedBy(choose('All values (Parquet)'), 1);
  const text = new TextDecoder('latin1').decode(await parquet?.arrayBuffer());
  expect([text.slice(0, 4), text.slice(-4)]).toEqual(['PAR1', 'PAR1']);
  expect([...text.matchAll(/cell_(\d+)_V/g)].at(-1)?.[1]).toBe('16');

  const open = vi.spyOn(core.recording, 'open');
  open.mockResolvedValue({ ok: false, error: { kind: 'failed', message: 'damaged' } });
  const made = vi.spyOn(URL, 'createObjectURL');
  await choose('All values (Parquet)')();
  await expect.element(page.getByText('3 recordings could not be read.')).toBeVisible();
  expect(made).not.toHaveBeenCalled();
});

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

const showFleet = async (width = 1280, height = 800) => {
  const parts = await show([], width, height);
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

test('[ANA-55] the trend of a pack says how many uploaded recordings it leaves out', async () => {
  const { server, sync } = await showFleet();
  const points = [point(BEGIN, 1.2), point(BEGIN + DAY_MS, 1.41)].map((each, index) => ({
    ...each,
    recordingId: `r${index}`,
  }));
  server.setFleet('WORST_CELL', STAT, points);
  const upload = (id: string, assetId = 'p1'): void =>
    server.put(id, {
      assetId,
      startedAt: new Date(BEGIN).toISOString(),
      durationS: 60,
      samples: 30,
      schemaVersion: 1,
      chunks: [],
    });
  for (const id of ['r0', 'r1']) upload(id);
  upload('other', 'p2');
  await pack('SN-1').click();
  await expect.element(page.getByRole('figure', { name: /Resistance/ })).toBeVisible();
  const note = page.getByText(/^Without 1 uploaded recording\. A recording is left out if another/);
  await rendered();
  await expect.element(note).not.toBeInTheDocument();
  upload('r2');
  await sync();
  await expect.element(note).toBeVisible();
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

test('[ANA-20] a pack of this computer is compared with the fleet of its model', async () => {
  const { server, sync } = await show(RISING);
  server.fail(undefined);
  server.put('p1', { serial: 'A1', model: 'BX48' });
  await sync();
  server.setFleet('WORST_CELL', { n: 40, p5: 2, p50: 6, p95: 44, at: BEGIN, worst: [] }, []);
  await pack('A1').click();
  await expect
    .element(page.getByText(/^In the worse half\. 5, 50 and 95 % of 40 packs are below/))
    .toBeVisible();
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
