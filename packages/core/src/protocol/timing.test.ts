import { expect, test } from 'vitest';
import { airTimeMs, idleGapMs, neededTimeoutMs, replyTimeoutMs, settleGapMs } from './timing.ts';

test('[DP-01] the time limits follow the baud rate and the longest reply, within fixed limits', () => {
  expect(airTimeMs(96, 9_600)).toBe(100); // ten bits for each byte
  expect(replyTimeoutMs(9_600)).toBeCloseTo(300 + 1.5 * 1_126.04, 1);
  expect(replyTimeoutMs(115_200)).toBe(1_000);
  expect(replyTimeoutMs(300)).toBe(5_000);
  expect(replyTimeoutMs(9_600, 960)).toBe(1_800);
  expect([idleGapMs(1_200), idleGapMs(115_200)]).toEqual([250, 150]);
  expect([settleGapMs(1_200), settleGapMs(115_200)]).toEqual([250, 40]);
});

test('[OBD-315] after a slow reply the timeout is 1.5 times as long, at most 5 s, and falls by a fifth', () => {
  expect(neededTimeoutMs(2_000)).toBe(3_000);
  expect(neededTimeoutMs(4_000)).toBe(5_000);
  expect(neededTimeoutMs(1_000, 4_000)).toBe(3_200);
  expect(neededTimeoutMs(2_000, 1_000)).toBe(3_000);
});
