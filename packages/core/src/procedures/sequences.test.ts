import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../fakes/fake-clock.ts';
import { createFakeStorage } from '../fakes/fake-key-value-store.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createFakeSerialLink } from '../fakes/fake-serial-link.ts';
import { err, ok } from '../prelude/result.ts';
import type { PatternCompiler } from '../ports/pattern-compiler.ts';
import { createFakeKeepAwake } from '../fakes/fake-keep-awake.ts';
import { createFakeLog } from '../fakes/fake-log.ts';
import { createDeviceCore } from '../device-core.ts';
import { createProcedures } from './procedures.ts';
import { newStep, type Sequence, type SequenceStep } from './procedure.ts';

/** A pattern compiler that accepts a single pattern: two digits. */
const patterns: PatternCompiler = {
  compile: async (source) =>
    source === '[0-9]{2}'
      ? ok({ isIn: (text) => /[0-9]{2}/.test(text), rangesIn: () => [] })
      : err({ kind: 'badPattern', message: 'missing closing )' }),
};

const step = (command: string, change: Partial<SequenceStep> = {}): SequenceStep => ({
  ...newStep(command),
  ...change,
});

const setUp = async (answers: Readonly<Record<string, string>> = {}) => {
  const clock = createFakeClock();
  const fake = createFakeSerialLink();
  const store = createFakeStorage().openTab();
  const core = createDeviceCore({
    ...createFakePorts(),
    links: [fake.link],
    clock,
    store,
    log: createFakeLog(),
  });
  const { link } = core;
  const openPage = () =>
    createProcedures({
      ...core,
      clock,
      store,
      patterns,
      keepAwake: createFakeKeepAwake().keepAwake,
      lineEnding: () => 'crlf',
      sendLine: core.terminal.send,
      mark: () => undefined,
    });
  const procedures = openPage();
  const { sequences } = procedures;
  void link.connect('fake');
  await clock.advance(100);
  fake.device.send('OK\r\n');
  await clock.advance(50);
  fake.device.forgetWritten();
  fake.device.onWrite((bytes) => {
    const answer = answers[new TextDecoder().decode(bytes).trim()];
    if (answer !== undefined) fake.device.send(answer);
  });
  const begin = async (steps: readonly SequenceStep[], rest: Partial<Sequence> = {}) => {
    const saved = sequences.save({ name: 'Test', steps, loops: 1, pauseMs: 0, ...rest });
    if (!saved.ok) throw new Error(`${saved.error.path} ${saved.error.problem}`);
    const started = sequences.start(saved.value.names[0] ?? '');
    await clock.settle();
    return started;
  };
  const run = () => sequences.run$.value;
  const end = (): string | undefined => {
    const phase = run()?.phase;
    return phase?.kind === 'ended' ? phase.end : undefined;
  };
  const verdicts = () =>
    run()?.tallies.map(({ last }) => last && (last.verdict?.kind ?? last.outcome));
  const written = (): readonly string[] =>
    fake.device
      .writtenText()
      .split('\r\n')
      .filter((text) => text !== '');
  return {
    clock,
    fake,
    link,
    store,
    procedures,
    openPage,
    sequences,
    begin,
    run,
    end,
    verdicts,
    written,
  };
};

const answers = {
  AT: 'OK\r\n',
  ATI: 'ACME 42\r\nOK\r\n',
  'AT+FOO': 'ERROR\r\n',
};

describe('running a sequence', () => {
  test('[TERM-150] steps are sent one after the other, each after its delay, and each reply is judged', async () => {
    const { begin, clock, run, end, verdicts, written } = await setUp(answers);
    const idle = clock.pendingTimers();
    expect((await begin([step('AT'), step('ATI', { delayMs: 500 })])).ok).toBe(true);
    await clock.advance(100);
    expect(written()).toEqual(['AT']);
    expect(run()).toMatchObject({ step: 1, loop: 1, phase: { kind: 'waiting', ms: 500 } });
    await clock.advance(500);
    expect(written()).toEqual(['AT', 'ATI']);
    expect(end()).toBe('passed');
    expect(verdicts()).toEqual(['passed', 'passed']);
    expect(run()?.tallies[1]?.last).toMatchObject({ said: 'ACME 42\nOK', latencyMs: 0, loop: 1 });
    expect(clock.pendingTimers()).toBe(idle);
  });

  test.each([
    ['AT', { kind: 'code', code: 'OK' }, 'passed'],
    ['AT+FOO', { kind: 'code', code: 'OK' }, 'unexpected'],
    ['AT+FOO', { kind: 'code', code: 'ERROR' }, 'passed'],
    ['AT', { kind: 'code', code: 'ERROR' }, 'unexpected'],
    ['AT+FOO', { kind: 'any' }, 'passed'],
    ['ATI', { kind: 'text', text: 'acme' }, 'passed'],
    ['ATI', { kind: 'text', text: 'other' }, 'unexpected'],
    ['ATI', { kind: 'pattern', pattern: '[0-9]{2}' }, 'passed'],
    ['AT', { kind: 'pattern', pattern: '[0-9]{2}' }, 'unexpected'],
  ] as const)(
    '[TERM-151] the result of the reply to %s with %j expected: %s',
    async (command, expected, verdict) => {
      const { begin, clock, verdicts } = await setUp(answers);
      await begin([step(command, { expected })]);
      await clock.advance(50);
      expect(verdicts()).toEqual([verdict]);
    },
  );

  test('[TERM-151] [OBD-301] a step that expects a result code awaits it after a pause', async () => {
    const { begin, clock, fake, end } = await setUp({ 'AT+A': '+A: 1\r\n' });
    await begin([step('AT+A')]);
    await clock.advance(400);
    expect(end()).toBeUndefined();
    fake.device.send('\r\nOK\r\n');
    await clock.settle();
    expect(end()).toBe('passed');
  });

  test('[TERM-152] a failed step stops the run, or is counted and the run continues', async () => {
    const first = await setUp(answers);
    await first.begin([step('AT+FOO'), step('AT')]);
    await first.clock.advance(50);
    expect(first.end()).toBe('failed');
    expect(first.written()).toEqual(['AT+FOO']);
    const second = await setUp(answers);
    await second.begin([step('AT+FOO', { onFail: 'continue' }), step('AT')]);
    await second.clock.advance(50);
    expect(second.end()).toBe('failed');
    expect(second.verdicts()).toEqual(['unexpected', 'passed']);
    expect(second.run()?.failures).toMatchObject([{ step: 0, said: 'ERROR' }]);
  });

  test('[TERM-152] a missing reply is a timeout after the step’s own time', async () => {
    const { begin, clock, end, verdicts } = await setUp(answers);
    await begin([step('AT+NONE', { timeoutMs: 10_000 })]);
    await clock.advance(9_990);
    expect(end()).toBeUndefined();
    await clock.advance(50);
    expect(end()).toBe('failed');
    expect(verdicts()).toEqual(['timeout']);
  });

  test('[TERM-153] a sequence repeats as often as set, with its pause, and counts its loops', async () => {
    const { begin, clock, run, end, written } = await setUp(answers);
    await begin([step('AT'), step('ATI')], { loops: 3, pauseMs: 1_000 });
    await clock.advance(100);
    expect(run()).toMatchObject({ loop: 1, phase: { kind: 'pause', ms: 1_000 } });
    await clock.advance(2_000);
    expect(end()).toBe('passed');
    expect(written()).toHaveLength(6);
    expect(run()?.tallies.map(({ passed }) => passed)).toEqual([3, 3]);
  });

  test('[TERM-153] without a number of loops a sequence repeats until it is stopped, and other commands are sent meanwhile', async () => {
    const { clock, run, end, sequences, link } = await setUp(answers);
    const saved = sequences.save({ name: 'Endless', steps: [step('AT')], pauseMs: 10 });
    expect(saved.ok && (await sequences.start(saved.value.names[0] ?? '')).ok).toBe(true);
    await clock.advance(5_000);
    expect(run()?.tallies[0]?.passed).toBeGreaterThan(100);
    const bytes = new TextEncoder().encode('ATI\r\n');
    const typed = link.execute({ text: 'ATI', bytes, origin: 'user' });
    await clock.advance(50);
    expect((await typed).kind).toBe('ok');
    sequences.stop();
    expect(end()).toBe('stopped');
  });

  test('[TERM-154] a stop while a reply is pending ends the run at once, and a queued command is not sent', async () => {
    const { begin, clock, end, verdicts, link, written, fake, sequences } = await setUp();
    const bytes = new TextEncoder().encode('AT+LONG\r\n');
    void link.execute({ text: 'AT+LONG', bytes, origin: 'user' });
    await begin([step('AT+NEVER'), step('AT')]);
    await clock.advance(10);
    sequences.stop();
    expect(end()).toBe('stopped');
    expect(verdicts()).toEqual(['stopped', undefined]);
    fake.device.send('OK\r\n');
    await clock.advance(5_000);
    expect(written()).toEqual(['AT+LONG']);
  });

  test('[TERM-154] [LR-06] a stop during a delay or a pause ends the run at once and cancels the timer', async () => {
    const { sequences, begin, clock, end, written } = await setUp(answers);
    const idle = clock.pendingTimers();
    await begin([step('AT', { delayMs: 600_000 })]);
    sequences.stop();
    expect([end(), clock.pendingTimers()]).toEqual(['stopped', idle]);
    await begin([step('AT')], { name: 'Other', loops: 2, pauseMs: 600_000 });
    await clock.advance(100);
    sequences.stop();
    expect([end(), clock.pendingTimers()]).toEqual(['stopped', idle]);
    await clock.advance(700_000);
    expect(written()).toEqual(['AT']);
  });

  test('[TERM-155] a connection that ends during a step or a delay ends the run as lost', async () => {
    const inStep = await setUp();
    await inStep.begin([step('AT'), step('ATI')]);
    await inStep.clock.advance(10);
    inStep.fake.unplug();
    await inStep.clock.advance(50);
    expect(inStep.end()).toBe('lost');
    expect(inStep.verdicts()).toEqual(['lost', undefined]);
    const inDelay = await setUp(answers);
    await inDelay.begin([step('AT', { delayMs: 5_000 })]);
    await inDelay.clock.advance(10);
    await inDelay.link.disconnect();
    await inDelay.clock.advance(50);
    expect(inDelay.end()).toBe('lost');
    expect(inDelay.verdicts()).toEqual([undefined]);
  });

  test('[TERM-241] a step whose command is queued when the connection ends is neither sent nor failed', async () => {
    const { begin, clock, end, verdicts, link, run, fake, written } = await setUp();
    const bytes = new TextEncoder().encode('AT+LONG\r\n');
    void link.execute({ text: 'AT+LONG', bytes, origin: 'user' });
    await begin([step('AT+NEVER'), step('AT')]);
    await clock.advance(10);
    fake.unplug();
    await clock.advance(50);
    expect(written()).toEqual(['AT+LONG']);
    expect(end()).toBe('lost');
    expect(verdicts()).toEqual([undefined, undefined]);
    expect(run()?.failures).toEqual([]);
  });

  test('[TERM-245] a run knows whether the command of its step is queued or was sent', async () => {
    const { begin, clock, link, run, fake } = await setUp();
    const bytes = new TextEncoder().encode('AT+LONG\r\n');
    void link.execute({ text: 'AT+LONG', bytes, origin: 'user' });
    await begin([step('AT+NEVER'), step('AT', { delayMs: 1_000 })]);
    await clock.advance(100);
    expect(run()).toMatchObject({ step: 0, phase: { kind: 'working' } });
    expect(run()?.wasSent).toBeUndefined();
    fake.device.send('OK\r\n');
    await clock.advance(100);
    expect(run()).toMatchObject({ step: 0, wasSent: true });
    fake.device.send('OK\r\n');
    await clock.advance(100);
    expect(run()).toMatchObject({ step: 1, phase: { kind: 'waiting' } });
    expect(run()?.wasSent).toBeUndefined();
  });

  test('[TERM-155] a device that restarts fails the step, and the run continues or ends as the step defines', async () => {
    const { begin, clock, fake, end, verdicts } = await setUp({ ATI: 'OK\r\n' });
    await begin([step('AT+X', { onFail: 'continue' }), step('ATI', { delayMs: 100 })]);
    await clock.advance(10);
    fake.device.send('READY\r\n');
    await clock.settle();
    fake.device.send('OK\r\n'); // the reply to the verbose command that follows
    await clock.advance(300);
    expect(verdicts()).toEqual(['lost', 'passed']);
    expect(end()).toBe('failed');
  });

  test('[TERM-152] a failed write is reported with its reason', async () => {
    const { begin, clock, fake, run, end } = await setUp(answers);
    fake.device.failNextWrite({ kind: 'failed', message: 'broken pipe' });
    await begin([step('AT')]);
    await clock.advance(50);
    expect(end()).toBe('failed');
    expect(run()?.tallies[0]?.last?.verdict).toEqual({
      kind: 'writeFailed',
      message: 'broken pipe',
    });
  });
});

describe('starting a sequence', () => {
  test('[TERM-156] a sequence does not start without a connection, during a run, or with an invalid pattern', async () => {
    const { sequences, begin, link, clock } = await setUp(answers);
    const bad = await begin([
      step('AT'),
      step('ATI', { expected: { kind: 'pattern', pattern: '(' } }),
    ]);
    expect(bad).toEqual({
      ok: false,
      error: { kind: 'badPattern', step: 1, message: 'missing closing )' },
    });
    expect(await begin([step('AT', { delayMs: 1_000 })], { name: 'Other' })).toEqual({
      ok: true,
      value: undefined,
    });
    const [first] = sequences.list$.value;
    expect(await sequences.start(first?.name ?? '')).toEqual({
      ok: false,
      error: { kind: 'running' },
    });
    sequences.stop();
    await link.disconnect();
    expect(await sequences.start(first?.name ?? '')).toEqual({
      ok: false,
      error: { kind: 'notConnected' },
    });
    expect(await sequences.start('Missing')).toEqual({ ok: false, error: { kind: 'unknown' } });
    await clock.settle();
  });

  test('[TERM-156] no sequence runs by itself, neither after a save or an import nor after a connect', async () => {
    const { sequences, openPage, clock, written, link } = await setUp(answers);
    sequences.save({ name: 'A', steps: [step('AT')], loops: 1, pauseMs: 0 });
    sequences.importFile(sequences.exportFile(['A']));
    const again = openPage().sequences;
    expect(again.list$.value.map(({ name }) => name)).toEqual(['A', 'A 2']);
    await link.disconnect();
    void link.connect('fake');
    await clock.advance(5_000);
    expect(written().every((text) => text.startsWith('AT+VB='))).toBe(true);
    expect(sequences.run$.value).toBeUndefined();
  });

  test('[TERM-157] [SA-04] at sign-out the run ends and sends nothing more', async () => {
    const { procedures, begin, clock, store, written } = await setUp();
    await begin([step('AT', { delayMs: 1_000 })], { name: 'Mine' });
    store.clear();
    procedures.dispose();
    await clock.advance(5_000);
    expect(written()).toEqual([]);
  });

  test('[TERM-157] [SA-04] a sign-out while patterns are compiled prevents the start', async () => {
    const { procedures, sequences, clock, store, run, written } = await setUp();
    const expected = { kind: 'pattern', pattern: '[0-9]{2}' } as const;
    sequences.save({ name: 'Mine', steps: [step('AT', { expected })], loops: 1, pauseMs: 0 });
    const started = sequences.start('Mine');
    store.clear();
    procedures.dispose();
    expect((await started).ok).toBe(false);
    await clock.advance(5_000);
    expect([run(), written()]).toEqual([undefined, []]);
  });
});
