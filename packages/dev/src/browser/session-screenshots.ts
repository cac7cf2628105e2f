import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from './app.ts';
import { whyNot } from './rig/availability.ts';
import { sealedOf } from './rig/sealed-app.ts';
import { recordingOnHome } from './rig/sessions-app.ts';
import { startSite, withVisits, type Site } from './fixtures.ts';
import { launchChromium } from './rig/chromium.ts';

/**
 * Saves pictures of recording, sessions and comparing, for eyes: `tsx packages/dev/src/browser/session-screenshots.ts`,
 * with `sealed` the dialogs of sealed sessions alone. To BATBOT_SHOTS, by default /tmp/shots.
 */
const folder = process.env['BATBOT_SHOTS'] ?? '/tmp/shots';

/** Three polls missed: the charts show a gap. */
const AWAY_MS = 7_500;

/** The browser tells little room; Node's compiler knows no page. */
const nearlyFull = `StorageManager.prototype.estimate = async () => ({ usage: 8.9e9, quota: 1e10 });`;

const control = (bench: Site, path: string, body: object): Promise<unknown> =>
  fetch(new URL(`/control/${path}`, bench.simulator.wsUrl?.replace('ws:', 'http:')), {
    method: 'POST',
    body: JSON.stringify(body),
  });

const visit = async (bench: Site, app: App, suffix: string): Promise<void> => {
  const { page } = app;
  const shoot = async (name: string, height?: number): Promise<void> => {
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    if (height !== undefined) await page.setViewportSize({ ...size, height });
    const file = join(folder, `session-${name}-${suffix}.png`);
    await page.screenshot({ path: file, animations: 'disabled' });
    console.log(file);
    await page.setViewportSize(size);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await control(bench, 'pack', { soc: 0.203 });
  const sessions = await recordingOnHome(app);
  await sessions.record(3);
  await sessions.note('Before: cell 3 replaced, torque checked');
  await shoot('recording');
  await bench.simulator.unplug();
  await new Promise((resolve) => setTimeout(resolve, AWAY_MS)); // time itself is what is shown
  await shoot('recording-waits');
  await bench.simulator.plug();
  await control(bench, 'pack', { soc: 0.196 });
  await sessions.keeps(5);
  await sessions.note('After: charger connected');
  await sessions.keeps(7);
  await sessions.stop();
  await control(bench, 'pack', { soc: 0.785 });
  await sessions.openList();
  await sessions.rows.first().waitFor();
  await shoot('list');

  await sessions.openSession();
  await page.getByRole('button', { name: /Note: Before/ }).click();
  await button('Show the log').click();
  await page.getByRole('checkbox', { name: 'Show background traffic' }).check();
  await shoot('opened', 1700);
  await button('Zoom in').click();
  await button('Later').click();
  await shoot('zoomed', 900);
  await page.emulateMedia({ media: 'print' });
  await shoot('opened-print', 1700);
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('link', { name: 'Compare first and last' }).click();
  await page.getByRole('table', { name: 'Cells' }).waitFor();
  await shoot('compare', 1200);
  await page.pdf({ path: join(folder, `session-compare-${suffix}.pdf`), format: 'A4' });
};

/** The dialogs of sealed sessions: before saving, held, of a key nobody knows, broken. */
const visitSealed = async (bench: Site, app: App, suffix: string): Promise<void> => {
  const { page } = app;
  const sealed = sealedOf(page);
  const shoot = async (name: string): Promise<void> => {
    const file = join(folder, `session-${name}-${suffix}.png`);
    await page.screenshot({ path: file, animations: 'disabled' });
    console.log(file);
  };
  const sessions = await recordingOnHome(app);
  await sessions.record(2);
  await sessions.note('Cell 3 replaced, torque checked');
  await app.page.getByRole('button', { name: /Read identity/ }).click();
  await sessions.keeps(3);
  await sessions.stop();
  await sessions.openList();
  await sessions.openSession();
  await sealed.openSealDialog();
  await shoot('seal');
  const text = await sealed.save();
  await sealed.sealDialog.getByText(/Saved/).waitFor();
  await shoot('sealed');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '← All sessions' }).click();
  await sealed.check(text);
  await sealed.checkDialog.getByText('✔').waitFor();
  await shoot('seal-holds');
  await sealed.check(text.replace('Cell 3', 'Cell 4').replace('"tx"', '"rx"').slice(0, -40));
  await sealed.checkDialog.getByText('✖').waitFor();
  await shoot('seal-broken');
  await page.keyboard.press('Escape');
  await app.logout();
  bench.server.change({ userid: 'u-2' });
  await app.login('grace');
  await app.tab('Home', 'home');
  await sessions.openList();
  await sealed.check(text);
  await sealed.checkDialog.getByText('▲').waitFor();
  await shoot('seal-unknown-key');
};

const why = whyNot(['chromium']);
if (why !== undefined) throw new Error(why);
mkdirSync(folder, { recursive: true });
const chromium = await launchChromium();
const bench = withVisits(await startSite(), chromium.browser);
try {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const suffix = `${width}-${colorScheme}`;
      const context = { viewport: { width, height }, colorScheme, hasTouch: width < 500 };
      if (!process.argv.includes('sealed')) {
        await bench.inApp((app) => visit(bench, app, suffix), { context });
      }
      await bench.inApp((app) => visitSealed(bench, app, suffix), { context });
      await bench.inApp(
        async (app) => {
          const sessions = await recordingOnHome(app);
          await sessions.record(1);
          await sessions.openList();
          await app.page.getByText(/Room is short:/).waitFor();
          await app.page.screenshot({ path: join(folder, `session-full-${suffix}.png`) });
        },
        { context, prepare: (each) => each.addInitScript(nearlyFull) },
      );
    }
  }
} finally {
  await bench.close();
  await chromium.close();
}
