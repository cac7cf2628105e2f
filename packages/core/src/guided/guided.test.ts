import { describe, expect, test } from 'vitest';
import { ask, choose, instruct, measure, setUpGuided } from './guided.fixture.ts';
import { REPORT_FILE } from './report-file.ts';
import { guidedReportText } from './report-text.ts';

describe('starting', () => {
  test('[TERM-200] is refused without a connection, during a check, and with a pattern that is none', async () => {
    const { guided, core, start, clock } = await setUpGuided();
    const pattern = { kind: 'pattern', pattern: '(' } as const;
    expect(await start([instruct(), ask({ expected: pattern })], 'Bad')).toEqual({
      ok: false,
      error: { kind: 'badPattern', step: 1, message: 'missing closing )' },
    });
    expect(guided.run$.value).toBeUndefined();
    expect((await start([instruct()])).ok).toBe(true);
    expect(await guided.start('Test')).toEqual({ ok: false, error: { kind: 'running' } });
    guided.abort();
    await core.link.disconnect();
    expect(await guided.start('Test')).toEqual({ ok: false, error: { kind: 'notConnected' } });
    expect(await guided.start('None')).toEqual({ ok: false, error: { kind: 'unknown' } });
    await clock.settle();
  });

  test('[TERM-201] live data is polled from the start to the end, on the terminal too, and nothing else is sent', async () => {
    const { guided, clock, start, polls, sent, core } = await setUpGuided();
    await clock.advance(10_000);
    expect(polls()).toBe(0);
    await start([instruct(), ask(), measure()]);
    await clock.advance(6_000);
    expect(polls()).toBe(4);
    guided.confirm(0);
    await clock.advance(20_000);
    expect(sent()).toEqual([]);
    guided.abort();
    const before = polls();
    await clock.advance(10_000);
    expect([polls(), guided.run$.value?.phase.kind]).toEqual([before, 'ended']);
    core.showPath('/mainpage/home');
    await clock.advance(100);
    expect(polls()).toBe(before + 1); // Home polls as always
  });

  test('[TERM-200] nothing begins by itself: not when a file comes in, nor when a device does', async () => {
    const { guided, clock, core, start, connect, polls, openPage } = await setUpGuided();
    await start([ask()]);
    guided.abort();
    await core.link.disconnect();
    const again = openPage();
    expect(again.checks$.value.at(-1)?.check.title).toBe('Test');
    const before = polls();
    await connect();
    await clock.advance(10_000);
    expect([polls(), again.run$.value]).toEqual([before, undefined]);
    again.dispose();
  });
});

describe('the end', () => {
  test('[TERM-210] all steps passed: passed; the user ends it: aborted, with what did not hold', async () => {
    const first = await setUpGuided();
    await first.start([choose(), instruct()]);
    first.guided.answer(0, 'yes');
    first.guided.confirm(1);
    expect(first.phase()).toEqual({ kind: 'ended', end: 'passed' });
    const second = await setUpGuided([{ quantity: 'lowestCell', least: 3.4 }]);
    await second.start([choose(), instruct()]);
    second.guided.abort();
    second.guided.abort();
    const why = 'ended by the user. Lowest cell: 3.302 V (cell 1), needed at least 3.4 V';
    expect(second.phase()).toEqual({ kind: 'ended', end: 'aborted', why });
    expect(second.outcomes()).toEqual(['aborted']);
  });

  test('[TERM-221] the screen is kept awake while a check is under way, and no longer', async () => {
    const { guided, start, awake, store } = await setUpGuided();
    const held: number[] = [];
    for (const end of [() => guided.confirm(0), guided.abort, guided.forgetUser]) {
      await start([instruct()]);
      held.push(awake.held());
      end();
      held.push(awake.held());
    }
    expect(held).toEqual([1, 0, 1, 0, 1, 0]);
    store.clear();
  });

  test('[LR-06] no timer stays behind, however a check ends', async () => {
    const { guided, clock, start } = await setUpGuided();
    const left: number[] = [];
    for (const step of [instruct(), ask(), measure({ withinMs: 600_000, heldMs: 500_000 })]) {
      await start([step]);
      guided.begin(0);
      guided.abort();
      await clock.advance(5_000);
      left.push(clock.pendingTimers());
    }
    expect(new Set(left).size).toBe(1);
  });

  test('[TERM-203] aborted while it measures or asks, nothing goes on', async () => {
    const { guided, clock, start, sent, outcomes, replies } = await setUpGuided();
    replies.set('AT+X', '');
    await start([ask({ command: 'AT+X' }), ask()]);
    guided.begin(0);
    await clock.advance(100);
    guided.abort();
    await clock.advance(60_000);
    expect([sent(), outcomes()]).toEqual([['AT+X'], ['aborted']]);
  });

  test('[TERM-211] every step, stop and end stands in the log and in the session that is recorded', async () => {
    const { guided, clock, start, recording, session, pack, logged } = await setUpGuided([
      { quantity: 'hottest', most: 45 },
    ]);
    expect(recording.start().ok).toBe(true);
    await start([choose({ title: 'Case' }), ask({ title: 'Who', command: 'ATI' })], 'Incoming');
    guided.answer(0, 'yes');
    guided.begin(1);
    await clock.advance(100);
    expect(guided.run$.value?.phase).toEqual({ kind: 'ended', end: 'passed' });
    await start([choose({ title: 'Case' })], 'Again');
    pack.celsius = [25, 46];
    await clock.advance(24_000);
    guided.abort();
    await recording.stop();
    await clock.advance(100);
    const told = (await session()).events
      .filter(({ kind }) => kind === 'marker')
      .map(({ text }) => text);
    const hot = 'Highest temperature: 46 °C (sensor 2), needed at most 45 °C';
    expect(told).toEqual([
      'Check “Incoming” begun',
      'Step 1 of 2, Case: passed. answered yes; needed yes',
      'Step 2 of 2, Who: passed. the expected reply; needed OK; reply: ACME · HW:2.1 FW:1.4 SN:A1 · OK',
      'Check “Incoming” passed',
      'Check “Again” begun',
      `Step 1 of 1, Case: stopped. ${hot}`,
      `Step 1 of 1, Case: aborted. ended by the user. ${hot}`,
      `Check “Again” aborted: ended by the user. ${hot}`,
    ]);
    expect(logged()).toEqual(expect.arrayContaining(told));
  });
});

describe('reports', () => {
  test('[TERM-212] a report tells each step with value, unit, limit and time, and the pack', async () => {
    const { guided, clock, start } = await setUpGuided([{ quantity: 'coldest', least: 0 }]);
    const steps = [
      ask({ title: 'Who', command: 'ATI' }),
      measure({ title: 'Cells', most: 1 }),
      instruct({ title: 'Never' }),
    ];
    await start(steps);
    guided.begin(0);
    await clock.advance(100);
    guided.begin(1);
    await clock.advance(21_000);
    const [report] = guided.reports$.value;
    expect(report).toMatchObject({
      title: 'Test',
      end: 'failed',
      cells: 4,
      designCapacityAh: 100,
      identity: { model: 'ACME', serial: 'A1', firmware: '1.4', hardware: '2.1' },
      steps: [
        { title: 'Who', outcome: 'passed', command: 'ATI' },
        { outcome: 'failed', value: 2, unit: 'mV', needed: 'at most 1 mV', tookMs: 20_100 },
        { title: 'Never', kind: 'instruct', outcome: 'notDone' },
      ],
      halts: [],
    });
    expect(report?.interlocks).toContain('Lowest temperature: at least 0 °C');
    const text = report === undefined ? '' : guidedReportText(report);
    for (const part of [
      'Check: Test\nResult: FAILED\n',
      'Serial number: A1',
      '1. Who (ATI): passed. the expected reply; needed OK; reply: ACME · ',
      '2. Cells: FAILED. last 2 mV (cells 1 and 2); not within limits in 20 s; needed at most 1 mV [2026-01-01 00:00:20',
      '3. Never: not done',
      '- Same pack throughout',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('\nHeld throughout\n');
    const halts = [{ step: 0, at: 0, why: 'Current: 12 A' }];
    const again = report === undefined ? '' : guidedReportText({ ...report, halts });
    expect(again).toContain('Result: FAILED after 1 stop\n');
    expect(again).toContain('\nHad to hold; where it did not, the check was stopped\n');
    const read = REPORT_FILE.parse(REPORT_FILE.format(guided.reports$.value));
    expect(read).toEqual({ ok: true, value: guided.reports$.value });
  });

  test('[TERM-212] the last twenty are kept over a reload, and each can be taken away', async () => {
    const { guided, start, openPage } = await setUpGuided();
    for (let index = 0; index < 22; index += 1) {
      await start([instruct()], `T${index}`);
      guided.confirm(0);
    }
    const again = openPage();
    const titles = () => again.reports$.value.map(({ title }) => title);
    expect([titles().length, titles()[0], titles().at(-1)]).toEqual([20, 'T21', 'T2']);
    again.removeReport(again.reports$.value[0]?.id ?? '');
    expect(titles()[0]).toBe('T20');
    // What another tab kept meanwhile is not lost.
    const other = openPage();
    other.removeReport(other.reports$.value[0]?.id ?? '');
    again.removeReport(again.reports$.value.at(-1)?.id ?? '');
    expect(titles()).toHaveLength(17);
    again.dispose();
    other.dispose();
  });

  test.each(['', 'no JSON', '{"format":"batbot-check-reports","version":1,"reports":[{"id":7}]}'])(
    '[TERM-212] a damaged list %j of reports counts as none',
    async (text) => {
      const { store, openPage } = await setUpGuided();
      store.set('guidedReports', text);
      const guided = openPage(store);
      expect(guided.reports$.value).toEqual([]);
      guided.dispose();
    },
  );
});

test('[TERM-220] a check ends with its page, as aborted, and its report is there on the next; nothing goes on', async () => {
  const { guided, clock, start, openPage, polls } = await setUpGuided();
  await start([choose(), instruct()]);
  guided.answer(0, 'yes');
  guided.endWithPage();
  guided.endWithPage();
  const next = openPage();
  expect(next.run$.value).toBeUndefined();
  expect(next.reports$.value).toMatchObject([
    {
      end: 'aborted',
      why: 'the page was closed',
      steps: [{ outcome: 'passed' }, { outcome: 'aborted' }],
    },
  ]);
  const before = polls();
  await clock.advance(10_000);
  expect(polls()).toBe(before);
  next.dispose();
});

test('[TERM-215] [SA-04] when the user leaves, the check ends, sends nothing more, and leaves nothing behind', async () => {
  const { guided, clock, store, start, polls, sent, replies } = await setUpGuided();
  replies.set('AT+X', '');
  await start([instruct()]);
  guided.confirm(0);
  await start([ask({ command: 'AT+X' }), ask()]);
  guided.begin(0);
  await clock.advance(100);
  store.clear();
  guided.forgetUser();
  const before = polls();
  guided.begin(1);
  await clock.advance(60_000);
  expect([sent(), polls()]).toEqual([['AT+X'], before]);
  expect(guided.run$.value).toBeUndefined();
  expect(guided.reports$.value).toEqual([]);
  expect(guided.checks$.value.every(({ isBuiltIn }) => isBuiltIn)).toBe(true);
  expect([store.get('guidedReports'), store.get('guidedChecks')]).toEqual([undefined, undefined]);
});

test('[TERM-215] [SA-04] a user who leaves while the patterns are still made begins nothing', async () => {
  const { guided, clock, store, polls } = await setUpGuided();
  const started = guided.start('Incoming inspection');
  store.clear();
  guided.forgetUser();
  expect((await started).ok).toBe(false);
  await clock.advance(5_000);
  expect([guided.run$.value, polls()]).toEqual([undefined, 0]);
});
