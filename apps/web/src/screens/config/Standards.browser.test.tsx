import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ACCOUNT } from '../../testing/account.fixture.ts';
import {
  createFakeParameters,
  readingOf,
  reportOf,
  SCHEMA,
  unfinishedOf,
  VALUES,
} from '../../testing/fake-parameters.fixture.ts';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { StripArea } from '../../shell/StripArea.tsx';
import { AssetsScreen } from '../assets/AssetsScreen.tsx';
import { BatchScreen } from './BatchScreen.tsx';
import { ConfigScreen } from './ConfigScreen.tsx';
import { StandardsScreen } from './StandardsScreen.tsx';

const HASH = 'hash-of-schema';
const setOf = (name: string, values: object) => ({
  id: `set ${name}`,
  kind: 'PARAMETER_SET',
  name,
  state: 'RELEASED',
  hash: 'abcdef0123456789',
  createdAt: '2026-01-01T10:00:00Z',
  body: {
    format: 'batbot-parameter-set-1',
    name,
    schema: { name: SCHEMA.name, hash: HASH },
    values,
    source: { kind: 'template' },
  },
});

/** Shows the screen with a schema, two versions of a standard, and a pack, as copies of the server. */
const show = async (path: string, options: ScreenOptions = {}) => {
  const device = createFakeParameters();
  const opened = await renderScreen(
    <>
      <StripArea />
      <Routes>
        <Route path="/mainpage/config/standards/:id?" element={<StandardsScreen />} />
        <Route path="/mainpage/config/batch" element={<BatchScreen />} />
        <Route path="/mainpage/config" element={<ConfigScreen />} />
        <Route path="/mainpage/assets" element={<AssetsScreen />} />
      </Routes>
    </>,
    { path, parameters: device.service, ...options },
  );
  const { server, online } = opened;
  const schema = { id: 'schema', kind: 'PARAMETER_SCHEMA', name: SCHEMA.name, state: 'RELEASED' };
  server.put('schema', { ...schema, body: SCHEMA });
  server.put('set Van', setOf('Van', { OVP: 3.6, CAP: 100 }));
  server.put('set Van 1', {
    ...setOf('Van', { OVP: 3.65 }),
    createdAt: '2025-01-01T10:00:00Z',
    state: 'RETIRED',
  });
  server.put('p1', {
    serial: 'A1',
    parameters: {
      at: '2026-01-01T10:00:00Z',
      schemaName: SCHEMA.name,
      schemaHash: HASH,
      values: VALUES,
    },
  });
  server.put('a1', { documentId: 'set Van', assetId: 'p1', mode: 'REQUIRED', state: 'ACTIVE' });
  await online();
  return { device, ...opened };
};

test('[PAGE-109] a standard shows its values, its versions as sentences, and how many packs differ', async () => {
  const { screen, server } = await show('/mainpage/config/standards');
  server.setDrift({ targets: 300, same: 265, differs: 31, unknown: 4, ids: ['p1'] });
  await screen.getByRole('row', { name: /Van.*Published/ }).click();
  await expect
    .element(screen.getByText('31 packs differ from the standard · 265 the same · 4 not read yet'))
    .toBeVisible();
  const list = screen.getByRole('list', { name: 'Packs that differ' });
  await expect.element(screen.getByText('And 30 more.')).toBeVisible();
  await expect.element(list.getByRole('link', { name: 'SN A1' })).toBeVisible();
  const change = /: Cell over-voltage 3.650 → 3.600\u202FV; Capacity unknown → 100.0\u202FAh/;
  await expect.element(screen.getByText(change)).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: '3.600 V' })).toBeVisible();
  await screen.getByRole('button', { name: 'Compare with the device' }).click();
  const compare = '/mainpage/config?group=all&compare=set:set Van';
  await expect.element(screen.getByTestId('address')).toHaveTextContent(compare);
});

test('[PAGE-109] after an assignment, the packs that differ are counted again', async () => {
  const { screen, server, clock, workspace } = await show('/mainpage/config/standards/set Van');
  await expect.element(screen.getByText('No pack has this as its standard now.')).toBeVisible();
  server.setDrift({ targets: 1, same: 0, differs: 1, unknown: 0, ids: ['p1'] });
  await workspace.change({
    target: 'assignment:n',
    kind: 'assign',
    input: { id: 'n', documentId: 'set Van', assetId: 'p1', mode: 'REQUIRED' },
  });
  await clock.settle();
  await expect.element(screen.getByText(/^1 pack differs from the standard/)).toBeVisible();
  server.fail('unreachable');
  await workspace.change({ target: 'asset:p1', kind: 'putAsset', input: { id: 'p1' } });
  await expect.element(screen.getByText('The server does not answer now.')).toBeVisible();
});

test('[PAGE-109] a standard lists its active assignments', async () => {
  const { screen, server, sync } = await show('/mainpage/config/standards/set Van');
  server.put('client', ACCOUNT);
  const toVan = { documentId: 'set Van', mode: 'REQUIRED', createdAt: '2026-01-02T10:00:00Z' };
  server.put('a2', { ...toVan, accountId: 'client', state: 'ACTIVE' });
  server.put('a3', { ...toVan, accountId: 'client', state: 'CANCELLED' });
  server.put('a4', { ...toVan, state: 'ACTIVE', mayChange: false });
  await sync();
  await expect.element(screen.getByText('3 active assignments.')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^fleet Jan 2, 2026/ })).toBeVisible();
  const above = screen.getByRole('row', { name: /^an account above/ });
  await expect.element(above).toBeVisible();
  expect(above.getByRole('button').query()).toBe(null); // it belongs to the account above
  await screen
    .getByRole('row', { name: /^SN A1/ })
    .getByRole('link')
    .click();
  await expect.element(screen.getByText(/^Standard: “Van”/)).toBeVisible();
});

test('[PAGE-107] with uploadConfig an assignment is ended after a question', async () => {
  const { screen, server, clock } = await show('/mainpage/config/standards/set Van');
  await screen.getByRole('button', { name: 'End… for SN A1' }).click();
  await screen.getByRole('button', { name: 'End it' }).click();
  await clock.settle();
  await expect.element(screen.getByText('0 active assignments.')).toBeVisible();
  await expect
    .poll(() => server.applied())
    .toMatchObject([{ kind: 'setAssignment', input: { id: 'a1', state: 'CANCELLED' } }]);
});

test('[PAGE-109] without the server, a copied standard opens, and one line says that the server does not answer', async () => {
  const { screen, server } = await show('/mainpage/config/standards/set Van');
  server.fail('unreachable');
  await screen.getByRole('button', { name: 'Close details' }).click();
  await screen.getByRole('row', { name: /Van.*Published/ }).click();
  await expect.element(screen.getByText('The server does not answer now.')).toBeVisible();
  server.fail(undefined);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(/^No pack has this as its standard/)).toBeVisible();
});

test('[PAGE-107] without uploadConfig a standard can be compared and exported, not assigned, ended or withdrawn', async () => {
  const { screen } = await show('/mainpage/config/standards/set Van', { flags: ['editConfig'] });
  await expect.element(screen.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect.element(screen.getByText('SN A1').first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^End/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Assign…' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Withdraw…' })).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('button', { name: 'Publish a schema…' }))
    .not.toBeInTheDocument();
});

test('[PAGE-107] with uploadConfig a standard is assigned to a pack and withdrawn', async () => {
  const { screen, server, clock } = await show('/mainpage/config/standards/set Van');
  await screen.getByRole('button', { name: 'Assign…' }).click();
  await screen.getByRole('combobox', { name: 'Pack or account' }).fill('A1');
  await screen.getByTitle('SN A1').click();
  await screen.getByRole('button', { name: 'Assign', exact: true }).click();
  await clock.settle();
  await screen.getByRole('button', { name: 'Withdraw…' }).click();
  await screen.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await clock.settle();
  await expect
    .poll(() => server.applied().map(({ kind, input }) => [kind, input['documentId']]))
    .toEqual([
      ['assign', 'set Van'],
      ['retireDocument', undefined],
    ]);
});

/** Shows the page of a standard for 14 cells, and opens the dialog that assigns it. */
const showAssign = async () => {
  const opened = await show('/mainpage/config/standards/set Van');
  const { screen, server, sync } = opened;
  server.put('set Van', setOf('Van', { CELLS: 14 }));
  server.put('client', ACCOUNT);
  server.put('p2', { serial: 'B2', cells: 14, ownerId: 'client' });
  server.put('p3', { serial: 'C3', cells: 15, ownerId: 'client' });
  await sync();
  await screen.getByRole('button', { name: 'Assign…' }).click();
  const choose = async (name: string) => {
    await screen.getByRole('combobox', { name: 'Pack or account' }).fill(name);
    await screen.getByTitle(name).click();
  };
  const assign = screen.getByRole('button', { name: 'Assign', exact: true });
  const consent = screen.getByRole('checkbox', { name: /Assign it anyway\.$/ });
  return { ...opened, choose, assign, consent };
};

test('[PAGE-114] a standard for other cells is assigned only after the user has confirmed the warning', async () => {
  const { screen, server, clock, choose, assign, consent } = await showAssign();
  await choose('SN A1');
  await expect
    .element(screen.getByRole('dialog').getByRole('alert'))
    .toHaveTextContent(
      'SN A1 has 16 cells in series according to its last read parameters, the standard is for 14.',
    );
  await expect.element(assign).toBeDisabled();
  await consent.click();
  await expect.element(assign).toBeEnabled();
  await choose('SN C3');
  await expect
    .element(screen.getByRole('dialog').getByRole('alert'))
    .toHaveTextContent('SN C3 has 15 cells in series, the standard is for 14.');
  await expect.element(assign).toBeDisabled();
  await consent.click();
  await assign.click();
  await clock.settle();
  await expect.poll(() => server.applied()[0]?.input).toMatchObject({ assetId: 'p3' });
});

test('[PAGE-114] a standard for the same cells is assigned without a warning', async () => {
  const { screen, choose, assign } = await showAssign();
  await choose('SN B2');
  await expect.element(assign).toBeEnabled();
  expect(screen.getByRole('dialog').getByRole('alert').query()).toBe(null);
});

test('[PAGE-114] for an account, the warning names its packs with other cells', async () => {
  const { screen, choose, assign } = await showAssign();
  await choose('fleet');
  const alert = screen.getByRole('dialog').getByRole('alert');
  await expect.element(alert).toHaveTextContent('1 pack has other cells than the standard.');
  await expect
    .element(alert)
    .toHaveTextContent('SN C3 has 15 cells in series, the standard is for 14.');
  await expect.element(assign).toBeDisabled();
});

test('[PAGE-107] with uploadConfig a schema is published from a file, and a damaged file is refused', async () => {
  const { screen, server, clock } = await show('/mainpage/config/standards');
  const file = screen.getByLabelText('File of a parameter schema');
  await file.upload(new File(['{}'], 'schema.json'));
  await expect.element(screen.getByText(/^Not published: “format”/)).toBeVisible();
  await file.upload(new File([JSON.stringify(SCHEMA)], 'schema.json'));
  await clock.settle();
  await expect.poll(() => server.applied()[0]?.input).toMatchObject({ kind: 'PARAMETER_SCHEMA' });
});

test('[PAGE-107] a schema that could not be saved is reported, and is published by the next attempt', async () => {
  const { screen, server, clock, workspaceStorage } = await show('/mainpage/config/standards');
  const file = screen.getByLabelText('File of a parameter schema');
  workspaceStorage.refuse('full');
  await file.upload(new File([JSON.stringify(SCHEMA)], 'schema.json'));
  const alert = screen.getByText(/^Not saved: There is no room left/);
  await expect.element(alert).toBeVisible();
  workspaceStorage.refuse(undefined);
  await file.upload(new File([JSON.stringify(SCHEMA)], 'schema.json'));
  await clock.settle();
  await expect.poll(() => server.applied().length).toBe(1);
  await expect.element(alert).not.toBeInTheDocument();
});

test('[PAGE-107] a withdrawal that could not be saved is reported, and the standard stays published', async () => {
  const { screen, server, clock, workspaceStorage } = await show(
    '/mainpage/config/standards/set Van',
  );
  const withdraw = async (): Promise<void> => {
    await screen.getByRole('button', { name: 'Withdraw…' }).click();
    await screen.getByRole('button', { name: 'Withdraw', exact: true }).click();
  };
  workspaceStorage.refuse('full');
  await withdraw();
  const alert = screen.getByText(/^Not saved: There is no room left/);
  await expect.element(alert).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Withdraw…' })).toBeVisible();
  workspaceStorage.refuse(undefined);
  await withdraw();
  await clock.settle();
  await expect.poll(() => server.applied().map(({ kind }) => kind)).toEqual(['retireDocument']);
  await expect.element(alert).not.toBeInTheDocument();
});

test('[PAGE-110] in a batch, each pack is compared with the standard, and gets a line in the report', async () => {
  const { screen, device } = await show('/mainpage/config/batch?standard=set Van', {
    isConnected: true,
  });
  device.setState({ kind: 'clean', device: readingOf(), edits: {} });
  await expect.element(screen.getByText('SN A1: 1 value differs from “Van”.')).toBeVisible();
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect
    .element(screen.getByRole('dialog').getByText('Cell over-voltage 3.650 → 3.600 V'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Write it' }).click();
  expect(device.calls).toEqual([['write', {}]]);
  const written = readingOf({ ...VALUES, OVP: 3.6 });
  device.setState({ kind: 'done', report: reportOf(), device: written, edits: {} });
  await expect
    .element(screen.getByRole('cell', { name: /^Done: 1 change on SN A1/ }))
    .toBeVisible();
  const next = readingOf({ ...VALUES, OVP: 3.6 }, { identity: { serial: 'B2' } });
  device.setState({ kind: 'clean', device: next, edits: {} });
  await expect
    .element(screen.getByRole('cell', { name: 'Has the standard already.' }))
    .toBeVisible();
  await expect.element(screen.getByText('2 lines in the report')).toBeVisible();
  await screen.getByRole('button', { name: 'Delete the report' }).click();
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText(/ in the report$/)).not.toBeInTheDocument();
});

test('[DEV-78] a write of other values gets no line in the report of a batch', async () => {
  const { screen, device } = await show('/mainpage/config/batch?standard=set Van');
  const end = (wanted: number, at: number): void => {
    const changes = [{ key: 'OVP', before: 3.65, wanted, readBack: wanted }];
    const report = reportOf({ changes, at });
    const written = readingOf({ ...VALUES, OVP: wanted });
    device.setState({ kind: 'done', report, device: written, edits: {} });
  };
  end(3.5, 1);
  await expect.element(screen.getByText(/^Done: 1 change on SN A1/)).toBeVisible();
  end(3.6, 2);
  await expect.element(screen.getByText('1 line in the report')).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'Van', exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Read next pack' }).click();
  expect(device.calls).toEqual([['read']]);
});

test('[DEV-96] the report of a batch does not say that a pack has the standard if values of it are missing', async () => {
  const { screen, device, server, sync } = await show('/mainpage/config/batch?standard=set Van');
  // Configuration wrote one of the two values of the standard.
  const partly = readingOf({ ...VALUES, OVP: 3.6, CAP: 90 });
  device.setState({ kind: 'done', report: reportOf(), device: partly, edits: {} });
  await expect.element(screen.getByText(/^Done: 1 change on SN A1/)).toBeVisible();
  server.put('set Van', setOf('Van', { OVP: 9, CAP: 100 }));
  await sync();
  const known = { ...readingOf().known, hash: 'of another schema' };
  device.setState({ kind: 'clean', device: readingOf(VALUES, { known }), edits: {} });
  await expect
    .element(screen.getByText('SN A1: has all values of “Van” that fit it.'))
    .toBeVisible();
  await expect.element(screen.getByText(/^“Van” was made for another schema/)).toBeVisible();
  await expect
    .element(
      screen.getByRole('cell', {
        name: 'Does not have it all: 1 value of the standard cannot be written to this device.',
      }),
    )
    .toBeVisible();
  await expect.element(screen.getByText('1 line in the report')).toBeVisible();
});

test('[DEV-79] a batch asks before it discards the changes of Configuration', async () => {
  const { screen, device } = await show('/mainpage/config/batch?standard=set Van');
  device.setState({ kind: 'dirty', device: readingOf(), edits: { CAP: 90 } });
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect.element(screen.getByText(/1 change in Configuration would be lost/)).toBeVisible();
  expect(device.service.state$.value).toMatchObject({ kind: 'dirty', edits: { CAP: 90 } });
  await screen.getByRole('button', { name: 'Discard and review' }).click();
  await expect.element(screen.getByRole('dialog', { name: /^Write to SN A1/ })).toBeVisible();
  expect(device.service.state$.value).toMatchObject({ edits: { OVP: 3.6 } });
});

test('[PAGE-110] a batch offers the published standards with their days, and lists what cannot be written', async () => {
  const { screen, device, server, sync } = await show('/mainpage/config/batch');
  server.put('set Wide', setOf('Wide', { OVP: 9 }));
  await sync();
  await screen.getByRole('combobox', { name: 'Standard' }).click();
  const names = () =>
    [...document.querySelectorAll('.ant-select-item-option')].map((each) => each.textContent);
  await expect
    .poll(names)
    .toEqual([expect.stringMatching(/^Van, /), expect.stringMatching(/^Wide, /)]);
  await screen.getByTitle(/^Wide/).click();
  device.setState({ kind: 'clean', device: readingOf(), edits: {} });
  await expect.element(screen.getByText('Cell over-voltage must be at most 4.500 V')).toBeVisible();
});

test('[SYNC-53] a batch states why no standards are offered while the server does not answer', async () => {
  const { screen } = await renderScreen(<BatchScreen />, {
    parameters: createFakeParameters().service,
  });
  await expect.element(screen.getByText(/^▲ The server does not answer/)).toBeVisible();
});

test('[PAGE-106] the standard of the connected pack and other packs can be compared', async () => {
  const { screen, device } = await show('/mainpage/config?compare=standard&group=all');
  device.setState({ kind: 'clean', device: readingOf(), edits: {} });
  await expect.element(screen.getByText(/^Client’s standard: Van/).first()).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Use 3.600 V for Cell over-voltage' }))
    .toBeVisible();
  // For this device, p1 is another pack.
  device.setState({
    kind: 'clean',
    device: readingOf(VALUES, { identity: { serial: 'B2' } }),
    edits: {},
  });
  await screen.getByRole('combobox', { name: 'Compare with' }).click();
  await expect.element(screen.getByText(/^SN A1, read Jan 1/)).toBeVisible();
});

test('[PAGE-111] [DEV-23] every tab shows a strip for an unfinished write, with buttons to finish it, compare it and leave it', async () => {
  const { screen, device } = await show('/mainpage/assets', { isConnected: true });
  device.setUnfinished([unfinishedOf()]);
  const strips = screen.getByRole('group', { name: 'Needs attention' });
  await expect
    .element(
      strips
        .getByText(
          'A write to SN A1 is not complete: at most 1 of 2 values sent, not all confirmed. Connect the pack, then read and compare.',
        )
        .last(),
    )
    .toBeVisible();
  await strips.getByRole('button', { name: 'Finish' }).click();
  await screen.getByLabelText('Password of the device').fill('1234');
  await screen.getByRole('dialog').getByRole('button', { name: 'Finish' }).click();
  await strips.getByRole('button', { name: 'Read and compare' }).click();
  expect(device.calls).toEqual([['finish', { password: '1234' }], ['compareUnfinished']]);
  await strips.getByRole('button', { name: 'Roll back' }).click();
  await screen.getByRole('button', { name: 'Leave it as it is' }).click();
  expect(device.calls.at(-1)).toEqual(['abandon', 'A1']);
});

test('[PAGE-111] the strip is hidden while a write runs, and has no buttons while another tab works on it', async () => {
  const { screen, device } = await show('/mainpage/assets');
  device.setUnfinished([unfinishedOf({ isElsewhere: true })]);
  await expect.element(screen.getByText('Another tab works on it.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Roll back' })).not.toBeInTheDocument();
  const running = { device: readingOf(), edits: {}, isRollBack: false, confirmed: 0, total: 1 };
  device.setState({ kind: 'writing', ...running });
  await expect.element(screen.getByText('Another tab works on it.')).not.toBeInTheDocument();
});

test('[PAGE-111] users without a flag for parameters see no strip about an unfinished write', async () => {
  const { screen, device } = await show('/mainpage/assets', { flags: ['battAccess'] });
  device.setUnfinished([unfinishedOf()]);
  await expect.element(screen.getByRole('heading', { name: 'Assets' })).toBeVisible();
  expect(screen.getByText(/not complete/).query()).toBe(null);
});

test('[PAGE-112] the page of a pack compares its last parameters with its standard', async () => {
  const { screen } = await show('/mainpage/assets?id=p1&tab=parameters');
  await expect.element(screen.getByText(/^Read Jan 1, 2026.*“Test BMS”/)).toBeVisible();
  await expect.element(screen.getByText(/1 value must change to reach the standard/)).toBeVisible();
  await expect.element(screen.getByText('Cell over-voltage 3.650 → 3.600 V')).toBeVisible();
  await screen.getByRole('button', { name: 'Open Configuration' }).click();
  await expect
    .element(screen.getByTestId('address'))
    .toHaveTextContent('/mainpage/config?compare=standard');
});

test('[SYNC-87] parameters that were read with another schema of the same name keep its texts and are not compared', async () => {
  const { screen, server, online } = await show('/mainpage/assets?id=p1&tab=parameters');
  const [first, ...others] = SCHEMA.parameters;
  const body = { ...SCHEMA, parameters: [{ ...first, label: 'As in version 1' }, ...others] };
  const document = { kind: 'PARAMETER_SCHEMA', name: SCHEMA.name, state: 'RELEASED' };
  server.put('schema', { ...document, hash: HASH, body: SCHEMA });
  server.put('version 1', { ...document, hash: 'hash of version 1', body });
  const parameters = { at: '2026-01-01T10:00:00Z', schemaName: SCHEMA.name, values: VALUES };
  server.put('p1', {
    serial: 'A1',
    parameters: { ...parameters, schemaHash: 'hash of version 1' },
  });
  await online();
  await expect
    .element(screen.getByText(/another version of its schema, so they are not compared/))
    .toBeVisible();
  await expect.element(screen.getByText('As in version 1')).toBeVisible();
  expect(screen.getByText(/must change to reach the standard/).query()).toBe(null);
});

test('[PAGE-112] the page of a pack leads to its standard', async () => {
  const { screen, address } = await show('/mainpage/assets?id=p1&tab=parameters');
  await screen.getByRole('link', { name: 'Van' }).click();
  await expect.element(address).toHaveTextContent('/mainpage/config/standards/set Van');
});

test.each([
  [['battAccess', 'editConfig'], ['Open Configuration']],
  [
    ['battAccess', 'uploadConfig'],
    ['Publish as a standard…', 'Assign a standard…'],
  ],
  [['battAccess', 'smartConfig'], []],
] as const)('[PAGE-112] with %j the page of a pack offers %j', async (flags, names) => {
  const { screen } = await show('/mainpage/assets?id=p1&tab=parameters', { flags });
  await expect.element(screen.getByText(/^Read Jan 1, 2026/)).toBeVisible();
  const all = ['Open Configuration', 'Publish as a standard…', 'Assign a standard…'];
  const shown = all.filter((name) => screen.getByRole('button', { name }).query() !== null);
  expect(shown).toEqual(names);
});

test('[PAGE-108] at 390 px the standards and the batch are not wider than the page', async () => {
  await page.viewport(390, 844);
  const { screen } = await show('/mainpage/config/standards');
  await expect.element(screen.getByRole('heading', { name: 'Standards' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
