import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  readingOf,
  reportOf,
  REVIEW,
  unfinishedOf,
  VALUES,
} from '../../testing/fake-parameters.fixture.ts';
import { renderConfig, renderRead } from './render-config.fixture.tsx';

/** The values that another device can have too. */
const WRITABLE = Object.fromEntries(Object.entries(VALUES).filter(([key]) => key !== 'SERIAL'));

test('[PAGE-100] without a device, the screen asks the user to plug in the cable', async () => {
  const { screen } = await renderConfig();
  await expect.element(screen.getByText(/^Plug in the cable of a pack/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Choose a port' })).toBeVisible();
});

test('[PAGE-100] a connected device is read only when the user clicks the button', async () => {
  const { screen, device } = await renderConfig({ isConnected: true });
  expect(device.calls).toEqual([]);
  await screen.getByRole('button', { name: 'Read parameters' }).click();
  expect(device.calls[0]?.[0]).toBe('read');
});

test('[PAGE-101] a changed value is counted in its group and in the bar, and can be discarded', async () => {
  const { screen } = await renderRead();
  const field = screen.getByRole('textbox', { name: 'Cell over-voltage', exact: true });
  await expect.element(field).toHaveValue('3.650');
  await field.fill('3.6');
  await expect
    .element(screen.getByText('1 change · 1 protection · restarts the device'))
    .toBeVisible();
  await expect.element(screen.getByRole('tab', { name: /Cells.*● 1 changed/ })).toBeVisible();
  await screen.getByRole('textbox', { name: 'Cells in series' }).fill('15');
  await expect
    .element(screen.getByText('2 changes · 1 protection · restarts the device'))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Discard…' }).click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toHaveValue('3.600');
  await screen.getByRole('button', { name: 'Discard…' }).click();
  await screen.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(field).toHaveValue('3.650');
  await expect.element(screen.getByRole('button', { name: 'Review' })).not.toBeInTheDocument();
});

const overVoltage = { name: 'Cell over-voltage', exact: true } as const;

test('[PAGE-101] an invalid typed text is kept with the reason, and prevents the review', async () => {
  const { screen } = await renderRead();
  const field = screen.getByRole('textbox', overVoltage);
  await field.fill('9');
  await expect.element(screen.getByText(/The value must be at most 4.500\u202FV/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Review' })).toBeDisabled();
  await expect.element(field).toHaveValue('9');
});

test('[PAGE-101] a value out of range on the device is shown and not corrected', async () => {
  const values = new Map([
    ['OVP', { raw: '5000', value: 5, problem: 'must be at most 4.500 V' }],
    ['CELLS', { raw: 'x', value: undefined }],
  ]);
  const { screen } = await renderRead({}, { values });
  await expect.element(screen.getByText('▲ must be at most 4.500 V')).toBeVisible();
  await expect.element(screen.getByRole('textbox', overVoltage)).toHaveValue('5.000');
  await expect
    .element(screen.getByRole('textbox', { name: 'Cells in series' }))
    .toHaveAttribute('placeholder', 'unknown');
  await expect.element(screen.getByRole('button', { name: 'Review' })).not.toBeInTheDocument();
});

test('[PAGE-292] an empty field says unknown only if the value on the device is not known', async () => {
  const { screen } = await renderRead();
  const field = screen.getByRole('textbox', overVoltage);
  await field.fill('');
  await expect.element(screen.getByText(/^On the device 3\.650/)).toBeVisible();
  await expect.element(field).not.toHaveAttribute('placeholder');
});

test('[PAGE-101] the search finds parameters of all groups, and the group is in the address', async () => {
  const { screen, address } = await renderRead();
  await screen.getByRole('tab', { name: /^Pack/ }).click();
  await expect.element(address).toHaveTextContent('group=pack');
  await expect.element(screen.getByText('A1', { exact: true })).toBeVisible();
  await screen.getByRole('textbox', { name: 'Search parameters' }).fill('release');
  await expect.element(screen.getByLabelText('Cell over-voltage release')).toBeVisible();
  await expect.element(screen.getByLabelText('Capacity')).not.toBeInTheDocument();
});

test('[PAGE-102] the review lists sentences and conditions, and asks for serial number and password', async () => {
  const { screen, device } = await renderRead();
  device.setReview({ needsSerial: true, needsPassword: true });
  await screen.getByRole('textbox', overVoltage).fill('3.6');
  await screen.getByRole('button', { name: 'Review' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Write to SN A1: 1 change · 1 protection' });
  await expect.element(dialog.getByText('Cell over-voltage 3.650 → 3.600 V')).toBeVisible();
  await expect.element(dialog.getByText(/Current: 0.20 A.*needed: −1 to 1 A/)).toBeVisible();
  const write = dialog.getByRole('button', { name: 'Write it' });
  await expect.element(write).toBeDisabled();
  await dialog.getByLabelText(/^Serial number of the device/).fill('B2');
  await dialog.getByLabelText('Password of the device').fill('secret');
  await expect.element(write).toBeDisabled();
  const wrong = dialog.getByText('Not the serial number of the connected device, A1.');
  await expect.element(wrong).toBeVisible();
  await dialog.getByLabelText(/^Serial number of the device/).fill('a1');
  await expect.element(wrong).not.toBeInTheDocument();
  await write.click();
  expect(device.calls).toEqual([['write', { typedSerial: 'a1', password: 'secret' }]]);
});

test('[PAGE-232] [PAGE-235] the review begins in its first field, and Enter writes once nothing is missing', async () => {
  const { screen, device } = await renderRead();
  device.setReview({ needsSerial: true });
  await screen.getByRole('textbox', overVoltage).fill('3.6');
  await screen.getByRole('button', { name: 'Review' }).click();
  const field = screen.getByRole('dialog').getByLabelText(/^Serial number of the device/);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('B2{Enter}');
  expect(device.calls).toEqual([]);
  await userEvent.fill(field, 'A1');
  await userEvent.keyboard('{Enter}');
  expect(device.calls).toEqual([['write', { typedSerial: 'A1' }]]);
});

test('[PAGE-102] if a write is not possible, the reason is shown, and cancelling keeps the changes', async () => {
  const { screen, device } = await renderRead();
  device.setReview({
    isReady: false,
    problems: ['The device has no serial number.'],
    brokenRules: [{ left: 'OVR', op: '<', right: 'OVP', text: 'The release must be below.' }],
    conditions: [{ name: 'Current', needed: '−1 to 1 A', now: '12.40 A', isMet: false }],
  });
  await screen.getByRole('textbox', overVoltage).fill('3.6');
  await screen.getByRole('button', { name: 'Review' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('The release must be below.')).toBeVisible();
  await expect.element(dialog.getByText('The device has no serial number.')).toBeVisible();
  await expect.element(dialog.getByText('Not met:')).toBeInTheDocument();
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent(/^They are checked continuously\.$/);
  await expect.element(dialog.getByRole('button', { name: 'Write it' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('textbox', overVoltage)).toHaveValue('3.600');
  await expect
    .element(screen.getByText('1 change · 1 protection · restarts the device'))
    .toBeVisible();
});

test('[PAGE-102] the reason why a write did not begin is shown in the review', async () => {
  const { screen, device } = await renderRead();
  const problem = 'Enter the password of the device.';
  device.setState({ kind: 'review', device: readingOf(), edits: {}, review: REVIEW, problem });
  await expect.element(screen.getByRole('dialog').getByText(problem)).toBeVisible();
});

test('[PAGE-231] [PAGE-232] the review returns the focus; after its end the focus is on the page', async () => {
  const { screen, device } = await renderRead();
  await screen.getByRole('textbox', overVoltage).fill('3.6');
  const review = screen.getByRole('button', { name: 'Review' });
  await review.click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(review).toHaveFocus();
  await review.click();
  await screen.getByRole('button', { name: 'Write it' }).click();
  device.setState({ kind: 'done', report: reportOf(), device: readingOf(), edits: {} });
  const main = screen.getByRole('main');
  await expect.element(main).toHaveFocus();
  await screen.getByRole('button', { name: 'Read again' }).click();
  device.setState({ kind: 'reading', read: 0, total: undefined });
  await expect.element(main).toHaveFocus();
});

test('[PAGE-102] a review with an unmet condition says when the write becomes possible', async () => {
  const { screen, device } = await renderRead();
  const conditions = [{ name: 'Current', needed: '−1 to 1 A', now: '25.21 A', isMet: false }];
  device.setReview({ conditions, isReady: false });
  await screen.getByRole('textbox', overVoltage).fill('3.6');
  await screen.getByRole('button', { name: 'Review' }).click();
  await expect
    .element(screen.getByRole('dialog').getByRole('status'))
    .toHaveTextContent(/you can write as soon as all are met/);
});

test('[PAGE-102] newer firmware is announced, and writing needs consent', async () => {
  const { screen, device } = await renderRead({}, { isNewer: true });
  await expect.element(screen.getByText(/newer than the schema: compare/)).toBeVisible();
  device.setReview({ needsConsent: true });
  await screen.getByRole('textbox', overVoltage).fill('3.6');
  await screen.getByRole('button', { name: 'Review' }).click();
  const write = screen.getByRole('button', { name: 'Write it' });
  await expect.element(write).toBeDisabled();
  await screen.getByRole('checkbox', { name: /Write anyway/ }).click();
  await write.click();
  expect(device.calls).toEqual([['write', { consent: true }]]);
});

test.each([
  ['writing', 'Writing: 1 of 3 confirmed. Keep the cable plugged in.'],
  ['persisting', 'Storing the values in the device. Keep the cable plugged in.'],
  ['restarting', 'Restarting the device. Keep the cable plugged in.'],
  ['verifying', 'Reading all parameters again. Keep the cable plugged in.'],
] as const)('[PAGE-103] the state %s shows its progress and can be stopped', async (kind, text) => {
  const { screen, device } = await renderConfig();
  const running = { isRollBack: false, confirmed: 1, total: 3, edits: {} };
  device.setState({ kind, device: readingOf(), ...running });
  await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(screen.getByRole('progressbar', { name: 'Confirmed values' })).toBeVisible();
  await screen.getByRole('button', { name: 'Stop after this command' }).click();
  expect(device.calls[0]?.[0]).toBe('stop');
});

test.each([
  ['done', {}, 'Done: 1 change on SN A1, read back after storing and restarting.', '✓ 3.600 V'],
  ['rolledBack', {}, 'Rolled back: SN A1 has its previous values again.', '✓ 3.600 V'],
  [
    'differs',
    { changes: [{ key: 'OVP', before: 3.65, wanted: 3.6, readBack: 3.65 }] },
    '1 value on SN A1 differs from what was wanted.',
    '✕ 3.650 V',
  ],
  [
    'partial',
    {
      changes: [{ key: 'OVP', before: 3.65, wanted: 3.6, readBack: undefined }],
      why: 'The device was unplugged.',
    },
    'Stopped: 0 of 1 change confirmed on SN A1. The device was unplugged.',
    '✕ unknown',
  ],
] as const)(
  '[PAGE-103] the end %s shows what the device confirmed',
  async (kind, change, text, cell) => {
    const { screen, device } = await renderConfig();
    const report = reportOf({ outcome: kind, ...change });
    device.setState({ kind, report, device: readingOf(), edits: {} });
    await expect.element(screen.getByRole('alert')).toHaveTextContent(text);
    await expect.element(screen.getByRole('cell', { name: cell })).toBeVisible();
    await screen.getByRole('button', { name: 'Read again' }).click();
    expect(device.calls[0]?.[0]).toBe('read');
  },
);

test('[PAGE-170] a write to a device that is not in Assets offers to add it', async () => {
  const { screen, device, workspace } = await renderConfig();
  device.setState({ kind: 'done', report: reportOf(), device: readingOf(), edits: {} });
  await expect.element(screen.getByText(/^SN A1 is not in Assets/)).toBeVisible();
  await screen.getByRole('button', { name: 'Add this pack' }).click();
  await expect.element(screen.getByText(/^SN A1 is in Assets now, and Logs get/)).toBeVisible();
  expect(workspace.outbox.items$.value.map(({ kind, input }) => [kind, input])).toEqual([
    ['putAsset', { id: expect.any(String), serial: 'A1', model: 'ACME BMS', firmware: '1.4' }],
  ]);
  await expect.element(screen.getByText(/is not in Assets/)).not.toBeInTheDocument();
});

test('[PAGE-243] a user without the permission Assets is not offered to add the device of a write', async () => {
  const { screen, device } = await renderConfig({ flags: ['editConfig'] });
  device.setState({ kind: 'done', report: reportOf(), device: readingOf(), edits: {} });
  await expect
    .element(screen.getByText(/^SN A1 is not in Assets, .* Ask your administrator to add it\.$/))
    .toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Add this pack' }))
    .not.toBeInTheDocument();
});

test('[PAGE-170] if the device has no serial number, or two packs have it, the write is not logged and the reason is shown', async () => {
  const { screen, device, server, online } = await renderConfig();
  const end = (serial?: string): void => {
    const report = reportOf({ identity: serial === undefined ? {} : { serial } });
    device.setState({ kind: 'done', report, device: readingOf(), edits: {} });
  };
  end();
  await expect.element(screen.getByText(/because the device reports no serial/)).toBeVisible();
  server.put('p1', { serial: 'A1' });
  server.put('p2', { serial: 'a-1' });
  await online();
  end('A1');
  await expect.element(screen.getByText(/because 2 packs in Assets have/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add this pack' }).elements()).toEqual([]);
});

test('[PAGE-104] [PAGE-232] [PAGE-235] after a write with differences the user can roll back or finish, and sees what each needs', async () => {
  const { screen, device, core, clock } = await renderConfig({ isConnected: true });
  device.setUnfinished([unfinishedOf()]);
  device.setState({
    kind: 'differs',
    report: reportOf({ outcome: 'differs' }),
    device: undefined,
    edits: {},
  });
  await screen.getByRole('button', { name: 'Roll back…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Roll back the change of SN A1' });
  await expect.element(dialog.getByText('Capacity 100.0 → 90.0 Ah')).toBeVisible();
  await expect.element(dialog.getByText(/^At most 1 of 2 values were sent/)).toBeVisible();
  const roll = dialog.getByRole('button', { name: 'Roll back' });
  await expect.element(roll).toBeDisabled();
  await expect.element(dialog.getByLabelText('Password of the device')).toHaveFocus();
  await dialog.getByLabelText('Password of the device').fill('1234');
  await core.link.disconnect();
  await expect.element(roll).toBeDisabled();
  void core.link.connect('fake');
  await clock.advance(100);
  await expect.element(roll).toBeEnabled();
  await userEvent.keyboard('{Enter}');
  expect(device.calls).toEqual([['rollBack', { password: '1234' }]]);
});

test('[PAGE-105] a device without a schema shows its reply and the reasons, and a schema can be loaded from a file', async () => {
  const { screen, device } = await renderConfig();
  const why = ['“Test BMS” is for hardware 2.1'];
  const identity = { serial: 'Z9' };
  const problem = { kind: 'noSchema', identity, lines: ['OTHER', 'HW:9'], why } as const;
  device.setState({ kind: 'notRead', problem });
  await expect.element(screen.getByText(/^No parameter schema fits SN Z9/)).toBeVisible();
  await expect.element(screen.getByText('“Test BMS” is for hardware 2.1.')).toBeVisible();
  await expect.element(screen.getByText(/HW:9/)).toBeVisible();
  const file = screen.getByLabelText('File of a parameter schema');
  await file.upload(new File(['bad'], 'schema.json'));
  await expect.element(screen.getByText('Not imported: “name” must be text.')).toBeVisible();
  await file.upload(new File(['good'], 'schema.json'));
  await expect.poll(() => device.calls.at(-1)?.[0]).toBe('read');
});

test('[PAGE-342] for a device in its boot loader no schema is asked for', async () => {
  const { screen, device } = await renderConfig();
  const identity = { serial: 'A1', firmware: 'BOOT' };
  const lines = ['ACME', 'FW:BOOT SN:A1'];
  const problem = { kind: 'noSchema', identity, lines, why: [], isBootLoader: true } as const;
  device.setState({ kind: 'notRead', problem });
  await expect.element(screen.getByText(/^SN A1 is in its boot loader/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Read again' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import a schema…' }).query()).toBe(null);
});

test('[PAGE-105] a device that does not reply is reported with the reason', async () => {
  const { screen, device } = await renderConfig();
  device.setState({ kind: 'notRead', problem: { kind: 'noReply', text: 'No reply to ATI.' } });
  await expect.element(screen.getByText('Not read. No reply to ATI.')).toBeVisible();
  device.setState({ kind: 'notRead', problem: { kind: 'notConnected' } });
  await expect
    .element(screen.getByText(/^No device is connected. Plug in the cable/))
    .toBeVisible();
});

const setFile = (values: object): File =>
  new File(
    [
      JSON.stringify({
        format: 'batbot-parameter-set-1',
        name: 'Van 16s',
        schema: { name: 'Test BMS', hash: 'other' },
        values,
        source: { kind: 'file' },
      }),
    ],
    'set.json',
  );

test('[PAGE-106] a set from a file is compared, and its values are taken over one by one or all at once', async () => {
  const { screen } = await renderRead();
  const file = screen.getByLabelText('File of a parameter set');
  await file.upload(setFile({ OVP: 3.6, OVR: 3.4, CAP: 9_999, CELLS: 15 }));
  await expect
    .element(screen.getByText(/“File: Van 16s” was made for another schema/))
    .toBeVisible();
  await expect.element(screen.getByText('= the same')).toBeVisible();
  await screen.getByRole('button', { name: 'Use 3.600 V for Cell over-voltage' }).click();
  await expect
    .element(screen.getByText('1 change · 1 protection · restarts the device'))
    .toBeVisible();
  await expect.element(screen.getByText(/= 3.600\u202FV, as changed here$/)).toBeVisible();
  await screen.getByRole('tab', { name: /^Pack/ }).click();
  await expect.element(screen.getByText(/must be at most 1000.0\u202FAh$/)).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: /^Use .* for Capacity$/ }))
    .not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Use all' }).click();
  await expect.element(screen.getByText('1 value not taken over')).toBeVisible();
  await expect.element(screen.getByText(/^Capacity must be at most 1000.0\u202FAh/)).toBeVisible();
  await expect.element(screen.getByText(/^2 changes/)).toBeVisible();
});

test('[PAGE-106] the values that differ are counted and can be shown alone; read-only values remain those of the device', async () => {
  const { screen } = await renderRead();
  const file = screen.getByLabelText('File of a parameter set');
  await file.upload(setFile({ OVP: 3.6, CAP: 90, SERIAL: 'B2' }));
  await expect.element(screen.getByText('2 values differ from “File: Van 16s”.')).toBeVisible();
  await expect.element(screen.getByRole('tab', { name: /^Pack.*≠ 1/ })).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Differing only' }).click();
  const rows = screen.getByRole('list', { name: 'Parameters' }).getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(2);
  await screen.getByRole('button', { name: 'Use all' }).click();
  await expect
    .element(
      screen.getByText(
        'With the changes here: All values are the same as those of “File: Van 16s”.',
      ),
    )
    .toBeVisible();
  expect(screen.getByText(/not taken over/).query()).toBe(null);
});

test('[PAGE-101] a group shows how many of its typed texts are invalid', async () => {
  const { screen } = await renderRead();
  await screen.getByRole('textbox', overVoltage).fill('9');
  await screen.getByRole('tab', { name: 'Pack' }).click();
  await expect.element(screen.getByRole('tab', { name: /^Cells.*▲ 1 to correct/ })).toBeVisible();
});

test('[PAGE-106] a file that is not a set is refused with the reason', async () => {
  const { screen } = await renderRead();
  const file = screen.getByLabelText('File of a parameter set');
  await file.upload(new File(['{"format":"x"}'], 'set.json'));
  await expect.element(screen.getByText(/^Not opened: “format” must be/)).toBeVisible();
});

test('[PAGE-107] without uploadConfig nothing can be published', async () => {
  const { screen } = await renderRead({ flags: ['editConfig'] });
  await screen.getByRole('button', { name: 'Configuration: options' }).click();
  await expect
    .element(screen.getByRole('menuitem', { name: /^Export these values/ }))
    .toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: /^Publish/ })).not.toBeInTheDocument();
});

test('[DEV-3] a set with a change that is not written does not name the device as its source', async () => {
  const { screen, workspace, clock } = await renderRead();
  await screen.getByRole('textbox', overVoltage).fill('3.6');
  await screen.getByRole('button', { name: 'Configuration: options' }).click();
  await screen.getByRole('menuitem', { name: 'Publish as a standard…' }).click();
  await screen.getByRole('button', { name: 'Publish', exact: true }).click();
  await clock.settle();
  expect(workspace.outbox.items$.value[0]).toMatchObject({
    input: { body: { values: { OVP: 3.6 }, source: { kind: 'template' } } },
  });
});

test('[PAGE-107] [PAGE-317] with uploadConfig, values are published as a standard once', async () => {
  const { screen, workspace, server, clock } = await renderRead();
  const publish = async () => {
    await screen.getByRole('button', { name: 'Configuration: options' }).click();
    await screen.getByRole('menuitem', { name: 'Publish as a standard…' }).click();
  };
  await publish();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Van\t16s');
  await screen.getByRole('button', { name: 'Publish', exact: true }).click();
  await clock.settle();
  expect(workspace.outbox.items$.value[0]).toMatchObject({
    kind: 'publishDocument',
    input: {
      kind: 'PARAMETER_SET',
      name: 'Van 16s',
      state: 'RELEASED',
      body: { values: WRITABLE },
    },
  });
  await expect.element(screen.getByText(/^“Van 16s” is a standard now/)).toBeVisible();
  server.fail(undefined);
  await publish();
  await expect
    .element(screen.getByText(/^These values are published already, as “Van 16s”/))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
});

test('[PAGE-108] at 390 px the groups are in a select box, and the page is not wider than the screen', async () => {
  await page.viewport(390, 844);
  const { screen } = await renderRead();
  await expect.element(screen.getByRole('combobox', { name: 'Group' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
