import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadAllBuiltIn } from '@batbot/core/profiles';
import { HomeScreen } from '../home/HomeScreen.tsx';
import { firstOptions } from '../../testing/first-options.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { TeachScreen } from './TeachScreen.tsx';

/**
 * The values of the fields: 812: percent times ten; 47460: pack voltage; −162: current; 288 and 291: temperatures; then
 * cells in millivolts.
 */
const NUMBERS =
  '812;47460;-162;288;291;3655;3652;3650;3651;3649;3650;3652;3651;3650;3652;3648;3652;3651';
const replyOf = (text: string) => ({ 'AT+ADATA': `\r\n${text}\r\nOK\r\n` });

/** Renders Teach with a device that sends this text. */
const renderReceiving = (text: string) =>
  renderScreen(<TeachScreen />, { isConnected: true, replies: replyOf(text) });

const choose = async (
  screen: Awaited<ReturnType<typeof renderScreen>>['screen'],
  name: string,
  meaning: string,
) => {
  const select = screen.getByRole('combobox', { name, exact: true });
  await select.click();
  await select.fill(meaning);
  // The options may still be loading.
  const active =
    '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active';
  await expect.poll(() => document.querySelector(active)?.textContent).toContain(meaning);
  await userEvent.keyboard('{Enter}');
};

test('[OBD-154] two temperatures get the next free numbers; a number that is used by another field is an error and is not saved', async () => {
  const { screen } = await renderReceiving(NUMBERS);
  await choose(screen, 'Meaning of #4', 'Temperature');
  await choose(screen, 'Meaning of #5', 'Temperature');
  const number = screen.getByRole('spinbutton', { name: 'Number of #5' });
  const save = screen.getByRole('button', { name: 'Save and use for this device' });
  await expect.element(screen.getByRole('spinbutton', { name: 'Number of #4' })).toHaveValue('1');
  await expect.element(number).toHaveValue('2');
  await number.fill('1');
  await expect
    .element(screen.getByRole('alert').getByText('Temperature 1 is already #4'))
    .toBeVisible();
  await expect.element(save).toBeDisabled();
  await number.fill('2');
  await save.click();
  await expect.element(screen.getByText('Saved and in use.')).toBeVisible();
});

test('[PAGE-171] at 320 px the table of the fields is not wider than the page', async () => {
  await page.viewport(320, 640);
  const { screen } = await renderReceiving(NUMBERS);
  await choose(screen, 'Meaning of #4', 'Temperature');
  const hidden = (): number => {
    const table = document.querySelector('.teach__table');
    return table === null ? -1 : table.scrollWidth - table.clientWidth;
  };
  await expect.poll(hidden).toBe(0);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('[PAGE-171] on a phone the number of a cell is beside its name', async () => {
  await page.viewport(390, 844);
  const { screen } = await renderReceiving(NUMBERS);
  const number = screen.getByRole('spinbutton', { name: 'Number of #7' });
  await expect.element(number).toBeVisible();
  const row = number.element().closest('.teach__rule');
  const name = [...(row?.querySelectorAll('span') ?? [])].find((e) => e.textContent === 'no.');
  const { top, bottom } = number.element().getBoundingClientRect();
  const middle = (top + bottom) / 2;
  expect(name?.getBoundingClientRect().top).toBeLessThan(middle);
  expect(name?.getBoundingClientRect().bottom).toBeGreaterThan(middle);
});

test('[OBD-155] selected rows get the same meaning at once, numbered in order', async () => {
  const { screen } = await renderReceiving('11;12;13;14');
  const boxes = screen.getByRole('table').getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(2).click();
  await boxes.nth(3).click();
  await choose(screen, 'Meaning of the selected rows', 'Temperature');
  for (const number of [1, 2, 3]) {
    await expect
      .element(screen.getByRole('spinbutton', { name: `Number of #${number}` }))
      .toHaveValue(String(number));
  }
  await expect.element(screen.getByLabelText('Preview of #2')).toHaveTextContent('12.0 °C');
});

test('[OBD-152] the user can mark the numbers of a reply with mixed separators, and the profile reads them', async () => {
  const { screen, clock, core } = await renderReceiving('Ladestand;812;Zellen>3652|3650<');
  await expect
    .element(
      screen.getByText('No values recognized in this reply. Mark its numbers by hand below.'),
    )
    .toBeVisible();
  for (const [number, key] of [
    ['812', '#1'],
    ['3652', '#2'],
    ['3650', '#3'],
  ] as const) {
    await screen.getByRole('button', { name: `Mark ${number}, ${key}` }).click();
  }
  await choose(screen, 'Meaning of #1', 'State of charge');
  await choose(screen, 'Meaning of #2', 'Cell voltage');
  await choose(screen, 'Meaning of #3', 'Cell voltage');
  await screen.getByRole('button', { name: 'Save and use for this device' }).click();
  await expect.element(screen.getByText('Saved and in use.')).toBeVisible();
  await clock.advance(2_500);
  const data = core.telemetry.liveData$.value;
  expect(data).toMatchObject({
    kind: 'sample',
    sample: { socPercent: 81.2, cellVoltagesV: [3.652, 3.65] },
  });
});

test('[OBD-100] the fields of an unknown format are suggested, corrected with a preview and saved, and their values are shown on Home', async () => {
  const { screen, clock } = await renderScreen(
    <>
      <TeachScreen />
      <HomeScreen />
    </>,
    { isConnected: true, replies: replyOf('13211,-124,785,3302,3304,3303,3302,25') },
  );
  const meaning = (key: string) =>
    screen
      .getByRole('combobox', { name: `Meaning of ${key}`, exact: true })
      .query()
      ?.closest('tr')?.textContent;
  const preview = (key: string) => screen.getByLabelText(`Preview of ${key}`, { exact: true });
  await expect.element(screen.getByText(/These assignments are suggested/)).toBeVisible();
  await expect.poll(() => meaning('#1')).toContain('Pack voltage');
  await expect.element(preview('#1')).toHaveTextContent('13.211 V');
  expect(meaning('#4')).toContain('Cell voltage');
  expect(meaning('#3')).toContain('Other value');
  await choose(screen, 'Meaning of #3', 'State of charge');
  await expect.element(preview('#3')).toHaveTextContent('78.5 %');
  await screen.getByRole('button', { name: 'Save and use for this device' }).click();
  await clock.advance(4_000);
  await expect.element(screen.getByText(/All values are reported as the profile “/)).toBeVisible();
  for (const [label, value] of [
    ['State of charge', '78.5'],
    ['Pack voltage', '13.211'],
    ['Cell 4', '3.302'],
  ] as const) {
    const values = screen.getByLabelText(label, { exact: true });
    await expect.element(values.last()).toHaveTextContent(value);
  }
  await expect.element(screen.getByRole('heading', { name: 'Other values' })).toBeVisible(); // #2 and #8
});

test('[OBD-153] using a saved profile does not report another pack, and a temperature keeps its tenths on Home', async () => {
  const { screen, clock, core } = await renderScreen(
    <>
      <TeachScreen />
      <HomeScreen />
    </>,
    {
      isConnected: true,
      replies: replyOf('{"soc":81.2,"v":13.2,"cells":[3.3,3.3,3.3,3.3],"x":29.1}'),
    },
  );
  await clock.advance(4_000);
  const notices: string[] = [];
  core.notices.notices$.subscribe(({ kind }) => notices.push(kind));
  await choose(screen, 'Meaning of x', 'Temperature');
  await screen.getByRole('button', { name: 'Save and use for this device' }).click();
  await clock.advance(6_000);
  expect(notices).not.toContain('anotherPack');
  await expect
    .element(screen.getByRole('group', { name: 'Sensor 1' }))
    .toHaveTextContent('29.1 °C');
});

const QUESTION = { name: 'Discard your changes?' };

const openPart = (
  screen: Awaited<ReturnType<typeof renderScreen>>['screen'],
  name: string | RegExp,
) => screen.getByRole('button', { name, exact: true }).click();

test('[OBD-283] each reply is read by the edited profile before the profile is saved', async () => {
  const replies: Record<string, string> = { ...replyOf('7;13200;55;1') };
  const { screen, clock } = await renderScreen(<TeachScreen />, { isConnected: true, replies });
  const live = screen.getByRole('region', { name: 'Live reading' });
  await expect.element(live.getByText('Refused (reply): none of the values')).toBeVisible();
  await expect.element(live.getByLabelText('Last bytes as text')).toHaveTextContent('7;13200;55;1');
  await expect.element(live.getByLabelText('Last bytes in hexadecimal')).toHaveTextContent('37 3B');
  await choose(screen, 'Meaning of #3', 'State of charge');
  await expect.element(live.getByLabelText('State of charge')).toHaveTextContent('55.0 %');
  await expect
    .element(live.getByRole('row', { name: /State of charge/ }))
    .toHaveTextContent('#3 55');
  replies['AT+ADATA'] = '\r\n7;13200;54;1\r\nOK\r\n';
  await clock.advance(2_500);
  await expect.element(live.getByLabelText('State of charge')).toHaveTextContent('54.0 %');
  await live.getByRole('checkbox', { name: 'Live' }).click();
  replies['AT+ADATA'] = '\r\n7;13200;53;1\r\nOK\r\n';
  await clock.advance(4_500);
  await expect.element(live.getByLabelText('State of charge')).toHaveTextContent('54.0 %');
});

test('[OBD-284] the current capture can be added as a test vector, which shows at once whether it passes', async () => {
  const { screen } = await renderReceiving('{"soc":81.2,"v":13.2}');
  await openPart(screen, /Test vectors/);
  await screen.getByRole('button', { name: 'Add the current capture' }).click();
  await expect.element(screen.getByText('✓ Passed')).toBeVisible();
  const expected = screen.getByRole('textbox', { name: 'Expected values of Capture 1' });
  const text = (expected.element() as HTMLTextAreaElement).value;
  expect(JSON.parse(text)).toMatchObject({
    origin: 'real',
    expect: { soc: 81.2, packVoltage: 13.2 },
  });
  await expected.fill(text.replace('81.2', '80'));
  await expect
    .element(screen.getByText('soc must be 80, but the profile reads 81.2', { exact: false }))
    .toBeVisible();
  await expect.element(screen.getByText('✕ Failed')).toBeVisible();
  await expect
    .element(screen.getByText('Test vector Capture 1 fails', { exact: false }))
    .toBeVisible();
});

test('[OBD-282] [PAGE-211] an invalid part keeps its text, shows its error and is not saved, and the browser asks before a reload', async () => {
  const { screen } = await renderReceiving('{"soc":81.2,"v":13.2}');
  const asks = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await openPart(screen, 'Frame and checksum');
  expect(asks()).toBe(false);
  const part = screen.getByRole('textbox', { name: 'Frame and checksum as JSON' });
  const save = screen.getByRole('button', { name: 'Save', exact: true });
  await part.fill('{ "frame": { "split": "lines" } }');
  await expect
    .element(screen.getByRole('alert').getByText(/frame.split must be one of: /))
    .toBeVisible();
  await expect.element(save).toBeDisabled();
  await part.fill('{ "frame": ');
  await expect.element(screen.getByRole('alert').getByText('is not valid JSON')).toBeVisible();
  await expect.poll(asks).toBe(true);
  await openPart(screen, 'Frame and checksum'); // closes it
  await expect.element(part).not.toBeInTheDocument();
  await openPart(screen, 'Frame and checksum');
  await expect.element(part).toHaveValue('{ "frame": ');
  await screen.getByRole('button', { name: 'Discard changes' }).click();
  await openPart(screen, 'Frame and checksum');
  await expect.element(part).toHaveValue('{\n  "frame": {\n    "split": "reply"\n  }\n}');
  await part.fill('{ "frame": { "split": "line" } }');
  await expect.element(save).toBeEnabled();
});

test('[OBD-282] [RX-09] the field of a JSON part shows up to 24 lines, without a style attribute, which the policy would block', async () => {
  const setAttribute = vi.spyOn(Element.prototype, 'setAttribute');
  try {
    const { screen } = await renderReceiving('{"soc":81.2,"v":13.2}');
    await openPart(screen, 'Frame and checksum');
    const part = screen.getByRole('textbox', { name: 'Frame and checksum as JSON' });
    await expect.element(part).toBeVisible();
    const isWhole = (): boolean => {
      const { clientHeight, scrollHeight } = part.element();
      return scrollHeight <= clientHeight;
    };
    expect(isWhole()).toBe(true);
    await part.fill('{\n\n\n\n\n\n\n\n\n\n}');
    await expect.poll(isWhole).toBe(true);
    await part.fill('\n'.repeat(40));
    await expect.poll(isWhole).toBe(false);
    expect(setAttribute.mock.calls.filter(([name]) => name === 'style')).toEqual([]);
  } finally {
    setAttribute.mockRestore();
  }
});

test('[OBD-282] the list of profiles contains the built-in profiles when it opens', async () => {
  const { screen } = await renderScreen(<TeachScreen />);
  await loadAllBuiltIn();
  const rows = firstOptions();
  await screen.getByRole('combobox', { name: 'Profile to edit' }).click();
  expect(await rows).toContain('JBD');
});

test('[OBD-282] a copy of a profile of the app can be edited and is saved under its own id', async () => {
  const { screen, core } = await renderScreen(<TeachScreen />, { isConnected: true });
  const start = screen.getByRole('combobox', { name: 'Profile to edit' });
  await start.click();
  await expect.element(screen.getByText(/^JBD/).first()).toBeVisible();
  await userEvent.type(start, 'JBD');
  await userEvent.keyboard('{Enter}');
  await openPart(screen, 'General');
  await expect.element(screen.getByRole('textbox', { name: 'Id' })).toHaveValue('jbd-2');
  await screen.getByRole('textbox', { name: 'Name' }).fill('Our JBD');
  await openPart(screen, 'Commands');
  await screen.getByRole('spinbutton', { name: 'Seconds between basic' }).fill('5');
  await userEvent.keyboard('{Tab}');
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  const saved = JSON.parse(core.ownProfiles.texts$.value?.get('jbd-2') ?? '{}') as object;
  expect(saved).toMatchObject({
    name: 'Our JBD',
    polls: expect.arrayContaining([
      expect.objectContaining({ id: 'basic', everyMs: 5_000 }),
    ]) as unknown,
  });
});

test('[OBD-282] a command can be added and sent by keyboard', async () => {
  const { screen, fake } = await renderScreen(<TeachScreen />, {
    isConnected: true,
    replies: { ...replyOf('x'), STATUS: '\r\nsoc=44\r\n' },
  });
  (screen.getByRole('button', { name: 'Commands' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  (screen.getByRole('button', { name: 'Add a command' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}'); // the Remove button
  await screen.getByRole('textbox', { name: 'Command poll-1' }).fill('STATUS\\r\\n');
  (screen.getByRole('button', { name: 'Send poll-1 now' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => fake.device.writtenText()).toContain('STATUS\r\n');
});

test('[OBD-361] the field of a command shows the command of the profile; unfinished text is kept and not saved', async () => {
  const { screen } = await renderReceiving('{"soc":81.2,"v":13.2}');
  await openPart(screen, 'Commands');
  await screen.getByRole('button', { name: 'Add a command' }).click();
  const field = screen.getByRole('textbox', { name: 'Command poll-1' });
  await field.fill('STATUS\\r\\n');
  await openPart(screen, 'Commands as JSON');
  const json = screen.getByRole('textbox', { name: 'Commands and end of a reply' });
  await expect.element(json).toBeVisible();
  const text = (json.element() as HTMLTextAreaElement).value;
  expect(text).toContain('"STATUS\\r\\n"');
  await json.fill(text.replace('STATUS', 'READ'));
  await expect.element(field).toHaveValue('READ\\r\\n');
  const save = screen.getByRole('button', { name: 'Save', exact: true });
  await expect.element(save).toBeEnabled();
  await field.fill('READ\\');
  await expect.element(save).toBeDisabled();
  await openPart(screen, 'Commands'); // closes it
  await openPart(screen, 'Commands');
  await expect.element(field).toHaveValue('READ\\');
  await screen.getByRole('button', { name: 'Remove poll-1' }).click();
  await expect.element(save).toBeEnabled();
});

test('[OBD-361] unfinished text is removed with its command, also if that is renamed, removed or replaced as JSON', async () => {
  const { screen } = await renderReceiving('{"soc":81.2,"v":13.2}');
  await openPart(screen, 'Commands');
  await openPart(screen, 'Commands as JSON');
  const json = screen.getByRole('textbox', { name: 'Commands and end of a reply' });
  const field = screen.getByLabelText('Command poll-1');
  const save = screen.getByRole('button', { name: 'Save', exact: true });
  const modbus = { id: 'poll-1', modbus: { unit: 1, function: 3, address: 0, count: 2 } };
  for (const part of [{ id: 'ask', send: 'READ' }, undefined, modbus]) {
    await json.fill('{"polls":[],"end":{}}');
    await screen.getByRole('button', { name: 'Add a command' }).click();
    await expect.element(field).toHaveValue('\\r\\n');
    await field.fill('READ\\');
    await expect.element(save).toBeDisabled();
    const polls = part ? [{ ...part, everyMs: 2_000, timeoutMs: 1_000 }] : [];
    await json.fill(JSON.stringify({ polls, end: { gapMs: 300 } }));
    await expect.element(save).toBeEnabled();
  }
});

test('[OBD-101] a file of version 1 is imported; a file that is too large and an invalid file are refused with the reason', async () => {
  const { screen } = await renderReceiving('soc=1');
  const file = screen.getByLabelText('Profile file');
  const give = (text: string) => userEvent.upload(file, new File([text], 'p.json'));
  await give(
    JSON.stringify({ id: 'old', name: 'Old BMS', format: 'kv', fields: { soc: { to: 'soh' } } }),
  );
  await expect.element(screen.getByText('Imported. Review it, then save it.')).toBeVisible();
  await expect.element(screen.getByLabelText('Preview of soc')).toHaveTextContent('1.0 %');
  await give(`{"id":"${'x'.repeat(300_000)}"}`);
  await expect
    .element(screen.getByText('Not imported: The file is larger than 262\u202FkB.'))
    .toBeVisible();
  await give('{"profile":2,"id":"x","name":"x","frame":{"split":"line"},"records":[{"id":"r"}]}');
  await expect.element(screen.getByText(/^Not imported: “records.1/)).toBeVisible();
  await expect.element(screen.getByLabelText('Preview of soc')).toHaveTextContent('1.0 %');
});

test('[OBD-101] an exported profile is imported again with its fields', async () => {
  const files: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(); // prevents the download
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:none';
  });
  const { screen } = await renderReceiving(NUMBERS);
  await choose(screen, 'Meaning of #4', 'Temperature');
  await screen.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => files.length).toBe(1);
  vi.restoreAllMocks();
  const text = (await files[0]?.text()) ?? '';
  await choose(screen, 'Meaning of #4', 'Other value');
  const number = screen.getByRole('spinbutton', { name: 'Number of #4' });
  await expect.element(number).not.toBeInTheDocument();
  const give = (content: string) =>
    userEvent.upload(screen.getByLabelText('Profile file'), new File([content], 'p.json'));
  await give(text);
  const question = screen.getByRole('dialog', QUESTION);
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(number).toHaveValue('1');
  await give(text.replace('"temps"', '"__proto__"'));
  await expect.element(screen.getByText(/^Not imported: .*#4/)).toBeVisible();
  await expect.element(number).toHaveValue('1');
});

test('[PAGE-82] a profile that the browser fails to delete is reported as deleted only until the page closes', async () => {
  const { screen, core, profiles } = await renderReceiving(NUMBERS);
  await screen.getByRole('button', { name: 'Save and use for this device' }).click();
  await expect.element(screen.getByText('Saved and in use.')).toBeVisible();
  const saved = [...(core.ownProfiles.texts$.value?.keys() ?? [])];
  expect(saved).toHaveLength(1);
  profiles.refuse('failed');
  await screen.getByRole('button', { name: 'Delete profile' }).click();
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText(/could not delete it/)).toBeVisible();
  profiles.refuse(undefined);
  const next = await profiles.open().load();
  expect(next.ok && [...next.value.keys()]).toEqual(expect.arrayContaining(saved));
});

test('[OBD-280] [PAGE-236] an invalid stored profile is reported with its error, and only the user deletes it, after a confirmation', async () => {
  const { screen, core } = await renderScreen(<TeachScreen />, { isConnected: true });
  await core.ownProfiles.save('broken', '{"profile":2,"id":"broken"}');
  await core.profileChoice.choose('broken');
  await expect
    .element(screen.getByText(/The stored profile broken is not valid: name/))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await screen.getByRole('button', { name: 'Delete profile' }).click();
  await expect.element(screen.getByText(/This cannot be undone/)).toBeVisible();
  expect(core.ownProfiles.texts$.value?.size).toBe(1);
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText('Deleted.', { exact: true })).toBeVisible();
  expect(core.ownProfiles.texts$.value?.size).toBe(0);
  expect(core.profileChoice.state$.value.kind).toBe('default');
});

const OTHER = JSON.stringify({
  id: 'other',
  name: 'Other BMS',
  format: 'kv',
  fields: { soc: { to: 'soh' } },
});

test('[OBD-290] a file replaces unsaved changes only after a confirmation', async () => {
  const { screen } = await renderReceiving(NUMBERS);
  const give = () =>
    userEvent.upload(screen.getByLabelText('Profile file'), new File([OTHER], 'p.json'));
  await choose(screen, 'Meaning of #4', 'Temperature');
  await give();
  const question = screen.getByRole('dialog', QUESTION);
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(screen.getByRole('spinbutton', { name: 'Number of #4' })).toHaveValue('1');
  await give();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(screen.getByText('Imported. Review it, then save it.')).toBeVisible();
  await openPart(screen, 'General');
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Other BMS');
});

test('[OBD-290] another profile replaces unsaved changes only after a confirmation', async () => {
  const { screen } = await renderReceiving(NUMBERS);
  await choose(screen, 'Meaning of #4', 'Temperature');
  await choose(screen, 'Profile to edit', 'JBD');
  const question = screen.getByRole('dialog', QUESTION);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('spinbutton', { name: 'Number of #4' })).toHaveValue('1');
});

test('[OBD-290] changes of a profile for one device are used for another only after the user takes them over', async () => {
  const { screen, core, clock, fake } = await renderReceiving(NUMBERS);
  await choose(screen, 'Meaning of #4', 'Temperature');
  await core.link.disconnect();
  fake.answerNextChoose(fake.addDevice({ usb: { vendorId: 0x0403, productId: 0x6001 } }));
  void core.link.connect('fake');
  await clock.advance(100);
  const use = screen.getByRole('button', { name: 'Save and use for this device' });
  await expect
    .element(
      screen.getByText('These changes were made for another device (fake).', { exact: false }),
    )
    .toBeVisible();
  await expect.element(use).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await screen.getByRole('button', { name: 'Take over' }).click();
  await expect.element(use).toBeEnabled();
  await use.click();
  await expect.element(screen.getByText('Saved and in use.')).toBeVisible();
  expect(core.ownProfiles.chosenFor('0403:6001')).toBeDefined();
  expect(core.ownProfiles.chosenFor('fake')).toBeUndefined();
});
