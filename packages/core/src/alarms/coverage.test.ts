import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { NO_HEALTH } from '../telemetry/link-health.ts';
import { aPack } from '../telemetry/pack.fixture.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { AlarmLimit } from './plan.ts';
import type { Quantity } from './quantities.ts';
import { createCoverage, silenceAfter } from './monitoring.ts';

const setUp = (quantity: Quantity = 'cellVoltage') => {
  const clock = createFakeClock();
  const coverage = createCoverage(clock);
  const limit: AlarmLimit = { quantity, side: 'high', value: 60 };
  const take = (change: Partial<PackSample>): void => {
    const sample = aPack(0, change);
    coverage.take(sample, sample);
  };
  return { clock, coverage, limit, take, gaps: () => coverage.gaps([limit]) };
};

describe('the limits that are not monitored although there is live data', () => {
  test('[OBD-118] a quantity that only a later reply contains is monitored from then on', () => {
    const { coverage, limit, take, gaps } = setUp('stateOfCharge');
    const { socPercent: _, ...without } = aPack(0);
    coverage.take(without, without);
    expect(gaps()).toEqual([{ limit, reason: 'notReported', numbers: [] }]);
    take({});
    expect(gaps()).toEqual([]);
    const reported = coverage.reported();
    expect(reported).toContain('packVoltage');
    take({});
    expect(coverage.reported()).toBe(reported); // it is published only if it has changed
  });

  test('[OBD-118] a quantity without a value for 10 s is shown', async () => {
    const { clock, limit, take, gaps } = setUp();
    take({});
    await clock.advance(9_999);
    expect(gaps()).toEqual([]);
    await clock.advance(1);
    expect(gaps()).toEqual([{ limit, reason: 'noValue', numbers: [] }]);
  });

  test('[OBD-117] a quantity of which no cell was ever read is shown', () => {
    const { limit, take, gaps } = setUp();
    take({ cellVoltagesV: [null, null] });
    expect(gaps()).toEqual([{ limit, reason: 'noValue', numbers: [] }]);
  });

  test.each(['cellVoltage', 'cellSpread'] as const)(
    '[OBD-117] the cells that a limit of the %s lacks are in the order of their numbers',
    (quantity) => {
      const { limit, take, gaps } = setUp(quantity);
      take({ cellVoltagesV: [3.3, 3.3, 3.3, null] });
      take({ cellVoltagesV: [3.3, null, 3.3, null] });
      expect(gaps()).toEqual([{ limit, reason: 'unread', numbers: [2, 4] }]);
    },
  );

  test('[OBD-119] what a device reported is not expected of the next one', () => {
    const { coverage, limit, take, gaps } = setUp();
    take({ cellVoltagesV: [3.3, null, 3.3, 3.3] });
    coverage.forget();
    expect(coverage.reported()).toBeUndefined();
    expect(gaps()).toEqual([{ limit, reason: 'notReported', numbers: [] }]);
    take({});
    take({});
    take({});
    expect(gaps()).toEqual([]);
  });
});

test.each([
  [{ timeouts: 1 }, 'user', 'noReply'],
  [{ rejected: 1 }, 'user', 'unreadable'],
  [{ skipped: 1 }, 'user', 'busy'],
  [{ skipped: 1 }, 'background', 'unreadable'],
  [{ answeredOfLast: 1 }, 'user', 'noReply'],
  [{ held: 1 }, 'background', 'noReply'],
] as const)('[OBD-134] after %j with a last command of %s, missing data mean %s', (change, sender, reason) => {
  expect(silenceAfter('unreadable', NO_HEALTH, { ...NO_HEALTH, ...change }, sender)).toBe(reason);
}); // oxfmt-ignore
