import { describe, expect, test } from 'vitest';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { setUp as setUpLink } from '../link/link-rig.fixture.ts';
import { toHexText } from '../protocol/hex.ts';
import { createTerminal } from './terminal.ts';

const setUp = async (stored: Readonly<Record<string, string>> = {}) => {
  const { clock, fake, link } = setUpLink({});
  const store = createFakeStorage(stored).openTab();
  const terminal = createTerminal({ ...createFakePorts(), link, clock, store });
  const log = (): readonly string[] =>
    terminal.log$.value
      .entries()
      .filter((entry) => entry.origin === 'user')
      .map((entry) => `${entry.direction}: ${entry.text}`);
  const connect = async (): Promise<void> => {
    void link.connect('fake');
    await clock.advance(100);
    fake.device.send('\r\nOK\r\n');
    await clock.advance(50);
    fake.device.forgetWritten();
  };
  await connect();
  return { clock, fake, store, link, terminal, log };
};

describe('the terminal', () => {
  test('[TERM-1] a connection adds a system line, and the verbose command that the log hides adds none', async () => {
    const { log } = await setUp();
    expect(log()).toEqual(['system: Connected']);
  });

  test('[TERM-13] unsolicited text is shown while the verbose command, which the log hides, is pending', async () => {
    const { link, clock, fake, log } = await setUp();
    link.setSection('terminal');
    await clock.settle();
    fake.device.send('AT+VB=1\r\nbooting ...\r\n\r\nOK\r\n');
    await clock.advance(50);
    expect(log()).toEqual(['system: Connected', 'received: booting ...']);
  });

  test('[TERM-2] typed text is sent with the line ending, and added to the log and the history', async () => {
    const { terminal, clock, fake, log } = await setUp();
    expect(terminal.send('ATI').ok).toBe(true);
    await clock.settle();
    fake.device.send('\r\nACME\r\n\r\nOK\r\n');
    await clock.advance(50);
    expect(fake.device.writtenText()).toBe('ATI\r\n');
    expect(log()).toEqual(['system: Connected', 'sent: ATI', 'received: ACME', 'received: OK']);
    expect(terminal.history.commands$.value).toEqual(['ATI']);
  });

  test.each([
    ['crlf', '\r\n'],
    ['lf', '\n'],
    ['cr', '\r'],
    ['none', ''],
  ] as const)('[TERM-3] the line ending %s is appended', async (lineEnding, ending) => {
    const { terminal, clock, fake } = await setUp();
    terminal.settings.change({ lineEnding });
    terminal.send('AT');
    await clock.settle();
    expect(fake.device.writtenText()).toBe(`AT${ending}`);
  });

  test('[TERM-4] in hex format, typed text is hex and its bytes are sent unchanged', async () => {
    const { terminal, clock, fake } = await setUp();
    terminal.settings.change({ format: 'hex', lineEnding: 'none' });
    terminal.send('0x41 54 ff');
    await clock.settle();
    expect(toHexText(fake.device.written())).toBe('41 54 FF');
    expect(terminal.send('4G')).toEqual({
      ok: false,
      error: { kind: 'notHex', character: 'G', position: 1 },
    });
    expect(terminal.send('41 4 1')).toEqual({
      ok: false,
      error: { kind: 'oddDigits', position: 3 },
    });
  });

  test('[TERM-5] without a connection no command is sent and the typed text is kept', async () => {
    const { terminal, link, fake } = await setUp();
    await link.disconnect();
    expect(terminal.send('ATI')).toEqual({ ok: false, error: { kind: 'notConnected' } });
    expect(fake.device.writtenText()).toBe('');
    expect(terminal.history.commands$.value).toEqual([]);
  });

  test('[TERM-6] unplugging and disconnecting add lines to the log', async () => {
    const first = await setUp();
    first.fake.unplug('eventFirst');
    await first.clock.advance(50);
    expect(first.log().at(-1)).toBe('system: OBD disconnected');
    const second = await setUp();
    await second.link.disconnect();
    await second.clock.advance(50);
    expect(second.log().at(-1)).toBe('system: Disconnected');
  });

  test('[ERR-13] a read error and a failed disconnect are system lines with their messages', async () => {
    const { fake, clock, link, log } = await setUp();
    fake.glitch('FramingError', 'framing');
    fake.device.failNextClose({ kind: 'failed', message: 'stuck' });
    await link.disconnect();
    await clock.advance(50);
    expect(log()).toContain('system: Read error: framing');
    expect(log()).toContain('system: Disconnect failed: stuck');
  });

  test('[TERM-7] the history goes back and forth and keeps the draft, also after a reload', async () => {
    const { terminal, store, clock } = await setUp();
    for (const command of ['AT', 'ATI', 'ATI']) terminal.send(command);
    await clock.settle();
    const { history } = terminal;
    expect([history.previous(''), history.previous('ATI'), history.previous('AT')]).toEqual([
      'ATI',
      'AT',
      undefined,
    ]);
    expect([history.next('AT'), history.next('ATI'), history.next('')]).toEqual([
      'ATI',
      '',
      undefined,
    ]);
    expect(JSON.parse(store.get('terminalHistory') ?? '')).toEqual(['AT', 'ATI']);
  });

  test('[TERM-8] five quick commands are saved under terminalCommand1 to terminalCommand5', async () => {
    const { terminal, store } = await setUp({ terminalCommand2: 'ATI' });
    expect(terminal.quickCommands.commands$.value).toEqual(['', 'ATI', '', '', '']);
    terminal.quickCommands.save(4, 'AT+VB?');
    expect(store.get('terminalCommand5')).toBe('AT+VB?');
  });

  test('[TERM-9] text without a line break is pending, and becomes a line when it ends', async () => {
    const { terminal, clock, fake, log } = await setUp();
    fake.device.send('log');
    await clock.advance(50);
    expect(terminal.pendingLine$.value.text).toBe('log');
    fake.device.send('in\n\r\n');
    await clock.advance(50);
    expect(terminal.pendingLine$.value.text).toBe('');
    expect(log()).toEqual(['system: Connected', 'received: login']);
  });

  test('[TERM-82] a paused log does not change, loses no entry, and counts new entries', async () => {
    const { terminal, clock, fake, log } = await setUp();
    fake.device.send('one\r\n');
    await clock.advance(50);
    terminal.pause.pause();
    fake.device.send('two\r\nthree\r\n');
    await clock.advance(50);
    expect(log()).toEqual(['system: Connected', 'received: one']);
    expect(terminal.pause.state$.value).toEqual({ isPaused: true, waiting: 2 });
    terminal.pause.resume();
    expect(log().slice(2)).toEqual(['received: two', 'received: three']);
    expect(terminal.pause.state$.value).toEqual({ isPaused: false, waiting: 0 });
  });

  test('[TERM-95] the count of a paused log leaves out app traffic while it is hidden', async () => {
    const { terminal, clock, fake, link } = await setUp();
    terminal.pause.pause();
    link.setSection('terminal'); // sends AT+VB=1
    await clock.settle();
    fake.device.send('AT+VB=1\r\nbooting ...\r\n\r\nOK\r\n');
    await clock.advance(50);
    expect(terminal.pause.state$.value).toEqual({ isPaused: true, waiting: 1 });
    terminal.settings.change({ showBackground: true });
    await clock.advance(50);
    expect(terminal.pause.state$.value).toEqual({ isPaused: true, waiting: 4 });
  });

  test('[TERM-82] clearing also empties a paused log', async () => {
    const { terminal, clock, fake, log } = await setUp();
    terminal.pause.pause();
    fake.device.send('two\r\n');
    await clock.advance(50);
    terminal.clear();
    expect(log()).toEqual([]);
    expect(terminal.pause.state$.value).toEqual({ isPaused: true, waiting: 0 });
  });

  test('[TERM-82] a log that is paused while it is empty stays empty, and counts new entries', async () => {
    const { terminal, clock, fake, log } = await setUp();
    terminal.clear();
    terminal.pause.pause();
    fake.device.send('two\r\n');
    await clock.advance(50);
    expect(log()).toEqual([]);
    expect(terminal.pause.state$.value).toEqual({ isPaused: true, waiting: 1 });
    terminal.pause.resume();
    expect(log()).toEqual(['received: two']);
  });

  test('[ST-03] unreadable settings and history fall back to the defaults', async () => {
    const { terminal } = await setUp({
      terminalSettings: '{"lineEnding":7',
      terminalHistory: '{}',
    });
    expect(terminal.settings.value$.value).toEqual({
      lineEnding: 'crlf',
      format: 'ascii',
      showBackground: false,
      waitS: 30,
      times: 'absolute',
      copyTimes: true,
      panelPx: 360,
    });
    expect(terminal.history.commands$.value).toEqual([]);
  });
});
