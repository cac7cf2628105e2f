import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSimulator } from '@batbot/simulator';
import type { App } from './app.ts';
import { startBench, type Bench } from './bench.ts';
import { describeInBrowser } from './rig/describe-in-browser.ts';
import { sessionsOf } from './rig/sessions-app.ts';

describeInBrowser('an adapter that comes back while it is recorded', ['chromium', 'usb'], () => {
  let bench: Bench;
  let folder: string;
  beforeAll(async () => {
    bench = await startBench({ likeUsers: true });
    folder = await mkdtemp(join(tmpdir(), 'batbot-pack-'));
  });
  afterAll(async () => {
    await bench?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Recording on Home, over the real pty. */
  const recording = async (app: App) => {
    await app.login('technician');
    await app.tab('Home', 'home');
    await app.connect();
    const sessions = sessionsOf(app);
    await sessions.record(2);
    return sessions;
  };
  const pullOut = async (app: App): Promise<void> => {
    await bench.unplug();
    await app.notice('OBD Port Disconnected').waitFor();
  };
  const another = (app: App) => app.notice('Another pack is connected');

  it('[REC-13] with the same pack on it: one session, with a mark where nothing is known', () =>
    bench.inApp(async (app) => {
      const sessions = await recording(app);
      await pullOut(app);
      await bench.plug();
      await app.disconnectButton.waitFor();
      await sessions.keeps(4);
      expect(await another(app).count()).toBe(0);
      await sessions.stop();
      await sessions.openList();
      expect(await sessions.rows.count()).toBe(1);
      await sessions.openSession();
      await app.page.getByText('Show the log').click();
      await app.page
        .getByText(/Device is back; nothing was received for [\d.]+ s/)
        .first()
        .waitFor();
      expect(await app.page.getByRole('main').innerText()).not.toContain('Another pack');
    }));

  it('[REC-14] with another pack on it: a notice, and a session of its own that names the one before', async () => {
    // As many cells, the same adapter, nothing asked: told by its charge, which the cells bear out under any load.
    const other = await startSimulator({ pty: join(folder, 'other'), seed: 2, soc: 0.06 });
    try {
      await bench.inApp(async (app) => {
        const sessions = await recording(app);
        await pullOut(app);
        await bench.bed.plug(other.slavePath ?? '');
        await app.disconnectButton.waitFor();
        await another(app).waitFor();
        await app.notice('A new session was begun for it.').waitFor();
        await sessions.keeps(2);
        await sessions.stop();
        await sessions.openList();
        expect(await sessions.rows.count()).toBe(2);
        await sessions.openSession();
        await app.page.getByText('Another pack was connected here.').waitFor();
        await app.page.getByRole('link', { name: 'the session before' }).click();
        await app.page
          .getByText(/Another pack: .* changed. A new session begins here/)
          .first()
          .waitFor();
      });
    } finally {
      await bench.bed.unplug();
      await other.close();
    }
  });
});
