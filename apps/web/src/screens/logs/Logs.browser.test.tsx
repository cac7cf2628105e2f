import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { LogsScreen } from './LogsScreen.tsx';
import { changeText, whenText } from '../workspace/change-words.ts';
import { ChangeTable } from '../workspace/ChangeTable.tsx';
import { knownIn, shownChange } from '../workspace/device-changes.ts';
import { logRows } from './logged-row.ts';

const LOGGED = {
  id: 'e1',
  at: 1_000,
  receivedAt: 2_000,
  actorName: 'grace',
  topic: 'ASSET',
  kind: 'putAsset',
  subjectId: 'a',
  assetId: 'a',
  body: { before: { model: 'Old' }, after: { model: 'New' } },
};
const ITEM = { id: 'i1', at: 500, target: 'asset:a', kind: 'putAsset', input: { id: 'a' } };

test('[SYNC-17] unsent changes are listed first, whenever they were entered', () => {
  const rows = logRows([LOGGED], [ITEM], [], 'ada');
  expect(rows.map(({ id, outcome, who }) => [id, outcome, who])).toEqual([
    ['i1', 'waiting', 'ada'],
    ['e1', 'logged', 'grace'],
  ]);
});

test('[SYNC-83] a change by a clock that was ahead is listed by the time at which the server received it', async () => {
  const { screen, server, online } = await renderScreen(<LogsScreen />, {
    path: '/mainpage/logs',
  });
  const put = (id: string, actorName: string, at: string, receivedAt: string): void =>
    server.put(id, { ...LOGGED, actorName, at, receivedAt });
  put('e1', 'ahead', '2031-01-01T00:00:00Z', '2026-11-20T12:00:00Z');
  put('e2', 'newest', '2026-11-21T12:00:00Z', '2026-11-21T12:00:01Z');
  put('e3', 'offline', '2026-11-19T12:00:00Z', '2026-11-22T12:00:00Z');
  await online();
  await expect.element(screen.getByText('3 changes')).toBeVisible();
  const names = (): readonly string[] =>
    screen
      .getByRole('row')
      .elements()
      .flatMap(({ textContent }) => /ahead|newest|offline/.exec(textContent ?? '') ?? []);
  await expect.poll(names).toEqual(['newest', 'ahead', 'offline']);
});

test('[SYNC-17] a change whose event is already copied is listed once', () => {
  const rows = logRows([LOGGED], [{ ...ITEM, id: 'e1', madeVersion: 4 }], [], 'ada');
  expect(rows.map(({ outcome }) => outcome)).toEqual(['logged']);
});

test.each([
  [{}, { serial: 'SN-1', snapshot: {} }, 'Pack added'],
  [{ serial: 'SN-1' }, { serial: 'SN-2' }, 'Pack facts'],
  [{}, { id: 'a', snapshot: {} }, 'Snapshot'],
  [{}, {}, 'Pack facts, none changed'],
  [{ place: null }, { place: {} }, 'Pack place'],
  [{ model: 'Old' }, { model: 'New', snapshot: {} }, 'Pack facts'],
])(
  '[SYNC-17] [PAGE-355] a change of a pack from %o to %o is described as %s',
  (before, after, text) => {
    expect(changeText('putAsset', before, after)).toBe(text);
  },
);

test('[SYNC-17] a remembered mapping of an import is described in plain words', () => {
  const mapping = { kind: 'IMPORT_MAPPING', name: 'Time, Pack voltage V,', state: 'RELEASED' };
  expect(changeText('publishDocument', {}, mapping)).toBe('Columns of an import remembered');
});

test('[SYNC-17] an unsent change is listed with its values, and a refused one shows the reason and can be discarded', async () => {
  const { screen, workspace, clock, online } = await renderScreen(<LogsScreen />, {
    path: '/mainpage/logs',
  });
  await workspace.change({
    target: 'asset:a',
    kind: 'putAsset',
    input: { id: 'a', serial: 'SN-7', refused: true },
  });
  await clock.settle();
  await expect.element(screen.getByRole('row', { name: /Pack added.*SN-7/ })).toBeVisible();
  await online();
  await expect.element(screen.getByText(/The value is not valid\. \(x\)/)).toBeVisible();
  await screen.getByRole('button', { name: 'Discard' }).click();
  await clock.settle();
  await expect.element(screen.getByText(/^No changes yet/)).toBeVisible();
  expect(workspace.outbox.items$.value).toEqual([]);
});

test('[SYNC-17] the values of a snapshot are listed separately with their names, and its time in the usual format', async () => {
  const measured = { at: '2026-11-21T12:00:00.000Z', spreadMv: 22, socPercent: 80.9 };
  const snapshot = { ...measured, faults: ['cellImbalance', 'madeUp'] };
  const { screen } = await renderScreen(
    <ChangeTable before={{ snapshot: null }} after={{ snapshot }} />,
  );
  const row = (name: string) => screen.getByRole('row', { name });
  await expect.element(row('State of charge, %')).toHaveTextContent('—80.9');
  await expect.element(row('Cell spread, mV')).toHaveTextContent('—22');
  await expect.element(row('Faults')).toHaveTextContent('—Cell imbalance, madeUp');
  await expect.element(row('As of')).toHaveTextContent(/Nov 21, 2026, \d\d:00:00/);
});

test('[SYNC-17] the listed changes are exported as CSV, and all changes with their values as JSON', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(); // prevents downloads
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:none';
  });
  const { screen, workspace, clock } = await renderScreen(<LogsScreen />, {
    path: '/mainpage/logs?q=SN-7',
  });
  for (const serial of ['SN-7', 'SN-8']) {
    const input = { id: serial, serial };
    await workspace.change({ target: `asset:${serial}`, kind: 'putAsset', input });
  }
  await clock.settle();
  await expect.element(screen.getByRole('row', { name: /SN-7/ })).toBeVisible();
  for (const name of ['Export list (CSV)', 'Export all (JSON)']) {
    await screen.getByRole('button', { name: 'Logs: options' }).click();
    await screen.getByRole('menuitem', { name }).click();
  }
  await expect.poll(() => saved.length).toBe(2);
  const [csv = '', json = ''] = await Promise.all(saved.map((blob) => blob.text()));
  const lines = csv.trim().split(/\r?\n/);
  expect(lines[0]).toMatch(/When,Who,What,Pack,Outcome$/);
  expect(lines.slice(1)).toEqual([expect.stringMatching(/Pack added,SN-7,Not sent yet$/)]);
  expect(JSON.parse(json)).toMatchObject([
    { what: 'Pack added', outcome: 'waiting', after: { serial: 'SN-8' } },
    { what: 'Pack added', outcome: 'waiting', after: { serial: 'SN-7' } },
  ]);
});

test('[SYNC-46] a notice says that the server has more changes than are listed, until all were loaded', async () => {
  const { screen, server, clock, online } = await renderScreen(<LogsScreen />, {
    path: '/mainpage/logs',
  });
  const at = '2026-11-21T12:00:00Z';
  for (let row = 10; row < 20; row += 1)
    server.put(`event ${row}`, { ...LOGGED, at, receivedAt: at, subjectId: `pack ${row}` });
  server.limitCopies('event', 2);
  await online();
  const notice = screen.getByText(
    /^▲ Only the newest 2 changes are on this computer; the server has more\. Search, filters and exports use only these\./,
  );
  await expect.element(notice).toBeVisible();
  await screen.getByRole('button', { name: 'Load more' }).click();
  await clock.settle();
  await expect.element(screen.getByText('10 changes')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

test('[SYNC-3] a refused change can be corrected and sent again', async () => {
  const { screen, workspace, server, clock } = await renderScreen(<LogsScreen />, {
    path: '/mainpage/logs',
  });
  server.fail(undefined);
  await workspace.change({
    target: 'asset:a',
    kind: 'putAsset',
    input: { id: 'a', kind: 'PACK', serial: 'SN-7', cells: 0, refused: true },
  });
  await clock.settle();
  await screen.getByRole('button', { name: 'Edit', exact: true }).click();
  await screen.getByRole('textbox', { name: 'Cells in series' }).fill('many');
  const dialog = screen.getByRole('dialog');
  expect(dialog.getByRole('textbox').elements()).toHaveLength(2); // a person does not type the kind
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect.element(dialog.getByText('Enter a number.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Cells in series' }).fill('16');
  await screen.getByRole('textbox', { name: 'Serial number' }).fill('SN-8');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await clock.settle();
  // The fake refuses every change of this item, so the test checks that the corrected values are kept.
  expect(workspace.outbox.items$.value[0]?.input).toMatchObject({ serial: 'SN-8', cells: 16 });
});

test('[SYNC-17] both times are shown if the clocks differ by more than 5 min', () => {
  const at = Date.UTC(2026, 2, 12, 8);
  expect(whenText({ at, receivedAt: at + 299_000 })).not.toMatch(/server/);
  expect(whenText({ at, receivedAt: at + 301_000 })).toMatch(/\(server .+\)$/);
  expect(whenText({ at })).not.toMatch(/server/);
});

test.each([
  ['reportWrite', { outcome: 'DONE' }, 'Parameters written'],
  ['reportWrite', { outcome: 'ROLLED_BACK' }, 'Parameters rolled back'],
  ['reportInstall', { outcome: 'INTERRUPTED' }, 'Firmware install interrupted'],
  ['publishDocument', { kind: 'FIRMWARE_IMAGE', state: 'DRAFT' }, 'Firmware image saved as draft'],
  ['retireDocument', { kind: 'PARAMETER_SET', state: 'RETIRED' }, 'Standard withdrawn'],
  [
    'publishDocument',
    { kind: 'PARAMETER_SET', name: 'LFP', state: 'RELEASED' },
    'Standard “LFP” released',
  ],
  ['assign', { documentId: 'd', name: 'LFP' }, '“LFP” assigned'],
  ['setAssignment', { state: 'CANCELLED' }, 'Assignment ended'],
  [
    'setAssignment',
    { state: 'PAUSED', reason: 'FAILED' },
    'Assignment paused after too many failures',
  ],
])('[SYNC-30] a %s with %o is described as %s', (kind, after, text) => {
  expect(changeText(kind, {}, after)).toBe(text);
});

const SCHEMA = {
  format: 'batbot-parameter-schema-1',
  name: 'Simulator',
  source: 'test',
  device: 'bms',
  maker: 'ACME',
  hardware: ['2.1'],
  firmware: {},
  commands: { read: 'R{key}', write: 'W{key},{value}', reply: '+PAR: ' },
  restartMs: 0,
  currentLimits: { protection: 1 },
  groups: [{ id: 'g', label: 'Group' }],
  parameters: [
    {
      key: 'COVP',
      label: 'Cell over-voltage',
      group: 'g',
      type: 'decimal',
      unit: 'V',
      scale: 0.001,
      class: 'protection',
    },
  ],
  rules: [],
};

test('[SYNC-30] a write of parameters is shown with the name, unit and values of each parameter, and its commands', async () => {
  const { screen, server, online } = await renderScreen(<LogsScreen />, {
    path: '/mainpage/logs',
  });
  server.put('pack', { serial: 'SN-9' });
  server.put('schema', {
    kind: 'PARAMETER_SCHEMA',
    name: 'Simulator',
    state: 'RELEASED',
    hash: 'h',
    body: SCHEMA,
  });
  server.put('event', {
    ...LOGGED,
    at: '2026-11-21T12:00:00Z',
    receivedAt: '2026-11-21T12:00:00Z',
    topic: 'PARAMETER_WRITE',
    kind: 'reportWrite',
    subjectId: 'pack',
    assetId: 'pack',
    body: {
      before: { hash: null },
      after: {
        outcome: 'DIFFERS',
        schema: { name: 'Simulator', hash: 'h' },
        firmware: '1.4.0',
        changes: [
          { key: 'COVP', before: 3.65, wanted: 3.6, readBack: 3.62 },
          { key: 'OTHER', before: 1, wanted: 2, readBack: 2 },
        ],
        values: { COVP: 3.62, OTHER: 2 },
        commands: ['AT+PAR=COVP,3600', 'AT+PARSAVE'],
      },
    },
  });
  await online();
  await screen.getByRole('row', { name: /Parameters written, values differ.*SN-9/ }).click();
  const row = (name: string) => screen.getByRole('row', { name });
  await expect
    .element(row('Cell over-voltage'))
    .toHaveTextContent('Cell over-voltage3.650 V3.620 V (wanted 3.600 V)');
  await expect.element(row('OTHER')).toHaveTextContent('OTHER12');
  await expect.element(row('Commands')).toHaveTextContent('—AT+PAR=COVP,3600, AT+PARSAVE');
  await expect.element(row('Parameter schema')).toHaveTextContent('—Simulator');
});

test('[SYNC-30] an install is shown with the firmware before and after, or as not installed', () => {
  const report = { from: '1.4.0', to: '1.5.0', imageName: 'Image', seconds: 20, bytes: 5 };
  const of = (outcome: string) =>
    shownChange('reportInstall', { after: { ...report, outcome } }, knownIn([]));
  expect(of('DONE')).toMatchObject({
    before: { firmware: '1.4.0' },
    after: { firmware: '1.5.0', image: 'Image' },
  });
  expect(of('FAILED')).toMatchObject({ after: { firmware: 'not 1.5.0' } });
});

test('[SYNC-30] an unsent document is shown with its kind, name and state, without its id and its body', async () => {
  const input = {
    id: 'd',
    kind: 'PARAMETER_SET',
    name: 'LFP',
    state: 'RELEASED',
    body: { values: {} },
  };
  const { screen } = await renderScreen(
    <ChangeTable {...shownChange('publishDocument', { after: input }, knownIn([]))} />,
  );
  const texts = () =>
    screen
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(texts)
    .toEqual(['ValueBeforeAfter', 'Kind—Standard', 'Name—LFP', 'State—Released']);
});

test('[SYNC-91] names of the API and ids of accounts are shown in words', async () => {
  const { screen } = await renderScreen(
    <ChangeTable
      {...shownChange(
        'setTicketState',
        {
          before: { assigneeId: 'gone', active: false, mode: 'OFFERED' },
          after: { assigneeId: 'u1', active: true, mode: 'REQUIRED', ticketId: 't' },
        },
        { schemas: new Map(), accounts: new Map([['u1', 'manager']]) },
      )}
    />,
  );
  const texts = () =>
    screen
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(texts)
    .toEqual(['ValueBeforeAfter', 'Assigned togonemanager', 'Activenoyes', 'ModeOfferedRequired']);
});
