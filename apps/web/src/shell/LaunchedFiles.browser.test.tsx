import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { PermissionFlag } from '@batbot/core';
import { PROFILE_2_FILE, loadAllBuiltIn } from '@batbot/core/profiles';
import { renderScreen } from '../testing/render-screen.fixture.tsx';
import { useSignedIn } from '../react/use-signed-in.ts';
import { LaunchedFiles, type LaunchQueue } from './LaunchedFiles.tsx';
import { tabScreens, subPages } from './tab-screens.ts';

type Consumer = Parameters<LaunchQueue['setConsumer']>[0];

/** A double of the browser's queue: launches wait until there is a consumer. */
const createQueue = () => {
  let consume: Consumer | undefined;
  const waiting: Parameters<Consumer>[0][] = [];
  const queue: LaunchQueue = {
    setConsumer: (consumer) => {
      consume = consumer;
      for (const launch of waiting.splice(0)) consume(launch);
    },
  };
  const start = (launch: Parameters<Consumer>[0]): void => {
    if (consume === undefined) waiting.push(launch);
    else consume(launch);
  };
  return {
    queue,
    start,
    open: (...files: readonly File[]): void => {
      start({
        files: files.map((file) => ({ name: file.name, getFile: () => Promise.resolve(file) })),
      });
    },
  };
};

const Launched = ({ queue }: { readonly queue: LaunchQueue }) => {
  const permissions = useSignedIn()?.permissions;
  return permissions && <LaunchedFiles queue={queue} permissions={permissions} />;
};

const { Screen: Upload } = tabScreens.upload;
const { Screen: Terminal } = tabScreens.terminal;
const { Screen: Firmware } = tabScreens.firmwareTab;
const home = subPages.home ?? [];

/** Renders the launched files with the screens that open them. */
const openApp = async (flags?: readonly PermissionFlag[]) => {
  const launched = createQueue();
  const parts = await renderScreen(
    <>
      <Launched queue={launched.queue} />
      <Routes>
        <Route path="/mainpage/upload" element={<Upload />} />
        <Route path="/mainpage/terminal" element={<Terminal />} />
        <Route path="/mainpage/firmwareTab" element={<Firmware />} />
        {home.map(({ path, screen }) => (
          <Route key={path} path={`/mainpage/home/${path}`} element={<screen.Screen />} />
        ))}
        <Route path="*" element={<p>Another tab</p>} />
      </Routes>
    </>,
    { path: '/mainpage/users', ...(flags === undefined ? {} : { flags }) },
  );
  return { ...parts, ...launched };
};

const json = (name: string, content: unknown): File => new File([JSON.stringify(content)], name);
const PACKS = new File(['Serial,Model\nSN-1,X\n'], 'packs.csv');

const CHECKS = {
  format: 'batbot-procedures',
  version: 2,
  checks: [
    {
      name: 'Bench',
      purpose: 'A look at the case.',
      conditions: [],
      steps: [{ kind: 'instruct', title: 'Look', text: 'Look at the case.', confirm: 'done' }],
    },
  ],
};

test('[OFF-10] a table opens in Upload, and a second one replaces it only when the user agrees', async () => {
  const { screen, address, open } = await openApp();
  open(PACKS);
  await expect.element(screen.getByRole('heading', { name: 'packs.csv' })).toBeVisible();
  await expect.element(address).toHaveTextContent('/mainpage/upload');

  open(new File(['Serial,Model\nSN-2,X\n'], 'more.csv'));
  const question = screen.getByRole('dialog', { name: 'Close packs.csv and open more.csv?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('heading', { name: 'packs.csv' })).toBeVisible();

  open(new File(['Serial,Model\nSN-2,X\n'], 'more.csv'));
  await question.getByRole('button', { name: 'Open' }).click();
  await expect.element(screen.getByRole('heading', { name: 'more.csv' })).toBeVisible();

  open(new File(['{"batbot":"capture","version":1}\n'], 'bus.jsonl'));
  await screen.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'bus.jsonl' })).toBeVisible();
  await expect.element(screen.getByText(/^It does not state when it began/)).toBeVisible();
});

test('[PAGE-313] a file that is opened after several were dropped was not one of them', async () => {
  const { screen, open } = await openApp();
  open(PACKS);
  await screen.getByRole('button', { name: 'Close the file' }).click();
  const dataTransfer = new DataTransfer();
  for (const name of ['a.csv', 'b.csv'])
    dataTransfer.items.add(new File(['Serial,Model\nA-1,X\n'], name));
  const place = screen.getByText('Drop a file here, or click to choose one');
  await expect.element(place).toBeVisible();
  place.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
  const dropped = screen.getByText(/^Of the 2 dropped files/);
  await expect.element(dropped).toBeVisible();
  open(new File(['Serial,Model\nSN-2,X\n'], 'more.csv'));
  await screen.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'more.csv' })).toBeVisible();
  await expect.element(dropped).not.toBeInTheDocument();
});

test('[OFF-10] a profile opens in Teach, and unsaved changes are discarded only when the user agrees', async () => {
  const { screen, address, open } = await openApp();
  const [profile] = await loadAllBuiltIn();
  if (profile === undefined) throw new Error('There is no profile.');
  const file = (name: string): File =>
    new File([PROFILE_2_FILE.format({ ...profile, id: 'mine', name })], 'mine.profile.json');
  open(file('First'));
  await expect.element(screen.getByText('Imported. Review it, then save it.')).toBeVisible();
  await expect.element(address).toHaveTextContent('/mainpage/home/teach');
  const general = screen.getByRole('button', { name: 'General' });
  await general.click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('First');

  open(file('Second'));
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('First');
  open(file('Second'));
  await screen.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(general).toHaveAttribute('aria-expanded', 'false'); // the editor is a new one
  await general.click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Second');
});

test('[OFF-10] checks are added in the Terminal beside those of the same name', async () => {
  const { screen, address, open, core } = await openApp();
  open(json('bench.json', CHECKS));
  await expect
    .element(screen.getByText('Imported: Bench. Review its steps before starting.'))
    .toBeVisible();
  await expect.element(address).toHaveTextContent('/mainpage/terminal');
  open(json('bench.json', CHECKS));
  await expect.element(screen.getByText(/^Imported: Bench 2\./)).toBeVisible();
  const names = core.procedures.checks.list$.value.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('Bench'))).toEqual(['Bench', 'Bench 2']);
});

const IMAGE_BYTES = new Uint8Array([1, 2, 3]);
const describeImage = async () => {
  const digest = await crypto.subtle.digest('SHA-256', IMAGE_BYTES);
  const sha256 = Array.from(new Uint8Array(digest), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return {
    format: 'batbot-firmware-1',
    name: 'BMS',
    version: '1.5',
    boards: ['ACME 2.1'],
    sizeBytes: IMAGE_BYTES.length,
    sha256,
    chunks: [{ seq: 0, sha256 }],
    signature: 'AAAA',
    publicKey: 'AAAA',
    notes: '',
    channel: 'stable',
    wipesSettings: false,
    downgradeOk: false,
  };
};

test('[OFF-10] a firmware image opens with its description in Firmware, where it is added only on request', async () => {
  const { screen, address, open, workspace } = await openApp();
  open(new File([IMAGE_BYTES], 'bms.bin'), json('bms.json', await describeImage()));
  const dialog = screen.getByRole('dialog', { name: 'Add an image' });
  await expect.element(dialog.getByRole('heading', { name: 'BMS 1.5' })).toBeVisible();
  await expect.element(dialog.getByText('✓ The file is the described one.')).toBeVisible();
  await expect.element(address).toHaveTextContent('/mainpage/firmwareTab?view=images');
  expect(workspace.outbox.items$.value).toEqual([]);
});

test('[OFF-10] a sealed session is checked at once, beside the list of sessions', async () => {
  const { screen, address, open } = await openApp();
  open(new File(['{"seal":1}\n'], 'bus.sealed.jsonl'));
  await expect.element(screen.getByRole('dialog', { name: 'Check a sealed file' })).toBeVisible();
  await expect.element(screen.getByText('bus.sealed.jsonl')).toBeVisible();
  await expect.element(address).toHaveTextContent('/mainpage/home/sessions');
});

test.each([
  [[new File(['{'], 'broken.json')], 'It is not valid JSON.'],
  [[json('other.json', { a: 1 })], 'Its content is not known.'],
  [[new File([''], 'bms.bin')], 'together with its description'],
  [[PACKS, new File([''], 'more.csv')], 'Open one file at a time.'],
  [[new File(['x'], 'photo.heic')], 'The app opens tables (.csv)'],
])('[OFF-10] %s is refused with the reason', async (files, reason) => {
  const { screen, address, open } = await openApp();
  open(...files);
  const dialog = screen.getByRole('dialog', { name: 'This file cannot be opened' });
  await expect.element(dialog.getByText(reason)).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(address).toHaveTextContent('/mainpage/users');
});

test.each([
  [json('p.json', { profile: 9 }), /Not imported: “profile” must be 2/],
  [json('f.json', { format: 'batbot-firmware-1' }), /Not a description: “name” is missing/],
])(
  '[OFF-10] %s, which is not valid, is refused by its screen with the place',
  async (file, reason) => {
    const { screen, open } = await openApp();
    open(file);
    await expect.element(screen.getByText(reason)).toBeVisible();
  },
);

test('[PAGE-218] a closed refusal of a file leaves no hidden dialog, beside which a toast would be narrow', async () => {
  const { screen, open } = await openApp();
  open(new File(['{'], 'broken.json'));
  await screen.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => document.querySelector('[role="dialog"]'), { timeout: 3_000 }).toBe(null);
});

test('[OFF-10] a file for a tab without permission is refused', async () => {
  const { screen, open } = await openApp(['terminal']);
  open(PACKS);
  await expect
    .element(screen.getByText('Your account has no permission for this part of Upload.'))
    .toBeVisible();
});

test('[OFF-10] a file that was moved meanwhile is refused', async () => {
  const { screen, start } = await openApp();
  const getFile = (): Promise<File> => Promise.reject(new Error('It is gone.'));
  start({ files: [{ name: 'packs.csv', getFile }] });
  await expect.element(screen.getByText(/It could not be read: .*It is gone/)).toBeVisible();
});

test('[OFF-11] a shortcut opens its page in the open window, and a start from the app’s icon leaves the page as it is', async () => {
  const { address, start } = await openApp();
  start({ targetURL: `${location.origin}/mainpage/terminal`, files: [] });
  await expect.element(address).toHaveTextContent('/mainpage/terminal');
  start({ targetURL: `${location.origin}/`, files: [] });
  await expect.element(address).toHaveTextContent('/mainpage/terminal');
});
