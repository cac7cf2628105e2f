import { afterEach, expect, test, vi } from 'vitest';
import { storageRefusal } from '@batbot/core';
import { dateTimeText } from '../../text/format.ts';
import { createFakeParameters, readingOf, VALUES } from '../../testing/fake-parameters.fixture.ts';
import { renderScreen, type ScreenOptions } from '../../testing/render-screen.fixture.tsx';
import { RomeoConfigScreen } from './RomeoConfigScreen.tsx';
import { RomeoListScreen } from './RomeoListScreen.tsx';

const DEVICE = '00000000-0000-7000-8000-000000000001';
const SET = '00000000-0000-7000-8000-000000000002';
const BODY = {
  format: 'batbot-parameter-set-1',
  name: 'Winter',
  schema: { name: 'Test BMS', hash: 'hash-of-schema' },
  values: { CAP: 90 },
  source: { kind: 'template' },
};

afterEach(() => vi.useRealTimers());

/** Renders a screen in a workspace with one OBD device and one published set. */
const open = async (
  screenOf: () => React.ReactNode,
  path: string,
  options: Pick<ScreenOptions, 'flags'> = {},
) => {
  const parameters = createFakeParameters();
  const rendered = await renderScreen(screenOf(), {
    path,
    ...options,
    parameters: parameters.service,
    isConnected: true,
  });
  const { workspace, clock } = rendered;
  await workspace.change({
    target: `asset:${DEVICE}`,
    kind: 'putAsset',
    input: { id: DEVICE, kind: 'OBD', serial: 'A1' },
  });
  await workspace.change({
    target: `document:${SET}`,
    kind: 'publishDocument',
    input: { id: SET, kind: 'PARAMETER_SET', name: 'Winter', body: BODY, state: 'RELEASED' },
  });
  await clock.settle();
  return { ...rendered, parameters };
};

/** Renders the configuration of the device. */
const openConfig = () => open(() => <RomeoConfigScreen />, `/mainpage/romeoConfig?id=${DEVICE}`);

test('[PAGE-120] the list shows the devices with their wanted and reported values, also without network', async () => {
  const { screen, server, online, sync } = await open(
    () => <RomeoListScreen />,
    '/mainpage/romeoList',
  );
  await online();
  server.fail('unreachable');
  await sync();
  await expect
    .element(screen.getByRole('row', { name: /A1.*OBD device.*Nothing wanted/ }))
    .toBeVisible();
});

test('[PAGE-248] the details of a device have its state, which is a column of the list', async () => {
  const { screen, online } = await open(
    () => <RomeoListScreen />,
    `/mainpage/romeoList?id=${DEVICE}`,
  );
  await online();
  await expect.element(screen.getByRole('row', { name: 'State Nothing wanted' })).toBeVisible();
});

test('[PAGE-179] the last contact and the firmware are those that the device reported with its parameters', async () => {
  const { screen, workspace, clock, server, sync, online } = await open(
    () => <RomeoListScreen />,
    `/mainpage/romeoList?id=${DEVICE}`,
  );
  const fact = (name: string) =>
    screen.getByRole('rowheader', { name, exact: true }).query()?.nextElementSibling?.textContent;
  await expect.poll(() => fact('Last contact')).toBe('—');
  const at = '2026-03-12T08:30:00.000Z';
  await workspace.change({
    target: `asset:${DEVICE}`,
    kind: 'reportWrite',
    input: {
      ...{ id: 'r', assetId: DEVICE, at, outcome: 'READ', changes: [], values: { CAP: 90 } },
      ...{ schema: BODY.schema, firmware: '1.2.0' },
    },
  });
  await clock.settle();
  const facts = () => ['Last contact', 'Firmware'].map(fact);
  await expect.poll(facts).toEqual([dateTimeText(Date.parse(at)), '1.2.0']);
  await online();
  await expect.poll(() => workspace.outbox.items$.value).toEqual([]);
  await expect.poll(facts).toEqual([dateTimeText(Date.parse(at)), '1.2.0']);
  server.put(DEVICE, { ...server.rows().get(DEVICE)?.values, firmware: '1.3.0' });
  await sync();
  await expect.poll(() => fact('Firmware')).toBe('1.3.0, reported 1.2.0');
});

test('[PAGE-122] [PAGE-317] a device is added by its serial number, which is sent on one line', async () => {
  const { screen, workspace, clock } = await open(() => <RomeoListScreen />, '/mainpage/romeoList');
  await screen.getByRole('button', { name: 'Add a device' }).click();
  await screen.getByText('Romeo', { exact: true }).click();
  await screen.getByRole('textbox', { name: 'Serial number' }).fill('R-7\tRomeo');
  await screen.getByRole('button', { name: 'Add', exact: true }).click();
  await clock.settle();
  expect(workspace.outbox.items$.value.at(-1)?.input).toMatchObject({
    kind: 'ROMEO',
    serial: 'R-7 Romeo',
  });
  await expect.element(screen.getByRole('row', { name: /R-7 Romeo.*Romeo/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Add a device' }).click();
  await screen.getByRole('textbox', { name: 'Serial number' }).fill('r7\tromeo');
  await expect.element(screen.getByText('SN r7 romeo exists already.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
});

test('[PAGE-122] with romeoConfig alone the list is shown, but adding a device needs battAccess', async () => {
  const { screen } = await open(() => <RomeoListScreen />, '/mainpage/romeoList', {
    flags: ['romeoConfig'],
  });
  await expect.element(screen.getByRole('row', { name: /A1.*OBD device/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add a device' }).elements()).toEqual([]);
});

test('[PAGE-121] a wanted configuration has an end, and is applied by the user who connects the device by cable', async () => {
  const { screen, workspace, clock } = await openConfig();
  await screen.getByRole('combobox', { name: 'Configuration' }).click();
  await screen.getByText('Winter (Test BMS)').click();
  await screen.getByRole('button', { name: 'Set as wanted' }).click();
  await clock.settle();
  const input = workspace.outbox.items$.value.at(-1)?.input;
  expect(input).toMatchObject({ documentId: SET, assetId: DEVICE, mode: 'REQUIRED' });
  const days = (Date.parse(String(input?.['expiresAt'])) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(7, 1);
  await expect
    .element(screen.getByText(/applied in Romeo Config while the device is connected by cable/))
    .toBeVisible();
});

test('[PAGE-207] a double click sets one wanted configuration', async () => {
  const { screen, workspace } = await openConfig();
  await screen.getByRole('combobox', { name: 'Configuration' }).click();
  await screen.getByText('Winter (Test BMS)').click();
  let end = (): void => undefined;
  const write = vi.spyOn(workspace, 'change').mockReturnValue(
    new Promise((resolve) => {
      end = () => resolve(storageRefusal('full'));
    }),
  );
  await screen.getByRole('button', { name: 'Set as wanted' }).dblClick();
  end();
  await expect.element(screen.getByText(/^Not saved: There is no room left/)).toBeVisible();
  expect(write).toHaveBeenCalledTimes(1);
});

test('[DEV-92] a set that the account of the device does not see cannot be set as wanted', async () => {
  const { screen, server, online } = await openConfig();
  const document = { kind: 'PARAMETER_SET', state: 'RELEASED', ownerId: 'fleet' };
  server.put('fleet set', { ...document, name: 'Fleet', body: { ...BODY, name: 'Fleet' } });
  await online();
  await screen.getByRole('combobox', { name: 'Configuration' }).click();
  await screen.getByText('Fleet (Test BMS) · the account of SN A1 cannot see it').click();
  await expect.element(screen.getByRole('button', { name: 'Set as wanted' })).toBeDisabled();
  await screen.getByText('Winter (Test BMS)').click();
  await expect.element(screen.getByRole('button', { name: 'Set as wanted' })).toBeEnabled();
});

test.each([true, false])(
  '[DEV-83] a wanted configuration that the user may change (%s) can be ended',
  async (mayChange) => {
    const { screen, server, online } = await openConfig();
    const wanted = { documentId: SET, assetId: DEVICE, mode: 'REQUIRED', state: 'ACTIVE' };
    server.put('wanted', { ...wanted, mayChange });
    await online();
    await expect.element(screen.getByText(/^Wanted: Winter/)).toBeVisible();
    const end = screen.getByRole('button', { name: 'Not wanted any more' });
    expect(end.elements()).toHaveLength(mayChange ? 1 : 0);
  },
);

test('[PAGE-123] on a device connected by cable, the wanted values are applied after a review, and only to that device', async () => {
  const { screen, workspace, clock, parameters } = await openConfig();
  await workspace.change({
    target: 'assignment:w',
    kind: 'assign',
    input: { id: 'w', documentId: SET, assetId: DEVICE, mode: 'REQUIRED' },
  });
  await clock.settle();
  parameters.setState({
    kind: 'clean',
    device: readingOf(undefined, { identity: { serial: 'OTHER' } }),
    edits: {},
  });
  await expect.element(screen.getByText(/is SN OTHER, not SN A1/)).toBeVisible();
  parameters.setState({ kind: 'clean', device: readingOf(), edits: {} });
  await expect.element(screen.getByText('SN A1: 1 value differs from “Winter”.')).toBeVisible();
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect.element(screen.getByRole('dialog')).toHaveTextContent('Capacity');
  await screen.getByRole('button', { name: /^Write/ }).click();
  expect(parameters.calls).toContainEqual(['write', {}]);
  parameters.setState({ kind: 'clean', device: readingOf({ ...VALUES, CAP: 90 }), edits: {} });
  await expect.element(screen.getByText('SN A1: has all values of “Winter”.')).toBeVisible();
});

test('[DEV-87] a wanted configuration that expires while the page is open is not offered any more', async () => {
  const { screen, workspace, clock, parameters } = await openConfig();
  vi.useFakeTimers({ toFake: ['Date'] });
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  await workspace.change({
    target: 'assignment:w',
    kind: 'assign',
    input: { id: 'w', documentId: SET, assetId: DEVICE, mode: 'REQUIRED', expiresAt },
  });
  await clock.settle();
  parameters.setState({ kind: 'clean', device: readingOf(), edits: {} });
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  vi.setSystemTime(expiresAt);
  await expect
    .element(screen.getByText(/^Connected. The wanted configuration has expired/))
    .toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^Wanted: Winter, 1 value, expired on/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Review' }).elements()).toEqual([]);
});

test('[DEV-88] an expired configuration is found in the list, and set again with one button', async () => {
  const expired = async (screenOf: () => React.ReactNode, path: string) => {
    const rendered = await open(screenOf, path);
    const input = { id: 'w', documentId: SET, assetId: DEVICE, mode: 'REQUIRED' };
    const expiresAt = new Date(Date.now() - 1_000).toISOString();
    const change = { target: 'assignment:w', kind: 'assign', input: { ...input, expiresAt } };
    await rendered.online();
    rendered.server.fail('unreachable');
    await rendered.workspace.change(change);
    await rendered.clock.settle();
    return rendered;
  };
  const list = await expired(() => <RomeoListScreen />, '/mainpage/romeoList');
  await list.screen.getByText('Expired 1', { exact: true }).click();
  await expect.element(list.screen.getByRole('row', { name: /A1.*Winter.*Expired/ })).toBeVisible();
  await list.screen.unmount();

  const { screen, workspace, clock } = await expired(
    () => <RomeoConfigScreen />,
    `/mainpage/romeoConfig?id=${DEVICE}`,
  );
  await screen.getByRole('button', { name: 'Set as wanted' }).click();
  await clock.settle();
  const changes = workspace.outbox.items$.value.slice(-2);
  expect(changes).toMatchObject([
    { kind: 'assign', input: { documentId: SET, assetId: DEVICE } },
    { kind: 'setAssignment', input: { id: 'w', state: 'CANCELLED' } },
  ]);
  await expect.element(screen.getByText(/^Wanted: Winter, 1 value, until/)).toBeVisible();
});
