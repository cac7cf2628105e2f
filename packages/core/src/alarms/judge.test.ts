import { describe, expect, test } from 'vitest';
import { acknowledged, IDLE, interrupted, judge, type AlarmPhase } from './judge.ts';
import type { AlarmLimit } from './plan.ts';

const HIGH: AlarmLimit = { quantity: 'cellVoltage', side: 'high', value: 3.65 };
const LOW: AlarmLimit = { quantity: 'cellVoltage', side: 'low', value: 3 };

/** Feeds readings of cell voltages to a limit; `unread` are the cells that a reply lacks. */
const run = (limit: AlarmLimit, options: { needed?: number; isLatched?: boolean } = {}) => {
  let phase: AlarmPhase = IDLE;
  let at = 0;
  const take = (
    value: number | undefined,
    numbers: readonly number[] = [1],
    unread: readonly number[] = [],
    isConfirmed = true,
  ): AlarmPhase => {
    at += 1;
    phase = judge(phase, value === undefined ? undefined : { value, numbers }, {
      limit,
      needed: options.needed ?? 1,
      isLatched: options.isLatched ?? false,
      isConfirmed,
      at,
      isRead: (number) => !unread.includes(number),
    });
    return phase;
  };
  return { take, change: (to: (phase: AlarmPhase) => AlarmPhase) => (phase = to(phase)) };
};

describe('the phase of a limit', () => {
  test.each([
    [HIGH, [3.7, 3.72, 3.68], 3.72, 3.68],
    [LOW, [2.9, 2.85, 2.95], 2.85, 2.95],
  ] as const)(
    '[OBD-112] the phase keeps the worst and the last reading beyond the limit %o',
    (limit, values, worst, last) => {
      const { take } = run(limit);
      const [after] = values.map((value) => take(value)).slice(-1);
      expect(after).toMatchObject({
        kind: 'active',
        incident: { since: 1, worst: { value: worst }, last: { value: last } },
      });
    },
  );

  test.each([HIGH, LOW])(
    '[OBD-112] of equal readings beyond the limit the first one is the worst %o',
    (limit) => {
      const { take } = run(limit);
      take(limit.value, [1]);
      expect(take(limit.value, [2])).toMatchObject({
        incident: { worst: { numbers: [1] }, last: { numbers: [2] } },
      });
    },
  );

  test('[OBD-111] counts consecutive readings, and starts again after one within the limit', () => {
    const { take } = run(HIGH, { needed: 2 });
    expect(take(3.7)).toEqual({ kind: 'idle', streak: 1, out: [1] });
    expect(take(undefined)).toMatchObject({ streak: 1 });
    expect(take(3.6)).toEqual(IDLE);
    take(3.7);
    expect(take(3.7)).toMatchObject({ kind: 'active', out: [1] });
  });

  test('[OBD-113] an unconfirmed reply neither raises nor clears, but counts', () => {
    const { take } = run(HIGH);
    expect(take(3.7, [1], [], false)).toMatchObject({ kind: 'idle', streak: 1 });
    expect(take(3.7)).toMatchObject({ kind: 'active' });
    expect(take(3.3, [1], [], false)).toMatchObject({ kind: 'active' });
    expect(take(3.3)).toEqual(IDLE);
  });

  test('[OBD-117] a cell that was beyond the limit and is not read keeps the count and the alarm', () => {
    const { take } = run(HIGH, { needed: 3 });
    take(3.7, [1, 2]);
    expect(take(3.6, [3], [2])).toMatchObject({ kind: 'idle', streak: 1, out: [1, 2] });
    expect(take(3.7, [1], [2])).toMatchObject({ streak: 2, out: [1, 2] });
    expect(take(3.7, [1])).toMatchObject({ kind: 'active', out: [1] });
    expect(take(3.7, [3], [1])).toMatchObject({ out: [3, 1] });
    expect(take(3.3, [4], [1])).toMatchObject({ kind: 'active' });
    expect(take(3.3, [4])).toEqual(IDLE);
  });

  test('[OBD-114] a cleared alarm stays if it was not acknowledged and alarms are latched', () => {
    const latched = run(HIGH, { isLatched: true });
    latched.take(3.7);
    expect(latched.take(3.3)).toMatchObject({
      kind: 'returned',
      returnedAt: 2,
      streak: 0,
      out: [],
    });
    expect(latched.take(3.7)).toMatchObject({ kind: 'active', incident: { since: 3 } });
    expect(latched.change(acknowledged)).toMatchObject({ kind: 'acknowledged' });
    expect(latched.change(acknowledged)).toMatchObject({ kind: 'acknowledged' });
    expect(latched.take(3.3)).toEqual(IDLE);
  });

  test('[OBD-114] acknowledging a cleared alarm keeps the count of a new one', () => {
    const { take, change } = run(HIGH, { isLatched: true, needed: 2 });
    take(3.7);
    take(3.7);
    take(3.3);
    expect(take(3.7)).toMatchObject({ kind: 'returned', streak: 1 });
    expect(change(acknowledged)).toEqual({ kind: 'idle', streak: 1, out: [1] });
    expect(take(3.7)).toMatchObject({ kind: 'active' });
  });

  test('[OBD-115] after missing replies the count starts again; an active alarm stays', () => {
    const { take, change } = run(HIGH, { needed: 2 });
    take(3.7);
    expect(change(interrupted)).toEqual(IDLE);
    expect(interrupted(IDLE)).toBe(IDLE);
    take(3.7);
    const active = take(3.7);
    expect(active).toMatchObject({ kind: 'active' });
    expect(interrupted(active)).toBe(active);
  });
});
