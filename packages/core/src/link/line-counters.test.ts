import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { command, connectedUsb } from './link-rig.fixture.ts';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createLineCounters } from './line-counters.ts';
import type { Traffic, Transaction } from './traffic.ts';

const setUp = async () => {
  const rig = await connectedUsb();
  const rejected = new Subject<number>();
  const { link, clock } = rig;
  await link.disconnect();
  const counting = createLineCounters({
    clock,
    traffic$: link.traffic$,
    transactions$: link.transactions$,
    rejected$: rejected,
  });
  void link.connect('fake');
  await clock.advance(1_000); // the verbose command that the opening sends
  counting.reset();
  return { ...rig, rejected, counting, now: () => counting.counters$.value };
};

test('[LINK-88] bytes and rates of both directions are published once a second, however many chunks arrive', async () => {
  const rig = await setUp();
  const { link, fake, clock, now } = rig;
  let published = 0;
  const listening = rig.counting.counters$.subscribe(() => (published += 1));
  published = 0;
  fake.device.onWrite(() => undefined);
  void link.execute(command('AT')); // `AT` with CR LF is four bytes
  for (let chunk = 0; chunk < 20; chunk += 1) fake.device.send(`${'x'.repeat(248)}\r\n`);
  await clock.settle();
  expect(published).toBe(0);
  await clock.advance(1_000);
  expect(published).toBe(1);
  expect(now()).toMatchObject({
    received: { bytes: 5_000, bytesPerSecond: 5_000 },
    sent: { bytes: 4, bytesPerSecond: 4 },
  });
  await clock.advance(1_000);
  expect(now()).toMatchObject({ received: { bytes: 5_000, bytesPerSecond: 0 } });
  await clock.advance(60_000);
  expect(published).toBeLessThanOrEqual(3); // published: the fallen rates, and the timeout of the command
  listening.unsubscribe();
});

test('[LINK-89] errors are counted by name: line errors, unanswered commands, rejected replies, failed writes', async () => {
  const { link, fake, clock, rejected, now } = await setUp();
  for (const name of ['FramingError', 'FramingError', 'BufferOverrunError'] as const) {
    fake.glitch(name);
    fake.device.send('text\r\n');
  }
  await clock.settle();
  fake.device.onWrite(() => undefined);
  void link.execute(command('AT+SILENT'));
  for (const count of [1, 3, 0, 1]) rejected.next(count); // 0 starts another connection
  await clock.advance(10_000);
  fake.device.failNextWrite({ kind: 'failed', message: 'no' });
  void link.execute(command('AT'));
  await clock.advance(1_000);
  expect(now().errors).toEqual({
    BufferOverrunError: 1,
    BreakError: 0,
    FramingError: 2,
    ParityError: 0,
    UnknownError: 0,
    timeout: 1,
    rejected: 4,
    writeFailed: 1,
  });
});

test('[LINK-89] the time of connection and reconnects are counted; a reset does not affect the connection', async () => {
  const { link, fake, clock, counting, now } = await setUp();
  const opened = now().connectedSince;
  expect(opened).toBe(clock.wallNow() - 1_000);
  fake.unplug();
  await clock.advance(300);
  expect(now().connectedSince).toBeUndefined();
  fake.plug();
  await clock.advance(2_000);
  expect(now().reconnects).toBe(1);
  expect(now().connectedSince).toBeGreaterThan(opened ?? 0);
  expect(now().received.bytes).toBeGreaterThan(0);
  counting.reset();
  expect(now()).toMatchObject({
    received: { bytes: 0, bytesPerSecond: 0 },
    reconnects: 0,
    countedFrom: clock.wallNow(),
  });
  expect(link.connection$.value.kind).toBe('connected');
  expect(now().connectedSince).toBeDefined();
});

test('[LINK-88] after dispose no timer is left', async () => {
  const { link, clock, counting } = await setUp();
  counting.dispose();
  await link.disconnect();
  await link.dispose();
  expect(clock.pendingTimers()).toBe(0);
});

/** Counts made-up traffic. */
const counted = () => {
  const clock = createFakeClock();
  const traffic = new Subject<Traffic>();
  const transactions = new Subject<Transaction>();
  const rejected = new Subject<number>();
  const counting = createLineCounters({
    clock,
    traffic$: traffic,
    transactions$: transactions,
    rejected$: rejected,
  });
  const happens = (event: Traffic): void => traffic.next(event);
  return { clock, transactions, counting, happens, now: () => counting.counters$.value };
};
const NONE = { bytes: 0, bytesPerSecond: 0 };

test('[LINK-88] before the first connection nothing is counted and no time is given', async () => {
  const { clock, now } = counted();
  await clock.advance(5_000);
  expect(now()).toMatchObject({ received: NONE, sent: NONE, reconnects: 0 });
  expect(Object.keys(now())).not.toContain('connectedSince');
  expect(Object.keys(now())).not.toContain('countedFrom');
});

test('[LINK-88] the bytes of a file transfer are counted in both directions', async () => {
  const { clock, happens, now } = counted();
  happens({ kind: 'opened', at: 5 });
  happens({ kind: 'transfer', at: 6, sentBytes: 300, receivedBytes: 20, ms: 100 });
  await clock.advance(1_000);
  expect(now()).toMatchObject({
    received: { bytes: 20, bytesPerSecond: 20 },
    sent: { bytes: 300, bytesPerSecond: 300 },
  });
});

test('[LINK-88] the rate of a direction falls to 0 in a second without bytes, and rises again with new bytes', async () => {
  const { clock, happens, now } = counted();
  const sends = (bytes: number): void =>
    happens({ kind: 'sent', at: 0, text: '', bytes: new Uint8Array(bytes), origin: 'user' });
  happens({ kind: 'opened', at: 0 });
  sends(100);
  await clock.advance(1_000);
  expect(now().sent).toEqual({ bytes: 100, bytesPerSecond: 100 });
  await clock.advance(1_000);
  expect(now().sent).toEqual({ bytes: 100, bytesPerSecond: 0 });
  sends(50);
  await clock.advance(1_000);
  expect(now().sent).toEqual({ bytes: 150, bytesPerSecond: 50 });
});

test('[LINK-89] a line error of another name is counted as unknown', async () => {
  const { clock, happens, now } = counted();
  happens({ kind: 'opened', at: 0 });
  happens({ kind: 'glitch', at: 1, name: 'OddError', message: '' });
  await clock.advance(1_000);
  expect(now().errors).toMatchObject({ UnknownError: 1, ParityError: 0 });
  expect(Object.keys(now().errors)).not.toContain('OddError');
});

test('[LINK-89] the counting begins with the first connection, and a second one does not change that', () => {
  const { happens, now } = counted();
  happens({ kind: 'opened', at: 5 });
  expect(now()).toMatchObject({ connectedSince: 5, countedFrom: 5 });
  happens({ kind: 'closed', at: 6, cause: { kind: 'user' } });
  expect(Object.keys(now())).not.toContain('connectedSince');
  happens({ kind: 'opened', at: 7 });
  expect(now()).toMatchObject({ connectedSince: 7, countedFrom: 5 });
});

test('[LINK-89] an answered command is no error', async () => {
  const { clock, happens, transactions, now } = counted();
  happens({ kind: 'opened', at: 0 });
  transactions.next({
    text: 'AT',
    origin: 'user',
    bytes: new Uint8Array(0),
    reply: new Uint8Array(0),
    wasSent: true,
    sentAt: 0,
    outcome: { kind: 'ok', lines: [], latencyMs: 1, endedBy: 'final' },
  });
  await clock.advance(1_000);
  expect(Object.entries(now().errors).filter(([, count]) => count !== 0)).toEqual([]);
});
