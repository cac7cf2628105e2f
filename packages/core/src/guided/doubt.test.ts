import { describe, expect, test } from 'vitest';
import type { MeasureStep } from './check.ts';
import { ask, choose, instruct, measure, setUpGuided, type TestPack } from './guided.fixture.ts';

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

describe('an interlock whose value is in doubt', () => {
  const AT_REST = { quantity: 'currentSize', most: 1 } as const;
  const why = 'Current, either way: in doubt until the next reply, needed at most 1 A';
  /** Starts these steps and lets the next polls find these currents. */
  const started = async (
    ...[steps, currents]: readonly [Parameters<Rig['start']>[0], number[]]
  ) => {
    const rig = await setUpGuided([AT_REST]);
    await rig.start(steps);
    await rig.clock.advance(1_500);
    const poll = async (current: number): Promise<void> => {
      rig.pack.current = current;
      await rig.clock.advance(2_000);
    };
    for (const current of currents) await poll(current);
    return { ...rig, poll };
  };
  type Rig = Awaited<ReturnType<typeof setUpGuided>>;

  test('[TERM-202] does not hold: nothing is begun or sent until a reply says what is so', async () => {
    for (const step of [ask(), measure()]) {
      const { guided, clock, phase, sent, broken, poll } = await started([step], [2, 1_240]);
      guided.begin(0);
      await clock.advance(100);
      expect([phase(), sent()]).toEqual([{ kind: 'waiting' }, []]);
      expect(broken()).toMatchObject([{ now: 'in doubt until the next reply', holds: false }]);
      await poll(2);
      guided.begin(0);
      expect(phase()?.kind).toBe('working');
    }
  });

  test('[TERM-202] an instruction is not confirmed and a question not answered by it', async () => {
    const near = { quantity: 'packVoltage', percent: 2 } as const;
    const typed = instruct({ value: { name: 'Meter', unit: 'V', near } });
    for (const step of [instruct(), choose(), typed]) {
      const { guided, phase, poll } = await started([step], [2, 1_240]);
      const act = (): void => {
        guided.confirm(0, 13.2);
        guided.answer(0, 'yes');
      };
      act();
      expect(phase()).toEqual({ kind: 'working' });
      await poll(2);
      act();
      expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
    }
  });

  test('[TERM-209] a typed value is not compared with one that is in doubt', async () => {
    const near = { quantity: 'sumOff', percent: 10 } as const;
    const rig = await setUpGuided();
    await rig.start([instruct({ value: { name: 'Meter', unit: 'V', near, least: 0 } })]);
    await rig.clock.advance(1_500);
    rig.pack.cellsMv = [3302, 3304, 3303, 3902];
    await rig.clock.advance(2_000);
    rig.guided.confirm(0, 0);
    expect(rig.phase()).toEqual({ kind: 'working' });
    rig.pack.cellsMv = [3302, 3304, 3303, 3302];
    await rig.clock.advance(2_000);
    rig.guided.confirm(0, 0);
    expect(rig.phase()).toEqual({ kind: 'ended', end: 'passed' });
  });

  test('[TERM-203] a step under way bears one such reply of three, and stops at the second', async () => {
    for (const step of [instruct(), choose(), measure({ heldMs: 500_000, withinMs: 600_000 })]) {
      const { guided, phase, poll } = await started([step], []);
      guided.begin(0);
      for (const current of [1_240, 2, 2, 1_240, 2]) await poll(current);
      expect(phase()?.kind).toBe('working');
      await poll(1_240);
      expect(phase()).toEqual({ kind: 'halted', why });
      guided.resume(0);
      expect(phase()?.kind).toBe('halted');
      await poll(2);
      guided.resume(0);
      expect(phase()?.kind).not.toBe('halted');
    }
  });

  test('[TERM-203] a command that waits for its turn behind such a reply is not sent', async () => {
    const { guided, clock, fake, pack, phase, sent, replies } = await started([ask()], [2]);
    replies.set('AT+ADATA', ''); // the poll stays open
    await clock.advance(600);
    guided.begin(0);
    await clock.advance(100);
    expect([phase()?.kind, sent()]).toEqual(['working', []]);
    const told = [1, 99, 500, 4, 2, 13_211, 1_240, 785, 990, 10_000, 7772, 123, 3, '0000', '0000'];
    fake.device.send(
      `\r\n+ADATA: ${[...told, ...pack.cellsMv, 25, 26, 0].join(',')}\r\n\r\nOK\r\n`,
    );
    await clock.advance(1_000);
    const found = 'Current, either way: 12.40 A, needed at most 1 A';
    expect([phase(), sent()]).toEqual([{ kind: 'halted', why: found }, []]);
  });

  test('[TERM-203] a fault that one reply alone tells stops the step at once', async () => {
    const rig = await setUpGuided([{ quantity: 'faults', most: 0 }]);
    await rig.start([choose()]);
    await rig.clock.advance(1_500);
    rig.pack.alarms = '0400';
    await rig.clock.advance(2_000);
    const found = 'Active alarms and protections: 1 (short circuit), needed at most 0';
    expect(rig.phase()).toEqual({ kind: 'halted', why: found });
  });
});
