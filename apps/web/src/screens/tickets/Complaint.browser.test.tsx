import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { rendered } from '../../testing/rendered.fixture.ts';
import { ServicesProvider } from '../../react/core-context.tsx';
import { UnsentChanges } from '../workspace/UnsentChanges.tsx';
import { ComplaintScreen } from './ComplaintScreen.tsx';
import { takePhoto } from './take-photo.ts';

const ASSET = '0190a000-0000-7000-8000-000000000001';

const show = async (options: ScreenOptions = {}, prepare?: (server: Server) => void) => {
  const shown = await renderScreen(<ComplaintScreen />, {
    path: '/mainpage/complaint',
    ...options,
  });
  prepare?.(shown.server);
  return shown;
};
type Server = Awaited<ReturnType<typeof renderScreen>>['server'];

const text = page.getByRole('textbox', { name: 'What happened' });
const category = page.getByRole('combobox', { name: 'Category' });
const pack = page.getByRole('combobox', { name: 'Pack' });
const send = page.getByRole('button', { name: 'Send complaint' });

const picture = async (width: number, height: number): Promise<File> => {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new File([blob], 'cell 3.png', { type: 'image/png' });
};

const files = (): HTMLInputElement => {
  const input = document.querySelector('input[type="file"]');
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input.');
  return input;
};

test('an incomplete complaint moves the focus to its first field with a problem', async () => {
  await show();
  await send.click();
  await expect.element(category).toHaveFocus();
});

test('[PAGE-131] [PAGE-139] a complaint is saved offline with its photo and its attachments, and sent later', async () => {
  const shown = await show();
  await category.fill('Range');
  await text.fill('Dies at 40 %\nsince Monday');
  await userEvent.upload(files(), await picture(40, 30));
  await expect.element(page.getByRole('img', { name: 'cell 3.png' })).toBeVisible();
  await send.click();
  await expect.element(page.getByText(/^Complaint L-[0-9A-F]{4} saved\.$/)).toBeVisible();
  await expect.element(page.getByText(/^◌ 4 parts not on the server yet/)).toBeVisible();
  await expect.element(text).toHaveValue('');

  await shown.online();
  await expect.element(page.getByText('Complaint 1001 saved.')).toBeVisible();
  await expect.element(page.getByText('It is on the server.')).toBeVisible();
  const sent = shown.server.applied().map(({ input }) => String(input['kind'] ?? input['title']));
  expect(sent[0]).toBe('Dies at 40 %');
  // The server applies a photo only after all of its pieces, so it may come after the other entries.
  expect(new Set(sent.slice(1))).toEqual(new Set(['TEXT', 'PHOTO', 'ATTACHMENTS']));
  expect(sent).toHaveLength(4);
  expect(shown.server.pieces.size).toBe(1);
});

test('[PAGE-215] on a phone, the report that a complaint was saved is in view and has the focus', async () => {
  await page.viewport(390, 500);
  await show();
  await category.fill('Range');
  await text.fill('Dies at 40 %');
  await send.click();
  const saved = page.getByText(/^Complaint L-[0-9A-F]{4} saved\.$/);
  await expect.element(saved).toBeInViewport();
  expect(document.activeElement?.contains(saved.element())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('[PAGE-189] while a complaint is saved, its fields cannot be changed', async () => {
  const { workspace } = await show();
  await category.fill('Range');
  await text.fill('Dies at 40 %');
  let fail = (): void => undefined;
  vi.spyOn(workspace, 'changeAll').mockReturnValue(
    new Promise((resolve) => {
      fail = () => resolve({ ok: false, error: { kind: 'full', message: 'No room.' } });
    }),
  );
  await send.click();
  for (const field of [text, category, pack]) await expect.element(field).toBeDisabled();
  fail();
  await expect.element(text).toBeEnabled();
  await expect.element(text).toHaveValue('Dies at 40 %');
});

test('[PAGE-189] a second click sends no second complaint while the draft of the first is removed', async () => {
  const { workspace, workspaceStorage } = await show();
  await category.fill('Range');
  await text.fill('Dies at 40 %');
  const release = workspaceStorage.hold('drafts');
  await send.click();
  await expect.poll(() => workspace.outbox.items$.value).not.toEqual([]);
  await rendered();
  await send.click({ force: true });
  release();
  await expect.element(page.getByText(/^Complaint L-[0-9A-F]{4} saved\.$/)).toBeVisible();
  const opened = workspace.outbox.items$.value.filter(({ kind }) => kind === 'openTicket');
  expect(opened).toHaveLength(1);
});

test('[PAGE-191] a complaint that the server does not accept is not reported as waiting for it', async () => {
  const shown = await show({}, (server) => server.refuse('openTicket', { code: 'INVALID' }));
  await category.fill('Range');
  await text.fill('Dies at 40 %');
  await send.click();
  await shown.online();
  await expect.element(page.getByText(/^▲ The server has not accepted \d part/)).toBeVisible();
  await expect
    .element(page.getByText(/not on the server yet\. (It is|They are) sent/))
    .not.toBeInTheDocument();
});

test('[PAGE-139] deselected parts are not attached, and unknown values cannot be attached', async () => {
  const shown = await show();
  await category.fill('Range');
  await text.fill('Dies');
  await expect.element(page.getByRole('checkbox', { name: /^Snapshot: not known/ })).toBeDisabled();
  await page.getByRole('checkbox', { name: /^Diagnostics/ }).click();
  await send.click();
  await shown.online();
  await expect.element(page.getByText('It is on the server.')).toBeVisible();
  expect(shown.server.applied().map(({ input }) => input['kind'])).toEqual([undefined, 'TEXT']);
});

test('[PAGE-140] the connected pack is chosen, and its values are attached without typing', async () => {
  const shown = await show({ isConnected: true });
  shown.core.telemetry.identity.ask();
  await shown.clock.advance(500);
  await expect.element(pack).toHaveValue('A1');
  await page.getByRole('button', { name: 'Read live values of SN A1' }).click();
  await shown.clock.advance(3_000);
  await expect.element(page.getByRole('checkbox', { name: /^Snapshot: as of / })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: /^Firmware: 1\.4/ })).toBeChecked();
  await category.fill('Range');
  await text.fill('Dies');
  await send.click();
  await shown.online();
  await expect.element(page.getByText('It is on the server.')).toBeVisible();
  const [ticket, , attachments] = shown.server.applied();
  expect(ticket?.input).toMatchObject({ serial: 'A1', audience: 'CUSTOMER', priority: 3 });
  expect(attachments?.input).toMatchObject({
    body: {
      snapshot: { packVoltageV: expect.any(Number) as unknown },
      faults: [],
      firmware: '1.4',
    },
  });
});

test('[PAGE-136] a draft and its photo survive a reload, and are removed only when the user discards them', async () => {
  const shown = await show();
  await text.fill('Half a sentence');
  await userEvent.upload(files(), await picture(40, 30));
  await expect.element(page.getByText('Draft kept on this computer.')).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'cell 3.png' })).toBeVisible();
  await shown.screen.unmount();
  // The same storage, as after a reload.
  const rows = await shown.workspace.input.read('drafts');
  expect(rows.ok && rows.value.map(({ id }) => id.split(' ')[0])).toEqual([
    'complaint',
    'complaint-photo',
  ]);
});

test('[PAGE-147] a draft keeps the values of its pack and their time after a disconnect and a reload', async () => {
  const shown = await show({ isConnected: true });
  shown.core.telemetry.identity.ask();
  await shown.clock.advance(500);
  await page.getByRole('button', { name: 'Read live values of SN A1' }).click();
  await shown.clock.advance(3_000);
  const snapshot = page.getByRole('checkbox', { name: /^Snapshot/ });
  const time = async (): Promise<string | null | undefined> => {
    await expect.element(snapshot).toBeChecked();
    return snapshot.element().closest('label')?.textContent;
  };
  const before = await time();
  expect(before).toMatch(/^Snapshot: as of /);
  await category.fill('Range');
  await text.fill('Dies');
  await shown.core.link.disconnect();
  await shown.clock.advance(500);
  expect(await time()).toBe(before);

  // As after a reload.
  await shown.screen.rerender(<p>Home</p>);
  await shown.screen.rerender(
    <ServicesProvider value={shown.services}>
      <MemoryRouter>
        <ComplaintScreen />
      </MemoryRouter>
    </ServicesProvider>,
  );
  await expect.element(text).toHaveValue('Dies');
  expect(await time()).toBe(before);
  await expect.element(page.getByRole('checkbox', { name: /^Firmware: 1\.4/ })).toBeChecked();

  // Another pack does not get the values.
  await pack.fill('SN-9');
  await expect.element(page.getByRole('checkbox', { name: /^Snapshot: not known/ })).toBeDisabled();
  await pack.fill('A1');
  expect(await time()).toBe(before);
  await send.click();
  await shown.online();
  await expect.element(page.getByText('It is on the server.')).toBeVisible();
  expect(shown.server.applied()[2]?.input).toMatchObject({
    body: {
      snapshot: { packVoltageV: expect.any(Number) as unknown },
      faults: [],
      firmware: '1.4',
    },
  });
});

test('[PAGE-148] Tab keeps what was typed as pack and as category', async () => {
  const shown = await show({}, (server) => server.put(ASSET, { serial: 'BB24MX00012' }));
  shown.gateway.setPopOverContent('{"categoryIssues":{"customerContent":["Range drops"]}}');
  await shown.core.popover.load();
  await shown.online();
  await pack.click();
  await userEvent.keyboard('BB24MX0001');
  await expect.element(page.getByTitle('BB24MX00012')).toBeVisible();
  await userEvent.tab();
  await expect.element(pack).toHaveValue('BB24MX0001');
  await category.click();
  await userEvent.keyboard('Ran');
  await expect.element(page.getByTitle('Range drops')).toBeVisible();
  await userEvent.tab();
  await expect.element(category).toHaveValue('Ran');
});

test('[PAGE-137] a renamed program, HEIC and a damaged photo are refused with the reason', async () => {
  await show();
  await expect.element(text).toBeVisible(); // the form is shown when the draft was read
  const file = (name: string, ...bytes: readonly number[]): File =>
    new File([Uint8Array.from(bytes)], name, { type: 'image/jpeg' });
  const heic = [0, 0, 0, 24, ...new TextEncoder().encode('ftypheic')];
  await userEvent.upload(files(), [
    file('virus.jpg', 0x4d, 0x5a, 0x90),
    file('IMG_1.jpg', ...heic),
    file('half.jpg', 0xff, 0xd8, 0xff, 0xe0, 1, 2, 3),
  ]);
  await expect
    .element(page.getByText('“virus.jpg” is not a photo. Choose a JPEG, PNG or WebP file.'))
    .toBeVisible();
  await expect.element(page.getByText(/^“IMG_1.jpg” is a HEIC photo/)).toBeVisible();
  await expect.element(page.getByText(/^“half.jpg” cannot be read/)).toBeVisible();
});

/** Chooses a photo, and returns it in the form in which the draft keeps it. */
const taken = async (photo: File): Promise<Blob> => {
  const shown = await show();
  await category.fill('Range');
  await text.fill('Dies');
  await userEvent.upload(files(), photo);
  await expect.element(page.getByRole('img', { name: photo.name })).toBeVisible();
  const rows = await shown.workspace.input.read('drafts');
  const found = (rows.ok ? rows.value : []).find(({ id }) => id.startsWith('complaint-photo'));
  const value = found?.value as Readonly<Record<'bytes', Uint8Array<ArrayBuffer>>> &
    Readonly<Record<'type', string>>;
  return new Blob([value.bytes], { type: value.type });
};

test('[PAGE-137] a photo of 60 MB is sent as a small JPEG, and one above 100 MB is refused', async () => {
  const photo = await picture(40, 30);
  const zeros = new Blob([new Uint8Array(10_000_000)]);
  const padded = (count: number): File =>
    new File([photo, ...Array.from({ length: count }, () => zeros)], 'cell.png');
  const taken60 = await takePhoto(padded(6));
  expect(taken60).toMatchObject({ type: 'image/jpeg' });
  expect(typeof taken60 === 'string' ? taken60 : taken60.bytes.length).toBeLessThan(100_000);
  expect(await takePhoto(padded(10))).toBe(
    '“cell.png” is larger than 100 MB. Choose a smaller photo.',
  );
});

test('[PAGE-137] [PAGE-172] a photo above 4096 pixels is made smaller in a worker, not in the page', async () => {
  const decode = vi.spyOn(window, 'createImageBitmap');
  const draw = vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob');
  const photo = await picture(6_000, 3_000);
  draw.mockClear();
  const result = await takePhoto(photo);
  expect([decode, draw].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  vi.restoreAllMocks();
  if (typeof result === 'string') throw new Error(result);
  const { width, height } = await createImageBitmap(new Blob([result.bytes]));
  expect([result.name, result.type, width, height]).toEqual([
    photo.name,
    'image/jpeg',
    4_096,
    2_048,
  ]);
});

test('[PAGE-177] a complaint is not sent before its photos were read', async () => {
  const workers: EventTarget[] = [];
  class SlowWorker extends EventTarget {
    postMessage = () => void workers.push(this);
    terminate = () => undefined;
  }
  await show();
  vi.stubGlobal('Worker', SlowWorker);
  await category.fill('Range');
  await text.fill('Dies');
  await userEvent.upload(files(), await picture(40, 30));
  await expect.element(page.getByText('Reading the photos…')).toBeVisible();
  await expect.element(send).toBeDisabled();
  await expect.poll(() => workers).toHaveLength(1);
  const data = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
  workers[0]?.dispatchEvent(new MessageEvent('message', { data }));
  await expect.element(page.getByRole('button', { name: 'Remove cell 3.png' })).toBeVisible();
  await expect.element(send).toBeEnabled();
});

test('[PAGE-177] a photo that was deleted after it was chosen is refused with the reason', async () => {
  const photo = await picture(40, 30);
  vi.spyOn(photo, 'slice').mockReturnValue(
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadable')) }),
  );
  expect(await takePhoto(photo)).toBe(
    '“cell 3.png” cannot be read any more: it was moved or deleted. Choose it again.',
  );
});

test('[PAGE-172] if the worker does not load, the photo is not reported as damaged', async () => {
  class MissingWorker extends EventTarget {
    postMessage = () => this.dispatchEvent(new Event('error'));
    terminate = () => undefined;
  }
  vi.stubGlobal('Worker', MissingWorker);
  const photo = await picture(40, 30);
  expect(await takePhoto(photo)).toBe(
    `“${photo.name}” cannot be read: a part of the app did not load. Reload the page and choose it again.`,
  );
});

test('[PAGE-137] metadata that a phone adds to a photo is removed', async () => {
  const canvas = new OffscreenCanvas(40, 30);
  canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg' });
  const added = new TextEncoder().encode('Exif\0\0GPS of the customer');
  const segment = Uint8Array.of(0xff, 0xe1, 0, added.length + 2, ...added);
  const parts = [jpeg.slice(0, 2), segment, jpeg.slice(2)];
  const photo = await taken(new File(parts, 'bus.jpg', { type: 'image/jpeg' }));
  expect(await photo.text()).not.toContain('customer');
});

test('[PAGE-131] for an empty or too long text the form explains what to do, and nothing is lost', async () => {
  await show();
  await send.click();
  await expect.element(page.getByText('Describe what happened.')).toBeVisible();
  await expect.element(page.getByText('Choose or enter a category.')).toBeVisible();
  await category.fill('Range');
  await text.fill('x'.repeat(12_500));
  await expect.element(page.getByText(/^Shorten the text by 2.500 characters/)).toBeVisible();
  await expect.element(text).toHaveValue('x'.repeat(12_500));
});

test('[PAGE-131] the user’s own complaints are listed with their state, those of others are not', async () => {
  const shown = await show();
  const facts = {
    category: 'Range',
    audience: 'CUSTOMER',
    priority: 3,
    openedAt: '2026-11-22T12:00:00Z',
  };
  const put = (id: string, title: string, openedById: string) => {
    shown.server.put(id, { ...facts, number: 1, title, openedById, state: 'SOLVED' });
  };
  put('t1', 'My range', 'technician');
  put('t2', 'Her range', 'ada');
  shown.server.put(ASSET, { serial: 'SN-1' });
  await shown.online();
  await expect.element(page.getByText('My range')).toBeVisible();
  await expect.element(page.getByText('✓ Solved')).toBeVisible();
  await expect.element(page.getByText('Her range')).not.toBeInTheDocument();
});

test('[PAGE-136] [WS-22] a draft of an earlier visit is shown again, with its photo', async () => {
  const shown = await renderScreen(<p>Home</p>, { path: '/mainpage/complaint' });
  const bytes = new Uint8Array(await (await picture(40, 30)).arrayBuffer());
  const draft = { serial: 'SN-9', category: 'Range', text: 'Half', priority: 2, takenOff: [] };
  shown.workspaceStorage.put('technician', 'drafts', 'complaint', draft);
  const photo = { id: 'p', at: 1, name: 'cell 3.png', type: 'image/png', bytes };
  shown.workspaceStorage.put('technician', 'drafts', 'complaint-photo p', photo);
  await shown.screen.rerender(
    <ServicesProvider value={shown.services}>
      <MemoryRouter>
        <ComplaintScreen />
      </MemoryRouter>
    </ServicesProvider>,
  );
  await expect.element(text).toHaveValue('Half');
  await expect.element(pack).toHaveValue('SN-9');
  await expect.element(page.getByRole('img', { name: 'cell 3.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.element(text).toHaveValue('');
  await expect.element(page.getByRole('img', { name: 'cell 3.png' })).not.toBeInTheDocument();
  await expect.poll(() => shown.workspaceStorage.rows('technician', 'drafts')).toEqual([]);
});

test('[PAGE-136] [PAGE-264] [WS-22] a full storage is reported, and a complaint that cannot be saved stays in the form', async () => {
  const shown = await show();
  await category.fill('Range');
  shown.workspaceStorage.refuse('full');
  await text.fill('Dies at 40 %');
  await expect
    .element(page.getByText(/^The draft cannot be saved on this computer: There is no room left/))
    .toBeVisible();
  await send.click();
  await expect
    .element(page.getByText(/^Not saved: There is no room .* need\. What you wrote stays here\.$/))
    .toBeVisible();
  await expect.element(text).toHaveValue('Dies at 40 %');
  expect(shown.workspace.outbox.items$.value).toEqual([]);
  shown.workspaceStorage.refuse(undefined);
  await send.click();
  await expect.element(page.getByText(/^Complaint L-[0-9A-F]{4} saved\.$/)).toBeVisible();
  expect(shown.workspaceStorage.rows('technician', 'drafts')).toMatchObject([{ text: '' }]);
});

test('[PAGE-136] [WS-22] the logout question names a complaint that was not sent, and can discard it', async () => {
  const shown = await renderScreen(<p>Home</p>);
  const draft = { serial: '', category: 'Range', text: 'Half', priority: 3, takenOff: [] };
  shown.workspaceStorage.put('technician', 'drafts', 'complaint', draft);
  await shown.screen.rerender(
    <ServicesProvider value={shown.services}>
      <UnsentChanges choice="keep" onChoice={() => undefined} />
    </ServicesProvider>,
  );
  await expect
    .element(
      page.getByText('A complaint was not sent. It is kept on this computer for your next login.'),
    )
    .toBeVisible();
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect.element(page.getByText(/^A complaint was not sent/)).not.toBeInTheDocument();
  expect(shown.workspaceStorage.rows('technician', 'drafts')).toEqual([]);
});

test('[PAGE-139] the last ten minutes of the running recording are attached, and opened again', async () => {
  const shown = await show({ isConnected: true });
  shown.core.telemetry.identity.ask();
  await shown.clock.advance(500);
  shown.core.recording.start();
  await shown.clock.advance(10_000);
  await expect
    .element(page.getByRole('checkbox', { name: /^Last 10 minutes of the recording: started/ }))
    .toBeChecked();
  await category.fill('Range');
  await text.fill('Dies');
  await send.click();
  await shown.online();
  await expect.element(page.getByText('It is on the server.')).toBeVisible();
  await page.getByRole('link', { name: /· Dies$/ }).click();
  await expect
    .element(page.getByText(/^Recording started .*: the last 0:\d\d, \d+ samples\.$/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Open in Sessions' }).click();
  await expect.element(shown.address).toHaveTextContent(/\/sessions\//);
});

test('[PAGE-140] values of another connected pack are neither offered nor attached', async () => {
  const shown = await show({ isConnected: true });
  await pack.fill('SN-9');
  shown.core.telemetry.identity.ask();
  await shown.clock.advance(500);
  await expect
    .element(page.getByRole('button', { name: /^Read serial number/ }))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Read live/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: /^Firmware: not known/ })).toBeDisabled();
});

test('[PAGE-181] a complaint names its pack by id and by serial number', async () => {
  const shown = await show({}, (server) => server.put(ASSET, { serial: 'SN-1', model: 'LFP 16S' }));
  await shown.online();
  await pack.fill('sn1');
  await expect.element(page.getByText('SN-1 · LFP 16S').first()).toBeVisible();
  await category.fill('Range');
  await text.fill('Dies');
  await send.click();
  await shown.sync();
  await expect.element(page.getByText('It is on the server.')).toBeVisible();
  expect(shown.server.applied()[0]?.input).toMatchObject({ assetId: ASSET, serial: 'SN-1' });
});
