import { expect, test } from 'vitest';
import { aPack } from '../telemetry/pack.fixture.ts';
import type { PackReply } from './cell-statistics.ts';
import { unconfirmed } from './recent-trouble.ts';

const reply = (reported?: number): PackReply => ({
  sample: aPack(0),
  held: reported === undefined ? [] : [{ key: 'cellVoltagesV', number: 2, reported }],
  at: 0,
  wall: 0,
});

test('[OBD-148] a held value that the next reply does not confirm counts as wrong', () => {
  expect(unconfirmed(reply(3.904), reply())).toBe(1);
  expect(unconfirmed(reply(3.904), reply(2.9))).toBe(1);
});

test('[OBD-148] [OBD-277] a held value that a record of other values repeats is not known to be wrong', () => {
  expect(unconfirmed(reply(3.904), reply(3.904))).toBe(0);
});
