import { describe, expect, test } from 'vitest';
import { send, question, instruct, measure, setUpChecks } from './procedures.fixture.ts';
import { REPORT_FILE } from './report-file.ts';
import { reportText } from './report-text.ts';

describe('starting a check', () => {
  test('[TERM-200] a check does not start without a connection, during another check, or with an invalid pattern', async () => {
    const { checks, core, start, clock } = await setUpChecks();
    const pattern = { kind: 'pattern', pattern: '(' } as const;
    expect(await start([instruct(), send({ expected: pattern })], 'Bad')).toEqual({
      ok: false,
      error: { kind: 'badPattern', step: 1, message: 'missing closing )' },
    });
    expect(checks.run$.value).toBeUndefined();
    expect((await start([instruct()])).ok).toBe(true);
    expect(await checks.start('Test')).toEqual({ ok: false, error: { kind: 'running' } });
    checks.stop();
    await core.link.disconnect();
    expect(await checks.start('Test')).toEqual({ ok: false, error: { kind: 'notConnected' } });
    expect(await checks.start('None')).toEqual({ ok: false, error: { kind: 'unknown' } });
    await clock.settle();
  });

  test('[TERM-201] live data is polled from start to end, also on the terminal, and nothing else is sent', async () => {
    const { checks, clock, start, polls, sent, core } = await setUpChecks();
    await clock.advance(10_000);
    expect(polls()).toBe(0);
    await start([instruct(), send(), measure({ withinMs: 600_000 })]);
    await clock.advance(6_000);
    expect(polls()).toBe(4);
    checks.confirm(0);
    await clock.advance(20_000);
    expect(sent()).toEqual([]);
    checks.stop();
    const before = polls();
    await clock.advance(10_000);
    expect([polls(), checks.run$.value?.phase.kind]).toEqual([before, 'ended']);
    core.showPath('/mainpage/home');
    await clock.advance(100);
    expect(polls()).toBe(before + 1); // Home polls as usual
  });

  test('[TERM-200] no check starts by itself, neither after an import nor after a connect', async () => {
    const { checks, clock, core, start, connect, polls, openPage } = await setUpChecks();
    await start([send()]);
    checks.stop();
    await core.link.disconnect();
    const again = openPage();
    expect(again.checks.list$.value.at(-1)?.name).toBe('Test');
    const before = polls();
    await connect();
    await clock.advance(10_000);
    expect([polls(), again.checks.run$.value]).toEqual([before, undefined]);
    again.dispose();
  });
});

describe('the end of a check', () => {
  test('[TERM-210] a check whose steps all passed has passed; a check that the user stops is stopped and names the unmet condition', async () => {
    const first = await setUpChecks();
    await first.start([question(), instruct()]);
    first.checks.answer(0, 'yes');
    first.checks.confirm(1);
    expect(first.phase()).toEqual({ kind: 'ended', end: 'passed' });
    const second = await setUpChecks([{ quantity: 'lowestCell', least: 3.4 }]);
    await second.start([question(), instruct()]);
    second.checks.stop();
    second.checks.stop();
    const why = 'stopped by the user. Lowest cell is 3.302\u202FV (cell 1), must be ≥ 3.4\u202FV';
    expect(second.phase()).toEqual({ kind: 'ended', end: 'stopped', why });
    expect(second.outcomes()).toEqual(['stopped']);
  });

  test('[TERM-221] the screen is kept awake only while a check runs', async () => {
    const { checks, procedures, start, awake, store } = await setUpChecks();
    const held: number[] = [];
    for (const end of [() => checks.confirm(0), checks.stop, procedures.dispose]) {
      await start([instruct()]);
      held.push(awake.held());
      end();
      held.push(awake.held());
    }
    expect(held).toEqual([1, 0, 1, 0, 1, 0]);
    store.clear();
  });

  test('[LR-06] no timer is left when a check has ended', async () => {
    const { checks, clock, start } = await setUpChecks();
    const left: number[] = [];
    for (const step of [instruct(), send(), measure({ withinMs: 600_000, heldMs: 500_000 })]) {
      await start([step]);
      checks.begin(0);
      checks.stop();
      await clock.advance(5_000);
      left.push(clock.pendingTimers());
    }
    expect(new Set(left).size).toBe(1);
  });

  test('[TERM-203] a check that is stopped while it measures or sends does not continue', async () => {
    const { checks, clock, start, sent, outcomes, replies } = await setUpChecks();
    replies.set('AT+X', '');
    await start([send({ command: 'AT+X' }), send()]);
    checks.begin(0);
    await clock.advance(100);
    checks.stop();
    await clock.advance(60_000);
    expect([sent(), outcomes()]).toEqual([['AT+X'], ['stopped']]);
  });

  test('[TERM-211] every step, every halt and the end of a check is in the log and in the recorded session', async () => {
    const { checks, clock, start, recording, session, pack, logged } = await setUpChecks([
      { quantity: 'hottest', most: 45 },
    ]);
    expect(recording.start().ok).toBe(true);
    await start([question({ title: 'Case' }), send({ title: 'Who', command: 'ATI' })], 'Incoming');
    checks.answer(0, 'yes');
    checks.begin(1);
    await clock.advance(100);
    expect(checks.run$.value?.phase).toEqual({ kind: 'ended', end: 'passed' });
    await start([question({ title: 'Case' })], 'Again');
    pack.celsius = [25, 46];
    await clock.advance(24_000);
    checks.stop();
    await recording.stop();
    await clock.advance(100);
    const marked = (await session()).events
      .filter(({ kind }) => kind === 'marker')
      .map(({ text }) => text);
    const hot = 'Highest temperature is 46 °C (sensor 2), must be ≤ 45 °C';
    expect(marked).toEqual([
      'Check “Incoming” started',
      'Step 1 of 2, Case: passed. answered yes; expected yes',
      'Step 2 of 2, Who: passed. the expected reply; expected OK; reply: ACME · HW:2.1 FW:1.4 SN:A1 · OK',
      'Check “Incoming” passed',
      'Check “Again” started',
      `Step 1 of 1, Case: halted. ${hot}`,
      `Step 1 of 1, Case: stopped. stopped by the user. ${hot}`,
      `Check “Again” stopped: stopped by the user. ${hot}`,
    ]);
    expect(logged()).toEqual(expect.arrayContaining(marked));
  });
});

describe('reports of checks', () => {
  test('[TERM-262] the report of a check without ATI has the identity that was read before it', async () => {
    const { checks, clock, start, core } = await setUpChecks();
    core.telemetry.identity.ask();
    await clock.advance(1_000);
    await start([question()]);
    checks.answer(0, 'yes');
    expect(checks.reports$.value[0]?.identity).toMatchObject({ model: 'ACME', serial: 'A1' });
  });

  test('[TERM-212] a report has the quantity, value, unit, limit, conditions and time of each step, and the pack', async () => {
    const { checks, clock, start } = await setUpChecks([{ quantity: 'coldest', least: 0 }]);
    const steps = [
      send({ title: 'Who', command: 'ATI' }),
      measure({ title: 'Cells', most: 1, conditions: [{ quantity: 'current', most: 9 }] }),
      instruct({ title: 'Never' }),
    ];
    await start(steps);
    checks.begin(0);
    await clock.advance(100);
    checks.begin(1);
    await clock.advance(21_000);
    const [report] = checks.reports$.value;
    expect(report).toMatchObject({
      name: 'Test',
      end: 'failed',
      cells: 4,
      designCapacityAh: 100,
      identity: { model: 'ACME', serial: 'A1', firmware: '1.4', hardware: '2.1' },
      steps: [
        { title: 'Who', outcome: 'passed', command: 'ATI' },
        {
          outcome: 'failed',
          value: 2,
          unit: 'mV',
          needed: '≤ 1\u202FmV',
          conditions: ['Current ≤ 9\u202FA'],
        },
        { title: 'Never', kind: 'instruct', outcome: 'notDone' },
      ],
      halts: [],
    });
    expect(report?.conditions).toEqual([
      'Device connected',
      'Same pack throughout',
      'Live data less than 6 s old',
      'Lowest temperature ≥ 0\u202F°C',
    ]);
    const text = report === undefined ? '' : reportText(report);
    for (const part of [
      'Check: Test\nResult: FAILED\n',
      'Serial number: A1',
      '1. Who (ATI): passed. the expected reply; expected OK; reply: ACME · ',
      '2. Cells: FAILED. Cell spread: last 2\u202FmV (cells 1 and 2); not within limits in 20 s; expected ≤ 1\u202FmV [2026-01-01 00:00:20',
      '\n   Only if: Current ≤ 9\u202FA\n',
      '3. Never: not done',
      '- Same pack throughout',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('\nConditions, met throughout\n');
    const halts = [{ step: 0, at: 0, why: 'Current: 12\u202FA' }];
    const again = report === undefined ? '' : reportText({ ...report, halts });
    expect(again).toContain('Result: FAILED (interrupted once)\n');
    expect(again).toContain('\nConditions; the check halted while not met\n');
    const read = REPORT_FILE.parse(REPORT_FILE.format(checks.reports$.value));
    expect(read).toEqual({ ok: true, value: checks.reports$.value });
  });

  test('[TERM-212] the last twenty reports survive a reload, and each can be deleted', async () => {
    const { checks, start, openPage } = await setUpChecks();
    for (let index = 0; index < 22; index += 1) {
      await start([instruct()], `T${index}`);
      checks.confirm(0);
    }
    const again = openPage();
    const titles = () => again.checks.reports$.value.map(({ name }) => name);
    expect([titles().length, titles()[0], titles().at(-1)]).toEqual([20, 'T21', 'T2']);
    again.checks.removeReport(again.checks.reports$.value[0]?.id ?? '');
    expect(titles()[0]).toBe('T20');
    // A report that another tab saved meanwhile is kept.
    const other = openPage();
    other.checks.removeReport(other.checks.reports$.value[0]?.id ?? '');
    again.checks.removeReport(again.checks.reports$.value.at(-1)?.id ?? '');
    expect(titles()).toHaveLength(17);
    again.dispose();
    other.dispose();
  });

  test('[TERM-212] a report that the storage refuses is marked as not saved, and kept until the page closes', async () => {
    const { checks, start, storage, openPage } = await setUpChecks();
    storage.refuse('full');
    await start([instruct()], 'Refused');
    checks.confirm(0);
    expect([checks.reports$.value.length, checks.areReportsKept$.value]).toEqual([1, false]);
    const other = openPage();
    expect(other.checks.reports$.value).toEqual([]);
    other.dispose();
    storage.refuse(undefined);
    await start([instruct()], 'Saved');
    checks.confirm(0);
    expect([checks.reports$.value.length, checks.areReportsKept$.value]).toEqual([2, true]);
  });

  test('[TERM-212] a damaged report does not hide the others', async () => {
    const { checks, start, store, openPage } = await setUpChecks();
    await start([instruct()], 'Whole');
    checks.confirm(0);
    const file = JSON.parse(REPORT_FILE.format(checks.reports$.value)) as { reports: unknown[] };
    store.set('guidedReports', JSON.stringify({ ...file, reports: [{ id: 7 }, ...file.reports] }));
    const page = openPage(store);
    expect(page.checks.reports$.value).toEqual(checks.reports$.value);
    page.dispose();
  });

  test.each(['', 'not JSON', '{"format":"batbot-check-reports","version":1,"reports":[{"id":7}]}'])(
    '[TERM-212] a damaged list %j of reports is read as an empty one',
    async (text) => {
      const { store, openPage } = await setUpChecks();
      store.set('guidedReports', text);
      const page = openPage(store);
      expect(page.checks.reports$.value).toEqual([]);
      page.dispose();
    },
  );
});

test('[TERM-232] the report of a running check is saved after each step, and the one of its end replaces it', async () => {
  const { checks, clock, start, openPage } = await setUpChecks();
  await start([question(), question(), instruct()]);
  const saved = () => {
    const page = openPage(); // as after a crash of the browser, which ends no check
    const reports = page.checks.reports$.value;
    page.dispose();
    return reports;
  };
  expect(saved()).toEqual([]);
  checks.answer(0, 'yes');
  await clock.advance(1_000);
  checks.answer(1, 'yes');
  expect(saved()).toMatchObject([
    {
      end: 'notEnded',
      why: 'it had not ended when this was saved',
      steps: [{ outcome: 'passed' }, { outcome: 'passed' }, { outcome: 'notDone' }],
    },
  ]);
  const [report] = saved();
  expect(report && reportText(report)).toMatch(/^Result: NOT ENDED\. .*^Saved: 2/ms);
  checks.confirm(2);
  expect(saved()).toMatchObject([{ end: 'passed', steps: [{}, {}, { outcome: 'passed' }] }]);
});

test('[TERM-220] closing the page stops the check, and the next page shows its report', async () => {
  const { checks, procedures, clock, start, openPage, polls } = await setUpChecks();
  await start([question(), instruct()]);
  checks.answer(0, 'yes');
  procedures.endWithPage();
  procedures.endWithPage();
  const next = openPage();
  expect(next.checks.run$.value).toBeUndefined();
  expect(next.checks.reports$.value).toMatchObject([
    {
      end: 'stopped',
      why: 'the page was closed',
      steps: [{ outcome: 'passed' }, { outcome: 'stopped' }],
    },
  ]);
  const before = polls();
  await clock.advance(10_000);
  expect(polls()).toBe(before);
  next.dispose();
});

test('[TERM-215] [SA-04] at sign-out the check ends, sends nothing more, and leaves no data', async () => {
  const { checks, procedures, clock, store, start, polls, sent, replies } = await setUpChecks();
  replies.set('AT+X', '');
  await start([instruct()]);
  checks.confirm(0);
  await start([send({ command: 'AT+X' }), send()]);
  checks.begin(0);
  await clock.advance(100);
  store.clear();
  procedures.dispose();
  const before = polls();
  checks.begin(1);
  await clock.advance(60_000);
  expect([sent(), polls()]).toEqual([['AT+X'], before]);
  expect([store.get('guidedReports'), store.get('guidedChecks')]).toEqual([undefined, undefined]);
});

test('[TERM-215] [SA-04] a check does not start if the user signs out while its patterns are compiled', async () => {
  const { checks, procedures, clock, store, polls } = await setUpChecks();
  const started = checks.start('Incoming inspection');
  store.clear();
  procedures.dispose();
  expect((await started).ok).toBe(false);
  await clock.advance(5_000);
  expect([checks.run$.value, polls()]).toEqual([undefined, 0]);
});
