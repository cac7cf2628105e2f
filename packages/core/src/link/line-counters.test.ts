import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { command, connectedUsb } from './link-rig.fixture.ts';
import { createLineCounters } from './line-counters.ts';

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
  await clock.settle();
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
