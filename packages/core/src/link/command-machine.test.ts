import { describe, expect, test } from 'vitest';
import { classifyLine } from '../protocol/reply-lines.ts';
import { INITIAL_COMMAND_STATE, type CommandInput, type CommandState } from './command-state.ts';
import { createCommandTransition } from './command-machine.ts';
import { command } from './link-rig.fixture.ts';

const transition = createCommandTransition(115_200);

/** Passes the inputs in order; returns the last state and all outputs. */
const run = (...inputs: readonly CommandInput[]) => {
  let state: CommandState = INITIAL_COMMAND_STATE;
  const outputs: unknown[] = [];
  for (const input of inputs) {
    const step = transition(state, input);
    state = step.state;
    if (step.output !== undefined) outputs.push(step.output);
  }
  return { state, phase: state.phase, outputs };
};

const send: CommandInput = { kind: 'send', command: command('AT+X'), at: 0 };
const written: CommandInput = { kind: 'written', at: 1 };
const line = (text: string, at = 10): CommandInput => ({
  kind: 'line',
  line: classifyLine(text),
  at,
});
const chunkEnd = (at: number): CommandInput => ({
  kind: 'chunkEnd',
  bytes: 8,
  pending: undefined,
  at,
});
const deadline = (at: number): CommandInput => ({
  kind: 'deadline',
  isWanted: true,
  isAlone: true,
  at,
});
const silence: CommandInput = { kind: 'silence', at: 2_000 };

const settled = (outcome: object, belongsToSignedOutUser = false) => ({
  kind: 'settled',
  outcome,
  belongsToSignedOutUser,
});

describe('the states of a command', () => {
  test('[DP-07] a command goes from idle over writing and awaiting to idle, and its outcome contains the reply', () => {
    expect(run(send).phase.kind).toBe('writing');
    expect(run(send, written).phase.kind).toBe('awaiting');
    const { phase, outputs } = run(send, written, line('+X: 1'), line('OK'));
    expect(phase.kind).toBe('idle');
    expect(outputs).toEqual([
      settled({ kind: 'ok', lines: ['+X: 1'], code: 'OK', latencyMs: 10, endedBy: 'final' }),
    ]);
  });

  test('[DP-07] if a reply ends before the write has settled, no other command is sent until it has', () => {
    expect(run(send, line('OK')).phase.kind).toBe('writeUnsettled');
    expect(run(send, line('OK'), written).phase.kind).toBe('idle');
  });

  test('[SR-12] a failed write settles the command', () => {
    const { phase, outputs } = run(send, { kind: 'written', at: 1, failure: 'gone' });
    expect(phase.kind).toBe('idle');
    expect(outputs).toEqual([settled({ kind: 'writeFailed', message: 'gone' })]);
  });

  test('[DP-01] [DP-02] a timeout starts the quiet period, which ends 100 ms after the last chunk, at most 1 s after the timeout', () => {
    const timedOut = [send, written, deadline(1_001)];
    expect(run(...timedOut).outputs).toEqual([settled({ kind: 'timeout' })]);
    expect(run(...timedOut).phase).toMatchObject({ kind: 'quietPeriod', silenceAt: 1_101 });
    expect(run(...timedOut, chunkEnd(1_050)).phase).toMatchObject({ silenceAt: 1_150 });
    expect(run(...timedOut, chunkEnd(1_990)).phase).toMatchObject({ silenceAt: 2_001 });
    expect(run(...timedOut, silence).phase.kind).toBe('idle');
  });

  test('[DP-02] a result code after the lines of an overdue command does not end the pending one', () => {
    const overdue = [send, written, deadline(1_001), silence];
    const other: CommandInput = { kind: 'send', command: command('ATI'), at: 2_000 };
    const { phase, outputs } = run(...overdue, other, line('+X: 1'), line('OK'));
    expect(phase.kind).toBe('writing');
    expect(outputs.at(-1)).toEqual({ kind: 'lateReply' });
  });

  test('[LINK-100] the reply to a signed-out user is awaited, but is not given to that user', () => {
    const { outputs } = run(send, written, { kind: 'userSignedOut' }, line('OK'));
    expect(outputs).toMatchObject([{ kind: 'disowned' }, { belongsToSignedOutUser: true }]);
  });

  test.each([
    ['idle', []],
    ['writeUnsettled', [send, line('OK')]],
    ['quietPeriod', [send, written, deadline(1_001)]],
  ] as const)('[DP-07] lines and deadlines do not change the phase %s', (_, inputs) => {
    const { state } = run(...inputs);
    for (const input of [line('NO CARRIER'), line('+X: 1'), deadline(1_500)])
      expect(transition(state, input).state.phase).toBe(state.phase);
  });
});
