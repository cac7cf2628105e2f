import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { AssetsScreen } from './AssetsScreen.tsx';

const ADDRESS = '/mainpage/assets?id=a&tab=recordings';

/** Renders a connected pack with a short recorded session that contains its serial number. */
const recorded = async () => {
  const parts = await renderScreen(<AssetsScreen />, {
    isConnected: true,
    path: '/mainpage/home',
  });
  const { core, clock, server, online } = parts;
  server.put('a', { serial: 'A-1' });
  await online();
  core.recording.start();
  core.telemetry.identity.ask();
  await clock.advance(7_000);
  await core.recording.stop();
  await core.recording.refresh();
  return parts;
};

test('[SYNC-19] a session can be uploaded to its pack, deleted on this computer, and opened from the server', async () => {
  const { screen, core, clock, server, address, sync } = await recorded();
  await screen.getByRole('row', { name: /A-1/ }).click();
  await screen.getByRole('tab', { name: 'Recordings' }).click();
  await expect.element(screen.getByText('On this computer')).toBeVisible();
  const list = core.recording.sessions$.value;
  const session = list.kind === 'ready' ? list.sessions[0] : undefined;
  if (session === undefined) throw new Error('not recorded');
  const before = await core.recording.open(session.id);
  if (!before.ok) throw new Error('not opened');
  const sample = await before.value.sampleAt(1);

  await screen.getByRole('button', { name: 'Upload', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Upload to the pack' });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect
    .poll(async () => {
      await clock.settle();
      return server.pieces.size;
    })
    .toBe(2);
  await expect.element(dialog.getByText('✓ On the server')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await core.recording.remove(session.id);
  await sync();
  await screen.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(address).toHaveTextContent(/\/mainpage\/home\/sessions\//);
  const again = core.recording.sessions$.value;
  const copy = again.kind === 'ready' ? again.sessions[0] : undefined;
  const after = await core.recording.open(copy?.id ?? '');
  if (!after.ok) throw new Error('not opened');
  expect(after.value.series.length).toBe(before.value.series.length);
  expect(await after.value.sampleAt(1)).toEqual(sample);
});

test('[SYNC-20] while the server is unreachable, an upload is queued and can be cancelled', async () => {
  const { screen, clock, server, workspace } = await recorded();
  server.fail('unreachable');
  await screen.getByRole('row', { name: /A-1/ }).click();
  await screen.getByRole('tab', { name: 'Recordings' }).click();
  await screen.getByRole('button', { name: 'Upload', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Upload to the pack' });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(dialog.getByText('◌ Waits for the server')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel upload' }).click();
  await clock.settle();
  await expect.element(dialog.getByRole('button', { name: 'Upload', exact: true })).toBeVisible();
  expect(workspace.outbox.items$.value).toEqual([]);
});

test('[PAGE-381] a running recording of a pack cannot be uploaded before it has ended', async () => {
  const { screen, core, clock } = await recorded();
  core.recording.start();
  core.telemetry.identity.ask();
  await clock.advance(3_000);
  await screen.getByRole('row', { name: /A-1/ }).click();
  await screen.getByRole('tab', { name: 'Recordings' }).click();
  await expect.element(screen.getByText('Stop the recording to upload it.')).toBeVisible();
  const upload = screen.getByRole('button', { name: 'Upload', exact: true });
  expect(upload.elements()).toHaveLength(1); // that of the first recording
  await core.recording.stop();
  await expect.poll(() => upload.elements()).toHaveLength(2);
});

test('[SYNC-19] a recording with damaged pieces is reported and adds no session', async () => {
  const { screen, core, server, online } = await renderScreen(<AssetsScreen />, {
    path: ADDRESS,
  });
  server.put('a', { serial: 'A-1' });
  server.pieces.set('0'.repeat(64), Uint8Array.of(1, 2, 3));
  server.put('r', {
    assetId: 'a',
    startedAt: '2026-03-12T08:00:00Z',
    durationS: 60,
    samples: 30,
    schemaVersion: 1,
    chunks: [{ kind: 'session', seq: 0, sha256: '0'.repeat(64) }],
  });
  await online();
  await screen.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(screen.getByText(/copy on the server is damaged/)).toBeVisible();
  expect(core.recording.sessions$.value).toMatchObject({ sessions: [] });
});
