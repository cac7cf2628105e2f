import { of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createLive } from '../prelude/live.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import type { LiveSample } from '../telemetry/telemetry.ts';
import { startCheck } from './check-run.ts';
import { measure, question, setUpChecks } from './procedures.fixture.ts';
import type { Check, CheckStep } from './procedure.ts';
import { resultsOf, type CheckRun } from './run.ts';

/** Starts a check of one measurement. `reply` sends the next reply after 2 s. */
const measuring = (step: CheckStep, conditions: Check['conditions'] = []) => {
  const clock = createFakeClock();
  const samples$ = new Subject<LiveSample>();
  let run: CheckRun | undefined;
  const check = startCheck(
    {
      name: 'Test',
      purpose: '',
      conditions,
      steps: [step],
    },
    {
      clock,
      link: {
        connection$: createLive({ kind: 'connected' } as never).live,
        traffic$: of(),
        transactions$: of(),
        execute: () => Promise.reject(new Error('not used')),
      },
      telemetry: {
        liveData$: createLive(liveSample(aPack(0))).live,
        samples$,
        follow: () => () => undefined,
        decode: () => undefined as never,
      },
      judges: [undefined],
      lineEnding: () => 'crlf',
      onChange: (changed) => {
        run = changed;
      },
      onEvent: () => undefined,
    },
  );
  const reply = async (
    cellsOlderByMs: number,
    change: Partial<PackSample> = {},
    held: LiveSample['held'] = [],
  ): Promise<void> => {
    await clock.advance(2_000);
    samples$.next({
      ...{ ...liveSample(aPack(0, change)), held },
      olderByMs: new Map([['cellVoltagesV', cellsOlderByMs]]),
    });
  };
  check.begin(0);
  return { clock, reply, run: () => run };
};

test('[OBD-291] the sum of the cells is measured only in replies that bring cells and pack voltage together', async () => {
  const { reply, run } = measuring(measure({ quantity: 'sumOff', most: 1, heldMs: 4_000 }));
  await reply(0);
  await reply(2_000, { packVoltageV: 12.5 }); // the load has changed, and the cells are those before it
  await reply(4_000, { packVoltageV: 12.5 });
  expect(run()?.phase.kind).toBe('working');
  await reply(0);
  expect(resultsOf(run() as CheckRun)).toMatchObject([
    { outcome: 'passed', found: 'Sum of cells vs. pack 0.00\u202F%, stable for 4 s' },
  ]);
});

test('[OBD-291] [TERM-205] a condition on the sum of the cells uses the last reply that brought both values together', async () => {
  const { reply, run } = measuring(measure({ withinMs: 600_000, heldMs: 500_000 }), [
    { quantity: 'sumOff', most: 1 },
  ]);
  const sum = () => run()?.conditions.at(-1);
  const name = 'Sum of cells vs. pack';
  await reply(0);
  await reply(2_000, { packVoltageV: 12.5 }); // the load has changed, and the cells are those before it
  expect(sum()).toEqual({ name, needed: '≤ 1\u202F%', now: '0.00\u202F%', isMet: true });
  await reply(4_000, { packVoltageV: 12.5 });
  await reply(6_000, { packVoltageV: 12.5 });
  expect(sum()).toMatchObject({ now: '0.00\u202F%, 6 s old', isMet: true });
  await reply(0, { packVoltageV: 12.5 });
  expect(run()?.phase).toEqual({
    kind: 'halted',
    why: `${name} is 5.69\u202F%, must be ≤ 1\u202F%`,
  });
  await reply(2_000);
  expect(sum()).toMatchObject({ now: '5.69\u202F%', isMet: false });
  for (let olderMs = 4_000; olderMs < 30_000; olderMs += 2_000) await reply(olderMs);
  expect(sum()).toMatchObject({ now: '5.69\u202F%, 28 s old' });
  await reply(30_000);
  expect(sum()).toMatchObject({ now: 'not reported together', isMet: false });
});

test('[TERM-230] a time in which the page did not run is no time in which a value was within its limits', async () => {
  const { clock, reply, run } = measuring(
    measure({ quantity: 'current', most: 20, heldMs: 30_000, withinMs: 60_000 }),
  );
  await reply(0);
  await reply(0);
  clock.freeze(40_000); // the reply after it is processed before the timer that finds old values
  await reply(0);
  expect(run()?.phase).toEqual({
    kind: 'halted',
    why: 'Live data is 42 s old, must be less than 6 s old',
  });
});

test('[TERM-203] [OBD-277] an unconfirmed value that a reply only repeats does not halt a check', async () => {
  const held = [{ key: 'cellVoltagesV', number: 2, reported: 2.9 }] as const;
  const { reply, run } = measuring(
    measure({ quantity: 'current', most: 20, heldMs: 500_000, withinMs: 600_000 }),
    [{ quantity: 'lowestCell', least: 3 }],
  );
  await reply(0);
  await reply(0, {}, held);
  for (const olderMs of [2_000, 4_000]) await reply(olderMs, {}, held);
  expect(run()?.phase).toEqual({ kind: 'working' });
  await reply(0, {}, [{ ...held[0], reported: 3.904 }]);
  expect(run()?.phase).toMatchObject({ kind: 'halted' });
});

test('[TERM-208] [OBD-287] a value that a reply repeats from an earlier one is no reading', async () => {
  const { reply, run } = measuring(measure({ quantity: 'cellSpread', most: 30, heldMs: 4_000 }));
  await reply(3_000); // the cells were reported before the step began
  await reply(0);
  await reply(2_000);
  await reply(4_000);
  expect(run()).toMatchObject({ phase: { kind: 'working' }, measured: { heldMs: 0 } });
  await reply(0, { cellVoltagesV: [3.302, 3.402, 3.303, 3.302] });
  expect(run()).toMatchObject({ phase: { kind: 'working' }, measured: { isWithin: false } });
});

test('[TERM-208] [OBD-287] a list that arrives in several records is a reading when all of it was reported again', async () => {
  const { reply, run } = measuring(measure({ quantity: 'cellSpread', most: 30, heldMs: 4_000 }));
  for (let record = 0; record < 3; record += 1) await reply(2_000); // half of the cells are new
  expect(run()).toMatchObject({ phase: { kind: 'working' }, measured: { isWithin: true } });
  await reply(2_000);
  expect(run()?.phase).toEqual({ kind: 'ended', end: 'passed' });
});

test.each(['cellSpread', 'highestCell', 'lowestCell'] as const)(
  '[OBD-314] %s of a reply with a cell that is not read proves no limit',
  async (quantity) => {
    const { reply, run } = measuring(measure({ quantity, least: 0, most: 4, heldMs: 2_000 }));
    await reply(0, { cellVoltagesV: [3.302, 3.302, null, 3.302] });
    await reply(0, { cellVoltagesV: [3.302, 3.302, null, 3.302] });
    expect(run()?.phase).toEqual({ kind: 'working' });
    expect(run()?.measured).toMatchObject({
      isWithin: false,
      now: expect.stringContaining('cell 3 not read') as unknown,
    });
    for (let more = 0; more < 2; more += 1)
      await reply(0, { cellVoltagesV: [3.302, 3.302, 3.302, 3.302] });
    expect(run()?.phase).toEqual({ kind: 'ended', end: 'passed' });
  },
);

test('[OBD-314] a condition on a cell is not met while a cell is not read', async () => {
  const { reply, run } = measuring(
    measure({ quantity: 'current', most: 20, heldMs: 500_000, withinMs: 600_000 }),
    [{ quantity: 'highestCell', most: 3.6 }],
  );
  await reply(0, { cellVoltagesV: [3.302, 3.302, null, 3.302] });
  expect(run()?.phase).toEqual({
    kind: 'halted',
    why: 'Highest cell is 3.302\u202FV (cell 1; cell 3 not read), must be ≤ 3.6\u202FV',
  });
});

test('[OBD-319] a sensor that was read before and is not now proves no limit, but a place without a sensor does not matter', async () => {
  const { clock, start, pack, phase, checks } = await setUpChecks([
    { quantity: 'coldest', least: 5 },
  ]);
  pack.celsius = [25, 26, -127];
  await start([question()]);
  await clock.advance(4_000);
  expect(phase()).toEqual({ kind: 'working' });
  pack.celsius = [-127, 26, -127];
  await clock.advance(4_000);
  expect(phase()).toEqual({
    kind: 'halted',
    why: 'Lowest temperature is 26\u202F°C (sensor 2; sensor 1 not read), must be ≥ 5\u202F°C',
  });
  pack.celsius = [25, 26, -127];
  await clock.advance(4_000);
  checks.resume(0);
  expect(phase()).toEqual({ kind: 'working' });
});
