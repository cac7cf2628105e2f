import { describe, expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { aPack } from '../telemetry/pack.fixture.ts';
import { EMPTY_PLAN, type AlarmLimit } from './plan.ts';
import { createAlarmTracker } from './tracker.ts';

const LIMIT: AlarmLimit = { quantity: 'cellVoltage', side: 'high', value: 3.3 };
const PLAN = { ...EMPTY_PLAN, limits: [LIMIT], readings: 3 };

const cells = (...cellVoltagesV: readonly (number | null)[]): PackSample =>
  aPack(0, { cellVoltagesV });

/** Creates a tracker with the alarm of cell 2. */
const raisedTracker = () => {
  const tracker = createAlarmTracker();
  const take = (sample: PackSample) => tracker.take(PLAN, sample, 0, () => false);
  for (let reply = 0; reply < 3; reply += 1) take(cells(3.2, 3.31));
  return { tracker, take, now: () => tracker.raised(PLAN.limits)[0]?.now };
};

test('[OBD-111] [OBD-287] a repeated value neither raises nor clears an alarm', () => {
  const tracker = createAlarmTracker();
  const take = (isOld: boolean) => tracker.take(PLAN, aPack(1), 0, () => isOld);
  expect([take(false), take(true), take(true), take(false)]).toEqual([[], [], [], []]);
  expect(take(false)).toMatchObject([{ kind: 'raised' }]);
  const low = aPack(2, { cellVoltagesV: [3, 3, 3, 3] });
  expect(tracker.take(PLAN, low, 0, () => true)).toEqual([]);
  expect(tracker.raised(PLAN.limits)).toMatchObject([{ kind: 'active' }]);
});

describe('the current value of an alarm', () => {
  test('[OBD-133] is shown if the cell that raised it is read, also within the limit', () => {
    const { take, now } = raisedTracker();
    take(cells(3.2, 3.295));
    expect(now()).toEqual({ value: 3.295, numbers: [2] });
  });

  test('[OBD-117] is unknown while that cell, or every cell, is unread', () => {
    const { take, now } = raisedTracker();
    take(cells(3.2, null));
    expect(now()).toBeUndefined();
    take(cells(null, null));
    expect(now()).toBeUndefined();
    take(cells(3.31, null));
    expect(now()).toEqual({ value: 3.31, numbers: [1] });
  });
});

test('[OBD-124] the event of a cleared alarm has its worst reading', () => {
  const { take } = raisedTracker();
  take(cells(3.2, 3.4));
  const worst = { value: 3.4, numbers: [2] };
  expect(take(cells(3.2, 3.2))).toEqual([{ kind: 'ended', limit: LIMIT, reading: worst }]);
});

test('[OBD-124] an alarm is acknowledged once', () => {
  const { tracker } = raisedTracker();
  expect(tracker.acknowledge(PLAN.limits)).toEqual([LIMIT]);
  expect(tracker.acknowledge(PLAN.limits)).toEqual([]);
});
