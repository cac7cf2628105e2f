import { startWebHost } from '@batbot/server';
import { readRecording, startSimulator } from '@batbot/simulator';
import { webBuildFolder } from '../start/web-build.ts';
import { openApp } from './app.ts';
import { openProfile } from './rig/profile-chromium.ts';
import { recordingOnHome, sessionsOf, type Csv } from './rig/sessions-app.ts';
import { ALL_FLAGS, expect, type Site, test } from './fixtures.ts';

test.describe('exported and interrupted sessions', () => {
  let site: Site;
  test.beforeEach(({ site: fixture }) => {
    site = fixture;
  });
  /** Returns the values of the pack in each row, without times and notes. */
  const valuesOf = ({ rows }: Csv): readonly string[] => rows.map((row) => row.slice(2, -1).join());
  const flood = (method: 'POST' | 'DELETE'): Promise<unknown> =>
    site.control(method, 'faults', method === 'POST' ? { name: 'flood' } : undefined);

  test('[OBD-96] the simulator replays an exported session, and the client reads the same values from it', async ({
    app,
  }) => {
    const sessions = await recordingOnHome(app);
    await sessions.record(6);
    await sessions.stop();
    await sessions.openList();
    await sessions.openSession();
    const first = valuesOf(await sessions.exportCsv());
    const { text } = await sessions.exportCapture();

    const replay = { recording: readRecording(text), mode: 'command', speed: 1 } as const;
    const device = await startSimulator({ ws: 0, replay });
    const config = { graphqlUrl: site.server.url, simulatedDeviceUrl: device.wsUrl ?? '' };
    const web = await startWebHost({ port: 0, folder: webBuildFolder, config });
    try {
      const replayed = await recordingOnHome(openApp(app.page, web.url));
      await replayed.record(2);
      await replayed.stop();
      await replayed.openList();
      await replayed.openSession();
      const second = valuesOf(await replayed.exportCsv());
      expect(first).toEqual(expect.arrayContaining(second.slice(0, 2)));
      expect(second[0]?.split(',').length).toBeGreaterThan(10);
    } finally {
      await web.close();
      await device.close();
    }
  });

  test('[OBD-99] a crash of the browser loses at most the last 2 s', async ({}, info) => {
    const folder = info.outputPath('profile');
    const before = await openProfile(folder);
    site.server.reset();
    site.server.grant(...ALL_FLAGS);
    await flood('POST');
    try {
      const recording = await recordingOnHome(openApp(before.page, site.webUrl));
      await recording.record(4);
    } finally {
      await flood('DELETE');
    }
    const killedAt = Date.now();
    await before.kill();

    const after = await openProfile(folder);
    try {
      const app = openApp(after.page, site.webUrl);
      await app.open('/mainpage/home'); // the user is still signed in
      const sessions = sessionsOf(app);
      await sessions.openList();
      await expect(sessions.rows).toContainText('Interrupted');
      await sessions.openSession();
      expect((await sessions.exportCsv()).rows.length).toBeGreaterThanOrEqual(4);
      const { capture } = await sessions.exportCapture();
      const lastAt = Date.parse(capture.header.startedAt ?? '') + (capture.lines.at(-1)?.ms ?? 0);
      const bytes = Buffer.concat(capture.lines.map((line) => line.bytes)).toString('latin1');
      expect(bytes.split('+LOG: ').length).toBeGreaterThan(100); // the session contains the flood
      expect(killedAt - lastAt).toBeLessThanOrEqual(2_000);
    } finally {
      await after.close();
    }
  });
});
