import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MissingWorker } from '../../testing/missing-worker.fixture.ts';
import { rendered } from '../../testing/rendered.fixture.ts';
import { addDrive, type RecordedDrive } from './recorded-drive.fixture.ts';
import { renderAnalytics } from './render-analytics.fixture.tsx';

const BEGIN = Date.UTC(2026, 10, 1, 8);
const DAY_MS = 86_400_000;

const show = async (drives: readonly RecordedDrive[]) => {
  const parts = await renderAnalytics();
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

test('[ANA-60] while a pack is recorded, its figures stay, and the running recording is analysed in full when it has ended', async () => {
  const { core, clock } = await renderAnalytics({ isConnected: true });
  core.recording.start();
  await clock.advance(5_000);
  await page.getByRole('row').last().click();
  const text = page.getByText(/^1 recording, \d+ samples?\. Analysed/);
  await expect.element(text).toHaveTextContent(/The running recording is analysed in full/);
  const before = text.element();
  await clock.advance(10_000);
  await expect.poll(() => core.recording.state$.value).toHaveProperty('info.samples', 8);
  await rendered();
  expect(text.element()).toBe(before);
  await core.recording.stop();
  await expect.element(page.getByText('1 recording, 8 samples.')).toBeVisible();
  await expect.element(page.getByText(/The running recording/)).not.toBeInTheDocument();
});

test('[ANA-60] a recording that ended by itself is analysed in full', async () => {
  const { core, clock, archive } = await renderAnalytics({ isConnected: true });
  core.recording.start();
  await clock.advance(5_000);
  await page.getByRole('row').last().click();
  await expect.element(page.getByText('1 recording, 3 samples.')).toBeVisible();
  await clock.advance(10_000);
  await expect.poll(() => core.recording.state$.value).toHaveProperty('info.samples', 8);
  archive.refuse('blocked');
  await clock.advance(60_000);
  await expect.poll(() => core.recording.state$.value.kind).toBe('off');
  archive.refuse(undefined);
  await expect.element(page.getByText('1 recording, 8 samples.')).toBeVisible();
});

test('[ANA-60] a recording that starts while the pack is shown is in its trend', async () => {
  const { core } = await show(RISING);
  await pack('A1').click();
  await expect.element(page.getByText(/^3 recordings, /)).toBeVisible();
  await addDrive(core.recording, { id: 'now', serial: 'A1', startedAt: Date.now() });
  await expect.element(page.getByText(/^4 recordings, /)).toBeVisible();
  await expect
    .element(page.getByText('Without the recordings whose date is uncertain.'))
    .not.toBeInTheDocument();
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

test('[PAGE-361] if the code of the analysis cannot be loaded, the recordings are reported as not read', async () => {
  vi.stubGlobal('Worker', MissingWorker);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  await show(
    [0, 1].map((day) => ({ id: `unread-${day}`, serial: 'C3', startedAt: BEGIN + day * DAY_MS })),
  );
  await pack('C3').click();
  await expect
    .element(page.getByText('2 recordings could not be read and are left out.'))
    .toBeVisible();
});

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

test('[PAGE-338] if several packs have the serial number of the recordings, the facts of none are used', async () => {
  const { server, online } = await show(RISING);
  server.put('p1', { serial: 'A1', maker: 'Works', model: 'BX48' });
  server.put('p2', { serial: 'A1', maker: 'Other', model: 'MX16' });
  await online();
  await pack('A1').click();
  await expect
    .element(page.getByRole('heading', { name: 'Among all packs on the server' }))
    .toBeVisible();
});
