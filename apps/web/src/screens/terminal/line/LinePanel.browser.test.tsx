import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderTerminal } from '../render-terminal.fixture.tsx';

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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await fail(3);
    await expect.element(meter).toHaveTextContent('3 errors');
    vi.advanceTimersByTime(50_000);
    await button('Reset counters').click();
    await expect.element(meter).not.toHaveTextContent('error');
    await fail(2);
    await expect.element(meter).toHaveTextContent('2 errors');
    vi.advanceTimersByTime(20_000);
    await fail(1);
    await expect.element(meter).toHaveTextContent('3 errors');
    vi.advanceTimersByTime(60_000);
    await expect.element(meter).not.toHaveTextContent('error');
  } finally {
    vi.useRealTimers();
  }
});

test('[LINK-84] a port without control lines reports that, and a refused change shows its reason', async () => {
  const { screen, button, fake, clock } = await renderTerminal();
  fake.device.refuseSignals({ kind: 'failed', message: 'no such line' });
  await button('Port').click();
  await clock.advance(2_000);
  await expect
    .element(screen.getByText(/does not report the device’s control lines/))
    .toBeVisible();
  const dtr = screen.getByRole('radiogroup', { name: 'DTR' });
  await dtr.getByText('Off', { exact: true }).click();
  await expect.element(screen.getByText(/^DTR: the port refused \(no such line\)/)).toBeVisible();
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
  await page.getByTitle('120 s').click();
  expect(core.terminal.settings.value$.value.waitS).toBe(120);
});
