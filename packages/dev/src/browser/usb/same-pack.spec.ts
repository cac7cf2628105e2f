import { startSimulator } from '@batbot/simulator';
import { sessionsOf } from '../rig/sessions-app.ts';
import { expect, usbTest as test } from '../fixtures.ts';

test('[REC-13] [REC-14] after an unplug, the session continues with the same pack; with another pack a notice is shown and a new session begins', async ({
  app,
  rig,
}, info) => {
  // The other pack has the same number of cells and the same adapter, and no command is sent. It is recognized by its
  // state of charge, which the cell voltages confirm under any load.
  const other = await startSimulator({ pty: info.outputPath('other'), seed: 2, soc: 0.06 });
  try {
    const { page } = app;
    const unplug = async (): Promise<void> => {
      await rig.unplug();
      await app.notice('OBD Port Disconnected').waitFor();
    };
    const another = app.notice('Different pack connected');
    await app.login('technician');
    await app.tab('Home', 'home');
    await app.connect();
    const sessions = sessionsOf(app);
    await sessions.record(2);
    await unplug();
    await rig.plug();
    await app.disconnectButton.waitFor();
    await sessions.keeps(4);
    expect(await another.count()).toBe(0);

    await unplug();
    await rig.bed.plug(other.slavePath ?? '');
    await app.disconnectButton.waitFor();
    await another.waitFor();
    await app.notice('A new session was started for it.').waitFor();
    await sessions.keeps(2);
    await sessions.stop();
    await sessions.openList();
    await expect(sessions.rows).toHaveCount(2);
    await sessions.openSession();
    await page.getByText('A different pack was connected.').waitFor();
    await page.getByRole('link', { name: 'previous session' }).click();
    await page
      .getByText(/Another pack: .* changed. A new session begins here/)
      .first()
      .waitFor();
    await page.getByText('Show the log').click();
    await page
      .getByText(/Device is back; nothing was received for [\d.]+ s/)
      .first()
      .waitFor();
  } finally {
    await rig.bed.unplug();
    await other.close();
  }
});
