import { expect, test } from 'vitest';
import { createFakeInstall, JOB } from '../../testing/fake-install.fixture.ts';
import { renderScreen } from '../../testing/render-screen.fixture.tsx';
import { HomeScreen } from './HomeScreen.tsx';
import { home, SIXTEEN } from './render-home.fixture.tsx';

test('[OBD-140] the verdict of a sound pack is OK, with its reason', async () => {
  const { verdict } = await home();
  await expect.element(verdict).toHaveTextContent('OK');
  await expect.element(verdict).toHaveTextContent('No protection, no alarm, no deviating cell');
});

test('[OBD-140] the verdict says once why a first reply cannot be read', async () => {
  const garbled = '\r\n+ADATA: 1,2,nonsense\r\n\r\nOK\r\n';
  const { verdict } = await home({}, { 'AT+ADATA': garbled });
  await expect
    .element(verdict)
    .toHaveTextContent('The device answers, but its replies cannot be read');
  await expect.element(verdict).not.toHaveTextContent('unknown format');
});

test('[OBD-380] a device whose replies cannot be read is identified from the verdict, whose change leaves the dialog open', async () => {
  const { screen, verdict, clock, core } = await home({}, { 'AT+ADATA': '\r\n?\r\n\r\nOK\r\n' });
  await expect.element(verdict.getByRole('link', { name: 'Teach' })).toBeVisible();
  await verdict.getByRole('button', { name: 'Identify the device…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Identify the device' });
  await dialog.getByRole('button', { name: 'Start' }).click();
  await clock.advance(500);
  await expect.element(dialog.getByText(/^Probe 1 of/)).toBeVisible();
  await core.link.disconnect();
  await expect.element(verdict).not.toHaveTextContent('Teach');
  await expect.element(dialog.getByText(/The connection ended/)).toBeVisible();
});

test('[OBD-380] an unknown device with a deviating cell is identified from the verdict, beside the step of that finding', async () => {
  const { screen, verdict } = await home(
    {},
    {
      'AT+ADATA':
        '\r\nBattery voltage: 13.20 V\r\nCurrent: -2.5 A\r\nCell 1: 3.301 V\r\nCell 2: 3.299 V\r\n' +
        'Cell 3: 0.000 V\r\nCell 4: 3.300 V\r\nOK\r\n',
    },
  );
  await expect.element(verdict.getByRole('button', { name: 'See cell 3' })).toBeVisible();
  await verdict.getByRole('button', { name: 'Identify the device…' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Identify the device' })).toBeVisible();
});

test('[OBD-380] while firmware is installed, the verdict offers no identification', async () => {
  const { service: install, setState } = createFakeInstall();
  const replies = { 'AT+ADATA': '\r\n?\r\n\r\nOK\r\n' };
  const options = { install, replies, isConnected: true };
  const { screen, services } = await renderScreen(<HomeScreen />, options);
  const verdict = screen.getByRole('region', { name: 'Verdict' });
  await services.loadParameters(); // as the strips of the shell do
  const identify = verdict.getByRole('button', { name: 'Identify the device…' });
  await expect.element(identify).toBeVisible();
  setState({ kind: 'running', phase: 'restarting', job: JOB });
  await expect.element(identify).not.toBeInTheDocument();
  await expect.element(verdict.getByRole('link', { name: 'Teach' })).toBeVisible();
});

test('[OBD-380] without a connection the verdict offers no identification', async () => {
  const { verdict, core } = await home({}, { 'AT+ADATA': '\r\n?\r\n\r\nOK\r\n' });
  await expect.element(verdict.getByRole('button', { name: 'Identify the device…' })).toBeVisible();
  await core.link.disconnect();
  await expect
    .element(verdict.getByRole('button', { name: 'Identify the device…' }))
    .not.toBeInTheDocument();
});

test('[OBD-140] the verdict names an open sense wire, and its cell is marked', async () => {
  const { screen, verdict } = await home({
    cellsMv: SIXTEEN.map((mv, at) => (at === 2 ? 0 : mv)),
    alarms: '0800',
  });
  await expect.element(verdict).toHaveTextContent('Watch');
  await expect.element(verdict).toHaveTextContent('Cell 3 not read');
  await expect.element(verdict).toHaveTextContent('Front-end error');
  const cell = screen.getByRole('group', { name: 'Cell 3', exact: true }).element();
  expect(cell.closest('li')?.textContent).toContain('not read');
  expect(cell.closest('li')?.textContent).not.toContain('▲'); // the mark of the highest cell
});

test('[OBD-140] [DOC-13] the verdict names an over-temperature protection with its sensor, leads to its explanation, and the tile is marked', async () => {
  const { screen, verdict } = await home({ celsius: [49, 48], protections: '0010' });
  await expect.element(verdict).toHaveTextContent('Protection');
  await expect.element(verdict).toHaveTextContent('Too hot to charge');
  await expect.element(verdict).toHaveTextContent('sensor 1, 49 °C');
  await expect
    .element(verdict.getByRole('link', { name: 'Help' }))
    .toHaveAttribute('href', '/handbook/problems.html#protectionActive');
  const tile = screen.getByRole('group', { name: 'Temperature', exact: true });
  expect(tile.element().parentElement?.dataset['level']).toBe('act');
});

test('[OBD-145] values that do not change under load are reported as frozen', async () => {
  const { verdict, clock } = await home({ current: -2_195 });
  await clock.advance(13_000);
  await expect.element(verdict).toHaveTextContent('OK');
  await clock.advance(3_000);
  await expect
    .element(verdict)
    .toHaveTextContent('Values do not change although the current flows');
});

test('[PAGE-347] the verdict is read when its reason changes, and not when only the age or a value changes', async () => {
  const { verdict, pack, clock } = await home({ current: -5 });
  const status = verdict.getByRole('status').first().element();
  await expect
    .poll(() => status.textContent)
    .toBe('OK: No protection, no alarm, no deviating cell');
  const read: string[] = [];
  const observer = new MutationObserver(() =>
    read.push(status.textContent.replaceAll('\u202F', ' ')),
  );
  observer.observe(status, { characterData: true, childList: true, subtree: true });
  const cell = (number: number, offsetMv: number): void => {
    pack.cellsMv = SIXTEEN.map((mv, at) => (at + 1 === number ? mv + offsetMv : mv));
  };
  cell(5, -120);
  await clock.advance(6_000);
  await expect.element(verdict).toHaveTextContent('Cell 5 is 112 mV below average');
  cell(5, -130);
  await clock.advance(6_000);
  await expect.element(verdict).toHaveTextContent('Cell 5 is 12');
  cell(9, 120);
  await clock.advance(6_000);
  await expect.element(verdict).toHaveTextContent('Cell 9 is');
  pack.answers = false;
  await clock.advance(12_000);
  await expect.element(verdict).toHaveTextContent(/last 1\d s ago/);
  await clock.advance(6_000);
  observer.disconnect();
  const spoken = read.filter((text) => text !== '');
  expect(spoken).toEqual([
    'Watch: Cell 5 is 112 mV below average, at −0.1 A',
    expect.stringMatching(/^Watch: Cell 9 is 1\d\d mV above average, at −0.1 A$/),
    expect.stringMatching(/^Unknown: No recent data, last \d+ s ago$/),
  ]);
  expect(status.textContent).toBe('');
});

test('[OBD-148] lost replies are reported for one minute', async () => {
  const { verdict, pack, clock } = await home({ current: -5 });
  pack.answers = false;
  await clock.advance(12_000);
  pack.answers = true;
  await clock.advance(6_000);
  await expect.element(verdict).toHaveTextContent('In the last minute:');
  await clock.advance(70_000);
  await expect.element(verdict).toHaveTextContent('No protection, no alarm, no deviating cell');
});
