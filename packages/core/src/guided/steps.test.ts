import { describe, expect, test } from 'vitest';
import { ask, choose, instruct, measure, setUpGuided } from './guided.fixture.ts';

describe('a step that speaks', () => {
  test('[TERM-209] an instruction is done when the technician says so', async () => {
    const { guided, start, phase, records, sent } = await setUpGuided();
    expect((await start([instruct({ title: 'Look' })])).ok).toBe(true);
    expect(phase()).toEqual({ kind: 'working' });
    guided.confirm(0);
    expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
    expect(records()).toMatchObject([{ step: 0, title: 'Look', outcome: 'passed', found: 'done' }]);
    expect(sent()).toEqual([]);
  });

  test.each([
    [12, 'passed'],
    [14, 'passed'],
    [11.99, 'failed'],
    [14.01, 'failed'],
  ])('[TERM-209] a typed value of %d V between 12 and 14 V: %s', async (value, outcome) => {
    const { guided, start, records, phase } = await setUpGuided();
    await start([instruct({ value: { name: 'Meter', unit: 'V', least: 12, most: 14 } })]);
    guided.confirm(0); // without the value it is not done
    guided.confirm(0, Number.NaN);
    expect(phase()?.kind).toBe('working');
    guided.confirm(0, value);
    const needed = '12 to 14 V';
    expect(records()).toMatchObject([
      { outcome, value, unit: 'V', needed, found: `Meter ${value} V` },
    ]);
  });

  test('[TERM-209] a typed value is compared with what the device tells at that moment', async () => {
    const near = { quantity: 'packVoltage', percent: 2 } as const; // of 13.211 V
    const step = instruct({ value: { name: 'Meter', unit: 'V', near }, onFail: 'continue' });
    const { guided, start, records } = await setUpGuided();
    await start([step, step]);
    guided.confirm(0, 13.4);
    guided.confirm(1, 13.6);
    expect(records()).toMatchObject([
      { outcome: 'passed', needed: '12.95 to 13.48 V' },
      { outcome: 'failed', needed: '12.95 to 13.48 V' },
    ]);
  });

  test.each([
    ['yes', 'yes', 'passed'],
    ['no', 'yes', 'failed'],
    ['no', 'no', 'passed'],
    ['yes', 'no', 'failed'],
  ] as const)('[TERM-209] %s where %s is wanted: %s', async (said, wanted, outcome) => {
    const { guided, start, phase } = await setUpGuided();
    await start([choose({ wanted })]);
    guided.answer(0, said);
    expect(phase()).toEqual({ kind: 'ended', end: outcome });
  });
});

describe('a step that asks', () => {
  test('[TERM-201] sends its command when the user begins it, through the queue, as the user’s', async () => {
    const { guided, clock, start, sent, phase, records, logged } = await setUpGuided();
    await start([ask({ command: 'ATI' }), ask()]);
    await clock.advance(3_000);
    expect([sent(), phase()]).toEqual([[], { kind: 'waiting' }]);
    guided.begin(0);
    await clock.advance(100);
    expect(sent()).toEqual(['ATI']);
    expect(records()).toMatchObject([
      { outcome: 'passed', command: 'ATI', needed: 'OK', said: 'ACME\nHW:2.1 FW:1.4 SN:A1\nOK' },
    ]);
    expect(guided.run$.value?.step).toBe(1);
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
  ] as const)('[TERM-207] %j where %j is expected: %s', async (reply, expected, outcome) => {
    const { guided, clock, start, outcomes, replies } = await setUpGuided();
    replies.set('AT+X', `${reply}\r\n`);
    await start([ask({ command: 'AT+X', expected })]);
    guided.begin(0);
    await clock.advance(200);
    expect(outcomes()).toEqual([outcome]);
  });

  test.each([
    ['+LIM: 3650', 'passed', 'Limit 3650 mV'],
    ['+lim:3700', 'failed', 'Limit 3700 mV'],
    ['+LIM: -5.5', 'failed', 'Limit −5.5 mV'],
    ['+LIM: none', 'failed', 'no number behind +LIM'],
    ['LIM 3650', 'failed', 'no number behind +LIM'],
  ])('[TERM-207] a number in the reply %s: %s', async (line, outcome, found) => {
    const { guided, clock, start, records, replies } = await setUpGuided();
    replies.set('AT+LIM?', `${line}\r\nOK\r\n`);
    const value = {
      kind: 'number',
      after: '+LIM',
      name: 'Limit',
      unit: 'mV',
      least: 3_600,
      most: 3_660,
    } as const;
    await start([ask({ command: 'AT+LIM?', value })]);
    guided.begin(0);
    await clock.advance(200);
    expect(records()).toMatchObject([{ outcome, found, needed: 'OK, 3600 to 3660 mV' }]);
  });

  test('[TERM-207] a value of live data is read from the very reply', async () => {
    const { guided, clock, start, records, replies, pack } = await setUpGuided();
    const value = { kind: 'quantity', quantity: 'unreadCells', most: 0 } as const;
    const step = ask({ command: 'AT+ADATA', value, onFail: 'continue' });
    await start([step, step, step]);
    guided.begin(0);
    await clock.advance(100);
    pack.cellsMv = [3302, 0, 3303, 3302];
    guided.begin(1);
    await clock.advance(100);
    replies.set('AT+ADATA', 'NOTHING\r\nOK\r\n');
    guided.begin(2);
    await clock.advance(100);
    const found = records().map((each) => [each.outcome, each.found.slice(0, 25)]);
    expect(found).toEqual([
      ['passed', 'Cells not read 0'],
      ['failed', 'Cells not read 1 (cell 2)'],
      ['failed', expect.stringContaining('no live data: ')],
    ]);
  });

  test('[TERM-207] a missing reply fails after the step’s own time', async () => {
    const { guided, clock, start, phase, records, replies } = await setUpGuided();
    replies.set('AT+X', '');
    await start([ask({ command: 'AT+X', timeoutMs: 4_000 })]);
    guided.begin(0);
    await clock.advance(3_900);
    expect(phase()?.kind).toBe('working');
    await clock.advance(200);
    expect(phase()).toMatchObject({ kind: 'ended', end: 'failed' });
    expect(records()).toMatchObject([{ found: 'no reply in time' }]);
  });
});

describe('a step that measures', () => {
  test('[TERM-208] passes when the value has been within its limits for long enough', async () => {
    const { guided, clock, start, phase, records, pack } = await setUpGuided();
    await start([measure({ heldMs: 6_000 })]);
    guided.begin(0);
    await clock.advance(2_100);
    expect(phase()).toMatchObject({ kind: 'working', measured: { isWithin: true, heldMs: 0 } });
    pack.cellsMv = [3302, 3305, 3303, 3302];
    await clock.advance(2_000);
    expect(phase()).toMatchObject({ measured: { now: '3 mV (cells 1 and 2)', heldMs: 2_000 } });
    await clock.advance(4_000);
    expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
    expect(records()).toMatchObject([
      {
        value: 3,
        unit: 'mV',
        needed: 'at most 30 mV',
        found: '3 mV (cells 1 and 2), held for 6 s, from 2 to 3',
      },
    ]);
  });

  test('[TERM-208] begins to count anew when the value leaves its limits', async () => {
    const { guided, clock, start, phase, pack } = await setUpGuided();
    await start([measure({ heldMs: 4_000 })]);
    guided.begin(0);
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

  test('[TERM-208] only a reply that came after its beginning counts, and none that is in doubt', async () => {
    const { guided, clock, start, phase, pack } = await setUpGuided();
    await start([measure({ quantity: 'highestCell', most: 3.35 })]);
    guided.begin(0);
    await clock.advance(1_000);
    expect(phase()).toMatchObject({ kind: 'working' }); // good as the value at hand is
    pack.cellsMv = [3302, 3500, 3303, 3302]; // a spike: held back, and neither good nor bad yet
    await clock.advance(1_100);
    expect(phase()).toMatchObject({ kind: 'working', measured: { now: '' } });
    await clock.advance(2_000);
    expect(phase()).toMatchObject({ measured: { now: '3.500 V (cell 2)', isWithin: false } });
  });

  test('[TERM-208] fails when its time is over, with the last value', async () => {
    const { guided, clock, start, phase, records, pack } = await setUpGuided();
    pack.cellsMv = [3302, 3404, 3303, 3302];
    await start([measure({ heldMs: 2_000, withinMs: 9_000 }), measure()]);
    guided.begin(0);
    await clock.advance(8_900);
    expect(phase()?.kind).toBe('working');
    await clock.advance(200);
    expect(phase()).toEqual({ kind: 'ended', end: 'failed' });
    expect(records()).toMatchObject([
      {
        value: 102,
        found: 'last 102 mV (cells 1 and 2); not within limits for 2 s in 9 s',
      },
    ]);
  });

  test('[TERM-208] a value the device does not tell fails', async () => {
    const { guided, clock, start, records, pack } = await setUpGuided();
    pack.celsius = [];
    await start([measure({ quantity: 'hottest', most: 45, withinMs: 3_000 })]);
    guided.begin(0);
    await clock.advance(3_100);
    expect(records()[0]?.found).toContain('not told by the device');
  });
});

test('[TERM-210] a failed step ends the check, or is noted and the check goes on and fails in the end', async () => {
  const first = await setUpGuided();
  await first.start([choose(), instruct()]);
  first.guided.answer(0, 'no');
  expect(first.phase()).toEqual({ kind: 'ended', end: 'failed' });
  expect(first.outcomes()).toEqual(['failed']);
  const second = await setUpGuided();
  await second.start([choose({ onFail: 'continue' }), instruct()]);
  second.guided.answer(0, 'no');
  second.guided.confirm(1);
  expect(second.phase()).toEqual({ kind: 'ended', end: 'failed' });
  expect(second.outcomes()).toEqual(['failed', 'passed']);
});
