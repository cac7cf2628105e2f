import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { NOTHING_PENDING } from '../protocol/line-reader.ts';
import { command, connected, settled } from './link-rig.fixture.ts';
import { createReplyMonitor } from './reply-monitor.ts';
import type { LateReply, Outcome, Traffic, Transaction } from './traffic.ts';

const LONG_MS = 60_000;

/** A monitor on streams that the test feeds. */
const createReplyParts = () => {
  const clock = createFakeClock();
  const traffic = new Subject<Traffic>();
  const transactions = new Subject<Transaction>();
  const late = new Subject<LateReply>();
  const monitor = createReplyMonitor({
    clock,
    traffic$: traffic,
    transactions$: transactions,
    late$: late,
  });
  const received = (): void => {
    const bytes = Uint8Array.of(0x41);
    const at = clock.wallNow();
    traffic.next({
      kind: 'received',
      at,
      bytes,
      lines: [],
      pending: NOTHING_PENDING,
      origin: 'user',
    });
  };
  return { clock, transactions, monitor, received };
};

const transaction = (outcome: Outcome): Transaction => ({
  ...command('AT+X'),
  wasSent: true,
  sentAt: 0,
  outcome,
  reply: new Uint8Array(0),
});

const setUp = async (answers?: Readonly<Record<string, string>>) => {
  const rig = await connected(answers);
  const ask = async (text: string): Promise<void> => {
    await settled(rig, rig.link.execute(command(text)), LONG_MS);
  };
  return { ...rig, ask, count: () => rig.link.unanswered$.value };
};

test('[LINK-116] commands without a reply are counted; any reply, also an error, sets the count to 0', async () => {
  const rig = await setUp({
    'AT+VB=0': '\r\nOK\r\n',
    ATI: '\r\nBatBot\r\nOK\r\n',
    'AT+NO': '\r\nERROR\r\n',
  });
  await rig.ask('AT+X');
  await rig.ask('AT+X');
  expect(rig.count()).toBe(2);
  await rig.ask('ATI');
  expect(rig.count()).toBe(0);
  await rig.ask('AT+X');
  expect(rig.count()).toBe(1);
  await rig.ask('AT+NO');
  expect(rig.count()).toBe(0);
});

test('[LINK-116] the count stays 0 while no command is sent, even if the device sends nothing', async () => {
  const rig = await setUp({ 'AT+VB=0': '\r\nOK\r\n', ATI: '\r\nOK\r\n' });
  await rig.ask('ATI');
  await rig.clock.advance(LONG_MS);
  expect(rig.count()).toBe(0);
});

test('[LINK-116] the count returns to 0 when the connection ends', async () => {
  const rig = await setUp();
  await rig.ask('AT+X');
  expect(rig.count()).toBeGreaterThan(0);
  await rig.link.disconnect();
  expect(rig.count()).toBe(0);
});

test('[ST-07] the age of the last reply grows with the monotonic clock, restarts with each reply and ends with the connection', async () => {
  const rig = await setUp({ 'AT+VB=0': '\r\nOK\r\n', ATI: '\r\nOK\r\n' });
  expect(rig.link.replyAge$.value).toBe(0);
  await rig.clock.advance(1_500);
  rig.clock.jumpWall(-3_600_000);
  expect(rig.link.replyAge$.value).toBe(1_500);
  await rig.ask('ATI');
  await rig.clock.advance(1_000);
  expect(rig.link.replyAge$.value).toBeLessThanOrEqual(LONG_MS + 1_000);
  await rig.link.disconnect();
  expect(rig.link.replyAge$.value).toBeUndefined();
  await rig.link.dispose();
  expect(rig.clock.pendingTimers()).toBe(0);
});

test('[LINK-116] a late reply sets the count to 0', async () => {
  const rig = await setUp();
  void rig.link.execute(command('AT+X'));
  await rig.clock.advance(10_000);
  expect(rig.count()).toBe(1);
  rig.fake.device.send('\r\n+X: 1\r\nOK\r\n');
  await rig.clock.advance(1_000);
  expect(rig.count()).toBe(0);
});

test('[LINK-116] a command that the end of the connection cut off does not count as a reply', async () => {
  const parts = createReplyParts();
  parts.transactions.next(transaction({ kind: 'timeout' }));
  parts.transactions.next(transaction({ kind: 'lost' }));
  expect(parts.monitor.unanswered$.value).toBe(1);
});

test('[ST-07] the age is published with the first bytes and every 500 ms, not with each chunk', async () => {
  const { monitor, received, clock } = createReplyParts();
  const ages: (number | undefined)[] = [];
  monitor.replyAge$.subscribe((age) => ages.push(age));
  received();
  await clock.advance(100);
  received();
  received();
  expect(ages).toEqual([undefined, 0]);
  await clock.advance(400);
  expect(ages).toEqual([undefined, 0, 400]);
  await clock.advance(500);
  expect(ages).toEqual([undefined, 0, 400, 900]);
  monitor.dispose();
  received();
  expect(clock.pendingTimers()).toBe(0);
});

test('[LINK-116] the diagnosis of a silent device always has the same count', async () => {
  const rig = await setUp();
  const counts: (readonly [number, number])[] = [];
  for (let each = 0; each < 5; each += 1) void rig.link.execute(command('AT+X'));
  for (let step = 0; step < 400; step += 1) {
    await rig.clock.advance(100);
    const diagnosis = rig.link.diagnosis$.value;
    if (diagnosis.kind === 'silent') counts.push([diagnosis.commands, rig.count()]);
  }
  expect(counts.at(-1)?.[0]).toBeGreaterThanOrEqual(5);
  expect(counts.filter(([advised, counted]) => advised !== counted)).toEqual([]);
});
