import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useSessions } from '../../react/use-sessions.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { UploadDialog } from './UploadDialog.tsx';

const FirstSession = () => {
  const [info] = useSessions();
  return info === undefined ? null : <UploadDialog info={info} onClose={() => undefined} />;
};

test('[PAGE-329] a recording that the server has is not uploaded again, also if its row is not copied', async () => {
  const { core, clock, server, sync } = await renderScreen(<FirstSession />, { isConnected: true });
  core.recording.start();
  core.telemetry.identity.ask();
  await clock.advance(7_000);
  await core.recording.stop();
  const sessions = core.recording.sessions$.value;
  const [session] = sessions.kind === 'ready' ? sessions.sessions : [];
  server.put('pack', { serial: session?.identity?.serial });
  server.put('r', {
    assetId: 'pack',
    startedAt: new Date(session?.startedAt ?? 0).toISOString(),
    durationS: 6,
    samples: 3,
    schemaVersion: 1,
    chunks: [],
  });
  server.limitCopies('recording', 0);
  server.fail(undefined);
  await sync();
  const dialog = page.getByRole('dialog', { name: 'Upload to the pack' });
  await expect.element(dialog.getByText('✓ On the server')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Upload', exact: true }).query()).toBe(null);
});

test('[PAGE-232] [SYNC-116] the choice of the pack has the focus, and says if the server has more packs', async () => {
  const { core, clock, server, online } = await renderScreen(<FirstSession />, {
    isConnected: true,
  });
  core.recording.start();
  await clock.advance(7_000);
  await core.recording.stop();
  for (const id of ['p1', 'p2', 'p3']) server.put(id, { serial: id });
  server.limitCopies('asset', 2);
  await online();
  const field = page.getByRole('combobox', { name: 'Pack' });
  await expect.element(field).toHaveFocus();
  await field.fill('p3');
  await expect.element(page.getByText('No match.')).toBeVisible();
  await expect
    .element(page.getByText(/^▲ Only the 2 packs and devices are on .* has more\.$/))
    .toBeVisible();
});
