import { loadAllBuiltIn, PROFILE_2_FILE, profileOfFields } from '@batbot/core/profiles';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { HomeScreen } from './HomeScreen.tsx';
import { home, SIXTEEN } from './render-home.fixture.tsx';

test('[PAGE-346] the current, power and runtime are marked while an implausible current is not confirmed', async () => {
  const { screen, pack, clock } = await home({ current: -2_195 });
  const marked = () =>
    screen
      .getByText('confirming')
      .elements()
      .map((mark) => mark.closest('.metric')?.querySelector('[role="group"]')?.ariaLabel);
  pack.current = -20_000;
  await clock.advance(2_000);
  await expect.poll(marked).toEqual(['Current', 'Power', 'Time to empty']);
  await expect.element(screen.getByRole('group', { name: 'Current' })).toHaveTextContent('−21.95');
  await clock.advance(2_000);
  await expect.element(screen.getByRole('group', { name: 'Current' })).toHaveTextContent('−200');
  expect(marked()).toEqual([]);
});

test('[OBD-44] a pack at rest has no runtime', async () => {
  const { screen } = await home({ current: -5 });
  await expect.element(screen.getByRole('group', { name: 'Runtime' })).toHaveTextContent('—');
  await expect.element(screen.getByText('At rest', { exact: true })).toBeVisible();
});

test('[OBD-151] after an unplug the last values stay, with their time', async () => {
  const { screen, verdict, fake, clock } = await home();
  fake.device.unplug();
  await clock.advance(1_000);
  await expect.element(verdict).toHaveTextContent('Unknown');
  await expect.element(verdict).toHaveTextContent(/Waiting for/);
  await expect.element(verdict).toHaveTextContent(/last at \d\d:\d\d:\d\d/);
  await expect
    .element(screen.getByRole('group', { name: 'State of charge' }))
    .toHaveTextContent('78.5 %');
  await expect
    .element(screen.getByText('Connect a device to see live data'))
    .not.toBeInTheDocument();
});

test('[OBD-156] [OBD-320] the table can be sorted, and a cell opens its details with a suggested limit', async () => {
  const { screen, core } = await home();
  await screen.getByText('Table', { exact: true }).click();
  await screen.getByRole('columnheader', { name: 'Voltage' }).click();
  const first = screen.getByRole('row').nth(1);
  await expect.element(first).toHaveTextContent('3.300 V');
  await first.click();
  const drawer = screen.getByRole('dialog', { name: /Cell \d/ });
  await expect.element(drawer.getByText('Lowest', { exact: true })).toBeVisible();
  await expect.element(drawer.getByText('unknown until the current changes')).toBeVisible();
  await expect.element(drawer.getByRole('spinbutton')).toHaveValue('3.290');
  await drawer.getByRole('button', { name: 'Set limit' }).click();
  expect(core.alarms.plan$.value.limits).toEqual([
    { quantity: 'cellVoltage', side: 'low', value: 3.29 },
  ]);
});

test('[PAGE-188] on a phone the table of cells ends with the status, without scrolling sideways', async () => {
  await page.viewport(390, 844);
  const { screen } = await home();
  await screen.getByText('Table', { exact: true }).click();
  const status = screen.getByRole('columnheader', { name: 'Status' });
  await expect.element(status).toBeVisible();
  await expect.poll(() => status.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
  await page.viewport(1280, 800);
  await expect.element(screen.getByRole('columnheader', { name: 'Sag (mΩ)' })).toBeVisible();
});

test('[PAGE-46] 128 cells are shown as a map of eight rows with sixteen cells', async () => {
  const { screen } = await home({ cellsMv: Array.from({ length: 128 }, () => 3_300) });
  await expect.element(screen.getByRole('group', { name: 'Cell 128' })).toBeInTheDocument();
  const tops = screen
    .getByRole('group', { name: /^Cell \d+$/ })
    .elements()
    .map((each) => Math.round(each.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(8);
});

test('[OBD-157] values that the device does not report are not shown', async () => {
  const { screen } = await home({}, { 'AT+ADATA': '\r\n{"soc":55,"v":13.2}\r\nOK\r\n' });
  await expect
    .element(screen.getByRole('group', { name: 'State of charge' }))
    .toHaveTextContent('55');
  for (const name of ['Contactors', 'Temperatures', 'Pack', 'Cells']) {
    await expect
      .element(screen.getByRole('heading', { name, exact: true }))
      .not.toBeInTheDocument();
  }
  await expect.element(screen.getByRole('group', { name: 'Current' })).not.toBeInTheDocument();
});

test('[OBD-151] on a phone, the contactors in a closed card are grey when they are not current', async () => {
  await page.viewport(390, 844);
  const { screen, clock, pack } = await home();
  const summary = screen.getByText('● Charge');
  await expect.element(summary).toBeVisible();
  const grey = () =>
    summary.element().closest('.side-card__summary')?.computedStyleMap().get('filter')?.toString();
  expect(grey()).toBe('none');
  pack.answers = false;
  await clock.advance(7_500);
  await expect.poll(grey).toBe('grayscale(1)');
});

test('[OBD-160] a chart of stale values shows their time instead of "now"', async () => {
  const { screen, clock, pack } = await home();
  await clock.advance(6_000);
  await expect.element(screen.getByText('now', { exact: true }).first()).toBeVisible();
  pack.answers = false;
  await clock.advance(7_500);
  await expect.element(screen.getByText('Stale', { exact: true })).toBeVisible();
  expect(screen.getByText('now', { exact: true }).elements()).toEqual([]);
  expect(screen.getByText(/^\d\d:\d\d:\d\d$/).elements()).not.toEqual([]);
});

test('[OBD-160] charts in one row begin at the same height, also if the values of one need two lines', async () => {
  await page.viewport(1280, 800);
  const { screen, clock } = await home();
  await clock.advance(6_000);
  await expect.poll(() => screen.getByRole('figure').elements().length).toBe(4);
  const part = (figure: Element, name: string) =>
    figure.querySelector(name)?.getBoundingClientRect();
  const figures = screen.getByRole('figure').elements();
  const tops = figures.map((figure) => part(figure, '.chart__box')?.top);
  expect([tops[1], tops[3]]).toEqual([tops[0], tops[2]]);
  for (const [index, figure] of figures.entries())
    expect(part(figure, '.chart__head')?.bottom).toBeLessThanOrEqual(tops[index] ?? 0);
});

test('[OBD-158] the Live button is pressed while the charts follow the latest values', async () => {
  const { screen, clock } = await home();
  await clock.advance(6_000);
  const live = screen.getByRole('button', { name: 'Live' });
  await expect.element(live).toHaveAttribute('aria-pressed', 'true');
});

test.each([
  [1280, 800],
  [1100, 800],
  [1024, 768],
  [768, 1024],
  [390, 844],
])(
  '[OBD-159] at %d × %d, no value is clipped and the verdict is visible',
  async (width, height) => {
    await page.viewport(width, height);
    const { verdict } = await home({ current: -14_988 });
    await expect.element(verdict).toHaveTextContent('OK');
    expect(verdict.element().getBoundingClientRect().bottom).toBeLessThan(height);
    const clipped = [
      ...document.querySelectorAll('.metric__value, .facts__row, .cell__value'),
    ].filter((each) => each.scrollWidth > each.clientWidth + 1);
    expect(clipped.map(({ textContent }) => textContent)).toEqual([]);
    const tops = [...document.querySelectorAll('.cells__stat')].map((each) =>
      Math.round(each.getBoundingClientRect().top),
    );
    expect(new Set(tops).size).toBe(width < 768 ? 2 : 1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test.each([
  [16, 1280],
  [128, 1280],
  [16, 390],
])('[PAGE-89] the marks of %d cells do not overlap at %d px', async (count, width) => {
  await page.viewport(width, 844);
  const sound = Array.from({ length: count }, (_, index) => 3_300 + (index % 3));
  const { screen, core, clock, pack } = await home({ cellsMv: sound });
  core.alarms.save({
    ...core.alarms.plan$.value,
    limits: [{ quantity: 'cellVoltage', side: 'low', value: 3.29 }],
  });
  // The last cell is the lowest and beyond its limit. Then its voltage jumps and needs a confirmation.
  pack.cellsMv = [...sound.slice(1), 3_270];
  await clock.advance(8_000);
  pack.cellsMv = [...sound.slice(1), 4_100];
  await clock.advance(2_000);
  const tile: Element = screen.getByRole('group', { name: `Cell ${count}`, exact: true }).element();
  const foot = tile.closest('li')?.querySelector('.cell__foot');
  const boxes = [...(foot?.querySelectorAll(':scope > span[aria-hidden], [aria-hidden]') ?? [])]
    .map((each) => each.getBoundingClientRect())
    .sort((a, b) => a.left - b.left);
  expect(boxes.length).toBe(3); // the number and two glyphs
  const frame = tile.closest('li')?.getBoundingClientRect();
  for (const [index, { left, right }] of boxes.entries()) {
    expect(right).toBeLessThanOrEqual(boxes[index + 1]?.left ?? frame?.right ?? 0);
    expect(left).toBeGreaterThanOrEqual(frame?.left ?? 0);
  }
});

test('[OBD-129] a cell spread beyond the limit of the user is marked and is not “OK”', async () => {
  const { screen, core, clock } = await home({ cellsMv: [...SIXTEEN.slice(1), 3_312] });
  const spread = screen.getByRole('group', { name: 'Spread', exact: true });
  await expect.element(spread).toHaveTextContent(/^12.mV OK$/);
  core.alarms.save({
    ...core.alarms.plan$.value,
    limits: [{ quantity: 'cellSpread', side: 'high', value: 10 }],
  });
  await clock.advance(8_000);
  await expect.element(spread).toHaveTextContent(/^12.mV ⚑ limit$/);
});

test('[OBD-162] on a phone, a card is one line that opens on a click', async () => {
  await page.viewport(390, 844);
  const { screen } = await home();
  const card = screen.getByRole('button', { name: /^(?:collapsed )?Pack/ });
  await expect.element(screen.getByText('SoH 99.0')).toBeVisible();
  await expect.element(screen.getByRole('group', { name: 'Cycles' })).not.toBeInTheDocument();
  await card.click();
  await expect.element(screen.getByRole('group', { name: 'Cycles' })).toBeVisible();
});

const FOREIGN = {
  'AT+ADATA':
    '\r\nBattery voltage: 13.20 V\r\nCurrent: -2.5 A\r\nSOC: 55 %\r\nCharge MOS: ON\r\nCell 1: 3.301 V\r\n' +
    'Cell 2: 3.299 V\r\nCell 3: 3.300 V\r\nCell 4: 3.300 V\r\nMood: fine\r\nOK\r\n',
};

test('[OBD-260][OBD-261] inferred values are marked, and a click on the mark shows their evidence', async () => {
  const { screen } = await home({}, FOREIGN);
  await expect
    .element(screen.getByRole('group', { name: 'Pack voltage' }))
    .toHaveTextContent(/^13\.20\sV/);
  await expect
    .element(screen.getByRole('region', { name: 'Source of the values' }))
    .toHaveTextContent('Values marked ∴ are inferred');
  const marks = screen.getByRole('button', { name: /: inferred/ }).elements();
  expect(marks.map((each) => each.getAttribute('aria-label')?.split(':')[0])).toEqual([
    'State of charge',
    'Pack voltage',
    'Current',
    'Power',
    'Cells',
    'Charge',
  ]);
  await screen.getByRole('button', { name: 'Pack voltage: inferred. Why?' }).click();
  const why = screen.getByRole('dialog', { name: 'Pack voltage: inferred' });
  await expect
    .element(why)
    .toHaveTextContent(
      'Read from Battery voltage 13.20 V, taken as a voltage of the battery by its name and unit.',
    );
  await expect.element(why.getByRole('link', { name: 'Teach this device' })).toBeVisible();
});

test('[OBD-261] the evidence can be opened and closed with the keyboard', async () => {
  const { screen } = await home({}, FOREIGN);
  const mark = screen.getByRole('button', { name: 'Pack voltage: inferred. Why?' });
  await expect.element(mark).toBeVisible();
  (mark.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByRole('dialog', { name: 'Pack voltage: inferred' }))
    .toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect
    .element(page.getByRole('dialog').getByRole('link', { name: 'Teach this device' }))
    .toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(mark).toHaveFocus();
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([]);
});

test('[OBD-260] values in the native dialect have no mark, and the source names the dialect', async () => {
  const { screen } = await home();
  await expect
    .element(screen.getByRole('region', { name: 'Source of the values' }))
    .toHaveTextContent('reported in the native dialect');
  expect(screen.getByRole('button', { name: /: inferred/ }).elements()).toEqual([]);
});

test.each(['Mood', 'serial'])('[OBD-262] the unknown value %s keeps its name', async (name) => {
  const { screen } = await home({}, { 'AT+ADATA': FOREIGN['AT+ADATA'].replace('Mood', name) });
  await expect.element(screen.getByRole('group', { name, exact: true })).toHaveTextContent('fine');
});

test('[OBD-366] one cell that was read has no spread', async () => {
  const { screen } = await home({ cellsMv: SIXTEEN.map((mv, at) => (at === 0 ? mv : 0)) });
  await expect.element(screen.getByRole('group', { name: 'Lowest' })).toHaveTextContent('cell 1');
  await expect.element(screen.getByRole('group', { name: 'Spread' })).toHaveTextContent(/^—$/);
});

test('[OBD-263] an unknown contactor and an unknown balancing state are shown as dashes', async () => {
  const { screen } = await home({}, FOREIGN);
  await expect
    .element(screen.getByRole('group', { name: 'Charge', exact: true }))
    .toHaveTextContent('closed');
  for (const name of ['Discharge', 'Precharge']) {
    await expect.element(screen.getByRole('group', { name, exact: true })).toHaveTextContent(/^—$/);
  }
  await screen.getByRole('button', { name: 'Details of cell 1' }).click();
  const cell = screen.getByRole('dialog', { name: 'Cell 1' });
  await expect.element(cell.getByRole('group', { name: 'Balancing' })).toHaveTextContent(/^—$/);
});

test('[OBD-351] a cell whose value has expired is shown with a dash in its details, and an unread one as not read', async () => {
  const { screen, pack, clock } = await home({
    cellsMv: SIXTEEN.map((mv, at) => (at === 2 ? 0 : mv)),
  });
  pack.answers = false;
  for (const [number, value] of [
    [1, /^—$/],
    [3, /^not read$/],
  ] as const) {
    await screen.getByRole('button', { name: `Details of cell ${number}`, exact: true }).click();
    const cell = screen.getByRole('dialog', { name: `Cell ${number}`, exact: true });
    await expect.element(cell).toBeVisible();
    await clock.advance(11_000);
    await expect.element(cell.getByRole('group', { name: 'Voltage' })).toHaveTextContent(value);
    await cell.getByRole('button', { name: 'Close' }).click();
    await expect.element(cell).not.toBeInTheDocument();
  }
});

test('[OBD-159] on a phone no name in the details of a cell is broken within a word', async () => {
  await page.viewport(390, 844);
  const { screen, clock } = await home({
    cellsMv: SIXTEEN.map((mv, at) => (at === 5 ? 3_200 : mv)),
  });
  await clock.advance(30_000);
  await screen.getByRole('button', { name: 'Details of cell 6' }).click();
  const cell = screen.getByRole('dialog', { name: 'Cell 6' });
  await expect.element(cell.getByRole('group', { name: 'Lowest' })).toHaveTextContent(/since/);
  const name = cell.getByText('Lowest', { exact: true }).element();
  const lines = document.createRange();
  lines.selectNodeContents(name);
  expect(lines.getClientRects()).toHaveLength(1);
});

test('[OBD-268] a value of an earlier record shows how much older it is', async () => {
  const { screen, fake, clock } = await home({ answers: false });
  for (let cycle = 0; cycle < 3; cycle += 1) {
    fake.device.send('Voltage: 13.20 V\r\n');
    await clock.advance(3_000);
    fake.device.send('Current: -2.5 A\r\nSOC: 55 %\r\n');
    await clock.advance(500);
  }
  for (const name of ['Pack voltage', 'Power']) {
    const tile = screen.getByRole('group', { name, exact: true }).element().parentElement;
    expect(tile).toHaveTextContent(/3\s+s older/);
  }
  expect(screen.getByText('3\u202fs older').elements()).toHaveLength(2);
});

test('[OBD-268] cells, sensors and contactors of an earlier record show how much older they are', async () => {
  const { screen, fake, clock } = await home({ answers: false });
  for (let cycle = 0; cycle < 3; cycle += 1) {
    fake.device.send(
      'Cell 1: 3.300 V\r\nCell 2: 3.310 V\r\nCell 3: 3.305 V\r\nTemperature 1: 25 C\r\nCharge MOS: on\r\n',
    );
    await clock.advance(3_000);
    fake.device.send('Current: -2.5 A\r\nSOC: 55 %\r\n');
    await clock.advance(500);
  }
  const cards = ['Cells', 'Temperatures', 'Contactors'];
  for (const name of cards) {
    const head = screen.getByRole('heading', { name, exact: true }).element().parentElement;
    expect(head, name).toHaveTextContent(/3\s+s older/);
  }
});

test('[OBD-292] the details of a cell have its decimals and its own age', async () => {
  const { screen, fake, clock } = await home({ answers: false });
  for (let cycle = 0; cycle < 4; cycle += 1) {
    fake.device.send('Cell 1: 3.30 V\r\nCell 2: 3.31 V\r\nCell 3: 3.30 V\r\n');
    await clock.advance(3_000);
    fake.device.send('Cell 4: 3.31 V\r\nCell 5: 3.30 V\r\nCell 6: 3.31 V\r\n');
    await clock.advance(500);
  }
  for (const [number, text] of [
    [1, /^Voltage3\.30\sV∴3\s+s older$/],
    [4, /^Voltage3\.31\sV∴$/],
  ] as const) {
    await screen.getByRole('button', { name: `Details of cell ${number}`, exact: true }).click();
    const cell = screen.getByRole('dialog', { name: `Cell ${number}`, exact: true });
    const row = cell.getByRole('group', { name: 'Voltage' }).element().parentElement;
    expect(row).toHaveTextContent(text);
    await cell.getByRole('button', { name: 'Close' }).click();
    await expect.element(cell).not.toBeInTheDocument();
  }
});

test('[OBD-274] values that another profile has read are no longer shown, not even as the last ones', async () => {
  const { screen, core, clock } = await renderScreen(<HomeScreen />, { isConnected: true });
  await clock.advance(2_500);
  await expect.element(screen.getByRole('group', { name: 'Pack voltage' })).toBeVisible();
  await core.profileChoice.choose('jbd');
  await clock.advance(4_000);
  await expect.element(screen.getByText(/^last at/)).not.toBeInTheDocument();
  await expect.element(screen.getByText('13.211 V')).not.toBeInTheDocument();
});

test('[OBD-292] the values of a profile have at most the decimals that the device reports', async () => {
  const { screen, core, fake, clock } = await home({ answers: false });
  fake.device.onWrite(() => {
    fake.device.send(':r50=1,132,5367,5400,416998,289634,1427860,88853,128,0,0,1,3,4277,\r\n');
  });
  await core.profileChoice.choose('junctek-kg-f');
  await clock.advance(5_000);
  const voltage = screen.getByRole('group', { name: 'Pack voltage', exact: true });
  await expect.element(voltage).toHaveTextContent(/^53\.67\sV$/);
});

test('[OBD-369] the model and firmware that a profile reads are shown by these names', async () => {
  const { screen, core, fake, clock } = await renderScreen(<HomeScreen />, { isConnected: true });
  await core.profileChoice.choose('ve-direct');
  const profile = (await loadAllBuiltIn()).find(({ id }) => id === 've-direct');
  const block = profile?.tests.find(({ name }) => name === 'SmartShunt')?.bytes ?? '';
  for (let second = 0; second < 3; second += 1) {
    fake.device.send(block);
    await clock.advance(1_000);
  }
  await expect
    .element(screen.getByRole('group', { name: 'Model', exact: true }))
    .toHaveTextContent('SmartShunt 500A/50mV');
  await expect
    .element(screen.getByRole('group', { name: 'Firmware', exact: true }))
    .toHaveTextContent('0405');
});

test('[OBD-293] a device is not asked for its identity if its profile has no AT commands', async () => {
  const { screen, core } = await renderScreen(<HomeScreen />, { isConnected: true });
  const read = screen.getByRole('button', { name: 'Read identity (ATI)' });
  await expect.element(read).toBeVisible();
  for (const withoutAti of ['jbd', 've-direct', 'pylontech']) {
    await core.profileChoice.choose(withoutAti);
    await expect.element(screen.getByText('Its profile has no AT commands.')).toBeVisible();
    expect(read.query()).toBe(null);
    await core.profileChoice.choose('elm327-nissan-leaf');
    await expect.element(read).toBeVisible();
  }
});

test('[OBD-293] a device is asked for its identity if a profile of the user lets the app send its own commands', async () => {
  const { screen, core } = await renderScreen(<HomeScreen />, { isConnected: true });
  const profile = profileOfFields('Workshop', { soc: { to: 'soc', unit: '%', scale: 1 } });
  const line = { ...profile.line, quiet: false };
  await core.ownProfiles.save('Workshop', PROFILE_2_FILE.format({ ...profile, line }));
  await core.profileChoice.choose('jbd');
  await expect.element(screen.getByText('Its profile has no AT commands.')).toBeVisible();
  await core.profileChoice.choose('Workshop');
  await expect.element(screen.getByRole('button', { name: 'Read identity (ATI)' })).toBeVisible();
});

test('[OBD-149] an alarm line is shown with the words of its protection, and as it was sent', async () => {
  const { verdict, fake, clock } = await home();
  fake.device.send('\r\n+ALARM: PRT=0400,VAL=120000,LIM=80000\r\n');
  await clock.advance(2_500);
  await expect.element(verdict).toHaveTextContent('The device sent an alarm: Short circuit');
  await expect.element(verdict).toHaveTextContent('PRT=0400,VAL=120000,LIM=80000');
});

test('[OBD-339] at 390 px, a long name and a long value of an unknown device do not widen the page', async () => {
  await page.viewport(390, 844);
  const long = (letter: string): string => letter.repeat(120);
  const reply = JSON.stringify({ soc: 81.2, voltage: 52.8, [long('N')]: long('V') });
  const { clock } = await renderScreen(<HomeScreen />, {
    isConnected: true,
    replies: { 'AT+ADATA': `\r\n${reply}\r\nOK\r\n` },
  });
  await clock.advance(3_000);
  await expect.poll(() => document.querySelector('.others')?.textContent).toContain(long('V'));
  expect(document.documentElement.scrollWidth).toBe(390);
});

test('[PAGE-285] by keyboard, the arrows choose in the menu "+ Chart", and Escape returns the focus to its button', async () => {
  const { screen, clock } = await home();
  await clock.advance(4_000);
  const button = screen.getByRole('button', { name: '+ Chart' });
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.textContent).toContain('Pack voltage');
  const second = page.getByRole('menuitem').nth(1);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(second).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});
