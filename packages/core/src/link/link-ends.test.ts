import { Subject, type Observable } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeKeyValueStore } from '../fakes/fake-key-value-store.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import type { OpenPort, Presence, SerialDevice, SerialLink } from '../ports/serial-link.ts';
import { command, connected, connectedUsb, settled, setUp, usb } from './link-rig.fixture.ts';
import { createLink } from './link.ts';
import { DEFAULT_LINK_SETTINGS } from './link-api.ts';
import type { Traffic } from './traffic.ts';

/** Sets up a link over these kinds of access. */
const linkOver = (links: readonly SerialLink[]) => {
  const clock = createFakeClock();
  const link = createLink({
    links,
    clock,
    store: createFakeKeyValueStore(),
    notify: () => undefined,
  });
  return { clock, link };
};

const of = <K extends Traffic['kind']>(traffic: readonly Traffic[], kind: K) =>
  traffic.filter((event): event is Extract<Traffic, { kind: K }> => event.kind === kind);

describe('the choice of a kind of access', () => {
  test('each kind is listed, opened by its id, and refused if it is unknown or not supported', async () => {
    const support = { kind: 'unsupported', reason: 'browser' } as const;
    const first = createFakeSerialLink({ id: 'first' });
    const second = createFakeSerialLink({ id: 'second' });
    const { clock, link } = linkOver([
      createFakeSerialLink({ id: 'none', support }).link,
      first.link,
      second.link,
    ]);
    expect(link.links).toEqual([
      { id: 'none', support },
      { id: 'first', support: { kind: 'supported' } },
      { id: 'second', support: { kind: 'supported' } },
    ]);
    for (const id of ['none', 'other']) {
      expect(await link.connect(id)).toEqual({ ok: false, error: { kind: 'unsupported' } });
    }
    void link.connect('second');
    await clock.settle();
    expect([first.opens(), second.opens()]).toEqual([0, 1]);
  });
});

describe('the end of a connection', () => {
  test('[LINK-18] [SR-20] only the report that the open device was detached ends it, even while reads are pending', async () => {
    const fake = createFakeSerialLink();
    const presence = new Subject<Presence>();
    const { clock, link } = linkOver([{ ...fake.link, presence$: presence }]);
    void link.connect('fake');
    await clock.settle();
    const report = async (kind: Presence['kind'], device = fake.device.handle()): Promise<void> => {
      presence.next({ kind, device });
      await clock.settle();
    };
    await report('attached');
    await report('detached', createFakeSerialLink().device.handle());
    expect(link.connection$.value.kind).toBe('connected');
    await report('detached');
    expect(link.connection$.value).toMatchObject({ cause: { kind: 'unplugged' } });
  });

  test('a read error is logged with the message of the platform, a disconnect logs none', async () => {
    const rig = await connected();
    await rig.link.disconnect();
    expect(of(rig.traffic, 'readError')).toEqual([]);
    expect(of(rig.traffic, 'closeFailed')).toEqual([]);
    expect(of(rig.traffic, 'closed')).toMatchObject([{ cause: { kind: 'user' } }]);

    const other = await connected();
    other.fake.unplug('streamOnly', 'The device has been lost.');
    await other.clock.settle();
    const at = other.clock.wallNow();
    expect(of(other.traffic, 'readError')).toEqual([
      { kind: 'readError', at, message: 'The device has been lost.' },
    ]);
  });

  test('if the platform ends the reading, the connection ends without a read error', async () => {
    const fake = createFakeSerialLink();
    let endRead = (): void => undefined;
    const device = {
      ...fake.device.handle(),
      open: async (...settings: Parameters<ReturnType<typeof fake.device.handle>['open']>) => {
        const opened = await fake.device.handle().open(...settings);
        if (!opened.ok) return opened;
        const read = (): Promise<{ readonly kind: 'closed' }> =>
          new Promise((resolve) => {
            endRead = () => resolve({ kind: 'closed' });
          });
        return { ...opened, value: { ...opened.value, read } };
      },
    };
    const choose: SerialLink['choose'] = () => Promise.resolve({ ok: true, value: device });
    const { clock, link } = linkOver([
      { ...fake.link, choose, granted: () => Promise.resolve([device]) },
    ]);
    const traffic: Traffic[] = [];
    link.traffic$.subscribe((event) => traffic.push(event));
    void link.connect('fake');
    await clock.settle();
    expect(link.connection$.value.kind).toBe('connected');
    endRead();
    await clock.settle();
    expect(link.connection$.value.kind).toBe('disconnected');
    expect(of(traffic, 'readError')).toEqual([]);
  });

  test('[LINK-6] a disconnect while a lost device is closing ends the wait for it, but not the wait for a later loss', async () => {
    const rig = await connectedUsb();
    const release = rig.fake.hold('close');
    rig.fake.unplug();
    await rig.clock.settle();
    const done = rig.link.disconnect();
    release();
    await rig.clock.advance(1_000);
    await done;
    expect(rig.link.connection$.value).not.toHaveProperty('awaited');
    rig.fake.plug();
    await rig.clock.advance(10_000);
    expect(rig.fake.opens()).toBe(1);

    void rig.link.connect('fake');
    await rig.clock.settle();
    rig.fake.unplug();
    await rig.clock.settle();
    rig.fake.plug();
    await rig.clock.advance(10_000);
    expect(rig.fake.opens()).toBe(3);
  });

  test('[LINK-6] a disconnect while the returned device is being opened keeps it closed', async () => {
    const rig = await connectedUsb();
    rig.fake.unplug();
    await rig.clock.settle();
    const release = rig.fake.hold('open');
    rig.fake.plug();
    await rig.clock.advance(2_000);
    void rig.link.disconnect();
    release();
    await rig.clock.advance(10_000);
    expect(rig.link.connection$.value).toEqual({
      kind: 'disconnected',
      cause: { kind: 'unplugged' },
    });
    expect(rig.fake.device.isOpen()).toBe(false);
  });

  test('a disconnect while the port is being opened is an end by the user', async () => {
    const rig = setUp();
    const release = rig.fake.hold('open');
    void rig.link.connect('fake');
    await rig.clock.settle();
    await rig.link.disconnect();
    expect(rig.link.connection$.value).toEqual({ kind: 'disconnected', cause: { kind: 'user' } });
    release();
    await rig.clock.advance(10_000);
    expect(rig.fake.device.isOpen()).toBe(false);
  });

  test('[SR-19] after a return, the gap marker has the duration of the gap', async () => {
    const rig = await connectedUsb();
    await rig.clock.advance(60_000);
    rig.fake.unplug();
    await rig.clock.advance(30_000);
    rig.fake.plug();
    await rig.clock.advance(5_000);
    const [gap] = of(rig.traffic, 'gap');
    expect(gap?.ms).toBeGreaterThanOrEqual(30_000);
    expect(gap?.ms).toBeLessThanOrEqual(35_000);
    const opens = rig.fake.opens();
    await rig.clock.advance(600_000);
    expect(rig.fake.opens()).toBe(opens); // a returned device is opened once
  });
});

describe('without a connection', () => {
  test('commands, bytes and a reopening are refused with the reason, and a sign-out or restart changes nothing', async () => {
    const { link, kinds } = setUp();
    const notConnected = { ok: false, error: { kind: 'notConnected' } };
    expect(await link.execute(command('ATI'))).toEqual({ kind: 'notConnected' });
    expect(await link.writeRaw('x', Uint8Array.of(1))).toEqual(notConnected);
    expect(await link.poll(command('AT+ADATA', 'background'))).toEqual({ kind: 'skipped' });
    expect(await link.reopenAt(9_600)).toEqual({ ok: false, error: { kind: 'cancelled' } });
    link.deviceRestarted();
    link.endUser();
    await link.disconnect();
    expect(link.connection$.value).toEqual({ kind: 'disconnected', cause: { kind: 'never' } });
    expect(kinds()).toEqual([]);
  });

  test('[SESSION-100] the next user gets the default settings, with the baud rate of an open connection', async () => {
    const closed = setUp().link;
    closed.changeSettings({ baudRate: 9_600, reconnect: false });
    closed.endUser();
    expect(closed.settings$.value).toEqual(DEFAULT_LINK_SETTINGS);

    const { link } = await connected();
    link.changeSettings({ baudRate: 9_600, reconnect: false });
    link.endUser();
    expect(link.settings$.value).toEqual({ ...DEFAULT_LINK_SETTINGS, baudRate: 9_600 });
  });
});

describe('a poll and a restart', () => {
  test('[DP-10] a restart that the app has caused ends the pending command and sends the verbose command again', async () => {
    const rig = await connected();
    const outcome = rig.link.execute(command('AT+REBOOT'));
    await rig.clock.settle();
    rig.fake.device.forgetWritten();
    rig.link.deviceRestarted();
    expect(await settled(rig, outcome, 1_000)).toEqual({ kind: 'lost' });
    expect(rig.kinds()).toContain('restarted');
    expect(await settled(rig, Promise.resolve(), 10_000)).toBeUndefined();
    expect(rig.fake.device.writtenText()).toContain('AT+VB=0');
  });

  test('after a poll without a reply, the verbose command is sent before the next one, after an answered poll it is not', async () => {
    const rig = await connected({ 'AT+VB=0': '\r\nOK\r\n', 'AT+ADATA': '\r\nOK\r\n' });
    const poll = (text: string) => settled(rig, rig.link.poll(command(text, 'background')), 60_000);
    expect(await poll('AT+ADATA')).toMatchObject({ kind: 'ok' });
    rig.fake.device.forgetWritten();
    expect(await poll('AT+ADATA')).toMatchObject({ kind: 'ok' });
    expect(rig.fake.device.writtenText()).toBe('AT+ADATA\r\n');
    expect(await poll('AT+SILENT')).toMatchObject({ kind: 'timeout' });
    rig.fake.device.forgetWritten();
    expect(await poll('AT+ADATA')).toMatchObject({ kind: 'ok' });
    expect(rig.fake.device.writtenText()).toBe('AT+VB=0\r\nAT+ADATA\r\n');
  });
});

/** Connects a device, and disconnects `steps` promises after its `nth` opening. Returns the calls of its port. */
const cancelledAfterOpening = async (nth: number, steps: number): Promise<readonly string[]> => {
  const fake = createFakeSerialLink({ usb });
  const calls: string[] = [];
  const wrapped = new Map<SerialDevice, SerialDevice>();
  const wrap = (device: SerialDevice): SerialDevice => {
    const known = wrapped.get(device);
    if (known !== undefined) return known;
    const open: SerialDevice['open'] = async (settings) => {
      const opened = await device.open(settings);
      if (!opened.ok) return opened;
      calls.push('open');
      const close = (): ReturnType<OpenPort['close']> => {
        calls.push('close');
        return opened.value.close();
      };
      if (calls.filter((each) => each === 'open').length === nth) void cancel();
      return { ...opened, value: { ...opened.value, close } };
    };
    const made = { ...device, open };
    wrapped.set(device, made);
    return made;
  };
  const { clock, link } = linkOver([
    {
      ...fake.link,
      choose: () => Promise.resolve({ ok: true, value: wrap(fake.device.handle()) }),
      granted: async () => (await fake.link.granted()).map(wrap),
    },
  ]);
  const cancel = async (): Promise<void> => {
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    await link.disconnect();
  };
  void link.connect('fake');
  await clock.settle();
  if (nth > 1) {
    fake.unplug('streamOnly');
    await clock.advance(1_000);
    fake.plug();
  }
  await clock.advance(5_000);
  expect(link.connection$.value.kind).toBe('disconnected');
  return calls;
};

test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  '[SR-23] a cancel %d steps after the opening leaves no port open',
  async (steps) => {
    expect(await cancelledAfterOpening(1, steps)).toEqual(['open', 'close']);
    expect(await cancelledAfterOpening(2, steps)).toEqual(['open', 'close', 'open', 'close']);
  },
);

test('the disposal of the link completes all its streams and ends all its timers', async () => {
  const rig = setUp({}, { usb });
  void rig.link.connect('fake');
  await rig.clock.settle();
  const complete: string[] = [];
  const { link } = rig;
  const streams: Readonly<Record<string, Observable<unknown>>> = {
    traffic: link.traffic$,
    transactions: link.transactions$,
    late: link.late$,
    connection: link.connection$,
    settings: link.settings$,
    waiting: link.waiting$,
    isIdentifying: link.isIdentifying$,
  };
  for (const [name, stream] of Object.entries(streams)) {
    stream.subscribe({ complete: () => complete.push(name) });
  }
  const disposed = rig.link.dispose();
  await rig.clock.advance(10_000);
  await disposed;
  expect(new Set(complete)).toEqual(new Set(Object.keys(streams)));
  expect(rig.clock.pendingTimers()).toBe(0);
});
