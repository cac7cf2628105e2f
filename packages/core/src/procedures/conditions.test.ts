import { describe, expect, test } from 'vitest';
import { aPack, liveSample } from '../telemetry/pack.fixture.ts';
import { firstUnmet, judgeConditions } from './conditions.ts';
import { send, question, instruct, measure, setUpChecks } from './procedures.fixture.ts';

const AT_REST = { quantity: 'current', least: -1, most: 1 } as const;

describe('conditions before a step', () => {
  test('[TERM-202] no step can be started, confirmed or answered while a condition is not met', async () => {
    for (const step of [instruct(), question(), send(), measure()]) {
      const { checks, clock, start, phase, pack, sent, unmet } = await setUpChecks([AT_REST]);
      pack.current = 1_240;
      await start([step]);
      checks.begin(0);
      checks.confirm(0);
      checks.answer(0, 'yes');
      await clock.advance(500);
      expect([phase(), sent()]).toEqual([{ kind: 'waiting' }, []]);
      expect(unmet()).toEqual([
        { name: 'Current', needed: '−1 to 1\u202FA', now: '12.40\u202FA', isMet: false },
      ]);
      pack.current = 10;
      await clock.advance(6_000);
      expect(unmet()).toEqual([]);
      if (step.kind === 'send' || step.kind === 'measure') checks.begin(0);
      expect(phase()?.kind).toBe('working');
      checks.stop();
    }
  });

  test('[TERM-202] a step’s own conditions apply only to that step', async () => {
    const { checks, start, phase } = await setUpChecks();
    const charging = { quantity: 'current', least: 0.5 } as const;
    await start([instruct(), instruct({ conditions: [charging] })]);
    checks.confirm(0);
    expect(checks.run$.value).toMatchObject({ step: 1, phase: { kind: 'waiting' } });
    checks.confirm(1);
    expect(phase()).toEqual({ kind: 'waiting' });
  });

  test('[TERM-202] a tap meant for a finished step does not affect the next one', async () => {
    const { checks, start, outcomes } = await setUpChecks();
    await start([instruct(), question(), instruct(), send()]);
    checks.confirm(0);
    checks.confirm(0);
    checks.answer(1, 'yes');
    checks.answer(1, 'no');
    checks.confirm(1);
    checks.confirm(3);
    checks.begin(2);
    expect(outcomes()).toEqual(['passed', 'passed']);
  });

  test('[TERM-205] without live data no condition on a value is met', async () => {
    const { checks, clock, start, phase, pack, unmet } = await setUpChecks([AT_REST]);
    pack.answers = false;
    await start([question()]);
    expect(unmet().map(({ name, now }) => [name, now])).toEqual([
      ['Live data', 'missing'],
      ['Current', 'unknown'],
    ]);
    pack.answers = true;
    await clock.advance(8_000);
    expect(unmet()).toEqual([]);
    checks.stop();
    expect(phase()?.kind).toBe('ended');
  });
});

test.each([
  ['a recent value', 4_999, '0.20\u202FA'],
  ['a value of a slow poll', 5_000, '0.20\u202FA, 6 s old'],
])('[TERM-205] the age of an old value is shown: %s', (_, olderMs, now) => {
  const live = liveSample(aPack(0, { currentA: 0.2 }));
  const data = { ...live, ageMs: 1_000, olderByMs: new Map([['currentA', olderMs]]) };
  const check = { name: 'T', purpose: 'P', conditions: [AT_REST], steps: [] };
  const connection = { kind: 'disconnected', cause: { kind: 'user' } } as const;
  const states = judgeConditions(check, undefined, { connection, data, otherPack: undefined });
  expect(states.at(-1)).toEqual({ name: 'Current', needed: '−1 to 1\u202FA', now, isMet: true });
});

test('[OBD-291] values that were never reported together meet no condition on their difference', () => {
  const data = { ...liveSample(aPack(0)), olderByMs: new Map([['cellVoltagesV', 2_000]]) };
  const conditions = [{ quantity: 'sumOff', most: 1 }] as const;
  const check = { name: 'T', purpose: 'P', conditions, steps: [] };
  const connection = { kind: 'disconnected', cause: { kind: 'user' } } as const;
  const states = judgeConditions(check, undefined, { connection, data, otherPack: undefined });
  expect(states.at(-1)).toMatchObject({ now: 'not reported together', isMet: false });
});

describe('conditions during a step', () => {
  test('[TERM-203] a queued command is not sent when a condition breaks', async () => {
    const { checks, clock, fake, start, phase, pack, core, sent, replies } = await setUpChecks([
      AT_REST,
    ]);
    replies.set('AT+LONG', '');
    await start([send({ command: 'AT+MINE' })]);
    const bytes = new TextEncoder().encode('AT+LONG\r\n');
    void core.link.execute({ text: 'AT+LONG', bytes, origin: 'user', timeoutMs: 60_000 });
    checks.begin(0);
    await clock.advance(5_000);
    expect(phase()).toEqual({ kind: 'working' });
    await clock.advance(2_000); // no poll is sent meanwhile, and the data becomes stale
    expect(phase()).toEqual({
      kind: 'halted',
      why: 'Live data is 6 s old, must be less than 6 s old',
    });
    pack.current = 0;
    fake.device.send('OK\r\n');
    await clock.advance(10_000);
    expect(sent()).toEqual(['AT+LONG']);
  });

  test.each([
    ['an instruction', instruct()],
    ['a question', question()],
    ['a measurement', measure({ withinMs: 600_000, heldMs: 500_000 })],
  ])(
    '[TERM-203] %s halts at once and names the value that broke the condition',
    async (_, step) => {
      const { checks, clock, start, phase, pack, logged, sent } = await setUpChecks([AT_REST]);
      await start([step]);
      checks.begin(0);
      await clock.advance(2_500);
      expect(phase()?.kind).toBe('working');
      pack.current = 1_240;
      await clock.advance(4_000);
      const why = 'Current is 12.40\u202FA, must be −1 to 1\u202FA';
      expect(phase()).toEqual({ kind: 'halted', why });
      expect(checks.run$.value?.halts).toMatchObject([{ step: 0, why }]);
      expect(logged()).toContain(`Step 1 of 1, Step: halted. ${why.replaceAll('\u202F', ' ')}`);
      checks.confirm(0);
      checks.answer(0, 'yes');
      checks.begin(0);
      expect(phase()?.kind).toBe('halted');
      await clock.advance(700_000);
      expect([phase()?.kind, sent()]).toEqual(['halted', []]);
    },
  );

  test('[TERM-204] the user resumes a halted step from its beginning, once all conditions are met', async () => {
    const { checks, clock, start, phase, pack, sent, outcomes } = await setUpChecks([AT_REST]);
    await start([instruct(), measure({ heldMs: 10_000 }), send({ command: 'ATI' })]);
    checks.confirm(0);
    checks.begin(1);
    await clock.advance(4_500);
    pack.current = 1_240;
    await clock.advance(4_000);
    checks.resume(1);
    expect(phase()?.kind).toBe('halted');
    pack.current = 0;
    await clock.advance(4_000);
    expect(phase()?.kind).toBe('halted'); // the step does not resume by itself
    checks.resume(0);
    checks.resume(1);
    expect(phase()).toEqual({ kind: 'waiting', ms: 3_000 });
    checks.begin(1);
    await clock.advance(10_000);
    expect(phase()).toMatchObject({ kind: 'working', measured: { heldMs: 8_000 } });
    await clock.advance(2_000);
    expect(outcomes()).toEqual(['passed', 'passed']);
    expect(sent()).toEqual([]);
  });

  test('[TERM-205] stale data halts the step', async () => {
    const { checks, clock, start, phase, pack } = await setUpChecks();
    await start([question()]);
    pack.answers = false;
    await clock.advance(5_000);
    expect(phase()?.kind).toBe('working'); // late data is not stale
    await clock.advance(2_000);
    expect(phase()).toMatchObject({ kind: 'halted', why: expect.stringContaining('6 s old') });
    pack.answers = true;
    await clock.advance(6_000);
    checks.resume(0);
    expect(phase()).toEqual({ kind: 'working' });
  });
});

describe('conditions on the connection and the pack', () => {
  test('[TERM-206] unplugging during a command halts the check; it can be resumed when the same pack is back', async () => {
    const { checks, clock, fake, start, phase, results, replies, unmet, connect } =
      await setUpChecks();
    replies.set('AT+X', '');
    await start([send({ command: 'AT+X' })]);
    checks.begin(0);
    await clock.advance(50);
    fake.unplug();
    await clock.advance(50);
    expect(phase()).toEqual({ kind: 'halted', why: 'Device: unplugged' });
    expect(results()).toEqual([]);
    expect(unmet()[0]).toMatchObject({ now: 'unplugged' });
    fake.plug();
    await connect();
    replies.set('AT+X', 'OK\r\n');
    await clock.advance(5_000);
    expect(unmet()).toEqual([]);
    checks.resume(0);
    checks.begin(0);
    await clock.advance(100);
    expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
  });

  test('[TERM-206] disconnecting during a command halts the check', async () => {
    const { checks, clock, core, start, phase, results, replies, unmet } = await setUpChecks();
    replies.set('AT+X', '');
    await start([send({ command: 'AT+X' })]);
    checks.begin(0);
    await clock.advance(50);
    void core.link.disconnect();
    await clock.advance(50);
    expect(phase()).toEqual({ kind: 'halted', why: 'Device: not connected' });
    expect(results()).toEqual([]);
    expect(unmet()[0]).toMatchObject({ now: 'not connected' });
  });

  test.each([
    [{ kind: 'unplugged' }, 'unplugged'],
    [{ kind: 'takenOver' }, 'open in another tab'],
    [{ kind: 'openElsewhere' }, 'open in another tab'],
    [{ kind: 'user' }, 'not connected'],
  ] as const)('[TERM-206] a connection in the state %j is shown as %s', (cause, now) => {
    const check = { name: 'T', purpose: 'P', conditions: [], steps: [] };
    const connection = { kind: 'disconnected', cause } as const;
    const data = { kind: 'none' } as const;
    const states = judgeConditions(check, undefined, { connection, data, otherPack: undefined });
    expect(firstUnmet(states)).toEqual({
      name: 'Device',
      needed: '',
      now,
      isMet: false,
    });
  });

  test('[TERM-206] another pack breaks a condition until the first one is back', async () => {
    const { checks, clock, fake, start, phase, pack, unmet, connect } = await setUpChecks();
    await start([question()]);
    const first = pack.cellsMv;
    for (const [cellsMv, isSame] of [
      [[3302, 3304, 3303, 3302, 3301], false],
      [[3402, 3204, 3503, 3302], false],
      [first, true],
    ] as const) {
      fake.unplug();
      pack.cellsMv = cellsMv;
      await clock.advance(1_000);
      fake.plug();
      await connect();
      await clock.advance(6_000);
      expect(phase()?.kind).toBe('halted');
      expect(unmet().map(({ name }) => name)).toEqual(isSame ? [] : ['Pack']);
      checks.resume(0);
      expect(phase()?.kind).toBe(isSame ? 'working' : 'halted');
    }
  });

  test('[TERM-206] a check belongs to the pack that reports live data at its start, not to an earlier one', async () => {
    const { checks, clock, core, start, phase, pack, unmet } = await setUpChecks();
    core.showPath('/mainpage/home');
    await clock.advance(4_000);
    core.showPath('/mainpage/terminal');
    for (const [pauseMs, cellsMv] of [
      [7_000, [3302, 3304, 3303]],
      [120_000, [3302, 3304, 3303, 3302, 3305]],
    ] as const) {
      await clock.advance(pauseMs);
      pack.cellsMv = cellsMv; // another pack on the same adapter
      await start([question()]);
      await clock.advance(6_000);
      expect(unmet()).toEqual([]);
      checks.answer(0, 'yes');
      expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
    }
  });

  test('[TERM-206] another serial number breaks a condition until the first one is reported again', async () => {
    const { checks, clock, core, fake, start, phase, pack, unmet, connect } = await setUpChecks();
    const identify = async () => {
      const bytes = new TextEncoder().encode('ATI\r\n');
      await Promise.all([
        core.link.execute({ text: 'ATI', bytes, origin: 'user' }),
        clock.advance(2_500),
      ]);
    };
    await start([question()]);
    await identify();
    expect(phase()?.kind).toBe('working');
    pack.serial = 'B2';
    await identify();
    const why = 'Pack: changed (serial number)';
    expect(phase()).toEqual({ kind: 'halted', why });
    fake.unplug();
    await clock.advance(500);
    fake.plug();
    await connect();
    await clock.advance(6_000);
    expect(unmet()).toHaveLength(1);
    pack.serial = 'A1';
    await identify();
    expect(unmet()).toEqual([]);
    checks.resume(0);
    expect(phase()?.kind).toBe('working');
  });
});
