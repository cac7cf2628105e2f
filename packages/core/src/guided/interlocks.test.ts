import { describe, expect, test } from 'vitest';
import { firstBroken, judgeInterlocks } from './interlock.ts';
import { ask, choose, instruct, measure, setUpGuided } from './guided.fixture.ts';

const AT_REST = { quantity: 'currentSize', most: 1 } as const;

describe('before a step', () => {
  test('[TERM-202] nothing can be begun, confirmed or answered while an interlock does not hold', async () => {
    for (const step of [instruct(), choose(), ask(), measure()]) {
      const { guided, clock, start, phase, pack, sent, broken } = await setUpGuided([AT_REST]);
      pack.current = 1_240;
      await start([step]);
      guided.begin(0);
      guided.confirm(0);
      guided.answer(0, 'yes');
      await clock.advance(500);
      expect([phase(), sent()]).toEqual([{ kind: 'waiting' }, []]);
      expect(broken()).toEqual([
        { name: 'Current, either way', needed: 'at most 1 A', now: '12.40 A', holds: false },
      ]);
      pack.current = 10;
      await clock.advance(6_000);
      expect(broken()).toEqual([]);
      if (step.kind === 'ask' || step.kind === 'measure') guided.begin(0);
      expect(phase()?.kind).toBe('working');
      guided.abort();
    }
  });

  test('[TERM-202] a step’s own interlocks hold for that step alone', async () => {
    const { guided, start, phase } = await setUpGuided();
    const charging = { quantity: 'current', least: 0.5 } as const;
    await start([instruct(), instruct({ interlocks: [charging] })]);
    guided.confirm(0);
    expect(guided.run$.value).toMatchObject({ step: 1, phase: { kind: 'waiting' } });
    guided.confirm(1);
    expect(phase()).toEqual({ kind: 'waiting' });
  });

  test('[TERM-202] a tap meant for a step that is over does nothing to the next one', async () => {
    const { guided, start, outcomes } = await setUpGuided();
    await start([instruct(), choose(), instruct(), ask()]);
    guided.confirm(0);
    guided.confirm(0);
    guided.answer(1, 'yes');
    guided.answer(1, 'no');
    guided.confirm(1);
    guided.confirm(3);
    guided.begin(2);
    expect(outcomes()).toEqual(['passed', 'passed']);
  });

  test('[TERM-205] without live data, and with stale data, no interlock holds', async () => {
    const { guided, clock, start, phase, pack, broken } = await setUpGuided([AT_REST]);
    pack.answers = false;
    await start([choose()]);
    expect(broken().map(({ name, now }) => [name, now])).toEqual([
      ['Live data is fresh', 'none yet'],
      ['Current, either way', 'not known'],
    ]);
    pack.answers = true;
    await clock.advance(8_000);
    expect(broken()).toEqual([]);
    guided.abort();
    expect(phase()?.kind).toBe('ended');
  });
});

describe('during a step', () => {
  test('[TERM-203] a command in the queue is taken back when the interlock breaks', async () => {
    const { guided, clock, fake, start, phase, pack, core, sent, replies } = await setUpGuided([
      AT_REST,
    ]);
    replies.set('AT+LONG', '');
    await start([ask({ command: 'AT+MINE' })]);
    const bytes = new TextEncoder().encode('AT+LONG\r\n');
    void core.link.execute({ text: 'AT+LONG', bytes, origin: 'user', timeoutMs: 60_000 });
    guided.begin(0);
    await clock.advance(5_000);
    expect(phase()).toEqual({ kind: 'working' });
    await clock.advance(2_000); // no poll finds its turn, and the data grows stale
    expect(phase()).toEqual({
      kind: 'halted',
      why: 'Live data is fresh: 6 s old, needed less than 6 s old',
    });
    pack.current = 0;
    fake.device.send('OK\r\n');
    await clock.advance(10_000);
    expect(sent()).toEqual(['AT+LONG']);
  });

  test.each([
    ['an instruction', instruct()],
    ['a question', choose()],
    ['a measurement', measure({ withinMs: 600_000, heldMs: 500_000 })],
  ])('[TERM-203] %s stops at once and says which value broke it', async (_, step) => {
    const { guided, clock, start, phase, pack, logged, sent } = await setUpGuided([AT_REST]);
    await start([step]);
    guided.begin(0);
    await clock.advance(2_500);
    expect(phase()?.kind).toBe('working');
    pack.current = 1_240;
    await clock.advance(4_000);
    const why = 'Current, either way: 12.40 A, needed at most 1 A';
    expect(phase()).toEqual({ kind: 'halted', why });
    expect(guided.run$.value?.halts).toMatchObject([{ step: 0, why }]);
    expect(logged()).toContain(`Step 1 of 1, Step: stopped. ${why}`);
    guided.confirm(0);
    guided.answer(0, 'yes');
    guided.begin(0);
    expect(phase()?.kind).toBe('halted');
    await clock.advance(700_000);
    expect([phase()?.kind, sent()]).toEqual(['halted', []]);
  });

  test('[TERM-204] it goes on from the step’s beginning, by the user’s word, once all interlocks hold', async () => {
    const { guided, clock, start, phase, pack, sent, outcomes } = await setUpGuided([AT_REST]);
    await start([instruct(), measure({ heldMs: 10_000 }), ask({ command: 'ATI' })]);
    guided.confirm(0);
    guided.begin(1);
    await clock.advance(4_500);
    pack.current = 1_240;
    await clock.advance(4_000);
    guided.resume(1);
    expect(phase()?.kind).toBe('halted');
    pack.current = 0;
    await clock.advance(4_000);
    expect(phase()?.kind).toBe('halted'); // not by itself
    guided.resume(0);
    guided.resume(1);
    expect(phase()).toEqual({ kind: 'waiting' });
    guided.begin(1);
    await clock.advance(10_000);
    expect(phase()).toMatchObject({ kind: 'working', measured: { heldMs: 8_000 } });
    await clock.advance(2_000);
    expect(outcomes()).toEqual(['passed', 'passed']);
    expect(sent()).toEqual([]);
  });

  test('[TERM-205] data that grows stale stops the step', async () => {
    const { guided, clock, start, phase, pack } = await setUpGuided();
    await start([choose()]);
    pack.answers = false;
    await clock.advance(5_000);
    expect(phase()?.kind).toBe('working'); // late is not stale
    await clock.advance(2_000);
    expect(phase()).toMatchObject({ kind: 'halted', why: expect.stringContaining('6 s old') });
    pack.answers = true;
    await clock.advance(6_000);
    guided.resume(0);
    expect(phase()).toEqual({ kind: 'working' });
  });
});

describe('the connection and the pack', () => {
  test('[TERM-206] unplugged in the midst of a command it stops; with the same pack back it can go on', async () => {
    const { guided, clock, fake, start, phase, records, replies, broken, connect } =
      await setUpGuided();
    replies.set('AT+X', '');
    await start([ask({ command: 'AT+X' })]);
    guided.begin(0);
    await clock.advance(50);
    fake.unplug();
    await clock.advance(50);
    expect(phase()).toEqual({ kind: 'halted', why: 'Device is connected: no longer' });
    expect(records()).toEqual([]);
    expect(broken()[0]).toMatchObject({ now: 'unplugged' });
    fake.plug();
    await connect();
    replies.set('AT+X', 'OK\r\n');
    await clock.advance(5_000);
    expect(broken()).toEqual([]);
    guided.resume(0);
    guided.begin(0);
    await clock.advance(100);
    expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
  });

  test('[TERM-206] disconnected by the user in the midst of a command it stops, too', async () => {
    const { guided, clock, core, start, phase, records, replies, broken } = await setUpGuided();
    replies.set('AT+X', '');
    await start([ask({ command: 'AT+X' })]);
    guided.begin(0);
    await clock.advance(50);
    void core.link.disconnect();
    await clock.advance(50);
    expect([phase()?.kind, records()]).toEqual(['halted', []]);
    expect(broken()[0]).toMatchObject({ now: 'not connected' });
  });

  test.each([
    [{ kind: 'unplugged' }, 'unplugged'],
    [{ kind: 'takenOver' }, 'open in another tab'],
    [{ kind: 'openElsewhere' }, 'open in another tab'],
    [{ kind: 'user' }, 'not connected'],
  ] as const)('[TERM-206] a connection that ended by %j is told as %s', (cause, now) => {
    const check = { title: 'T', purpose: 'P', interlocks: [], steps: [] };
    const connection = { kind: 'disconnected', cause } as const;
    const data = { kind: 'none' } as const;
    const states = judgeInterlocks(check, undefined, { connection, data, strayed: undefined });
    expect(firstBroken(states)).toEqual({
      name: 'Device is connected',
      needed: '',
      now,
      holds: false,
    });
  });

  test('[TERM-206] another pack breaks the interlock until the first is back', async () => {
    const { guided, clock, fake, start, phase, pack, broken, connect } = await setUpGuided();
    await start([choose()]);
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
      expect(broken().map(({ name }) => name)).toEqual(isSame ? [] : ['Same pack throughout']);
      guided.resume(0);
      expect(phase()?.kind).toBe(isSame ? 'working' : 'halted');
    }
  });

  test('[TERM-206] a check begins with the pack that tells live data now, not with one that told it long ago', async () => {
    const { guided, clock, core, start, phase, pack, broken } = await setUpGuided();
    core.showPath('/mainpage/home');
    await clock.advance(4_000);
    core.showPath('/mainpage/terminal');
    for (const [pauseMs, cellsMv] of [
      [7_000, [3302, 3304, 3303]],
      [120_000, [3302, 3304, 3303, 3302, 3305]],
    ] as const) {
      await clock.advance(pauseMs);
      pack.cellsMv = cellsMv; // another pack on the same adapter
      await start([choose()]);
      await clock.advance(6_000);
      expect(broken()).toEqual([]);
      guided.answer(0, 'yes');
      expect(phase()).toEqual({ kind: 'ended', end: 'passed' });
    }
  });

  test('[TERM-206] another serial number breaks it, and stays until the right one is told again', async () => {
    const { guided, clock, core, fake, start, phase, pack, broken, connect } = await setUpGuided();
    const identify = async () => {
      const bytes = new TextEncoder().encode('ATI\r\n');
      await Promise.all([
        core.link.execute({ text: 'ATI', bytes, origin: 'user' }),
        clock.advance(2_500),
      ]);
    };
    await start([choose()]);
    await identify();
    expect(phase()?.kind).toBe('working');
    pack.serial = 'B2';
    await identify();
    const why = 'Same pack throughout: another: serial number changed';
    expect(phase()).toEqual({ kind: 'halted', why });
    fake.unplug();
    await clock.advance(500);
    fake.plug();
    await connect();
    await clock.advance(6_000);
    expect(broken()).toHaveLength(1);
    pack.serial = 'A1';
    await identify();
    expect(broken()).toEqual([]);
    guided.resume(0);
    expect(phase()?.kind).toBe('working');
  });
});
