import { createFakeClock } from '../fakes/fake-clock.ts';
import { createLineSignals } from './line-signals.ts';
import { describe, expect, test } from 'vitest';
import { systemText } from '../terminal/system-text.ts';
import type { InputLines } from './line-signals.ts';
import { connected, connectedUsb, setUp } from './link-rig.fixture.ts';

/** Returns the log lines about control lines that the user drove. */
const logged = ({ traffic }: Pick<ReturnType<typeof setUp>, 'traffic'>): readonly unknown[] =>
  traffic.filter(({ kind }) => kind === 'signals' || kind === 'break').map(systemText);

describe('the control lines', () => {
  test('[LINK-81] no control line is driven by connecting, commands, loss, return, another rate or disconnecting', async () => {
    const rig = await connectedUsb();
    void rig.link.execute({ text: 'ATI', bytes: new Uint8Array([65]), origin: 'user' });
    await rig.clock.advance(1_000);
    rig.fake.unplug();
    await rig.clock.advance(1_000);
    rig.fake.plug();
    await rig.clock.advance(1_000);
    expect(rig.link.connection$.value.kind).toBe('connected');
    void rig.link.reopenAt(9_600);
    await rig.clock.advance(1_000);
    await rig.link.disconnect();
    expect(rig.fake.opens()).toBe(3);
    expect(rig.fake.device.driven()).toEqual([]);
  });

  test('[LINK-82] lines that the user drives are sent, remembered for the connection and logged', async () => {
    const rig = await connected();
    await rig.link.signals.set({ dtr: false });
    await rig.link.signals.set({ rts: true });
    await rig.link.signals.sendBreak();
    expect(rig.fake.device.driven()).toEqual([
      { dtr: false },
      { rts: true },
      { brk: true },
      { brk: false },
    ]);
    expect(rig.link.signals.driven$.value).toEqual({ dtr: false, rts: true });
    expect(logged(rig)).toEqual(['DTR off', 'RTS on', 'Break of 250 ms']);
    await rig.link.disconnect();
    expect(rig.link.signals.driven$.value).toEqual({});
  });

  test('[LINK-84] a refusal is logged, and the line does not count as driven', async () => {
    const rig = await connected();
    rig.fake.device.refuseSignals({ kind: 'unsupported', message: 'no such lines' });
    expect(await rig.link.signals.set({ dtr: true })).toMatchObject({ ok: false });
    expect(await rig.link.signals.sendBreak()).toMatchObject({ ok: false });
    expect(rig.link.signals.driven$.value).toEqual({});
    expect(logged(rig)).toEqual([
      'DTR on, not done: no such lines',
      'Break of 250 ms, not done: no such lines',
    ]);
    expect(rig.link.connection$.value.kind).toBe('connected');
  });

  test('[LINK-84] without a connection, requests are refused and nothing is logged', async () => {
    const rig = setUp();
    expect(await rig.link.signals.set({ dtr: true })).toMatchObject({ ok: false });
    expect(await rig.link.signals.sendBreak()).toMatchObject({ ok: false });
    expect(rig.traffic).toEqual([]);
  });

  test('[LINK-83] the device’s lines are read only while there is a subscriber', async () => {
    const rig = await connected();
    const before = rig.clock.pendingTimers();
    const seen: InputLines[] = [];
    const looking = rig.link.signals.inputs$.subscribe((lines) => seen.push(lines));
    await rig.clock.advance(2_000);
    rig.fake.device.setInputs({ cts: false, dsr: true, dcd: true, ri: false });
    await rig.clock.advance(500);
    await rig.link.disconnect();
    expect(seen).toEqual([
      { kind: 'asking' },
      { kind: 'known', signals: { cts: true, dsr: true, dcd: false, ri: false } },
      { kind: 'known', signals: { cts: false, dsr: true, dcd: true, ri: false } },
      { kind: 'notConnected' },
    ]);
    looking.unsubscribe();
    void rig.link.connect('fake');
    await rig.clock.settle();
    expect(rig.clock.pendingTimers()).toBe(before);
  });

  test('[LINK-83] a second subscriber gets the last value at once, and the port is not read twice', async () => {
    const rig = await connected();
    const looking = rig.link.signals.inputs$.subscribe();
    await rig.clock.advance(1_200);
    const timers = rig.clock.pendingTimers();
    const seen: InputLines['kind'][] = [];
    const later = rig.link.signals.inputs$.subscribe(({ kind }) => seen.push(kind));
    expect(seen).toEqual(['known']);
    expect(rig.clock.pendingTimers()).toBe(timers);
    looking.unsubscribe();
    later.unsubscribe();
    await rig.link.disconnect();
    rig.link.signals.inputs$.subscribe(({ kind }) => seen.push(kind)).unsubscribe();
    expect(seen).toEqual(['known', 'notConnected']); // no value of the earlier connection
  });

  test('[LINK-84] a port that cannot report its lines is asked once per connection', async () => {
    const rig = await connected();
    rig.fake.device.refuseSignals({ kind: 'unsupported', message: 'no such lines' });
    const before = rig.clock.pendingTimers();
    const seen: InputLines['kind'][] = [];
    const looking = rig.link.signals.inputs$.subscribe(({ kind }) => seen.push(kind));
    await rig.clock.advance(0);
    expect(rig.clock.pendingTimers()).toBe(before);
    await rig.link.disconnect();
    void rig.link.connect('fake');
    await rig.clock.advance(0);
    expect(seen).toEqual(['asking', 'unknown', 'notConnected', 'asking', 'unknown']);
    looking.unsubscribe();
  });
});

test('[LINK-84] a port that does not answer within 1 s counts as one without control lines', async () => {
  const clock = createFakeClock();
  const never = <T>(): Promise<T> => new Promise(() => undefined);
  const signals = createLineSignals({ clock, publish: () => undefined });
  signals.attach({
    read: never,
    write: never,
    abort: () => undefined,
    close: never,
    setSignals: never,
    sendBreak: never,
    readSignals: never,
  });
  const seen: string[] = [];
  const subscription = signals.inputs$.subscribe(({ kind }) => seen.push(kind));
  await clock.advance(999);
  expect(seen).toEqual(['asking']);
  await clock.advance(1);
  expect(seen.at(-1)).toBe('unknown');
  const driven = signals.set({ dtr: true });
  await clock.advance(1_000);
  expect(await driven).toMatchObject({
    error: { kind: 'failed', message: 'The port does not answer.' },
  });
  let hasFailed = false;
  void signals.sendBreak().then(() => (hasFailed = true));
  await clock.advance(1_249); // a break takes 250 ms
  expect(hasFailed).toBe(false);
  await clock.advance(1);
  expect(hasFailed).toBe(true);
  subscription.unsubscribe();
  expect(clock.pendingTimers()).toBe(0);
});
