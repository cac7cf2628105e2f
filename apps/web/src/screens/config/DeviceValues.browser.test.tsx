import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  createFakeParameters,
  readingOf,
  reportOf,
  SCHEMA,
  unfinishedOf,
  VALUES,
} from '../../testing/fake-parameters.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { BatchScreen } from './BatchScreen.tsx';
import { renderConfig, renderRead } from './render-config.fixture.tsx';

const overVoltage = { name: 'Cell over-voltage', exact: true } as const;

test('[DEV-74] a rule between parameters that the changes break is shown at both fields and in the bar', async () => {
  const rules = [
    { left: 'OVR', op: '<', right: 'OVP', text: 'The release must be below.' },
  ] as const;
  const { known } = readingOf();
  const { screen } = await renderRead(
    {},
    { known: { ...known, schema: { ...known.schema, rules } } },
  );
  const broken = screen.getByRole('listitem').getByText('▲ The release must be below.');
  expect(broken.elements()).toHaveLength(0);
  await screen.getByRole('textbox', overVoltage).fill('3.3');
  await expect.poll(() => broken.elements()).toHaveLength(2);
  await expect.element(screen.getByRole('tab', { name: /Cells.*▲ 2 to correct/ })).toBeVisible();
  await expect.element(screen.getByText(/^1 change .* ▲ 1 rule is broken$/)).toBeVisible();
  await screen.getByRole('textbox', overVoltage).fill('3.6');
  await expect.poll(() => broken.elements()).toHaveLength(0);
});

test('[DEV-75] values of a device that is not connected now are marked with the time of their reading', async () => {
  const { screen } = await renderRead();
  await expect
    .element(screen.getByText(/^SN A1 is not connected\. These are its values from Jan 2, 2026/))
    .toBeVisible();
});

test('[DEV-99] a text that was typed for one device does not appear for another', async () => {
  const { screen, device } = await renderRead();
  await screen.getByRole('textbox', overVoltage).fill('9');
  const read = async (serial: string) => {
    device.setState({ kind: 'reading', read: 0, total: undefined });
    await expect.element(screen.getByRole('textbox', overVoltage)).not.toBeInTheDocument();
    const identity = { ...readingOf().identity, serial };
    device.setState({ kind: 'clean', device: readingOf(VALUES, { identity }), edits: {} });
  };
  await read('B2');
  await expect.element(screen.getByRole('textbox', overVoltage)).toHaveValue('3.650');
  await read('A1');
  await expect.element(screen.getByRole('textbox', overVoltage)).toHaveValue('9');
});

test('[DEV-75] values of an earlier connection are marked until the connected device reports its serial number', async () => {
  const readAt = Date.UTC(2025, 11, 31, 8);
  const { screen, core, clock } = await renderRead(
    { isConnected: true, replies: { ATI: '\r\nACME\r\nHW:1 FW:1 SN:A1\r\nOK\r\n' } },
    { readAt },
  );
  const mark = screen.getByText(
    /^It is not known whether SN A1 is connected; read again.* These are its values from Dec 31, 2025/,
  );
  await expect.element(mark).toBeVisible();
  core.telemetry.identity.ask();
  await clock.advance(1_000);
  await expect.element(mark).not.toBeInTheDocument();
  expect(screen.getByText(/is not connected/).query()).toBe(null);
});

test('[DEV-75] values of the connected device have no such mark', async () => {
  const { screen } = await renderRead({ isConnected: true });
  await expect.element(screen.getByRole('textbox', overVoltage)).toBeVisible();
  expect(screen.getByText(/is not connected/).query()).toBe(null);
});

test('[DEV-76] the review warns if the number or the chemistry of the cells changes', async () => {
  const { screen } = await renderRead();
  await screen.getByRole('textbox', { name: 'Cells in series' }).fill('14');
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect
    .element(screen.getByRole('dialog').getByText(/^Cells in series 16 → 14: limits for other/))
    .toBeVisible();
});

test('[DEV-77] if the device has its previous values, “Back to the parameters” is offered instead of the roll back', async () => {
  const { screen, device } = await renderConfig({ isConnected: true });
  device.setUnfinished([unfinishedOf()]);
  const changes = [{ key: 'OVP', before: 3.65, wanted: 3.6, readBack: 3.65 }];
  device.setState({
    kind: 'partial',
    report: reportOf({ outcome: 'partial', changes }),
    device: readingOf(),
    edits: { OVP: 3.6 },
  });
  await expect.element(screen.getByText(/there is nothing to roll back/)).toBeVisible();
  const roll = screen.getByRole('button', { name: 'Roll back…' });
  await expect.element(roll).not.toHaveClass('ant-btn-primary');
  await screen.getByRole('button', { name: 'Back to the parameters' }).click();
  expect(device.calls).toEqual([['abandon', 'A1']]);
  await expect.element(screen.getByRole('textbox', overVoltage)).toHaveValue('3.600');
});

test('[DEV-77] an interrupted roll back is not ended because the values look right: they may not be stored', async () => {
  const { screen, device } = await renderConfig({ isConnected: true });
  device.setUnfinished([unfinishedOf({ isRollBack: true })]);
  const changes = [{ key: 'OVP', before: 3.65, wanted: 3.65, readBack: 3.65 }];
  const report = reportOf({ outcome: 'partial', changes });
  device.setState({ kind: 'partial', report, device: readingOf(), edits: {} });
  await expect
    .element(screen.getByRole('button', { name: 'Roll back…' }))
    .toHaveClass('ant-btn-primary');
  expect(screen.getByRole('button', { name: 'Back to the parameters' }).query()).toBe(null);
});

/** A reading of a device in whose schema a parameter has a value of one device. */
const withOwn = (key: string) => {
  const { known } = readingOf();
  const parameters = known.schema.parameters.map((each) =>
    each.key === key ? { ...each, perDevice: true } : each,
  );
  return { known: { ...known, schema: { ...known.schema, parameters } } };
};

test.each([
  ['B2', false],
  ['A1', true],
])(
  '[DEV-85] a file of SN %s is compared with SN A1 with values of one device: %s',
  async (serial, isOwn) => {
    const change = withOwn('OVP');
    const { screen } = await renderRead({ isConnected: true }, change);
    const { SERIAL: _, ...values } = VALUES;
    const set = {
      format: 'batbot-parameter-set-1',
      name: 'Backup',
      schema: { name: change.known.schema.name, hash: change.known.hash },
      values: { ...values, OVP: 3.6, OVR: 3.3 },
      source: { kind: 'device', serial },
    };
    await expect.poll(() => document.querySelector('input[type="file"]')).not.toBeNull();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('There is no field for a file.');
    await userEvent.upload(input, new File([JSON.stringify(set)], 'backup.json'));
    await expect.element(screen.getByRole('button', { name: /^Use 3\.300 V for / })).toBeVisible();
    expect(screen.getByText(/^The file is not of this device/).elements()).toHaveLength(
      isOwn ? 0 : 1,
    );
    expect(screen.getByRole('button', { name: /^Use 3\.600 V for / }).elements()).toHaveLength(
      isOwn ? 1 : 0,
    );
  },
);

test('[DEV-85] a standard that is published from a device has no values of that device alone', async () => {
  const { screen, workspace, clock } = await renderRead({}, withOwn('CAP'));
  await screen.getByRole('button', { name: 'Configuration: options' }).click();
  await screen.getByRole('menuitem', { name: 'Publish as a standard…' }).click();
  await screen.getByRole('button', { name: 'Publish', exact: true }).click();
  await clock.settle();
  const { SERIAL: _, CAP: __, ...values } = VALUES;
  expect(workspace.outbox.items$.value[0]?.input['body']).toHaveProperty('values', values);
});

test('[PAGE-246] [PAGE-257] during a write in a batch its standard stays; after it the primary button reads the next pack, and after an interrupted one it rolls back', async () => {
  const device = createFakeParameters();
  const { screen, server, online } = await renderScreen(<BatchScreen />, {
    path: '/mainpage/config/batch?standard=van',
    parameters: device.service,
  });
  const name = 'Van';
  const source = { kind: 'template' };
  const schema = { name: SCHEMA.name, hash: 'hash-of-schema' };
  const body = { format: 'batbot-parameter-set-1', name, schema, values: { OVP: 3.6 }, source };
  const facts = { hash: 'abcdef0123456789', createdAt: '2026-01-01T10:00:00Z' };
  server.put('van', { kind: 'PARAMETER_SET', name, state: 'RELEASED', ...facts, body });
  await online();
  const standard = screen.getByRole('combobox', { name: 'Standard' });
  await expect.element(standard).toBeEnabled();
  const running = { isRollBack: false, confirmed: 0, total: 1, edits: {} };
  device.setState({ kind: 'writing', device: readingOf(), ...running });
  await expect.element(standard).toBeDisabled();
  const primary = () =>
    [...document.querySelectorAll('.ant-btn-primary')].map(({ textContent }) => textContent);
  const written = readingOf({ ...VALUES, OVP: 3.6 });
  device.setState({ kind: 'done', report: reportOf(), device: written, edits: {} });
  await expect
    .element(screen.getByRole('button', { name: 'Back to the parameters' }))
    .toBeVisible();
  expect(primary()).toEqual(['Read next pack']);
  device.setUnfinished([unfinishedOf()]);
  const report = reportOf({ outcome: 'partial' });
  device.setState({ kind: 'partial', report, device: written, edits: {} });
  await expect.element(screen.getByRole('button', { name: 'Roll back…' })).toBeVisible();
  expect(primary()).toEqual(['Roll back…']);
});

test('[PAGE-380] a report of a batch that could not be stored asks to be exported', async () => {
  const device = createFakeParameters();
  device.storage.refuse('full');
  device.service.batch.add({ at: 1, pack: 'SN A1', standard: 'Van', result: 'Has it.' });
  const { screen } = await renderScreen(<BatchScreen />, {
    path: '/mainpage/config/batch',
    parameters: device.service,
  });
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The report lasts until you close the page. Export it to keep it.');
});
