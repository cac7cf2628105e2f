import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createLateReplies } from './chunk-splitter.ts';
import type { LateReply, Transaction } from './traffic.ts';

/** Expects a late reply to a command that was sent at 5 s. */
const setUp = async () => {
  const clock = createFakeClock();
  const late: LateReply[] = [];
  const replies = createLateReplies(clock, (reply) => late.push(reply));
  await clock.advance(5_000);
  const of = { text: 'ATI' } as unknown as Transaction; // only its identity matters
  replies.expect(of, clock.monotonicNow());
  return { clock, late, replies, of };
};

test('[TERM-137] bytes are late until 30 s after the command, and then no reply is expected', async () => {
  const { clock, late, replies, of } = await setUp();
  await clock.advance(30_000);
  replies.add(Uint8Array.of(1));
  expect(late).toEqual([{ of, bytes: Uint8Array.of(1), afterMs: 30_000 }]);
  expect(replies.expected()).toBe(of);
  await clock.advance(1);
  replies.add(Uint8Array.of(2));
  expect(late).toHaveLength(1);
  expect(replies.expected()).toBeUndefined();
});

test('[TERM-137] line breaks alone are no late reply, and count as part of one', async () => {
  const { late, replies } = await setUp();
  for (const text of ['\r\n', '\n', '\r', '\r\nA\r\n']) replies.add(new TextEncoder().encode(text));
  expect(late.map(({ bytes }) => bytes.length)).toEqual([5]);
});

test('[TERM-137] no more bytes are expected after as many as a reply can have', async () => {
  const { late, replies, of } = await setUp();
  replies.add(new Uint8Array(32_767));
  expect(replies.expected()).toBe(of);
  replies.add(new Uint8Array(1));
  expect(replies.expected()).toBeUndefined();
  expect(late).toHaveLength(2);
});
