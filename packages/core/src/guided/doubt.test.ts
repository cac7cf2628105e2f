import { describe, expect, test } from 'vitest';
import type { MeasureStep } from './check.ts';
import { measure, setUpGuided, type TestPack } from './guided.fixture.ts';

/** Live data in which every other reply tells something else: each of those is held back as an outlier. */
describe('a value that comes and goes', () => {
  const flickering: readonly (readonly [string, Partial<MeasureStep>, (odd: boolean) => object])[] =
    [
      [
        'a cell that is not read',
        { quantity: 'unreadCells', most: 0, heldMs: 4_000 },
        (odd) => ({ cellsMv: [3302, 3304, odd ? 3303 : 0, 3302] }),
      ],
      [
        'a cell that jumps',
        { quantity: 'cellSpread', most: 80, heldMs: 6_000 },
        (odd) => ({ cellsMv: [3302, 3304, odd ? 3303 : 3903, 3302] }),
      ],
      [
        'a current that jumps',
        { quantity: 'currentSize', most: 0.2, heldMs: 10_000 },
        (odd) => ({ current: odd ? 2 : 1_240 }),
      ],
    ];

  test.each(flickering)(
    '[TERM-208] %s is never measured as steady',
    async (_, change, packWhen: (odd: boolean) => Partial<TestPack>) => {
      const { guided, clock, start, phase, records, pack } = await setUpGuided();
      await start([measure({ ...change, withinMs: 40_000 })]);
      await clock.advance(1_500); // polls come at whole two seconds: each finds what was set before it
      guided.begin(0);
      for (let poll = 1; phase()?.kind === 'working' && poll < 30; poll += 1) {
        Object.assign(pack, packWhen(poll % 2 === 1));
        await clock.advance(2_000);
      }
      expect(phase()).toEqual({ kind: 'ended', end: 'failed' });
      expect(records()[0]?.found).toMatch(/; in doubt in 10 of 20 replies; not within limits for /);
    },
  );

  test('[TERM-208] one reply in doubt begins the time anew; the value itself may go on', async () => {
    const { guided, clock, start, phase, records, pack } = await setUpGuided();
    await start([measure({ quantity: 'cellSpread', most: 80, heldMs: 6_000, withinMs: 60_000 })]);
    await clock.advance(1_500);
    guided.begin(0);
    await clock.advance(4_000);
    expect(phase()).toMatchObject({ measured: { heldMs: 2_000, isWithin: true } });
    pack.cellsMv = [3302, 3304, 3903, 3302];
    await clock.advance(2_000);
    expect(phase()).toMatchObject({ measured: { heldMs: 0, isWithin: false, now: '' } });
    pack.cellsMv = [3302, 3304, 3303, 3302];
    await clock.advance(6_000);
    expect(phase()).toMatchObject({ kind: 'working', measured: { heldMs: 4_000 } });
    await clock.advance(2_000);
    expect(records()).toMatchObject([
      { outcome: 'passed', found: '2 mV (cells 1 and 2), held for 6 s' },
    ]);
  });
});
