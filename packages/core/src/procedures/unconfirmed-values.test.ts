import { describe, expect, test } from 'vitest';
import type { MeasureStep } from './procedure.ts';
import {
  send,
  question,
  instruct,
  measure,
  setUpChecks,
  type TestPack,
} from './procedures.fixture.ts';

/** Live data in which every other reply has another value, so that every change is implausible. */
describe('values that alternate', () => {
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
        { quantity: 'current', least: -0.2, most: 0.2, heldMs: 10_000 },
        (odd) => ({ current: odd ? 2 : 1_240 }),
      ],
    ];

  test.each(flickering)(
    '[TERM-208] %s is never measured as steady',
    async (_, change, packWhen: (odd: boolean) => Partial<TestPack>) => {
      const { checks, clock, start, phase, results, pack } = await setUpChecks();
      await start([measure({ ...change, withinMs: 40_000 })]);
      await clock.advance(1_500); // polls run at whole two seconds, so that each finds the values set before it
      checks.begin(0);
      for (let poll = 1; phase()?.kind === 'working' && poll < 30; poll += 1) {
        Object.assign(pack, packWhen(poll % 2 === 1));
        await clock.advance(2_000);
      }
      expect(phase()).toEqual({ kind: 'ended', end: 'failed' });
      expect(results()[0]?.found).toMatch(
        /; unconfirmed in 10 of 20 replies; not within limits for /,
      );
    },
  );

  test('[TERM-208] one unconfirmed reply restarts the time of a measurement', async () => {
    const { checks, clock, start, phase, results, pack } = await setUpChecks();
    await start([measure({ quantity: 'cellSpread', most: 80, heldMs: 6_000, withinMs: 60_000 })]);
    await clock.advance(1_500);
    checks.begin(0);
    await clock.advance(4_000);
    expect(phase()).toMatchObject({ measured: { heldMs: 2_000, isWithin: true } });
    pack.cellsMv = [3302, 3304, 3903, 3302];
    await clock.advance(2_000);
    expect(phase()).toMatchObject({ measured: { heldMs: 0, isWithin: false, now: '' } });
    pack.cellsMv = [3302, 3304, 3303, 3302];
    await clock.advance(6_000);
    expect(phase()).toMatchObject({ kind: 'working', measured: { heldMs: 4_000 } });
    await clock.advance(2_000);
    expect(results()).toMatchObject([
      { outcome: 'passed', found: 'Cell spread 2\u202FmV (cells 1 and 2), stable for 6 s' },
    ]);
  });
});

describe('conditions on an unconfirmed value', () => {
  const AT_REST = { quantity: 'current', least: -1, most: 1 } as const;
  const why = 'Current is unconfirmed, must be −1 to 1\u202FA';
  /** Starts these steps, then lets each of the next polls return one of these currents. */
  const started = async (
    ...[steps, currents]: readonly [Parameters<Rig['start']>[0], number[]]
  ) => {
    const rig = await setUpChecks([AT_REST]);
    await rig.start(steps);
    await rig.clock.advance(1_500);
    const poll = async (current: number): Promise<void> => {
      rig.pack.current = current;
      await rig.clock.advance(2_000);
    };
    for (const current of currents) await poll(current);
    return { ...rig, poll };
  };
  type Rig = Awaited<ReturnType<typeof setUpChecks>>;

  test('[TERM-202] a condition on an unconfirmed value is not met: no step begins and nothing is sent until a reply confirms it', async () => {
    for (const step of [send(), measure()]) {
      const { checks, clock, phase, sent, unmet, poll } = await started([step], [1_240]);
      checks.begin(0);
      await clock.advance(100);
      expect([phase(), sent()]).toEqual([{ kind: 'waiting' }, []]);
      expect(unmet()).toMatchObject([{ now: 'unconfirmed', isMet: false }]);
      await poll(2);
      checks.begin(0);
      expect(phase()?.kind).toBe('working');
    }
  });

  test('[TERM-202] instructions and questions cannot be completed while a value is unconfirmed', async () => {
    const near = { quantity: 'packVoltage', percent: 2 } as const;
    const typed = instruct({ value: { name: 'Meter', unit: 'V', near } });
    for (const step of [instruct(), question(), typed]) {
      const { checks, phase, poll } = await started([step], [2, 1_240]);
      const act = (): void => {
        checks.confirm(0, 13.2);
        checks.answer(0, 'yes');
      };
      act();
      expect(phase()).toEqual({ kind: 'working' });
      await poll(2);
      act();
      expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
    }
  });

  test('[TERM-209] a typed value is not compared with an unconfirmed one', async () => {
    const near = { quantity: 'sumOff', percent: 10 } as const;
    const rig = await setUpChecks();
    await rig.start([instruct({ value: { name: 'Meter', unit: 'V', near, least: 0 } })]);
    await rig.clock.advance(1_500);
    rig.pack.cellsMv = [3302, 3304, 3303, 3902];
    await rig.clock.advance(2_000);
    rig.checks.confirm(0, 0);
    expect(rig.phase()).toEqual({ kind: 'working' });
    rig.pack.cellsMv = [3302, 3304, 3303, 3302];
    await rig.clock.advance(2_000);
    rig.checks.confirm(0, 0);
    expect(rig.phase()).toEqual({ kind: 'ended', end: 'passed' });
  });

  test('[TERM-203] a running step tolerates one unconfirmed value in three replies, and halts at the second', async () => {
    for (const step of [instruct(), question(), measure({ heldMs: 500_000, withinMs: 600_000 })]) {
      const { checks, phase, poll } = await started([step], []);
      checks.begin(0);
      for (const current of [1_240, 2, 2, 1_240, 2]) await poll(current);
      expect(phase()?.kind).toBe('working');
      await poll(1_240);
      expect(phase()).toEqual({ kind: 'halted', why });
      checks.resume(0);
      expect(phase()?.kind).toBe('halted');
      await poll(2);
      checks.resume(0);
      expect(phase()?.kind).not.toBe('halted');
    }
  });

  test('[TERM-203] a queued command is not sent after a reply with an unconfirmed value', async () => {
    const { checks, clock, fake, pack, phase, sent, replies } = await started([send()], [2]);
    replies.set('AT+ADATA', ''); // the poll stays pending
    await clock.advance(600);
    checks.begin(0);
    await clock.advance(100);
    expect([phase()?.kind, sent()]).toEqual(['working', []]);
    const fields = [
      1,
      99,
      500,
      4,
      2,
      13_211,
      1_240,
      785,
      990,
      10_000,
      7772,
      123,
      3,
      '0000',
      '0000',
    ];
    fake.device.send(
      `\r\n+ADATA: ${[...fields, ...pack.cellsMv, 25, 26, 0].join(',')}\r\n\r\nOK\r\n`,
    );
    await clock.advance(1_000);
    const found = 'Current is 12.40\u202FA, must be −1 to 1\u202FA';
    expect([phase(), sent()]).toEqual([{ kind: 'halted', why: found }, []]);
  });

  test('[TERM-203] a fault in a single reply halts the step at once', async () => {
    const rig = await setUpChecks([{ quantity: 'faults', most: 0 }]);
    await rig.start([question()]);
    await rig.clock.advance(1_500);
    rig.pack.alarms = '0400';
    await rig.clock.advance(2_000);
    const found = 'Active alarms and protections: 1 (short circuit), must be 0';
    expect(rig.phase()).toEqual({ kind: 'halted', why: found });
  });
});
