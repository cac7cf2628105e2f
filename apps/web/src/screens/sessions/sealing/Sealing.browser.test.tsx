import { createFakeClock } from '@batbot/core/fakes';
import type { SealPorts } from '@batbot/core/sealing';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createIndexedDbSealKeys } from '../../../adapters/indexed-db/indexed-db-seal-keys.ts';
import { createWebSealCrypto } from '../../../adapters/web-crypto/web-seal-crypto.ts';
import { offerFile } from '../../../react/opened-file.ts';
import { renderScreen } from '../../../testing/render-screen.fixture.tsx';
import { SessionsScreen } from '../SessionsScreen.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const sealDialog = page.getByRole('dialog', { name: 'Export sealed' });
const checkDialog = page.getByRole('dialog', { name: 'Check a sealed file' });

/** The browser's cryptography, with a key for each user and prefix. */
const createSeal = () => {
  const { subtle } = crypto;
  const keys = createIndexedDbSealKeys({ factory: indexedDB, clock: createFakeClock(), subtle });
  let prefix = '';
  const seal: SealPorts = {
    crypto: createWebSealCrypto(subtle),
    app: 'Test',
    keys: {
      find: (userId) => keys.find(prefix + userId),
      obtain: (userId) => keys.obtain(prefix + userId),
      nameOf: (userId, fingerprint) => keys.nameOf(prefix + userId, fingerprint),
      keepName: (userId, fingerprint, name) => keys.keepName(prefix + userId, fingerprint, name),
      dispose: keys.dispose,
    },
  };
  return { seal, setPrefix: (next: string) => (prefix = next) };
};

const openSession = async (seal?: SealPorts) => {
  const { core, clock } = await renderScreen(
    <Routes>
      <Route path="/mainpage/home/sessions/:id?" element={<SessionsScreen />} />
    </Routes>,
    { path: '/mainpage/home/sessions', isConnected: true, ...(seal && { seal }) },
  );
  core.recording.start();
  await clock.advance(5_000);
  void core.recording.stop();
  await clock.advance(1_000);
  await page.getByRole('row').nth(1).click();
};

const openSealDialog = async (): Promise<void> => {
  await button('More exports').click();
  await page.getByRole('menuitem', { name: 'Sealed…' }).click();
};

const savedText = async (click: () => Promise<void>): Promise<string> => {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  await click();
  await expect.poll(() => made.mock.lastCall).toBeDefined();
  const file = made.mock.lastCall?.[0];
  made.mockRestore();
  return file instanceof Blob ? file.text() : '';
};

const openCheck = async (): Promise<void> => {
  await button('Sessions: options').click();
  await page.getByRole('menuitem', { name: 'Check a sealed file…' }).click();
};

const check = async (text: string): Promise<void> => {
  await openCheck();
  await checkDialog.getByLabelText('Sealed file').upload(new File([text], 'bus.sealed.jsonl'));
};

test('[PAGE-313] of two sealed files that are dropped together, the app says which one is checked', async () => {
  await openSession();
  await openCheck();
  await expect.element(button('Choose a file')).toBeVisible();
  const dataTransfer = new DataTransfer();
  for (const name of ['a.jsonl', 'b.jsonl']) dataTransfer.items.add(new File(['?'], name));
  button('Choose a file')
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect
    .element(checkDialog.getByText(/^Of the 2 dropped files, only “a.jsonl” was opened\./))
    .toBeVisible();
  offerFile({ kind: 'sealed', file: new File(['?'], 'c.jsonl') });
  await expect.element(checkDialog.getByText('c.jsonl', { exact: true })).toBeVisible();
  await expect.element(checkDialog.getByText(/^Of the 2 dropped/)).not.toBeInTheDocument();
  offerFile(undefined);
});

test('[REC-97] the key of another user is unknown until it is named', async () => {
  const { seal, setPrefix } = createSeal();
  await openSession(seal);
  await openSealDialog();
  await expect.element(sealDialog.getByText('Technician', { exact: true })).toBeVisible();
  const fingerprint = sealDialog.element().querySelector('code')?.textContent;
  const text = await savedText(() => button('Seal and save').click());
  await expect.element(sealDialog.getByText(/Saved \(\d+ lines\)/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  setPrefix('other ');
  await check(text);
  await expect.element(checkDialog.getByText('▲ Seal valid, key unknown')).toBeVisible();
  expect(checkDialog.element().querySelector('code')?.textContent).toBe(fingerprint);
  await checkDialog.getByLabelText('Save this key as').fill('Ada');
  await checkDialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(checkDialog.getByText('✓ Unchanged since it was sealed')).toBeVisible();
  await expect.element(checkDialog.getByText('Sealed with the key you know as Ada')).toBeVisible();
});

test('[PAGE-232] the dialog gives the focus to its Close button after sealing, and returns it after Cancel', async () => {
  await openSession(createSeal().seal);
  await openSealDialog();
  await sealDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button('More exports')).toHaveFocus();
  await openSealDialog();
  await savedText(() => button('Seal and save').click());
  await expect.poll(() => document.activeElement?.textContent).toBe('Close');
});

test('[PAGE-332] for a session without a serial number, the dialog says that only the next one can have it', async () => {
  await openSession(createSeal().seal);
  await openSealDialog();
  await expect.element(sealDialog.getByText(/serial number not read/)).toBeVisible();
  const hint =
    /cannot be added to this session\. For the next one, .* before you stop the recording/;
  await expect.element(sealDialog.getByText(hint)).toBeVisible();
});

test('[REC-96] without https, the dialogs explain that sealing needs it, and the ordinary export works', async () => {
  await openSession();
  await openSealDialog();
  await expect.element(sealDialog.getByText(/Sealing needs https.*JSONL/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await button('More exports').click();
  const text = await savedText(() =>
    page.getByRole('menuitem', { name: 'JSONL (raw data)' }).click(),
  );
  expect(text).toContain('"dir":"rx"');
  await check('{}');
  await expect.element(checkDialog.getByText(/can only be checked over https/)).toBeVisible();
});

test('[PAGE-232] the dialogs that seal and check begin at their first button, not at the one that closes them', async () => {
  await openSession(createSeal().seal);
  await openSealDialog();
  await expect.element(sealDialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await openCheck();
  await expect.element(button('Choose a file')).toHaveFocus();
});
