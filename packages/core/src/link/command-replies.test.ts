import { describe, expect, test } from 'vitest';
import { classifyLine } from '../protocol/reply-lines.ts';
import { createCommandTransition } from './command-machine.ts';
import { INITIAL_COMMAND_STATE, type CommandInput, type CommandState } from './command-state.ts';
import { command } from './link-rig.fixture.ts';
import type { ByteReplyState, Command } from './traffic.ts';

// At 115,200 baud a reply is awaited 1,000 ms, silence of 150 ms ends a reply without a final result code, and silence
// of 40 ms one that is complete by its content.
const transition = createCommandTransition(115_200);

const run = (inputs: readonly CommandInput[], before: CommandState = INITIAL_COMMAND_STATE) => {
  let state = before;
  const outputs: unknown[] = [];
  for (const input of inputs) {
    const step = transition(state, input);
    state = step.state;
    if (step.output !== undefined) outputs.push(step.output);
  }
  const pending = 'pending' in state.phase ? state.phase.pending : undefined;
  return { state, phase: state.phase, pending, learned: state.learned, output: outputs.at(-1) };
};

const line = (text: string, at = 10): CommandInput => ({
  kind: 'line',
  line: classifyLine(text),
  at,
});
const chunk = (at: number, pending?: string, bytes = 8): CommandInput => ({
  kind: 'chunkEnd',
  bytes,
  pending,
  at,
});
const deadline = (at: number, more: { isWanted?: boolean; isAlone?: boolean } = {}) =>
  ({ kind: 'deadline', isWanted: true, isAlone: true, at, ...more }) as const;
const silence = (at: number): CommandInput => ({ kind: 'silence', at });
const sent = (more: Partial<Command> = {}, text = 'AT+X', at = 0): readonly CommandInput[] => [
  { kind: 'send', command: { ...command(text), ...more }, at },
  { kind: 'written', at },
];
const outcome = (expected: object) => ({ kind: 'settled', outcome: expected });
const TIMEOUT = outcome({ kind: 'timeout' });

describe('the time limit of a reply', () => {
  test('[DP-01] the time limit runs from the write, and a command may have a shorter or a longer one', () => {
    expect(run(sent()).pending?.deadlineAt).toBe(1_000);
    expect(run(sent({ timeoutMs: 300 })).pending?.deadlineAt).toBe(300);
    const long = sent({ timeoutMs: 2_400 });
    expect(run(long).pending?.deadlineAt).toBe(1_000);
    expect(run([...long, deadline(1_000)]).pending?.deadlineAt).toBe(2_000);
    const second = [...long, deadline(1_000), deadline(2_000)];
    expect(run(second).pending?.deadlineAt).toBe(2_400);
    expect(run([...second, deadline(2_400)]).output).toMatchObject(TIMEOUT);
    const unwanted = [...long, deadline(1_000, { isWanted: false })];
    expect(run(unwanted).output).toMatchObject(TIMEOUT);
  });

  test('[OBD-240] a patient command is awaited longer while it is alone', () => {
    const patient = sent({ patienceMs: 1_500 });
    expect(run([...patient, deadline(1_000)]).pending?.deadlineAt).toBe(1_500);
    expect(run([...patient, deadline(1_000), deadline(1_500)]).output).toMatchObject(TIMEOUT);
    const queued = [...patient, deadline(1_000, { isAlone: false })];
    expect(run(queued).output).toMatchObject(TIMEOUT);
    const signedOut = [...patient, { kind: 'userSignedOut' }, deadline(1_000)] as const;
    expect(run(signedOut).output).toMatchObject(TIMEOUT);
  });

  test('[OBD-240] a wait is extended by at least 1 ms, also if the rest of it is a rounding error', () => {
    const patient = sent({ patienceMs: 1_000 + 1e-9 });
    expect(run([...patient, deadline(1_000)]).pending?.deadlineAt).toBe(1_001);
    expect(run([...patient, deadline(1_000), deadline(1_001)]).output).toMatchObject(TIMEOUT);
  });

  test('[OBD-239] a device that is working is awaited for 20 s', () => {
    const works = [...sent({}, '0100'), line('SEARCHING...'), chunk(10)];
    expect(run([...works, deadline(1_000)]).pending?.deadlineAt).toBe(2_000);
    expect(run([...works, deadline(19_500)]).pending?.deadlineAt).toBe(20_000);
    expect(run([...works, deadline(20_000)]).output).toMatchObject(TIMEOUT);
    const done = [...works, line('41 00', 900)];
    expect(run([...done, deadline(1_500)]).output).toMatchObject(TIMEOUT);
    const text = [...sent({}, '0100'), chunk(10, 'SEARCHING..')];
    expect(run([...text, deadline(1_000)]).pending?.deadlineAt).toBe(2_000);
    expect(run([...text, chunk(11, '41'), deadline(1_000)]).output).toMatchObject(TIMEOUT);
  });

  test('[DP-01] while bytes arrive, a reply is awaited for up to 5 s', () => {
    const arriving = (at: number) => [...sent(), chunk(at, 'x')];
    expect(run([...arriving(900), deadline(1_000)]).pending?.deadlineAt).toBe(1_050);
    expect(run([...arriving(850), deadline(1_000)]).output).toMatchObject(TIMEOUT);
    expect(run([...arriving(4_999), deadline(4_999)]).pending?.deadlineAt).toBe(5_149);
    expect(run([...arriving(5_000), deadline(5_000)]).output).toMatchObject(TIMEOUT);
    const limited = [...sent({ timeoutMs: 1_000 }), chunk(990, 'x'), deadline(1_000)];
    expect(run(limited).output).toMatchObject(TIMEOUT);
    expect(run([...sent(), chunk(990, '', 0), deadline(1_000)]).output).toMatchObject(TIMEOUT);
  });

  test('[OBD-241] at least three lines that go on for 5 s are a stream', () => {
    const flowing = (count: number, at: number) => [
      ...sent(),
      ...Array.from({ length: count }, () => line('log')),
      chunk(at),
    ];
    const lines = ['log', 'log', 'log'];
    expect(run([...flowing(3, 4_900), deadline(5_000)]).output).toMatchObject(
      outcome({ kind: 'streaming', lines, latencyMs: 5_000 }),
    );
    expect(run([...flowing(3, 4_900), deadline(4_999)]).output).toBeUndefined();
    expect(run([...flowing(2, 4_900), deadline(5_000)]).output).toMatchObject(TIMEOUT);
    // A pause of less than 1.5 s belongs to the stream while nothing else is to be sent.
    const paused = flowing(3, 3_501);
    expect(run([...paused, deadline(5_000)]).output).toMatchObject(outcome({ kind: 'streaming' }));
    const inQueue = [...paused, deadline(5_000, { isAlone: false })];
    expect(run(inQueue).output).toMatchObject(TIMEOUT);
    expect(run([...flowing(3, 3_500), deadline(5_000)]).output).toMatchObject(TIMEOUT);
  });

  test('[OBD-315] a late reply raises the limit to 1.5 times its time, up to 5 s', () => {
    const late = (at: number) =>
      run([
        ...sent({}, 'AT+X'),
        deadline(1_000),
        silence(1_100),
        line('+X: 1', at),
        line('OK', at),
      ]);
    expect(run(sent({}, 'AT+Y'), late(1_200).state).pending?.deadlineAt).toBe(1_800);
    expect(run(sent({}, 'AT+Y'), late(9_000).state).pending?.deadlineAt).toBe(5_000);
    const inNext = [
      ...[...sent({}, 'AT+X'), deadline(1_000), silence(1_100), ...sent({}, 'AT+Y', 1_100)],
      ...[line('+X: 1', 1_200), line('OK', 1_200)],
    ];
    expect(run(inNext).learned.neededMs).toBe(1_800);
    const ownLimit = sent({ timeoutMs: 1_500 }, 'AT+Y');
    expect(run(ownLimit, late(9_000).state).pending?.deadlineAt).toBe(1_500);
  });

  test('[OBD-315] each reply to the app reduces the limit by a fifth, but not below 1.5 times its own time', () => {
    const before = { ...INITIAL_COMMAND_STATE };
    const state = { ...before, learned: { ...before.learned, neededMs: 5_000 } };
    const after = (ms: number, origin: Command['origin']) =>
      run([...sent({ origin }, 'AT+X'), line('+X: 1', ms), line('OK', ms)], state).learned.neededMs;
    expect(after(50, 'background')).toBe(4_000);
    expect(after(3_000, 'background')).toBe(4_500);
    expect(after(50, 'user')).toBe(5_000);
  });

  test('[DP-01] the limit follows the longest good reply', () => {
    const long = [...sent(), line('+X: 1'), chunk(5, undefined, 20_000), line('OK')];
    expect(run(long).learned.longestReplyBytes).toBe(20_000);
    const { state } = run(long);
    expect(run(sent(), state).pending?.deadlineAt).toBeCloseTo(300 + (1.5 * 20_000) / 11.52, 3);
    const shorter = [...sent(), line('+X: 1'), chunk(5), line('OK')];
    expect(run(shorter, state).learned.longestReplyBytes).toBe(20_000);
    const failed = [...sent(), line('+X: 1'), chunk(5, undefined, 30_000), line('ERROR')];
    expect(run(failed, state).learned.longestReplyBytes).toBe(20_000);
    const bare = [...sent(), chunk(5, undefined, 30_000), line('OK')];
    expect(run(bare, state).learned.longestReplyBytes).toBe(20_000);
  });
});

describe('the end of a reply', () => {
  test('[OBD-7] silence ends a reply with lines, until the device has ended one by a result code', () => {
    const replied = [...sent({}, 'bat'), line('3.3 V'), chunk(20)];
    expect(run(replied).pending?.silenceAt).toBe(170);
    expect(run([...replied, silence(170)]).output).toMatchObject(
      outcome({ kind: 'ok', lines: ['3.3 V'], endedBy: 'silence', latencyMs: 170 }),
    );
    expect(run([...sent({}, 'bat'), chunk(20)]).pending?.silenceAt).toBeUndefined();
    const { state } = run([...sent(), line('+X: 1'), line('OK')]);
    expect(state.learned.endsWithFinal).toBe(true);
    expect(run(replied, state).pending?.silenceAt).toBeUndefined();
    const { learned } = run([...sent(), line('OK')]);
    expect(learned.endsWithFinal).toBe(false);
  });

  test('[OBD-301] silence of 600 ms ends the reply to a command that needs a result code, also after the time limit', () => {
    const replied = [...sent({ needsCode: true }), line('+X: 1'), chunk(500)];
    expect(run(replied).pending?.silenceAt).toBe(1_100);
    expect(run([...replied, deadline(1_000)]).pending?.deadlineAt).toBe(1_100);
    expect(run([...replied, line('OK', 1_050)]).output).toMatchObject(
      outcome({ kind: 'ok', endedBy: 'final' }),
    );
    expect(run([...replied, silence(1_100)]).output).toMatchObject(
      outcome({ kind: 'ok', endedBy: 'silence' }),
    );
  });

  test('[OBD-8] content that is complete ends a reply after a short silence, also after result codes were seen', () => {
    const { state } = run([...sent(), line('+X: 1'), line('OK')]);
    const json = [...sent({}, 'dump'), chunk(20, '{"v":1}')];
    expect(run(json, state).pending).toMatchObject({ isComplete: true, silenceAt: 60 });
    expect(run([...json, silence(60)], state).output).toMatchObject(
      outcome({ kind: 'ok', endedBy: 'content' }),
    );
    const open = [...sent({}, 'dump'), chunk(20, '{"v":1')];
    expect(run(open, state).pending).toMatchObject({ isComplete: false });
    expect(run(open, state).pending?.silenceAt).toBeUndefined();
    const more = [...sent({}, 'dump'), line('{"v":1}'), line('x'), chunk(20)];
    expect(run(more, state).pending?.isComplete).toBe(false);
    const known = sent({ isComplete: (lines) => lines.length === 2 });
    expect(run([...known, line('1'), chunk(20)], state).pending?.isComplete).toBe(false);
    expect(run([...known, line('1'), line('2'), chunk(20)], state).pending).toMatchObject({
      isComplete: true,
      silenceAt: 60,
    });
  });

  test('[OBD-238] a pause inside a reply raises the silence, up to 900 ms', () => {
    const cut = run([...sent({}, 'bat'), line('1'), chunk(20), silence(170)]).state;
    expect(cut.cutAt).toBe(20);
    expect(run([chunk(420)], cut).learned.gapMs).toBe(600);
    expect(run([chunk(60)], cut).learned.gapMs).toBe(150);
    expect(run([chunk(920)], cut).learned.gapMs).toBe(900);
    expect(run([chunk(921)], cut).learned.gapMs).toBeUndefined();
    const raised = run([chunk(420), ...sent({}, 'bat', 500), line('1'), chunk(520)], cut);
    expect(raised.pending?.silenceAt).toBe(1_120);
    const final = run([...sent(), line('OK'), chunk(20)]).state;
    expect(run([chunk(60)], final).learned.gapMs).toBeUndefined();
  });

  test('[OBD-244] [OBD-357] silence or bytes end a reply of bytes, but no silence after an echo', () => {
    const begin = () => () => 'more' as const;
    const bytesOf = (end: ByteReplyState, gapMs?: number) =>
      run([
        ...sent({ replyEnd: { begin, ...(gapMs === undefined ? {} : { gapMs }) } }),
        chunk(20),
        { kind: 'bytes', end, at: 20 },
      ]);
    expect(bytesOf('more', 30).pending).toMatchObject({ silenceAt: 50, lastByteAt: 20 });
    expect(bytesOf('more').pending?.silenceAt).toBeUndefined();
    const echo = bytesOf('echo', 30);
    expect([echo.output, echo.pending?.silenceAt]).toEqual([undefined, undefined]);
    const ended = (end: ByteReplyState) => bytesOf(end).output;
    expect(ended('more')).toBeUndefined();
    expect(ended('complete')).toMatchObject(outcome({ kind: 'ok', endedBy: 'content' }));
    expect(ended('refused')).toMatchObject(outcome({ kind: 'error', code: 'refused' }));
    expect(ended('bad checksum')).toMatchObject(outcome({ kind: 'error', code: 'bad checksum' }));
  });

  test('[OBD-358] within a frame, 600 ms of silence or the timeout end a reply of bytes', () => {
    const begin = () => () => 'unfinished' as const;
    const begun = (gapMs: number) => [
      ...sent({ replyEnd: { begin, gapMs }, timeoutMs: 300 }),
      chunk(20),
      { kind: 'bytes', end: 'unfinished', at: 20 } as const,
    ];
    expect(run(begun(50)).pending?.silenceAt).toBe(620);
    expect(run(begun(700)).pending?.silenceAt).toBe(720);
    expect(run([...begun(50), deadline(320)]).output).toMatchObject(
      outcome({ kind: 'ok', endedBy: 'silence' }),
    );
    // Bytes still arrive: what is there is only the beginning of the reply.
    const arriving: readonly CommandInput[] = [
      chunk(290),
      { kind: 'bytes', end: 'unfinished', at: 290 },
      deadline(320),
    ];
    expect(run([...begun(50), ...arriving]).output).toMatchObject(outcome({ kind: 'timeout' }));
  });

  test('[OBD-233] the line that began before the write is no part of the reply', () => {
    const { state } = run([chunk(5, '+LOG: 1')]);
    expect(run(sent(), state).pending?.cutIn).toBe('+LOG: 1');
    const reply = (...texts: readonly string[]) =>
      run([...sent(), ...texts.map((text) => line(text))], state).pending;
    expect(reply('+LOG: 12')?.lines).toEqual([]);
    expect(reply('+LOG: 1AT+X')).toMatchObject({ lines: [], isEchoed: true });
    expect(reply('+LOG: 12', '+X: 1')?.lines).toEqual(['+X: 1']);
    expect(reply('+X: 1')?.lines).toEqual(['+X: 1']);
    const prompted = run([chunk(5, 'pylon>')]).state;
    expect(run(sent(), prompted).pending?.cutIn).toBeUndefined();
    expect(run(sent(), prompted).learned.maybePrompt).toBe('pylon>');
  });

  test('[OBD-236] a prompt ends a reply that has begun, with the text before it', () => {
    const asked = sent({}, 'bat');
    const prompted = (inputs: readonly CommandInput[], text: string, before?: CommandState) =>
      run([...asked, ...inputs, chunk(20, text)], before).output;
    expect(prompted([], '>')).toBeUndefined();
    const ok = outcome({ kind: 'ok', lines: ['1'], endedBy: 'prompt' });
    expect(prompted([line('1')], '>')).toMatchObject(ok);
    expect(prompted([line('bat')], '>')).toMatchObject(outcome({ lines: [], endedBy: 'prompt' }));
    expect(prompted([line('1')], 'x>')).toBeUndefined(); // a prompt of one character may end any text
    expect(prompted([], 'ERROR>')).toMatchObject(outcome({ kind: 'error', code: 'ERROR' }));
    const { state } = run([
      ...asked,
      line('1'),
      chunk(20, '>'),
      ...asked,
      line('1'),
      chunk(30, '>'),
    ]);
    expect(state.learned).toMatchObject({ prompt: '>', hasPrompted: true });
    expect(prompted([], '>', state)).toMatchObject(outcome({ kind: 'ok', lines: [] }));
    const long = { ...state, learned: { ...state.learned, prompt: 'pylon>' } };
    expect(prompted([line('1')], '2 pylon>', long)).toMatchObject(outcome({ lines: ['1', '2'] }));
    // With a known prompt a result code does not end the reply, and a timeout forgets the prompt.
    const coded = run([...asked, line('1'), line('OK'), chunk(20)], long);
    expect(coded.output).toBeUndefined();
    expect(coded.pending).toMatchObject({ finalResult: { ok: true, code: 'OK' }, silenceAt: 60 });
    expect(run([silence(60)], coded.state).output).toMatchObject(outcome({ endedBy: 'final' }));
    expect(run([...asked, line('1'), deadline(1_000)], long).learned.prompt).toBeUndefined();
    expect(run([...asked, deadline(1_000)], long).learned.prompt).toBe('pylon>');
  });
});

describe('the lines of a reply', () => {
  const lines = (...texts: readonly string[]) => texts.map((text) => line(text));

  test('[OBD-6] the latency runs from the write to the result code', () => {
    expect(run([...sent({}, 'AT+X', 500), line('OK', 620)]).output).toMatchObject(
      outcome({ kind: 'ok', latencyMs: 120 }),
    );
    const flowing = [...sent({}, 'AT+X', 500), ...lines('1', '2', '3'), chunk(5_400)];
    expect(run([...flowing, deadline(5_499)]).output).toBeUndefined();
    expect(run([...flowing, deadline(5_500)]).output).toMatchObject(
      outcome({ kind: 'streaming', latencyMs: 5_000 }),
    );
  });

  test('[DP-05] a reply has at most 512 lines and 32 KiB of text', () => {
    const many = Array.from({ length: 513 }, (_, at) => `${at}`);
    expect(run([...sent(), ...lines(...many)]).pending?.lines).toEqual(many.slice(0, 512));
    const wide = Array.from({ length: 8 }, () => 'x'.repeat(4_000));
    const full = [...sent(), ...lines(...wide, 'y'.repeat(768))];
    expect(run(full).pending).toMatchObject({ characters: 32_768 });
    expect(run(full).pending?.lines).toHaveLength(9);
    expect(run([...full, line('z'), line('z')]).pending?.lines).toHaveLength(9);
    const over = [...sent(), ...lines(...wide, 'y'.repeat(769))];
    expect(run(over).pending?.lines).toHaveLength(8);
    expect(run([...over, line('z')]).pending?.lines).toHaveLength(8);
  });

  test('[OBD-8] a line after complete content shows that the reply goes on', () => {
    const whole = [...sent({ isComplete: () => true }), line('1')];
    expect(run(whole).pending?.isComplete).toBe(true);
    expect(run([...whole, line('+ALARM: 1')]).pending?.isComplete).toBe(false);
    const many = Array.from({ length: 512 }, () => '1');
    const full = [...sent({ isComplete: () => true }), ...lines(...many)];
    expect(run(full).pending?.isComplete).toBe(true);
    expect(run([...full, line('1')]).pending?.isComplete).toBe(false);
    const wide = [...sent({ isComplete: () => true }), line('1'), line('x'.repeat(33_000))];
    expect(run(wide).pending?.isComplete).toBe(false);
  });

  test('[OBD-8] text without a line break completes a reply that has begun', () => {
    const known = sent({ isComplete: () => true });
    expect(run([...known, chunk(20, 'x')]).pending?.isComplete).toBe(false);
    expect(run([...known, chunk(20, '[')]).pending?.isComplete).toBe(true);
    expect(run([...known, line('1'), chunk(20, 'x')]).pending?.isComplete).toBe(true);
    const two = sent({ isComplete: (all) => all.length === 2 });
    expect(run([...two, line('1'), chunk(20, '')]).pending?.isComplete).toBe(false);
    expect(run([...two, line('1'), chunk(20, '2')]).pending?.isComplete).toBe(true);
  });

  test('[OBD-236] a prompt on a line of its own ends a reply, and before the reply it does not', () => {
    expect(run([...sent({}, 'bat'), ...lines('1', '>')]).output).toMatchObject(
      outcome({ kind: 'ok', lines: ['1'], endedBy: 'prompt' }),
    );
    expect(run([...sent({}, 'bat'), line('>')]).output).toBeUndefined();
    expect(run([...sent({}, 'bat'), line('bat'), line('>')]).output).toBeUndefined();
    // Of two prompts on one line, the first one belongs to the previous reply.
    expect(run([...sent({}, 'bat'), line('>>')]).output).toBeUndefined();
    expect(run([...sent({}, 'bat'), line('bat'), line('>>')]).output).toMatchObject(
      outcome({ kind: 'ok', lines: [], endedBy: 'prompt' }),
    );
  });

  test('[OBD-236] after a result code, a device with a prompt may go on until the prompt or the next line', () => {
    const prompt = { ...INITIAL_COMMAND_STATE.learned, prompt: 'a>' };
    const state = { ...INITIAL_COMMAND_STATE, learned: prompt };
    const coded = [...sent({}, 'bat'), ...lines('1', 'OK')];
    expect(run(coded, state).output).toBeUndefined();
    expect(run([...coded, line('+ALARM: 1')], state).output).toBeUndefined();
    expect(run([...coded, line('x')], state).output).toMatchObject(
      outcome({ kind: 'ok', lines: ['1'], code: 'OK', endedBy: 'final' }),
    );
    expect(run([...coded, line('>')], state).output).toMatchObject(outcome({ endedBy: 'prompt' }));
    const ended = run([...coded, chunk(20, 'a>')], state);
    expect(ended.output).toMatchObject(outcome({ code: 'OK', endedBy: 'prompt' }));
    expect(ended.learned).toMatchObject({ prompt: 'a>', hasPrompted: true });
    expect(ended.state.tail).toBe('');
    // Without the prompt at the end, the device has left that mode.
    const left = run([...coded, silence(100)], state).learned;
    expect([left.prompt, left.hasPrompted]).toEqual([undefined, false]);
    expect(run([...sent({}, 'bat'), line('1'), chunk(20, '2a>')], state).output).toMatchObject(
      outcome({ lines: ['1', '2'], endedBy: 'prompt' }),
    );
  });

  test('[OBD-233] in a stored message, a line like a result code is text if more lines follow', () => {
    const stored = sent({}, 'AT+CMGR=1');
    const goesOn = run([...stored, ...lines('+CMGR: 1', 'OK', 'see you')]);
    expect(goesOn.pending).toMatchObject({ lines: ['+CMGR: 1', 'OK', 'see you'] });
    expect(goesOn.pending?.finalResult).toBeUndefined();
    const ended = run([...stored, ...lines('+CMGR: 1', 'OK', 'see you', 'OK'), silence(100)]);
    expect(ended.output).toMatchObject(
      outcome({ lines: ['+CMGR: 1', 'OK', 'see you'], code: 'OK', endedBy: 'final' }),
    );
  });

  test('[OBD-237] only commands that ask for text are answered by a prompt alone', () => {
    expect(run([...sent(), chunk(20, '>')]).output).toBeUndefined();
    expect(run([...sent({}, 'AT+CMGS=1'), chunk(20, '>')]).output).toMatchObject(
      outcome({ kind: 'ok', lines: [], endedBy: 'prompt' }),
    );
  });

  test('[TERM-186] a reply that may answer an earlier command is followed by a quiet period, once the write has settled', () => {
    const timedOut = [...sent({}, 'ATI'), deadline(1_000), silence(1_100)];
    const second: CommandInput = { kind: 'send', command: command('ATX'), at: 2_000 };
    const written: CommandInput = { kind: 'written', at: 2_000 };
    const reply = [line('1', 2_050), line('OK', 2_050)];
    const unproven = outcome({ kind: 'unproven', mayAnswer: 'ATI', latencyMs: 50 });
    const answered = run([...timedOut, second, written, ...reply]);
    expect(answered.output).toMatchObject(unproven);
    expect(answered.phase).toMatchObject({ kind: 'quietPeriod', silenceAt: 3_050 });
    const early = run([...timedOut, second, ...reply]);
    expect([early.output, early.phase.kind]).toMatchObject([unproven, 'writeUnsettled']);
    expect(run([written], early.state).phase).toEqual(answered.phase);
    const { state } = run(timedOut);
    expect(state.owed).toHaveLength(1);
    expect(run(sent({}, 'ATX', 30_999), state).state.owed).toHaveLength(1);
    expect(run(sent({}, 'ATX', 31_000), state).state.owed).toHaveLength(0);
  });
});

describe('the quiet period', () => {
  test('[OBD-312] if one reply follows two equal polls and silence follows it, no reply is owed any more', () => {
    const poll = { origin: 'background' } as const;
    const twice = [...sent(poll), deadline(1_000), silence(1_100), ...sent(poll, 'AT+X', 2_000)];
    const reply = run([...twice, line('V=13.2', 2_050), line('OK', 2_050)]);
    expect(reply.output).toMatchObject(outcome({ kind: 'ok', mayBeOlderMs: 2_000 }));
    expect(reply.state.owed).toHaveLength(1);
    expect(run([silence(3_050)], reply.state).state).toMatchObject({
      phase: { kind: 'idle' },
      owed: [],
    });
  });

  test('[DP-02] the quiet period ends after 100 ms of silence, and belongs to the user of its command', () => {
    const timedOut = run([...sent({ origin: 'background' }), deadline(1_000)]);
    expect(timedOut.phase).toEqual({
      kind: 'quietPeriod',
      origin: 'background',
      silenceAt: 1_100,
      endsAt: 2_000,
      belongsToSignedOutUser: false,
    });
    expect(timedOut.learned.overdueNames).toEqual(new Set(['X']));
    const signedOut = { kind: 'userSignedOut' } as const;
    expect(run([signedOut], timedOut.state).phase).toBe(timedOut.phase);
    const mine = run([...sent(), deadline(1_000), signedOut]);
    expect(mine.phase).toMatchObject({ belongsToSignedOutUser: true });
    expect(run([chunk(1_050, 'ab')], timedOut.state).state.tail).toBe('ab');
    expect(run([chunk(1_050)], timedOut.state).state.tail).toBe('');
    const late = run([chunk(2_500)], timedOut.state);
    expect(late.phase).toMatchObject({ silenceAt: 2_500 });
  });

  test('[DP-07] another command, and a sign-out during a command of the app, leave the pending command unchanged; an interruption ends it as lost', () => {
    const { state } = run(sent());
    const again: CommandInput = { kind: 'send', command: command('AT+Y'), at: 5 };
    expect(run([again], state).phase).toBe(state.phase);
    const background = run(sent({ origin: 'background' })).state;
    expect(run([{ kind: 'userSignedOut' }], background).phase).toBe(background.phase);
    expect(run([{ kind: 'interrupted' }], state).output).toMatchObject(outcome({ kind: 'lost' }));
  });
});
