import { describe, expect, test } from 'vitest';
import { send, question, instruct, measure, setUpChecks } from './procedures.fixture.ts';

describe('a step that a person does', () => {
  test('[TERM-209] an instruction is done when the technician confirms it', async () => {
    const { checks, start, phase, results, sent } = await setUpChecks();
    expect((await start([instruct({ title: 'Look' })])).ok).toBe(true);
    expect(phase()).toEqual({ kind: 'working' });
    checks.confirm(0);
    expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
    expect(results()).toMatchObject([{ step: 0, outcome: 'passed', found: 'done' }]);
    expect(sent()).toEqual([]);
  });

  test.each([
    [12, 'passed'],
    [14, 'passed'],
    [11.99, 'failed'],
    [14.01, 'failed'],
  ])(
    '[TERM-209] with limits of 12 and 14 V, the result of a typed value of %d V is %s',
    async (value, outcome) => {
      const { checks, start, results, phase } = await setUpChecks();
      await start([instruct({ value: { name: 'Meter', unit: 'V', least: 12, most: 14 } })]);
      checks.confirm(0); // without the value the step is not done
      checks.confirm(0, Number.NaN);
      expect(phase()?.kind).toBe('working');
      checks.confirm(0, value);
      const needed = '12–14\u202FV';
      expect(results()).toMatchObject([
        { outcome, value, unit: 'V', needed, found: `Meter ${value}\u202FV` },
      ]);
    },
  );

  test('[TERM-209] a typed value is compared with what the device reports at that moment', async () => {
    const near = { quantity: 'packVoltage', percent: 2 } as const; // 2 % of 13.211 V
    const step = instruct({ value: { name: 'Meter', unit: 'V', near }, onFail: 'continue' });
    const { checks, start, results } = await setUpChecks();
    await start([step, step]);
    checks.confirm(0, 13.4);
    checks.confirm(1, 13.6);
    expect(results()).toMatchObject([
      { outcome: 'passed', needed: '12.95–13.48\u202FV' },
      { outcome: 'failed', needed: '12.95–13.48\u202FV' },
    ]);
  });

  test('[TERM-227] an unfinished value stays through a halt, and belongs to its step alone', async () => {
    const step = instruct({ value: { name: 'Meter', unit: 'V', least: 12 } });
    const { checks, clock, pack, start, phase } = await setUpChecks();
    const typed = () => checks.run$.value?.typed;
    await start([step, step]);
    expect(typed()).toBe('');
    checks.type(0, '13,');
    checks.type(1, '99'); // is not the current step
    pack.answers = false;
    await clock.advance(20_000);
    expect(phase()?.kind).toBe('halted');
    expect(typed()).toBe('13,');
    pack.answers = true;
    await clock.advance(4_000);
    checks.resume(0);
    expect(typed()).toBe('13,');
    checks.confirm(0, 13);
    expect(checks.run$.value?.step).toBe(1);
    expect(typed()).toBe('');
  });

  test.each([
    ['yes', 'yes', 'passed'],
    ['no', 'yes', 'failed'],
    ['no', 'no', 'passed'],
    ['yes', 'no', 'failed'],
  ] as const)('[TERM-209] the answer %s where %s is wanted: %s', async (said, wanted, outcome) => {
    const { checks, start, phase } = await setUpChecks();
    await start([question({ wanted })]);
    checks.answer(0, said);
    expect(phase()).toEqual({ kind: 'ended', end: outcome });
  });
});

describe('a step that sends a command', () => {
  test('[TERM-201] the command is sent through the queue as a user command when the user begins the step', async () => {
    const { checks, clock, start, sent, phase, results, logged } = await setUpChecks();
    await start([send({ command: 'ATI' }), send()]);
    await clock.advance(3_000);
    expect([sent(), phase()]).toEqual([[], { kind: 'waiting' }]);
    checks.begin(0);
    await clock.advance(100);
    expect(sent()).toEqual(['ATI']);
    expect(results()).toMatchObject([
      { outcome: 'passed', command: 'ATI', needed: 'OK', said: 'ACME\nHW:2.1 FW:1.4 SN:A1\nOK' },
    ]);
    expect(checks.run$.value?.step).toBe(1);
    expect(logged()).toContain('ATI');
  });

  test.each([
    ['OK', { kind: 'code', code: 'OK' }, 'passed'],
    ['ERROR', { kind: 'code', code: 'OK' }, 'failed'],
    ['ERROR', { kind: 'code', code: 'ERROR' }, 'passed'],
    ['OK', { kind: 'any' }, 'passed'],
    ['HELLO\r\nOK', { kind: 'text', text: 'hello' }, 'passed'],
    ['BYE\r\nOK', { kind: 'text', text: 'hello' }, 'failed'],
    ['SN:A1\r\nOK', { kind: 'pattern', pattern: 'SN:A1' }, 'passed'],
    ['SN:B2\r\nOK', { kind: 'pattern', pattern: 'SN:A1' }, 'failed'],
  ] as const)(
    '[TERM-207] the result of the reply %j where %j is expected: %s',
    async (reply, expected, outcome) => {
      const { checks, clock, start, outcomes, replies } = await setUpChecks();
      replies.set('AT+X', `${reply}\r\n`);
      await start([send({ command: 'AT+X', expected })]);
      checks.begin(0);
      await clock.advance(200);
      expect(outcomes()).toEqual([outcome]);
    },
  );

  test.each([
    ['+LIM: 3650', 'passed', 'Limit 3650\u202FmV'],
    ['+lim:3700', 'failed', 'Limit 3700\u202FmV'],
    ['+LIM: -5.5', 'failed', 'Limit −5.5\u202FmV'],
    ['+LIM: none', 'failed', 'no number after +LIM'],
    ['LIM 3650', 'failed', 'no number after +LIM'],
    ['+LIM: 3.65e3', 'passed', 'Limit 3650\u202FmV'],
    ['+LIM: 0x0E42', 'failed', 'no number after +LIM'],
    ['+LIM: 3650.5x', 'failed', 'no number after +LIM'],
    ['+LIM: 3650.12.2026', 'failed', 'no number after +LIM'],
    ['+LIM: 3650-12-26', 'failed', 'no number after +LIM'],
    ['+LIM: 3650:12', 'failed', 'no number after +LIM'],
    ['+LIM: 3650/12/26', 'failed', 'no number after +LIM'],
    ['+LIM: 3650/3700', 'passed', 'Limit 3650\u202FmV'],
    ['+LIM: 3650,5', 'passed', 'Limit 3650,5\u202FmV'],
    ['+LIM: 3650,5, 3700,5', 'passed', 'Limit 3650,5\u202FmV'],
    ['+LIM: 3650,5\r\n+LIM: 3650', 'passed', 'Limit 3650,5\u202FmV'],
    ['+LIM: 3650,2800', 'passed', 'Limit 3650,2800\u202FmV'],
    ['+LIM: 3660,1', 'failed', '3660,1 after +LIM, whose comma is unclear'],
    ['+LIM: 3650.123,5', 'failed', '3650.123,5 after +LIM, whose comma is unclear'],
    ['+LIM: 3,650', 'failed', '3,650 after +LIM, whose comma is unclear'],
    ['+LIM: 3,650.5', 'failed', '3,650.5 after +LIM, whose comma is unclear'],
    ['+LIM: 3,650,000', 'failed', 'Limit 3,650,000\u202FmV'],
    ['+LIM: 3650,123.5', 'passed', 'Limit 3650\u202FmV'],
    ['+LIM: 3650, 5', 'passed', 'Limit 3650\u202FmV'],
    ['+LIM: 3650,5,7', 'passed', 'Limit 3650\u202FmV'],
    ['+LIM: 3650,-5', 'passed', 'Limit 3650\u202FmV'],
    ['+LIM: 3650.5,13.1', 'passed', 'Limit 3650.5\u202FmV'],
    ['+LIM: 3650,660,700', 'passed', 'Limit 3650\u202FmV'],
  ])('[TERM-207] the result for a number in the reply %s: %s', async (line, outcome, found) => {
    const { checks, clock, start, results, replies } = await setUpChecks();
    replies.set('AT+LIM?', `${line}\r\nOK\r\n`);
    const value = {
      kind: 'number',
      after: '+LIM',
      name: 'Limit',
      unit: 'mV',
      least: 3_600,
      most: 3_660,
    } as const;
    await start([send({ command: 'AT+LIM?', value })]);
    checks.begin(0);
    await clock.advance(200);
    expect(results()).toMatchObject([{ outcome, found, needed: 'OK, 3600–3660\u202FmV' }]);
  });

  test('[TERM-207] a number is not the rest of a longer number in the text before it', async () => {
    const { checks, clock, start, results, replies } = await setUpChecks();
    replies.set('AT+C?', 'Cell 10: 3.29\r\nCell 1: 3.31\r\nOK\r\n');
    const value = { kind: 'number', after: 'Cell 1', name: 'Cell 1', unit: 'V', least: 0 } as const;
    await start([send({ command: 'AT+C?', value })]);
    checks.begin(0);
    await clock.advance(200);
    expect(results()).toMatchObject([{ outcome: 'passed', found: 'Cell 1 3.31\u202FV' }]);
  });

  test('[TERM-207] a value of live data is read from the reply of the step', async () => {
    const { checks, clock, start, results, replies, pack } = await setUpChecks();
    const value = { kind: 'quantity', quantity: 'unreadCells', most: 0 } as const;
    const step = send({ command: 'AT+ADATA', value, onFail: 'continue' });
    await start([step, step, step]);
    checks.begin(0);
    await clock.advance(100);
    pack.cellsMv = [3302, 0, 3303, 3302];
    checks.begin(1);
    await clock.advance(100);
    replies.set('AT+ADATA', 'NOTHING\r\nOK\r\n');
    checks.begin(2);
    await clock.advance(100);
    const found = results().map((each) => [each.outcome, each.found.slice(0, 25)]);
    expect(found).toEqual([
      ['passed', 'Cells not read 0'],
      ['failed', 'Cells not read 1 (cell 2)'],
      ['failed', expect.stringContaining('no live data: ')],
    ]);
  });

  test('[OBD-319] the temperature in a reply that lacks a sensor of the live data proves no limit', async () => {
    const { checks, clock, start, pack, results } = await setUpChecks();
    const value = { kind: 'quantity', quantity: 'coldest', least: 5 } as const;
    const step = send({ command: 'AT+ADATA', value, onFail: 'continue' });
    pack.celsius = [-3, 26, -127];
    await start([step, step]);
    await clock.advance(4_000);
    pack.celsius = [-127, 26, -127];
    checks.begin(0);
    await clock.advance(100);
    pack.celsius = [25, 26, -127];
    checks.begin(1);
    await clock.advance(100);
    expect(results()).toMatchObject([
      {
        outcome: 'failed',
        found: 'Lowest temperature 26\u202F°C (sensor 2; sensor 1 not read)',
      },
      { outcome: 'passed' },
    ]);
  });

  test('[TERM-207] a missing reply fails after the step’s own time', async () => {
    const { checks, clock, start, phase, results, replies } = await setUpChecks();
    replies.set('AT+X', '');
    await start([send({ command: 'AT+X', timeoutMs: 4_000 })]);
    checks.begin(0);
    await clock.advance(3_900);
    expect(phase()?.kind).toBe('working');
    await clock.advance(200);
    expect(phase()).toMatchObject({ kind: 'ended', end: 'failed' });
    expect(results()).toMatchObject([{ found: 'no reply in time' }]);
  });
});

describe('the result of a measurement', () => {
  test('[TERM-208] a measurement passes when the value has been within its limits for long enough', async () => {
    const { checks, clock, start, phase, results, pack } = await setUpChecks();
    await start([measure({ heldMs: 6_000 })]);
    checks.begin(0);
    await clock.advance(2_100);
    expect(phase()).toMatchObject({ kind: 'working', measured: { isWithin: true, heldMs: 0 } });
    pack.cellsMv = [3302, 3305, 3303, 3302];
    await clock.advance(2_000);
    expect(phase()).toMatchObject({
      measured: { now: '3\u202FmV (cells 1 and 2)', heldMs: 2_000 },
    });
    await clock.advance(4_000);
    expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
    expect(results()).toMatchObject([
      {
        value: 3,
        unit: 'mV',
        needed: '≤ 30\u202FmV',
        found: 'Cell spread 3\u202FmV (cells 1 and 2), stable for 6 s (2–3)',
      },
    ]);
  });

  test('[TERM-208] a measurement restarts its time when the value leaves its limits', async () => {
    const { checks, clock, start, phase, pack } = await setUpChecks();
    await start([measure({ heldMs: 4_000 })]);
    checks.begin(0);
    await clock.advance(4_100);
    pack.cellsMv = [3302, 3340, 3303, 3302];
    await clock.advance(2_000);
    expect(phase()).toMatchObject({ measured: { isWithin: false, heldMs: 0 } });
    pack.cellsMv = [3302, 3304, 3303, 3302];
    await clock.advance(4_000);
    expect(phase()).toMatchObject({ kind: 'working', measured: { heldMs: 2_000 } });
    await clock.advance(2_000);
    expect(phase()).toMatchObject({ kind: 'ended', end: 'passed' });
  });

  test('[TERM-208] only confirmed replies after the beginning of the measurement count', async () => {
    const { checks, clock, start, phase, pack } = await setUpChecks();
    await start([measure({ quantity: 'highestCell', most: 3.35 })]);
    checks.begin(0);
    await clock.advance(1_000);
    expect(phase()).toMatchObject({ kind: 'working' }); // although the value before the beginning is within limits
    pack.cellsMv = [3302, 3500, 3303, 3302]; // a spike: implausible until the next reply confirms it
    await clock.advance(1_100);
    expect(phase()).toMatchObject({ kind: 'working', measured: { now: '' } });
    await clock.advance(2_000);
    expect(phase()).toMatchObject({ measured: { now: '3.500\u202FV (cell 2)', isWithin: false } });
  });

  test('[TERM-208] a measurement fails on timeout and reports the last value', async () => {
    const { checks, clock, start, phase, results, pack } = await setUpChecks();
    pack.cellsMv = [3302, 3404, 3303, 3302];
    await start([measure({ heldMs: 2_000, withinMs: 9_000 }), measure()]);
    checks.begin(0);
    await clock.advance(8_900);
    expect(phase()?.kind).toBe('working');
    await clock.advance(200);
    expect(phase()).toEqual({ kind: 'ended', end: 'failed' });
    expect(results()).toMatchObject([
      {
        value: 102,
        found: 'Cell spread: last 102\u202FmV (cells 1 and 2); not within limits for 2 s in 9 s',
      },
    ]);
  });

  test('[TERM-208] the measurement of a value that the device does not report fails', async () => {
    const { checks, clock, start, results, pack } = await setUpChecks();
    pack.celsius = [];
    await start([measure({ quantity: 'hottest', most: 45, withinMs: 3_000 })]);
    checks.begin(0);
    await clock.advance(3_100);
    expect(results()[0]?.found).toContain('not reported');
  });
});

describe('the beginning of a measuring step', () => {
  test('[TERM-223] a measuring step begins by itself 3 s after its conditions are met', async () => {
    const { clock, start, phase, results, checks } = await setUpChecks();
    await start([question(), measure(), measure()]);
    await clock.advance(5_000);
    expect(phase()?.kind).toBe('working');
    checks.answer(0, 'yes');
    expect(phase()).toEqual({ kind: 'waiting', ms: 3_000 });
    await clock.advance(2_900);
    expect(phase()?.kind).toBe('waiting');
    await clock.advance(200);
    expect(phase()?.kind).toBe('working');
    await clock.advance(8_000);
    expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
    expect(results()).toHaveLength(3);
  });

  test('[TERM-223] a measuring step that is held begins only by the user', async () => {
    const { clock, start, phase, checks } = await setUpChecks();
    await start([measure({ heldMs: 4_000 }), measure()]);
    checks.hold(1);
    expect(phase()).toEqual({ kind: 'waiting', ms: 3_000 });
    checks.hold(0);
    await clock.advance(60_000);
    expect(phase()).toEqual({ kind: 'waiting' });
    checks.begin(0);
    await clock.advance(6_500);
    expect(phase()).toEqual({ kind: 'waiting', ms: 3_000 }); // the next step is not held
  });

  test('[TERM-223] a measuring step does not begin while a condition is not met; the 3 s restart when all are met', async () => {
    const { clock, start, phase, pack } = await setUpChecks([
      { quantity: 'current', least: -1, most: 1 },
    ]);
    await start([measure({ heldMs: 60_000, withinMs: 600_000 })]);
    pack.current = 1_240;
    await clock.advance(20_000);
    expect(phase()).toEqual({ kind: 'waiting' });
    pack.current = 0;
    while (phase()?.kind === 'waiting' && !('ms' in (phase() ?? {}))) await clock.advance(100);
    await clock.advance(2_900);
    expect(phase()?.kind).toBe('waiting');
    await clock.advance(200);
    expect(phase()?.kind).toBe('working');
  });
});

test('[TERM-210] a failed step ends the check, or is noted and the check continues and fails at the end', async () => {
  const first = await setUpChecks();
  await first.start([question(), instruct()]);
  first.checks.answer(0, 'no');
  expect(first.phase()).toEqual({ kind: 'ended', end: 'failed' });
  expect(first.outcomes()).toEqual(['failed']);
  const second = await setUpChecks();
  await second.start([question({ onFail: 'continue' }), instruct()]);
  second.checks.answer(0, 'no');
  second.checks.confirm(1);
  expect(second.phase()).toEqual({ kind: 'ended', end: 'failed' });
  expect(second.outcomes()).toEqual(['failed', 'passed']);
});
