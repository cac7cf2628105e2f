import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createFakeInstall, JOB } from '../testing/fake-install.fixture.ts';
import type { ScreenOptions } from '../testing/render-screen.fixture.tsx';
import { renderShell } from './render-shell.fixture.tsx';

const openShell = async (path: string, options: ScreenOptions = {}) => {
  const opened = await renderShell(path, options);
  const { screen, clock } = opened;
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  const log = screen.getByRole('log', { name: 'Terminal log' });
  return {
    ...opened,
    button,
    log,
    baudRate: screen.getByRole('combobox', { name: 'Baud rate' }),
    /** Expects a line of the log, which is updated in virtual time. */
    expectLine: async (text: string): Promise<void> => {
      await clock.advance(100);
      await expect.element(log.getByText(text, { exact: true }).last()).toBeVisible();
    },
  };
};

test('[LINK-125] while firmware is installed, Disconnect asks, and nothing else closes or reopens the port', async () => {
  const { service: install, setState } = createFakeInstall();
  const { screen, core, button } = await openShell('/mainpage/terminal', {
    install,
    isConnected: true,
  });
  const kind = (): string => core.link.connection$.value.kind;
  setState({ kind: 'running', phase: 'entering', job: JOB });
  await screen.getByTitle(/^Connected/).click();
  const panel = screen.getByRole('dialog', { name: 'Device' });
  await expect
    .element(panel)
    .toHaveTextContent('▲ A firmware install is running. Rate and profile');
  await expect.element(panel.getByText('Find the rate')).not.toBeInTheDocument();
  await expect.element(panel.getByText('Identify the device…')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await button('Disconnect').click();
  const question = screen.getByRole('tooltip').filter({ hasText: 'Disconnect the device?' });
  await expect.element(question).toHaveTextContent('▲ A firmware install is running: disconnect');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(kind()).toBe('connected');
  await expect.element(question).not.toBeInTheDocument();
  await button('Disconnect').click();
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(kind).toBe('disconnected');
});

test('[LINK-15] [CONST-2] the button, the baud rates and Send follow the connection', async () => {
  const { fake, clock, button, baudRate, expectLine } = await openShell('/mainpage/terminal');
  const chosen = () => document.querySelector('.serial__baud')?.textContent;
  await expect.element(button('Send')).toBeDisabled();
  expect(button('Disconnect').query()).toBeNull();
  expect(chosen()).toBe('115200');
  await baudRate.click();
  const rates = () =>
    [...document.querySelectorAll('.ant-select-item-option')].map((each) => each.textContent);
  await expect.poll(rates).toEqual(['9600', '19200', '38400', '57600', '115200']);
  await page.getByTitle('9600', { exact: true }).click();
  await button('Connect').click();
  await expect.element(button('Disconnect')).toBeVisible();
  expect(button('Connect').query()).toBeNull();
  await expectLine('Connected');
  await expect.element(baudRate).toBeDisabled();
  await expect.element(button('Send')).toBeEnabled();
  expect(chosen()).toBe('9600');
  expect(fake.device.openedWith()).toMatchObject([{ baudRate: 9_600 }]);
  await button('Disconnect').click();
  await clock.advance(100);
  await expect.element(button('Connect')).toBeVisible();
  await expectLine('Disconnected');
  await expect.element(baudRate).toBeEnabled();
  await expect.element(button('Send')).toBeDisabled();
});

test('[SR-19] after a replug, the log says how long nothing was received', async () => {
  const { fake, clock, log, button, expectLine } = await openShell('/mainpage/terminal');
  fake.unplug();
  const device = fake.addDevice({ usb: { vendorId: 0x1a86, productId: 0x7523 } });
  await button('Connect').click();
  await expectLine('Connected');
  device.unplug();
  await expectLine('OBD disconnected');
  await clock.advance(2_900);
  await expect.element(log).not.toHaveTextContent('Device is back');
  device.plug();
  await clock.advance(200);
  await expectLine('Device is back; nothing was received for 3.2 s');
});

test('[LINK-16] while the port picker is open, Connect is disabled and the attempt can be cancelled', async () => {
  const { screen, fake, button, baudRate } = await openShell('/mainpage/users');
  fake.hold('choose');
  await button('Connect').click();
  await expect.element(button('Connect')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(baudRate).toBeDisabled();
  await expect.element(screen.getByText('Choose a port…').first()).toBeVisible();
  await button('Connect').click({ force: true }); // the button is aria-disabled
  expect(fake.chooses()).toBe(1);
  await button('Cancel').click();
  await expect.element(button('Connect')).not.toHaveAttribute('aria-disabled');
  await expect.element(baudRate).toBeEnabled();
});

/** All byte values, a very long line, markup, terminal control sequences and damaged live data. */
const GARBAGE: readonly (Uint8Array | string)[] = [
  Uint8Array.from({ length: 256 }, (_, index) => index),
  'x'.repeat(20_000),
  '\r\n<img src=x onerror="document.title=\'pwned\'">\r\n\u001b[2J\u001b[c',
  Uint8Array.of(0xff, 0xfe, 0xc3, 0x28, 0x0d, 0x0a),
  '+ADATA: 1,2,3\r\nOK\r\n+ADATA: 1,17,86405,4,2,99..9,-,NaN\r\nOK\r\n',
];

test('[RX-01] random bytes from the device are shown as text and have no other effect', async () => {
  const { screen, fake, clock, pack, log, expectLine } = await openShell('/mainpage/terminal', {
    isConnected: true,
  });
  const sayGarbage = async (): Promise<void> => {
    for (const bytes of GARBAGE) fake.device.send(bytes);
    await clock.advance(100);
  };
  await sayGarbage();
  await expect.element(log.getByText('<img src=x onerror=')).toBeVisible();
  fake.device.forgetWritten();
  await screen.getByLabelText('Command', { exact: true }).fill('still here');
  await userEvent.keyboard('{Enter}');
  await expectLine('still here');
  expect(fake.device.writtenText()).toBe('still here\r\n');
  pack.answers = false;
  await screen.getByRole('link', { name: 'Home', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await clock.advance(100);
  await sayGarbage();
  await expect.element(screen.getByText(/NaN|undefined|Infinity/)).not.toBeInTheDocument();
  expect(document.querySelector('img[src=x]')).toBeNull();
  expect(document.title).not.toBe('pwned');
});

test.each([
  [1280, 800],
  [390, 844],
] as const)(
  '[PAGE-88] at %i × %i, the verdict is visible without scrolling as soon as the first values are shown',
  async (width, height) => {
    await page.viewport(width, height);
    const { screen } = await openShell('/mainpage/home', { isConnected: true });
    const verdict = screen.getByRole('region', { name: 'Verdict' });
    await expect.element(verdict.getByText(/^. OK$/)).toBeInViewport({ ratio: 1 });
    await expect.element(screen.getByRole('group', { name: 'State of charge' })).toBeInViewport();
  },
);

test('[PAGE-88] a session can be found from any tab with two clicks', async () => {
  const { screen, core, clock } = await openShell('/mainpage/users', { isConnected: true });
  core.recording.start();
  await clock.advance(5_000);
  core.recording.note('Bus 12');
  await core.recording.stop();
  await screen.getByRole('button', { name: 'Sessions and recording options' }).click();
  await screen.getByRole('menuitem', { name: /^Sessions/ }).click();
  await expect.element(screen.getByRole('row', { name: /Bus 12/ })).toBeVisible();
});

test('[TERM-104] on a phone the toolbar has one row, and its other functions are in the menu', async () => {
  await page.viewport(390, 844);
  const match = matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    match(query === '(pointer: coarse)' ? 'all' : query),
  );
  const { screen, button } = await openShell('/mainpage/terminal');
  await expect.element(button('Log menu')).toBeVisible();
  // The controls are view, search, pause and menu. Their heights differ, so the test compares their vertical centers.
  const middles = () =>
    [...document.querySelectorAll('.toolbar :is(button, .ant-segmented)')]
      .filter((each) => each.checkVisibility())
      .map((each) => each.getBoundingClientRect())
      .map(({ top, height }) => Math.round(top + height / 2));
  expect(middles()).toHaveLength(4);
  expect(new Set(middles()).size).toBe(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  await button('Log menu').click();
  for (const name of ['Times: Elapsed', 'App traffic', 'Commands'])
    await expect.element(screen.getByRole('menuitem', { name })).toBeVisible();
});
