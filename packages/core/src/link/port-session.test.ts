import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { createReplyDecoder } from '../protocol/reply-decoder.ts';
import { createPortSession } from './port-session.ts';

/** Sets up a session that is closing while its port does not close yet; `aborts` are the times of the aborts. */
const closing = async () => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const opened = await fake.device.handle().open({ baudRate: 115_200 });
  if (!opened.ok) throw new Error('The fake did not open.');
  const port = opened.value;
  const aborts: number[] = [];
  const session = createPortSession({
    port: {
      ...port,
      abort: () => {
        aborts.push(clock.monotonicNow());
        port.abort();
      },
    },
    clock,
    baudRate: 115_200,
    decode: createReplyDecoder().decode,
    publish: () => undefined,
    onSettled: () => undefined,
    onLate: () => undefined,
    onWaiting: () => undefined,
    onReadEnd: () => undefined,
  });
  const release = fake.hold('close');
  return { clock, aborts, release, closed: session.close() };
};

test('[SR-06] a close waits half a second for bytes that are being sent, then aborts them', async () => {
  const { clock, aborts, release, closed } = await closing();
  await clock.advance(499);
  expect(aborts).toEqual([]);
  await clock.advance(1);
  expect(aborts).toEqual([500]);
  release();
  await clock.advance(10_000);
  expect(await closed).toBeUndefined();
  expect(aborts).toEqual([500]);
  expect(clock.pendingTimers()).toBe(0);
});

test('[SR-06] a close that ends within half a second aborts nothing', async () => {
  const { clock, aborts, release, closed } = await closing();
  await clock.advance(499);
  release();
  await clock.advance(10_000);
  expect(await closed).toBeUndefined();
  expect(aborts).toEqual([]);
  expect(clock.pendingTimers()).toBe(0);
});

test('[SR-04] a port that does not close is reported after 3 s', async () => {
  const { clock, closed } = await closing();
  await clock.advance(3_000);
  await clock.advance(3_000);
  expect(await closed).toBe('the port did not close in time');
  expect(clock.pendingTimers()).toBe(0);
});
