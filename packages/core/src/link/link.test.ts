import { expect, test, describe } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { encodeCommand } from '../protocol/commands.ts';
import type { Command } from './command.ts';
import { createLink } from './link.ts';
import type { LinkNotice } from './link-api.ts';
import type { Outcome, Traffic } from './traffic.ts';

const command = (text: string, origin: Command['origin'] = 'user'): Command => ({
  text,
  bytes: encodeCommand(text, 'crlf'),
  origin,
});

/** A link over one fake device that answers as `answers` says; silent for any other command. */
const setUp = (answers: Readonly<Record<string, string>> = { 'AT+VB=0': '\r\nOK\r\n' }) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const notices: LinkNotice[] = [];
  const traffic: Traffic[] = [];
  const link = createLink({ links: [fake.link], clock, notify: (notice) => notices.push(notice) });
  link.traffic$.subscribe((event) => traffic.push(event));
  fake.device.onWrite((bytes) => {
    const text = new TextDecoder().decode(bytes).trim();
    const answer = answers[text];
    if (answer !== undefined) fake.device.send(answer);
  });
  const kinds = (): readonly string[] => traffic.map((event) => event.kind);
  return { clock, fake, link, notices, traffic, kinds };
};

const connected = async (answers?: Readonly<Record<string, string>>) => {
  const rig = setUp(answers);
  const result = rig.link.connect('fake');
  await rig.clock.settle();
  expect(await result).toEqual({ ok: true, value: undefined });
  return rig;
};

const settled = async (
  rig: { clock: { advance: (ms: number) => Promise<void> } },
  outcome: Promise<unknown>,
  ms: number,
) => {
  let value: unknown = 'pending';
  void outcome.then((given) => {
    value = given;
  });
  await rig.clock.advance(ms);
  return value as Outcome | 'pending';
};

describe('connecting', () => {
  test('[LINK-1] a connection opens at the chosen baud rate and goes through choosing and opening', async () => {
    const rig = setUp();
    rig.link.changeSettings({ baudRate: 9_600 });
    const seen: string[] = [];
    rig.link.connection$.subscribe((state) =>
      seen.push(state.kind === 'connecting' ? state.stage : state.kind),
    );
    const result = rig.link.connect('fake');
    await rig.clock.settle();
    expect((await result).ok).toBe(true);
    expect(seen).toEqual(['disconnected', 'choosing', 'opening', 'connected']);
    expect(rig.fake.device.openedWith()).toEqual([{ baudRate: 9_600 }]);
    expect(rig.kinds().slice(0, 2)).toEqual(['opened', 'sent']);
  });

  test('[SR-01] two connects at once are one open', async () => {
    const rig = setUp();
    const first = rig.link.connect('fake');
    expect(rig.link.connect('fake')).toBe(first);
    await rig.clock.settle();
    expect(rig.fake.opens()).toBe(1);
    expect(await rig.link.connect('fake')).toEqual({
      ok: false,
      error: { kind: 'alreadyConnected' },
    });
  });

  test('[ERR-11] a busy port is told as busy, and the state is disconnected again', async () => {
    const rig = setUp();
    rig.fake.failNextOpen({ kind: 'busy', message: 'Failed to open serial port.' });
    const result = rig.link.connect('fake');
    await rig.clock.settle();
    expect((await result).ok).toBe(false);
    expect(rig.notices).toEqual([{ kind: 'portBusy' }]);
    expect(rig.link.connection$.value).toMatchObject({
      kind: 'disconnected',
      cause: { busy: true },
    });
    const again = rig.link.connect('fake');
    await rig.clock.settle();
    expect((await again).ok).toBe(true);
  });

  test('[SR-22] a chooser the user closes is no error', async () => {
    const rig = setUp();
    rig.fake.answerNextChoose({ kind: 'cancelled' });
    const result = rig.link.connect('fake');
    await rig.clock.settle();
    expect(await result).toEqual({ ok: false, error: { kind: 'cancelled' } });
    expect(rig.notices).toEqual([]);
  });

  test('[SR-23] a chooser that is never answered can be left', async () => {
    const rig = setUp();
    const release = rig.fake.hold('choose');
    void rig.link.connect('fake');
    await rig.clock.advance(60_000);
    expect(rig.link.connection$.value).toMatchObject({ kind: 'connecting', stage: 'choosing' });
    await rig.link.disconnect();
    expect(rig.link.connection$.value.kind).toBe('disconnected');
    release();
    await rig.clock.settle();
    expect(rig.fake.opens()).toBe(0);
  });

  test('[SR-03] an open that never answers ends after 10 s, and is closed when it succeeds late', async () => {
    const rig = setUp();
    const release = rig.fake.hold('open');
    void rig.link.connect('fake');
    await rig.clock.advance(10_000);
    expect(rig.link.connection$.value.kind).toBe('disconnected');
    expect(rig.notices[0]?.kind).toBe('openFailed');
    release();
    await rig.clock.settle();
    expect(rig.fake.device.isOpen()).toBe(false);
  });
});

describe('verbose mode', () => {
  test('[LINK-2] it is switched off at connection in any section but the terminal', async () => {
    const rig = await connected();
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\n');
  });

  test('[LINK-3] it is switched on at connection in the terminal', async () => {
    const rig = setUp();
    rig.link.setSection('terminal');
    void rig.link.connect('fake');
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe('AT+VB=1\r\n');
  });

  test('[LINK-4] it follows the section while connected', async () => {
    const rig = await connected({ 'AT+VB=0': '\r\nOK\r\n', 'AT+VB=1': '\r\nOK\r\n' });
    rig.link.setSection('terminal');
    await rig.clock.settle();
    rig.link.setSection('users');
    await rig.clock.settle();
    rig.link.setSection('home');
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\nAT+VB=1\r\nAT+VB=0\r\n');
  });

  test('[DP-10] a boot banner sends it again and tells of the restart', async () => {
    const rig = await connected();
    await rig.clock.settle();
    rig.fake.device.forgetWritten();
    rig.fake.device.send('\r\nREADY\r\n');
    await rig.clock.settle();
    expect(rig.kinds()).toContain('restarted');
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\n');
  });
});

describe('commands', () => {
  test('[OBD-6] a reply ends at its final result code, with latency and information lines', async () => {
    const rig = await connected({ 'AT+VB=0': 'OK\r\n', ATI: '\r\nACME\r\nHW:2.1\r\n\r\nOK\r\n' });
    await rig.clock.settle();
    const outcome = await settled(rig, rig.link.execute(command('ATI')), 0);
    expect(outcome).toMatchObject({ kind: 'ok', code: 'OK', lines: ['ACME', 'HW:2.1'] });
  });

  test('[DP-01] no answer is a time-out, and the next command goes out', async () => {
    const rig = await connected();
    await rig.clock.settle();
    expect(await settled(rig, rig.link.execute(command('AT+X')), 2_500)).toEqual({
      kind: 'timeout',
    });
    rig.fake.device.forgetWritten();
    void rig.link.execute(command('AT+Y'));
    await rig.clock.advance(1_100);
    expect(rig.fake.device.writtenText()).toBe('AT+Y\r\n');
  });

  test('[DP-02] a late reply is never read as the reply to the next command', async () => {
    const rig = await connected();
    await rig.clock.settle();
    const slow = rig.link.execute(command('AT+SLOW'));
    expect(await settled(rig, slow, 3_500)).toEqual({ kind: 'timeout' });
    const next = rig.link.execute(command('ATI'));
    await rig.clock.settle();
    rig.fake.device.send('\r\n+SLOW: 1\r\n\r\nOK\r\n');
    expect(await settled(rig, next, 0)).toBe('pending');
    rig.fake.device.send('\r\nACME\r\n\r\nOK\r\n');
    expect(await settled(rig, next, 0)).toMatchObject({ kind: 'ok', lines: ['ACME'] });
  });

  test('[DP-02] after a poll that timed out the verbose command finds the pairing again', async () => {
    const rig = await connected({ 'AT+VB=0': '\r\nOK\r\n' });
    await rig.clock.settle();
    const poll = command('AT+ADATA', 'background');
    expect(await settled(rig, rig.link.poll(poll), 3_500)).toEqual({ kind: 'timeout' });
    rig.fake.device.forgetWritten();
    void rig.link.poll(poll);
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\nAT+ADATA\r\n');
  });

  test('[DP-06] an unsolicited line inside a reply belongs to nobody', async () => {
    const rig = await connected();
    await rig.clock.settle();
    const outcome = rig.link.execute(command('AT+T?'));
    await rig.clock.settle();
    rig.fake.device.send(
      '\r\n+T: 1\r\n\r\n+ALARM: PRT=0001,CELL=12,VAL=3712,LIM=3650\r\n\r\nOK\r\n',
    );
    expect(await settled(rig, outcome, 0)).toMatchObject({ kind: 'ok', lines: ['+T: 1'] });
    expect(rig.traffic).toContainEqual(
      expect.objectContaining({
        kind: 'urc',
        urc: { kind: 'alarm', payload: 'PRT=0001,CELL=12,VAL=3712,LIM=3650' },
      }),
    );
  });

  test('[DP-07] what the user types goes before the program, one at a time', async () => {
    const rig = await connected({});
    const order = ['AT+B', 'AT+A1', 'AT+A2'];
    void rig.link.execute(command('AT+B', 'background'));
    void rig.link.execute(command('AT+A1'));
    void rig.link.execute(command('AT+A2'));
    expect(rig.link.waiting$.value).toBe(2);
    expect(await settled(rig, rig.link.poll(command('AT+P', 'background')), 0)).toEqual({
      kind: 'skipped',
    });
    rig.fake.device.onWrite(() => {
      rig.fake.device.send('\r\nOK\r\n');
    });
    rig.fake.device.send('\r\nOK\r\n');
    await rig.clock.settle();
    expect(rig.fake.device.writtenText()).toBe(
      ['AT+VB=0', order[1], order[2], order[0], ''].join('\r\n'),
    );
  });

  test('[DP-08] a loss settles everything as lost', async () => {
    const rig = await connected();
    await rig.clock.settle();
    const outcomes = [rig.link.execute(command('AT+1')), rig.link.execute(command('AT+2'))];
    rig.fake.unplug();
    await rig.clock.settle();
    expect(await Promise.all(outcomes)).toEqual([{ kind: 'lost' }, { kind: 'lost' }]);
  });

  test('[DP-13] two equal background commands are one on the wire', async () => {
    const rig = await connected();
    await rig.clock.settle();
    rig.fake.device.forgetWritten();
    const both = [1, 2].map(() => rig.link.execute(command('AT+Q', 'background')));
    await rig.clock.settle();
    rig.fake.device.send('\r\nOK\r\n');
    await rig.clock.settle();
    expect((await Promise.all(both)).map((outcome) => outcome.kind)).toEqual(['ok', 'ok']);
    expect(rig.fake.device.writtenText()).toBe('AT+Q\r\n');
  });

  test('[SR-12] a failed write is told and never repeated', async () => {
    const rig = await connected();
    await rig.clock.settle();
    rig.fake.device.forgetWritten();
    rig.fake.device.failNextWrite({ kind: 'failed', message: 'no' });
    expect(await settled(rig, rig.link.execute(command('AT+W')), 10_000)).toEqual({
      kind: 'writeFailed',
      message: 'no',
    });
    expect(rig.fake.device.writtenText()).not.toContain('AT+W\r\nAT+W');
  });

  test('[OBD-7] without final codes silence ends a reply; once a code was seen it no longer does', async () => {
    const rig = await connected({});
    await rig.clock.advance(5_000);
    const first = rig.link.execute(command('status'));
    await rig.clock.settle();
    rig.fake.device.send('soc 77\r\nv 13');
    expect(await settled(rig, first, 149)).toBe('pending');
    expect(await settled(rig, first, 2)).toMatchObject({ kind: 'ok', lines: ['soc 77'] });
    const second = rig.link.execute(command('ATI'));
    await rig.clock.settle();
    rig.fake.device.send('ACME\r\nOK\r\n');
    expect((await second).kind).toBe('ok');
    const third = rig.link.execute(command('ATI'));
    await rig.clock.settle();
    rig.fake.device.send('AC\r\n');
    expect(await settled(rig, third, 400)).toBe('pending');
  });

  test('[OBD-8] a prompt and balanced JSON end a reply without a line break', async () => {
    const rig = await connected({});
    await rig.clock.advance(5_000);
    const prompted = rig.link.execute(command('ATRV'));
    await rig.clock.settle();
    rig.fake.device.send('ATRV\r12.6V\r\r>');
    expect(await settled(rig, prompted, 0)).toMatchObject({ kind: 'ok', lines: ['12.6V'] });
    const json = rig.link.execute(command('dump'));
    await rig.clock.settle();
    rig.fake.device.send('{"v":13.2,"cells":[3.3]}');
    expect(await settled(rig, json, 45)).toMatchObject({ kind: 'ok' });
  });
});

describe('the line itself', () => {
  test('[SR-07] a parity error is counted and told; reading goes on', async () => {
    const rig = await connected();
    rig.fake.device.send('before');
    rig.fake.glitch('ParityError', 'parity');
    rig.fake.device.send('after\r\n');
    await rig.clock.settle();
    expect(rig.link.connection$.value.kind).toBe('connected');
    const lines = rig.traffic.flatMap((event) => (event.kind === 'received' ? event.lines : []));
    expect(lines.map(({ line }) => line.text)).toContain('after');
    expect(rig.kinds()).toContain('glitch');
  });

  test('[SR-11] nothing but errors ends the connection instead of spinning', async () => {
    const rig = await connected();
    for (let each = 0; each < 10; each += 1) rig.fake.glitch('UnknownError', 'noise');
    await rig.clock.advance(5_000);
    expect(rig.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'readError', message: 'noise' },
    });
  });

  test.each(['streamFirst', 'eventFirst', 'streamOnly'] as const)(
    '[SR-18] an unplug reported %s is one teardown and one notice',
    async (report) => {
      const rig = await connected();
      await rig.clock.settle();
      rig.fake.unplug(report);
      await rig.clock.settle();
      expect(rig.kinds().filter((kind) => kind === 'closed')).toEqual(['closed']);
      expect(rig.notices).toEqual([{ kind: 'deviceUnplugged' }]);
      expect(rig.link.connection$.value).toMatchObject({
        kind: 'disconnected',
        cause: { kind: 'unplugged' },
      });
    },
  );

  test('[LINK-14] garbage is diagnosed within a second, and another rate opens the same device', async () => {
    const rig = await connected();
    rig.fake.device.send(new Uint8Array(100).fill(0xf8));
    await rig.clock.advance(1_000);
    expect(rig.link.diagnosis$.value).toMatchObject({ kind: 'wrongBaudRate', tryBaudRate: 57_600 });
    const reopened = rig.link.reopenAt(57_600);
    await rig.clock.settle();
    expect((await reopened).ok).toBe(true);
    expect(rig.fake.chooses()).toBe(1);
    expect(rig.link.connection$.value).toMatchObject({ kind: 'connected', baudRate: 57_600 });
    expect(rig.link.diagnosis$.value).toEqual({ kind: 'well' });
  });

  test('[LINK-5] without the disconnect notification flag an unplug is not announced', async () => {
    const rig = await connected();
    rig.link.changeSettings({ notifyOnUnplug: false });
    rig.fake.unplug();
    await rig.clock.settle();
    expect(rig.notices).toEqual([]);
  });

  test('[SR-20] another device unplugged has no effect', async () => {
    const rig = setUp();
    const other = rig.fake.addDevice();
    void rig.link.connect('fake');
    await rig.clock.settle();
    other.unplug();
    await rig.clock.settle();
    expect(rig.link.connection$.value.kind).toBe('connected');
  });

  test('[SR-05] disconnecting twice is one teardown, and the device opens again', async () => {
    const rig = await connected();
    await Promise.all([rig.link.disconnect(), rig.link.disconnect()]);
    await rig.link.disconnect();
    expect(rig.kinds().filter((kind) => kind === 'closed')).toEqual(['closed']);
    void rig.link.connect('fake');
    await rig.clock.settle();
    expect(rig.link.connection$.value.kind).toBe('connected');
    expect(rig.fake.opens()).toBe(2);
  });

  test('[SR-04] a close that never answers ends after its deadline and is told', async () => {
    const rig = await connected();
    rig.fake.hold('close');
    void rig.link.disconnect();
    await rig.clock.advance(6_000);
    expect(rig.link.connection$.value.kind).toBe('disconnected');
    expect(rig.kinds()).toContain('closeFailed');
  });

  test('[LR-06] a thousand connects and disconnects leave no timer behind', async () => {
    const rig = setUp();
    for (let cycle = 0; cycle < 1_000; cycle += 1) {
      void rig.link.connect('fake');
      await rig.clock.settle();
      await rig.link.disconnect();
    }
    await rig.clock.advance(20_000);
    expect(rig.clock.pendingTimers()).toBe(0);
    expect(rig.fake.opens()).toBe(1_000);
  });
});

describe('a device that comes back', () => {
  const usb = { vendorId: 0x1a86, productId: 0x7523 };

  test('[LINK-8] a new handle without ids proves nothing and is not opened', async () => {
    const rig = await connected();
    rig.fake.unplug();
    await rig.clock.settle();
    rig.fake.plug();
    await rig.clock.advance(60_000);
    expect(rig.link.connection$.value).toMatchObject({ awaited: { linkId: 'fake' } });
    expect(rig.fake.opens()).toBe(1);
  });

  const connectedUsb = async () => {
    const clock = createFakeClock();
    const fake = createFakeSerialLink({ usb });
    const notices: LinkNotice[] = [];
    const traffic: Traffic[] = [];
    const link = createLink({ links: [fake.link], clock, notify: (each) => notices.push(each) });
    link.traffic$.subscribe((event) => traffic.push(event));
    fake.device.onWrite(() => {
      fake.device.send('\r\nOK\r\n');
    });
    void link.connect('fake');
    await clock.settle();
    return { clock, fake, link, notices, traffic };
  };

  test('[SR-19] a new handle with the same ids is opened, with a gap marker and the verbose command', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.advance(3_000);
    rig.fake.device.forgetWritten();
    rig.traffic.length = 0;
    rig.fake.plug();
    await rig.clock.advance(200);
    expect(rig.link.connection$.value.kind).toBe('connected');
    expect(rig.traffic.map((event) => event.kind).slice(0, 3)).toEqual(['gap', 'opened', 'sent']);
    expect(rig.traffic[0]).toMatchObject({ kind: 'gap', ms: 3_200 });
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\n');
  });

  test('[LR-11] after 24 hours it is still waited for, with no more timers than after a minute', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.advance(60_000);
    const timers = rig.clock.pendingTimers();
    await rig.clock.advance(86_400_000);
    expect(rig.clock.pendingTimers()).toBe(timers);
    rig.fake.plug();
    await rig.clock.advance(200);
    expect(rig.link.connection$.value.kind).toBe('connected');
  });

  test('[SR-03] attempts that fail while it enumerates stay quiet and are repeated', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.settle();
    for (let each = 0; each < 5; each += 1)
      rig.fake.failNextOpen({ kind: 'busy', message: 'not yet' });
    rig.fake.plug();
    await rig.clock.advance(1_200);
    expect(rig.link.connection$.value.kind).toBe('connected');
    expect(rig.notices).toEqual([{ kind: 'deviceUnplugged' }]);
  });

  test('[SR-21] of two devices with equal ids none is guessed', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.settle();
    rig.fake.plug();
    rig.fake.addDevice({ usb });
    await rig.clock.advance(10_000);
    expect(rig.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'unplugged' },
    });
    expect(rig.notices.at(-1)).toEqual({ kind: 'whichDevice' });
    expect(rig.fake.opens()).toBe(1);
  });

  test('[SR-21] an equal device that was there all the time is another one', async () => {
    const rig = await connectedUsb();
    await rig.link.disconnect();
    const other = rig.fake.addDevice({ usb });
    void rig.link.connect('fake');
    await rig.clock.settle();
    rig.fake.unplug();
    await rig.clock.advance(60_000);
    expect(other.opens()).toBe(0);
  });

  test('[LINK-6] after the own Disconnect nothing is opened', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.settle();
    await rig.link.disconnect();
    rig.fake.plug();
    await rig.clock.advance(60_000);
    expect(rig.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'unplugged' },
    });
    expect(rig.clock.pendingTimers()).toBe(0);
  });

  test('[LINK-7] with reconnecting switched off an unplug ends it', async () => {
    const rig = await connectedUsb();
    rig.link.changeSettings({ reconnect: false });
    rig.fake.unplug();
    await rig.clock.settle();
    rig.fake.plug();
    await rig.clock.advance(60_000);
    expect(rig.link.connection$.value.kind).toBe('disconnected');
  });
});
