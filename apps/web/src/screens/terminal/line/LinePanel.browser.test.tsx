import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createFakeStorage } from '@batbot/core/fakes';
import { pick, renderTerminal } from '../render-terminal.fixture.tsx';

test('[LINK-88] [LINK-89] [LINK-90] bytes are counted until the reset, and the rates are shown next to the input', async () => {
  const { screen, send, button, clock } = await renderTerminal();
  await button('Port').click();
  await button('Reset counters').click();
  await send('ATI');
  await clock.advance(1_000); // the counters are updated once a second
  const cells = (name: RegExp) => screen.getByRole('row', { name }).getByRole('cell');
  await expect.element(cells(/Sent/).first()).toHaveTextContent('5 B');
  await expect.element(cells(/Received/).first()).toHaveTextContent(/^\d+\sB$/);
  const meter = screen.getByRole('group', { name: 'Traffic of the port' });
  await expect.element(meter).toHaveTextContent(/received \d+\sB\/s/);
  await button('Reset counters').click();
  await clock.advance(1_000);
  await expect.element(cells(/Received/).first()).toHaveTextContent('0 B');
});

test('[LINK-90] the errors of the last minute end with a reset, and those after it are counted for a minute', async () => {
  const { screen, button, fake, clock } = await renderTerminal();
  await button('Port').click();
  const meter = screen.getByRole('group', { name: 'Traffic of the port' });
  const fail = async (times: number): Promise<void> => {
    for (let each = 0; each < times; each += 1) fake.device.glitch('ParityError');
    await clock.advance(1_000);
  };
  await fail(3);
  await expect.element(meter).toHaveTextContent('3 errors');
  await clock.advance(50_000);
  await button('Reset counters').click();
  await expect.element(meter).not.toHaveTextContent('error');
  await fail(2);
  await expect.element(meter).toHaveTextContent('2 errors');
  await clock.advance(20_000);
  await fail(1);
  await expect.element(meter).toHaveTextContent('3 errors');
  await clock.advance(60_000);
  await expect.element(meter).not.toHaveTextContent('error');
});

test('[LINK-81] [LINK-82] [LINK-83] control lines and break reach the device only when the user sets them', async () => {
  const { screen, button, log, fake, core, clock } = await renderTerminal();
  await button('Port').click();
  const set = async (line: string, state: string): Promise<void> => {
    await screen
      .getByRole('radiogroup', { name: line, exact: true })
      .getByText(state, { exact: true })
      .click();
    await clock.advance(100);
  };
  const inputs = screen.getByRole('list', { name: 'Control lines of the device' });
  await clock.advance(1_000);
  await expect.element(inputs).toHaveTextContent('● CTS on● DSR on○ DCD off○ RI off');
  expect(fake.device.driven()).toEqual([]);
  fake.device.setInputs({ cts: false, dsr: true, dcd: false, ri: true });
  await set('RTS', 'Off');
  await expect.element(log.getByText('RTS off', { exact: true })).toBeVisible();
  await clock.advance(1_000);
  await expect.element(inputs).toHaveTextContent('○ CTS off● DSR on○ DCD off● RI on');
  await set('DTR', 'Off');
  await expect.element(log.getByText('DTR off', { exact: true })).toBeVisible();
  await button('Send break').click();
  await clock.advance(1_000);
  await expect.element(log.getByText('Break of 250 ms', { exact: true })).toBeVisible();
  const driven = [{ rts: false }, { dtr: false }, { brk: true }, { brk: false }];
  expect(fake.device.driven()).toEqual(driven);
  await core.link.disconnect();
  void core.link.connect('fake');
  await clock.advance(1_000);
  await expect.poll(() => screen.getByText('unchanged').elements()).toHaveLength(2);
  expect(fake.device.driven()).toEqual(driven);
});

test('[LINK-84] [SR-27] a port without control lines is reported in the panel and in the log, and stays connected', async () => {
  const { screen, button, send, log, fake, clock } = await renderTerminal();
  fake.device.refuseSignals({ kind: 'failed', message: 'no such line' });
  await button('Port').click();
  await clock.advance(2_000);
  await expect
    .element(screen.getByText(/does not report the device’s control lines/))
    .toBeVisible();
  const dtr = screen.getByRole('radiogroup', { name: 'DTR' });
  await dtr.getByText('Off', { exact: true }).click();
  await expect.element(screen.getByText(/^DTR: the port refused \(no such line\)/)).toBeVisible();
  await clock.advance(100);
  await expect.element(log.getByText('DTR off, not done: no such line')).toBeVisible();
  await send('ATI');
  await expect.element(log.getByText(/HW:/)).toBeVisible();
});

test('[LINK-85] [LINK-87] port settings apply when the port is opened next, and are kept over a reload', async () => {
  const storage = createFakeStorage();
  const { screen, button, log, send, fake, clock, core } = await renderTerminal({ storage });
  await button('Port').click();
  await expect.element(screen.getByText('Now: 8N1, buffer 64 KiB.')).toBeVisible();
  await pick('Stop bits', '2');
  await pick('Buffer', '1 MiB');
  await expect.element(screen.getByText('An open port cannot change')).toBeVisible();
  expect(fake.opens()).toBe(1);
  await button('Reconnect with these settings').click();
  await clock.advance(1_000);
  await expect.element(screen.getByText('Now: 8N2, buffer 1 MiB.')).toBeVisible();
  const options = { stopBits: 2, bufferSize: 1_048_576 };
  expect(fake.device.openedWith().at(-1)).toMatchObject(options);
  expect(fake.chooses()).toBe(1);
  await send('ATI');
  await expect.element(log.getByText(/HW:/)).toBeVisible();
  await core.link.disconnect();
  await screen.unmount();
  const reloaded = await renderTerminal({ storage });
  expect(reloaded.fake.device.openedWith()).toMatchObject([options]);
});

test('[LINK-85] the port settings show a change that was made elsewhere', async () => {
  const { screen, button, core } = await renderTerminal();
  await button('Port').click();
  const parity = screen.getByRole('combobox', { name: 'Parity' });
  await parity.click();
  await page.getByTitle('Odd').click();
  expect(core.link.ports.atHand$.value?.kept.parity).toBe('odd');
  core.link.ports.change({ parity: 'even' });
  await expect.element(screen.getByTitle('Even').first()).toBeVisible();
});

test('[OBD-240] the wait for the reply to a typed command can be chosen and is saved', async () => {
  const { screen, button, core } = await renderTerminal();
  await button('Port').click();
  await screen.getByRole('combobox', { name: 'Wait for a reply' }).click();
  await page.getByTitle('120\u202Fs').click();
  expect(core.terminal.settings.value$.value.waitS).toBe(120);
});
