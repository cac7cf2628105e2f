import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useSessions } from '../../react/use-sessions.ts';
import { rendered } from '../../testing/rendered.fixture.ts';
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

test('[PAGE-381] a session that is still recorded, perhaps by another tab, is not uploaded', async () => {
  const { core, clock, server, online } = await renderScreen(<FirstSession />, {
    isConnected: true,
  });
  core.recording.start();
  core.telemetry.identity.ask();
  await clock.advance(7_000);
  server.put('pack', { serial: 'A1' });
  await online();
  const dialog = page.getByRole('dialog', { name: 'Upload to the pack' });
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  await expect.element(upload).toBeEnabled();
  await upload.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('This session is being recorded. Stop it first.');
  await core.recording.stop();
  await upload.click();
  await expect.element(dialog.getByText('✓ On the server')).toBeVisible();
});

const Reopened = () => {
  const [count, setCount] = useState(0);
  return (
    <>
      <FirstSession key={count} />
      <button type="button" onClick={() => setCount(count + 1)}>
        Close and reopen
      </button>
    </>
  );
};

test('[PAGE-353] a session is uploaded once, also if the dialog is closed while the upload is prepared, and the upload is started again', async () => {
  const { core, clock, server, online, workspace } = await renderScreen(<Reopened />, {
    isConnected: true,
  });
  core.recording.start();
  core.telemetry.identity.ask();
  await clock.advance(7_000);
  await core.recording.stop();
  server.put('pack', { serial: 'A1' });
  await online();
  server.fail('unreachable');
  const { gzip } = workspace.tools;
  let go = (): void => undefined;
  const slow = vi.spyOn(workspace.tools, 'gzip').mockImplementationOnce(async (bytes) => {
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    return gzip(bytes);
  });
  const upload = page.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  await expect.poll(() => slow.mock.calls.length).toBe(1);
  page
    .getByText('Close and reopen')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true })); // it is behind the dialog
  await upload.click();
  await expect.poll(() => workspace.outbox.items$.value).toHaveLength(1);
  const hash = vi.spyOn(workspace.tools, 'sha256');
  go();
  await expect.poll(() => hash.mock.calls.length).toBe(2); // the info and the samples
  await rendered();
  expect(workspace.outbox.items$.value).toHaveLength(1);
});
