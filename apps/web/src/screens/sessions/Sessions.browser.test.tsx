import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addDrive } from '../analytics/recorded-drive.fixture.ts';
import { rendered } from '../../testing/rendered.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { CompareView } from './CompareView.tsx';
import { SessionsScreen } from './SessionsScreen.tsx';

/** Renders two recorded sessions: of pack A1 with a low current, then of pack B2 with a high current. */
const showSessions = async () => {
  const parts = await renderScreen(
    <div className="shell__content" style={{ height: '100vh' }}>
      <Routes>
        <Route path="/mainpage/home/sessions/:id?" element={<SessionsScreen />} />
        <Route path="/mainpage/home/compare/:a?/:b?" element={<CompareView />} />
      </Routes>
    </div>,
    { path: '/mainpage/home/sessions', isConnected: true },
  );
  const { core, clock, pack } = parts;
  const record = async (note: string): Promise<void> => {
    core.terminal.send('ATI');
    await clock.advance(3_000);
    core.recording.start();
    await clock.advance(5_000);
    core.recording.note(note);
    await clock.advance(5_000);
    await core.recording.stop();
  };
  await record('Bus 12, before');
  await core.link.disconnect();
  pack.serial = 'B2';
  pack.current = -9_278;
  void core.link.connect('fake');
  await clock.advance(100);
  await record('شاحنة');
  await clock.advance(100);
  return parts;
};

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('[REC-121] the list says that the whole app, not only the sessions, uses the shown storage', async () => {
  const { archive, core } = await showSessions();
  archive.setUsage({ usedBytes: 8_300_000, quotaBytes: 11_000_000_000 });
  await core.recording.refresh();
  await expect.element(page.getByText(/2 sessions · 8\.3.MB used by the app/)).toBeVisible();
});

test('[REC-123] a session from the future is last in the list, which says that its date is uncertain', async () => {
  await page.viewport(1280, 800);
  const { core } = await showSessions();
  await addDrive(core.recording, { id: 'z', serial: 'Z9', startedAt: Date.now() + 86_400_000 });
  await core.recording.refresh();
  await expect.element(page.getByRole('row').last()).toHaveTextContent(/Z9.*▲ Date uncertain/);
  await expect.element(row('A1')).not.toHaveTextContent('uncertain');
  await row('Z9').click();
  await expect.element(page.getByText(/\(date uncertain\)$/)).toBeVisible();
});

test('[REC-123] a session from 1970 is last in the list, which says that its date is uncertain', async () => {
  await page.viewport(1280, 800);
  const { core } = await showSessions();
  await addDrive(core.recording, { id: 'z', serial: 'Z9', startedAt: 86_400_000 });
  await core.recording.refresh();
  await expect.element(page.getByRole('row').last()).toHaveTextContent(/Z9.*▲ Date uncertain/);
  await row('Z9').click();
  await expect.element(page.getByText(/1970.*\(date uncertain\)$/)).toBeVisible();
});

test('[REC-127] beside open details, the list shows the title of a session with its tag in full', async () => {
  await page.viewport(1280, 800);
  const { core } = await showSessions();
  const startedAt = Date.now() + 86_400_000;
  await addDrive(core.recording, { id: 'z', serial: 'Simulated device', startedAt });
  await core.recording.refresh();
  await row('Simulated device').click();
  await expect.element(button('Close details')).toBeVisible();
  const title = row('Simulated device').getByTitle('Simulated device').element();
  await expect.poll(() => title.scrollWidth - title.clientWidth).toBe(0);
  const tag = row('Simulated device').getByText('▲ Date uncertain').element();
  const cell = title.closest('[role=gridcell]');
  expect(tag.getBoundingClientRect().right).toBeLessThan(cell?.getBoundingClientRect().right ?? 0);
  await expect.element(page.getByRole('columnheader', { name: 'Started' })).toBeVisible();
});

test('[REC-11] the session of another pack says so and leads to the session before, which marks the change', async () => {
  const { core, clock, pack, address } = await showSessions();
  core.recording.start();
  await clock.advance(5_000);
  pack.cellsMv = Array.from({ length: 16 }, () => 3_290);
  await clock.advance(6_000);
  await core.recording.stop();
  await clock.advance(100);
  const list = core.recording.sessions$.value;
  const [now] = list.kind === 'ready' ? list.sessions : [];
  await page.getByRole('row').nth(1).click();
  await expect.element(address).toHaveTextContent(`/sessions/${now?.id}`);
  const follows = page.getByRole('alert').filter({ hasText: 'A different pack was connected.' });
  await expect.element(follows).toBeVisible();
  await follows.getByRole('link', { name: 'previous session' }).click();
  await expect.element(address).toHaveTextContent(`/sessions/${now?.follows}`);
  await expect.element(page.getByText(/A new session begins here/).first()).toBeVisible();
  await expect.element(follows).not.toBeInTheDocument();
});

test('[REC-111] sessions show serial number and first note, can be searched, and two of them can be compared', async () => {
  const { address } = await showSessions();
  await expect.element(row('A1')).toHaveTextContent(/A1.*Bus 12, before0:10/);
  await expect.element(page.getByText(/^2 sessions/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Serial, note, date' }).fill('bus 12');
  await expect.element(page.getByText(/^1 of 2 sessions/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Serial, note, date' }).fill('');
  await page.getByRole('checkbox', { name: 'Select A1' }).click();
  await page.getByRole('checkbox', { name: 'Select B2' }).click();
  await button('Compare').click();
  await expect.element(address).toHaveTextContent('/mainpage/home/compare/');
  await expect
    .element(page.getByText(/two moments differ in current: .2\.00\sA and −92\.78\sA/))
    .toBeVisible();
  await expect.element(page.getByText('largest relative change')).not.toBeInTheDocument();
});

test('[PAGE-255] the slider of a moment is at the height of the middle of its buttons', async () => {
  await showSessions();
  for (const name of ['A1', 'B2'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
  await button('Compare').click();
  const next = page.getByRole('button', { name: 'Before: next sample' });
  await expect.element(next).toBeVisible();
  const middleOf = (element: Element | null): number => {
    const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
    return (top + bottom) / 2;
  };
  const rail = document.querySelector('.compare-side__moment .ant-slider-rail');
  expect(middleOf(rail)).toBeCloseTo(middleOf(next.element()), 0);
});

test.each([
  ['two sessions', ['A1', 'B2'], 'Compare'],
  ['a session and the live pack', ['A1'], 'Compare with live data'],
])(
  '[PAGE-253] %s of packs with different serial numbers are not compared without a warning',
  async (_, names, action) => {
    await showSessions();
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await button(action).click();
    await expect.element(page.getByText('Different packs: serial numbers differ.')).toBeVisible();
  },
);

test('[REC-112] the printed report of a comparison contains the brand, the pack and the technician, and sets the title', async () => {
  await showSessions();
  await page.getByRole('checkbox', { name: 'Select A1' }).click();
  await button('Compare with live data').click();
  await expect.element(button('Print')).toBeVisible();
  await expect
    .poll(() => document.querySelector('.compare__print')?.textContent)
    .toMatch(/BatBot.*Before\/after report.*Pack: A1 and B2.*Technician: \S+/);
  let title = '';
  const { print } = globalThis;
  globalThis.print = () => {
    ({ title } = document);
  };
  await button('Print').click();
  globalThis.print = print;
  expect(title).toBe('Before/after report A1 and B2 · BatBot');
});

test('[REC-151] the printed report of a comparison names the side whose serial number was not read', async () => {
  const { core, clock } = await renderScreen(
    <Routes>
      <Route path="/mainpage/home/sessions/:id?" element={<SessionsScreen />} />
      <Route path="/mainpage/home/compare/:a?/:b?" element={<CompareView />} />
    </Routes>,
    { path: '/mainpage/home/sessions', isConnected: true },
  );
  core.recording.start();
  await clock.advance(5_000);
  await core.recording.stop();
  core.terminal.send('ATI');
  await clock.advance(3_000);
  await page.getByRole('row').last().click();
  await button('Compare with now').click();
  await expect
    .poll(() => document.querySelector('.compare__print')?.textContent)
    .toMatch(/Pack: A1 \(Before: serial number not read\) · Technician/);
});

test('[REC-113] a name is limited to 80 characters with a counter; Enter saves, Esc cancels and returns the focus', async () => {
  const { core } = await showSessions();
  await row('A1').click();
  await expect.element(button('Rename')).toBeVisible();
  button('Rename').element().focus();
  await userEvent.keyboard('{Enter}');
  const field = page.getByRole('textbox', { name: 'Name of the session' });
  await expect.element(field).toHaveFocus();
  await field.fill('x'.repeat(100));
  await expect.element(field).toHaveValue('x'.repeat(80));
  await expect.element(page.getByText('80 / 80')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(button('Rename')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await field.fill('Depot Nord');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Depot Nord' })).toBeVisible();
  const list = core.recording.sessions$.value;
  expect(list.kind === 'ready' && list.sessions.map(({ name }) => name)).toContain('Depot Nord');
});

test('[REC-114] the question before Delete names the session, takes the focus and returns it', async () => {
  await showSessions();
  await row('A1').click();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog').getByText('Delete “A1”?');
  await expect.element(question).toBeVisible();
  await expect.element(button('Cancel')).toHaveFocus();
  await expect
    .poll(() => document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden)'))
    .toBe(null);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(button('More actions')).toHaveFocus();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText(/^1 session/)).toBeVisible();
  await expect.poll(() => document.activeElement === document.body).toBe(false);
});

test('Escape closes an open menu of the details before the details', async () => {
  await showSessions();
  await row('A1').click();
  await button('More exports').click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button('Rename')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Rename')).not.toBeInTheDocument();
});

test('[REC-115] the export menu offers CSV, CSV with decimal comma, JSONL and a sealed file', async () => {
  await showSessions();
  await row('A1').click();
  await expect.element(button('Export CSV')).toBeVisible();
  await button('More exports').click();
  const names = page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['CSV', 'CSV with ; and decimal comma', 'JSONL (raw data)', 'Sealed…']);
});

test('[REC-118] the page of a session that is recorded shows all of it when the recording has ended, and an export contains all of it before', async () => {
  const { core, clock } = await showSessions();
  core.terminal.send('ATI');
  core.recording.start();
  await clock.advance(5_000);
  await core.recording.flush();
  await row('● Recording').click();
  await expect.element(page.getByText('Samples', { exact: true })).toBeVisible();
  core.recording.note('swapped cell 3');
  await clock.advance(10_000);
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#');
  await button('Export CSV').click();
  await expect.element(page.getByText(/^Saved as/)).toBeVisible();
  const file = made.mock.lastCall?.[0];
  made.mockRestore();
  expect(file instanceof Blob && (await file.text())).toContain('swapped cell 3');
  await core.recording.stop();
  await expect.element(page.getByRole('button', { name: 'swapped cell 3' })).toBeVisible();
});

test('[PAGE-307] the menu of a session that is recorded opens only after the recording, and a text beside it says so', async () => {
  const { core, clock } = await showSessions();
  core.recording.start();
  await clock.advance(5_000);
  await core.recording.flush();
  await row('● Recording').click();
  const more = button('More actions');
  const reason = 'Stop the recording for more actions.';
  await expect.element(page.getByText(reason)).toBeVisible();
  button('Rename').element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(more).toHaveFocus();
  await expect.element(more).toHaveAttribute('aria-disabled', 'true');
  await expect.element(more).toHaveAccessibleDescription(reason);
  await userEvent.keyboard('{Enter}');
  await rendered();
  expect(page.getByRole('menu').query()).toBe(null);
  await core.recording.stop();
  await expect.element(page.getByText(reason)).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
  expect(page.getByRole('menu').query()).toBe(null);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible();
});

test('[REC-137] in a comparison, the last of 120 notes is found by its text', async () => {
  const { core, clock } = await renderScreen(
    <Routes>
      <Route path="/mainpage/home/sessions/:id?" element={<SessionsScreen />} />
      <Route path="/mainpage/home/compare/:a?/:b?" element={<CompareView />} />
    </Routes>,
    { path: '/mainpage/home/sessions', isConnected: true },
  );
  core.recording.start();
  await clock.advance(5_000);
  for (let note = 1; note < 120; note += 1) core.recording.note(`note ${note}`);
  await clock.advance(5_000);
  core.recording.note('cell 7 replaced');
  await core.recording.stop();
  await page.getByRole('row').last().click();
  await button('Compare start and end').click();
  await page.getByRole('combobox', { name: 'Before: go to' }).fill('cell 7');
  await page.getByTitle(/cell 7 replaced/).click();
  await expect.element(page.getByRole('slider').first()).not.toHaveAttribute('aria-valuenow', '0');
});

test('[REC-120] a comparison whose sample cannot be read shows the reason', async () => {
  const { archive } = await showSessions();
  await row('A1').click();
  await button('Compare start and end').click();
  await expect.element(page.getByRole('table', { name: 'Cells' })).toBeVisible();
  archive.refuse('blocked');
  await button('Before: next sample').click();
  await expect
    .element(page.getByText(/^Before: This browser does not let the page keep data/))
    .toBeVisible();
});

test('[REC-120] a comparison without data says why, once', async () => {
  const { screen } = await renderScreen(<CompareView />, { path: '/mainpage/home/compare' });
  const reason = screen.getByText('No live data: connect a device and open Home.');
  await expect.element(reason).toBeVisible();
  expect(reason.elements()).toHaveLength(1);
});

test('[PAGE-248] at 390 px, rows have two lines and a session is a separate page', async () => {
  await page.viewport(390, 844);
  await showSessions();
  await expect.element(row('A1')).toBeVisible();
  await row('A1').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'A1' })).toHaveFocus();
  await expect.element(button('Export CSV')).toBeVisible();
  await expect.element(page.getByText('Worst spread')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('[REC-114] if one of several sessions could not be deleted, Delete goes on with it', async () => {
  const { core } = await showSessions();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await button('Delete…').click();
  const dialog = page.getByRole('dialog');
  const { remove } = core.recording;
  vi.spyOn(core.recording, 'remove')
    .mockImplementationOnce((id) => remove(id))
    .mockResolvedValueOnce({ ok: false, error: { kind: 'failed', message: 'The disk is busy.' } });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByText('The disk is busy.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText(/^No sessions yet/)).toBeVisible();
});
