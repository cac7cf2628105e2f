import { recordingOnHome, sessionsOf } from '../rig/sessions-app.ts';
import { expect, test } from '../fixtures.ts';

/** Script that records the requests for the screen wake lock. Plain text, because Node's compiler has no DOM types. */
const watchWakeLock = `
  globalThis.awake = [];
  const request = WakeLock.prototype.request;
  WakeLock.prototype.request = async function (kind) {
    awake.push(kind);
    const lock = await request.call(this, kind);
    lock.addEventListener('release', () => awake.push('released'));
    return lock;
  };
`;

test('[OBD-95] [OBD-97] a session can be recorded with notes, listed, renamed, played, exported and compared', async ({
  app,
  context,
}) => {
  await context.addInitScript(watchWakeLock);
  const { page } = app;
  const sessions = await recordingOnHome(app);
  await sessions.record(1);
  await expect.poll(() => page.evaluate('awake')).toEqual(['screen']);
  await sessions.note('=before, cell 3');
  await sessions.keeps(3);
  await app.tab('Terminal', 'terminal');
  await app.type('ATI');
  await app.log.getByText(/HW:/).waitFor();
  await app.log.getByText('Note: =before, cell 3').waitFor();
  await sessions.stop();
  await expect.poll(() => page.evaluate('awake')).toEqual(['screen', 'released']);

  await sessions.openList();
  await page.getByText(/ used by the app$/).waitFor();
  await expect(sessions.rows).toContainText('=before, cell 3');
  await sessions.openSession();
  await sessions.rename('Bus 12, before');
  for (const chart of ['Pack voltage', 'Current', 'State of charge', 'Lowest and highest cell']) {
    await page.getByRole('figure', { name: new RegExp(`^${chart}`) }).waitFor();
  }
  await page.getByRole('button', { name: /Note: =before, cell 3/ }).click();
  await page.getByRole('group', { name: 'Chosen moment' }).waitFor();

  await page.getByRole('button', { name: 'Show the log', exact: true }).click();
  const log = page.getByRole('log', { name: 'Recorded terminal log' });
  await log.getByText('ATI', { exact: true }).waitFor();
  expect(await log.getByText('AT+ADATA').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Show app traffic' }).check();
  await log.getByText('AT+ADATA').first().waitFor();
  const slider = page.getByRole('slider', { name: 'Moment of the log' });
  await page.getByRole('combobox', { name: 'Speed' }).click();
  await page.getByTitle('60 ×', { exact: true }).click();
  await page.getByRole('button', { name: '▶ Play' }).click();
  await expect
    .poll(
      async () =>
        (await slider.getAttribute('aria-valuenow')) ===
        (await slider.getAttribute('aria-valuemax')),
    )
    .toBe(true);
  await page.getByRole('button', { name: '▶ Play' }).waitFor(); // the playback stops at its end
  await page.getByRole('checkbox', { name: 'Show app traffic' }).uncheck();

  const csv = await sessions.exportCsv();
  expect(csv.rows.length).toBeGreaterThanOrEqual(3);
  expect(csv.columns).toContain('cell_4_V');
  expect(csv.text).toContain(`"'=before, cell 3"`);
  const capture = await sessions.exportCapture();
  expect(capture.header).toMatchObject({ name: 'Bus 12, before' });
  const said = capture.lines.map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
  expect(said).toMatch(/AT\+ADATA[^]*\+ADATA: [^]*ATI[^]*HW:/);

  await page.getByRole('button', { name: 'Compare start and end' }).click();
  const cells = page.getByRole('table', { name: 'Cells' });
  const moment = page.getByRole('slider', { name: 'Before: moment' });
  await cells.waitFor();
  await expect(cells.getByRole('row')).toHaveCount(
    csv.columns.filter((name) => name.startsWith('cell_')).length + 1,
  );
  // The index, because two samples may have been received within one second.
  await expect(moment).toHaveAttribute('aria-valuenow', '0');
  await page.getByRole('button', { name: 'Before: next sample' }).click();
  await expect(moment).toHaveAttribute('aria-valuenow', '1');
});

test('[OBD-99] a crash of the browser loses at most the last 2 s', async ({ site, visit }) => {
  const before = await visit(site.webUrl);
  await site.control('POST', 'faults', { name: 'flood' });
  const recording = await recordingOnHome(before.app);
  await recording.record(4);
  const killedAt = Date.now();
  await before.kill();

  await site.control('DELETE', 'faults');
  const { app } = await visit(site.webUrl);
  await app.open('/mainpage/home'); // the user is still signed in
  const sessions = sessionsOf(app);
  await sessions.openList();
  await expect(sessions.rows).toContainText('Interrupted');
  await sessions.openSession();
  expect((await sessions.exportCsv()).rows.length).toBeGreaterThanOrEqual(4);
  const capture = await sessions.exportCapture();
  const lastAt = Date.parse(capture.header.startedAt ?? '') + (capture.lines.at(-1)?.ms ?? 0);
  const bytes = Buffer.concat(capture.lines.map((line) => line.bytes)).toString('latin1');
  expect(bytes.split('+LOG: ').length).toBeGreaterThan(100); // the session contains the flood
  expect(killedAt - lastAt).toBeLessThanOrEqual(2_000);
});
