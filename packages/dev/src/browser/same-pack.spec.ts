import { startSimulator } from '@batbot/simulator';
import type { App } from './app.ts';
import { sessionsOf } from './rig/sessions-app.ts';
import { expect, type Rig, usbTest as test } from './fixtures.ts';

test.use({ chromiumOptions: { likeUsers: true } });

test.describe('an adapter that is unplugged and plugged in during a recording', () => {
  let rig: Rig;
  test.beforeEach(({ rig: fixture }) => {
    rig = fixture;
  });
  /** Starts a recording on Home, over the real pty. */
  const recording = async (app: App) => {
    await app.login('technician');
    await app.tab('Home', 'home');
    await app.connect();
    const sessions = sessionsOf(app);
    await sessions.record(2);
    return sessions;
  };
  const pullOut = async (app: App): Promise<void> => {
    await rig.unplug();
    await app.notice('OBD Port Disconnected').waitFor();
  };
  const another = (app: App) => app.notice('Different pack connected');

  test('[REC-13] with the same pack, the session continues with a mark for the time without data', async ({
    app,
  }) => {
    const sessions = await recording(app);
    await pullOut(app);
    await rig.plug();
    await app.disconnectButton.waitFor();
    await sessions.keeps(4);
    expect(await another(app).count()).toBe(0);
    await sessions.stop();
    await sessions.openList();
    await expect(sessions.rows).toHaveCount(1);
    await sessions.openSession();
    await app.page.getByText('Show the log').click();
    await app.page
      .getByText(/Device is back; nothing was received for [\d.]+ s/)
      .first()
      .waitFor();
    expect(await app.page.getByRole('main').innerText()).not.toMatch(
      /another pack|different pack/i,
    );
  });

  test('[REC-14] with another pack, a notice is shown and a new session starts that links to the previous one', async ({}, info) => {
    // The other pack has the same number of cells and the same adapter, and no command is sent. It is recognized by its
    // state of charge, which the cell voltages confirm under any load.
    const other = await startSimulator({ pty: info.outputPath('other'), seed: 2, soc: 0.06 });
    try {
      await rig.inApp(async (app) => {
        const sessions = await recording(app);
        await pullOut(app);
        await rig.bed.plug(other.slavePath ?? '');
        await app.disconnectButton.waitFor();
        await another(app).waitFor();
        await app.notice('A new session was started for it.').waitFor();
        await sessions.keeps(2);
        await sessions.stop();
        await sessions.openList();
        await expect(sessions.rows).toHaveCount(2);
        await sessions.openSession();
        await app.page.getByText('A different pack was connected.').waitFor();
        await app.page.getByRole('link', { name: 'previous session' }).click();
        await app.page
          .getByText(/Another pack: .* changed. A new session begins here/)
          .first()
          .waitFor();
      });
    } finally {
      await rig.bed.unplug();
      await other.close();
    }
  });
});
