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
