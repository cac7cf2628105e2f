import { isBalancedJson } from '../protocol/balanced-json.ts';
import {
  commandName,
  infoName,
  withoutPrompt,
  type ClassifiedLine,
} from '../protocol/reply-lines.ts';
import {
  idleGapMs,
  LONGEST_QUIET_PERIOD_MS,
  LONGEST_REPLY_MS,
  QUIET_PERIOD_MS,
  replyTimeoutMs,
  settleGapMs,
} from '../protocol/timing.ts';
import type { Command, Origin, Outcome } from './traffic.ts';

/*
 * The life of a command. Pure: no clock, no port. `command-queue.ts` drives it.
 *
 *             send                 written
 *     idle ─────────▶ writing ───────────────▶ awaiting
 *      ▲ ▲               │                        │ │
 *      │ │               │ result before          │ │
 *      │ │               ▼ the write settled      │ │
 *      │ └── written ── writeUnsettled            │ │
 *      │                                   result │ │ timeout
 *      ├──────────────────────────────────────────┘ │
 *      └── silence ── quietPeriod ◀─────────────────┘
 *
 * A result is one of: a final result code, a prompt, silence after a complete reply, a failed write, or an interrupt
 * (the device restarted, or the connection ended).
 *
 * The quiet period keeps reply N from being read as reply N + 1 (DP-02). Every chunk restarts the silence:
 *
 *     AT+A ─▶ … no reply …  │ timeout                                  │ AT+B ─▶
 *                           ├─ 100 ms ─ late bytes ─ 100 ms of silence ┤
 *                           └───────────── at most 1,000 ms ───────────┘
 */

/** What this connection has learned about the device; it decides how the end of a reply is recognized. */
export interface LearnedBehaviour {
  /** Size of the longest good reply, in bytes. */
  readonly longestReplyBytes?: number;
  /** A reply with information lines ended by a final result code: from then on silence does not end a reply. */
  readonly endsWithFinal: boolean;
  /** Names of commands that timed out; their replies may still arrive. */
  readonly overdueNames: ReadonlySet<string>;
}

/** The command that was sent and has no result yet. Times are monotonic milliseconds. */
export interface PendingCommand {
  readonly command: Command;
  /** The `NAME` of `AT+NAME`. */
  readonly name: string | undefined;
  readonly startedAt: number;
  readonly writtenAt: number;
  /** The information lines so far, cleaned. */
  readonly lines: readonly string[];
  readonly characters: number;
  readonly bytes: number;
  readonly lastByteAt: number;
  readonly isEchoed: boolean;
  /** By its content the reply is complete; a final result code may still follow. */
  readonly isComplete: boolean;
  /** When the timeout is due; undefined until the write has settled. */
  readonly deadlineAt?: number | undefined;
  /** When silence ends the reply; undefined while only a final result code can. */
  readonly silenceAt?: number | undefined;
  /** The user who sent it has signed out and was given the outcome `lost`. */
  readonly belongsToSignedOutUser: boolean;
}

export type CommandPhase =
  | { readonly kind: 'idle' | 'writeUnsettled' }
  | { readonly kind: 'writing' | 'awaiting'; readonly pending: PendingCommand }
  | {
      readonly kind: 'quietPeriod';
      /** Who sent the command that timed out. */
      readonly origin: Origin;
      readonly silenceAt: number;
      readonly endsAt: number;
      readonly belongsToSignedOutUser: boolean;
    };

export interface CommandState {
  readonly phase: CommandPhase;
  readonly learned: LearnedBehaviour;
}

export type CommandInput =
  | { readonly kind: 'send'; readonly command: Command; readonly at: number }
  /** The write settled; `failure` says why it failed. */
  | { readonly kind: 'written'; readonly at: number; readonly failure?: string }
  | { readonly kind: 'line'; readonly line: ClassifiedLine; readonly at: number }
  /** All lines of a chunk were given: `bytes` is its size, `pending` what has no line break yet, cleaned. */
  | {
      readonly kind: 'chunkEnd';
      readonly bytes: number;
      readonly pending: string | undefined;
      readonly at: number;
    }
  /** `deadlineAt` was reached. */
  | { readonly kind: 'deadline'; readonly isWanted: boolean; readonly at: number }
  /** `silenceAt` was reached. */
  | { readonly kind: 'silence'; readonly at: number }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'userSignedOut' };

/** What the driver has to do after a transition. */
export type CommandOutput =
  | {
      readonly kind: 'settled';
      readonly outcome: Outcome;
      readonly belongsToSignedOutUser: boolean;
    }
  /** All lines so far answered an earlier command; the pending one still waits for its reply. */
  | { readonly kind: 'lateReply' }
  /** The sender of the pending command signed out; its reply is still awaited, but not for them. */
  | { readonly kind: 'disowned' };

export interface CommandStep {
  readonly state: CommandState;
  readonly output?: CommandOutput;
}

export const INITIAL_COMMAND_STATE: CommandState = {
  phase: { kind: 'idle' },
  learned: { endsWithFinal: false, overdueNames: new Set() },
};

/** Longer replies are cut, so that a flood of lines cannot fill the memory (DP-05). */
const MAX_REPLY_LINES = 512;
const MAX_REPLY_CHARACTERS = 32_768;

/** Whether a line is neither the echo nor a late reply, where the command expects only a final result code. */
export const isForeignLine = (
  { learned }: CommandState,
  command: Command,
  line: ClassifiedLine,
) => {
  const { text, role } = withoutPrompt(line);
  const name = infoName(text);
  return (
    role.kind === 'info' &&
    text.toUpperCase() !== command.text.toUpperCase() &&
    !(name !== undefined && learned.overdueNames.has(name))
  );
};

/** Whether the lines carry the name of an overdue command and not that of the pending one. */
const isLateReply = ({ lines, name }: PendingCommand, learned: LearnedBehaviour): boolean => {
  const names = lines.map(infoName).filter((each) => each !== undefined);
  if (names.length === 0 || names.some((each) => each === name)) return false;
  // AT+NAME is answered under its own name. Other commands may be answered under any name that is not overdue.
  return name !== undefined || names.some((each) => learned.overdueNames.has(each));
};

const isCompleteReply = ({ isComplete }: Command, lines: readonly string[]): boolean =>
  lines.length > 0 && (isComplete?.(lines) === true || isBalancedJson(lines.join('\n')));

type Phase<K extends CommandPhase['kind']> = Extract<CommandPhase, { readonly kind: K }>;
type PendingPhase = Phase<'writing' | 'awaiting'>;

/**
 * @param baudRate decides all time limits
 */
export const createCommandTransition = (baudRate: number) => {
  const timeoutMs = ({ longestReplyBytes }: LearnedBehaviour): number =>
    replyTimeoutMs(baudRate, longestReplyBytes);

  const stay = (state: CommandState): CommandStep => ({ state });

  const change = (
    { learned }: CommandState,
    phase: PendingPhase,
    pending: Partial<PendingCommand>,
  ): CommandStep => ({
    state: { phase: { ...phase, pending: { ...phase.pending, ...pending } }, learned },
  });

  const settle = (
    { kind, pending }: PendingPhase,
    learned: LearnedBehaviour,
    outcome: Outcome,
  ): CommandStep => ({
    state: { phase: { kind: kind === 'writing' ? 'writeUnsettled' : 'idle' }, learned },
    output: {
      kind: 'settled',
      outcome,
      belongsToSignedOutUser: pending.belongsToSignedOutUser,
    },
  });

  /** The reply ended: by a final result code, or without one by a prompt or by silence. */
  const end = (
    { learned }: CommandState,
    phase: PendingPhase,
    at: number,
    isOk = true,
    code?: string,
  ): CommandStep => {
    const { lines, bytes, startedAt } = phase.pending;
    const hasLines = lines.length > 0;
    const { longestReplyBytes: longest = 0 } = learned;
    return settle(
      phase,
      {
        ...learned,
        ...(isOk && hasLines ? { longestReplyBytes: Math.max(longest, bytes) } : {}),
        ...(code === undefined
          ? {}
          : { endsWithFinal: learned.endsWithFinal || hasLines, overdueNames: new Set() }),
      },
      {
        kind: isOk ? 'ok' : 'error',
        lines,
        ...(code === undefined ? {} : { code }),
        latencyMs: at - startedAt,
      },
    );
  };

  const notComplete = (state: CommandState, phase: PendingPhase): CommandStep =>
    phase.pending.isComplete ? change(state, phase, { isComplete: false }) : stay(state);

  const onLine = (
    state: CommandState,
    phase: PendingPhase,
    received: ClassifiedLine,
    at: number,
  ): CommandStep => {
    const { pending } = phase;
    const { command, lines, isEchoed } = pending;
    // The prompt of the reply before may stand in front of the echo or of the first line.
    const { text, role } = lines.length === 0 ? withoutPrompt(received) : received;
    if (text === '') return notComplete(state, phase);
    if (!isEchoed && lines.length === 0 && text.toUpperCase() === command.text.trim().toUpperCase())
      return change(state, phase, { isEchoed: true, isComplete: false });
    switch (role.kind) {
      case 'urc':
        return notComplete(state, phase);
      case 'prompt':
        return lines.length > 0 || isEchoed ? end(state, phase, at) : notComplete(state, phase);
      case 'final': {
        if (!isLateReply(pending, state.learned)) return end(state, phase, at, role.ok, role.code);
        const step = change(state, phase, { lines: [], characters: 0, isComplete: false });
        return { ...step, output: { kind: 'lateReply' } };
      }
      case 'info': {
        const isFull = lines.length >= MAX_REPLY_LINES || pending.characters > MAX_REPLY_CHARACTERS;
        if (isFull) return notComplete(state, phase);
        const characters = pending.characters + text.length;
        if (characters > MAX_REPLY_CHARACTERS)
          return change(state, phase, { characters, isComplete: false });
        const all = [...lines, text];
        return change(state, phase, {
          lines: all,
          characters,
          isComplete: isCompleteReply(command, all),
        });
      }
    }
  };

  const onChunkEnd = (
    state: CommandState,
    phase: PendingPhase,
    { bytes, pending: text, at }: Extract<CommandInput, { readonly kind: 'chunkEnd' }>,
  ): CommandStep => {
    const { pending } = phase;
    const { command, lines, isEchoed } = pending;
    const received = { ...phase, pending: { ...pending, bytes: pending.bytes + bytes } };
    if (text === '>' && (lines.length > 0 || isEchoed)) return end(state, received, at);
    let { isComplete } = pending;
    if (text !== undefined) {
      const mayBeReply = text.startsWith('{') || text.startsWith('[') || lines.length > 0;
      isComplete = mayBeReply && isCompleteReply(command, text === '' ? lines : [...lines, text]);
    }
    const endsInSilence = isComplete || (!state.learned.endsWithFinal && lines.length > 0);
    const gapMs = isComplete ? settleGapMs(baudRate) : idleGapMs(baudRate);
    return change(state, received, {
      isComplete,
      lastByteAt: at,
      silenceAt: endsInSilence ? at + gapMs : undefined,
    });
  };

  /** A timeout, unless the sender allowed more time or bytes are still arriving. */
  const onDeadline = (
    state: CommandState,
    phase: PendingPhase,
    isWanted: boolean,
    now: number,
  ): CommandStep => {
    const { pending } = phase;
    const { command, name } = pending;
    const leftMs = (command.timeoutMs ?? 0) - (now - pending.writtenAt);
    if (leftMs > 0 && isWanted)
      return change(state, phase, { deadlineAt: now + Math.min(leftMs, timeoutMs(state.learned)) });
    const silentMs = now - pending.lastByteAt;
    const mayWait = command.timeoutMs === undefined && now - pending.startedAt < LONGEST_REPLY_MS;
    if (pending.bytes > 0 && silentMs < idleGapMs(baudRate) && mayWait)
      return change(state, phase, { deadlineAt: now + idleGapMs(baudRate) - silentMs });
    const overdueNames = new Set(state.learned.overdueNames);
    if (name !== undefined) overdueNames.add(name);
    const { output } = settle(phase, state.learned, { kind: 'timeout' });
    return {
      state: {
        phase: {
          kind: 'quietPeriod',
          origin: command.origin,
          silenceAt: now + QUIET_PERIOD_MS,
          endsAt: now + LONGEST_QUIET_PERIOD_MS,
          belongsToSignedOutUser: pending.belongsToSignedOutUser,
        },
        learned: { ...state.learned, overdueNames },
      },
      ...(output === undefined ? {} : { output }),
    };
  };

  const onPending = (
    state: CommandState,
    phase: PendingPhase,
    input: CommandInput,
  ): CommandStep => {
    const { pending } = phase;
    switch (input.kind) {
      case 'line':
        return onLine(state, phase, input.line, input.at);
      case 'chunkEnd':
        return onChunkEnd(state, phase, input);
      case 'written': {
        const awaiting = { kind: 'awaiting', pending } as const;
        if (input.failure !== undefined)
          return settle(awaiting, state.learned, { kind: 'writeFailed', message: input.failure });
        const limitMs = Math.min(pending.command.timeoutMs ?? Infinity, timeoutMs(state.learned));
        return change(state, awaiting, { writtenAt: input.at, deadlineAt: input.at + limitMs });
      }
      case 'deadline':
        return onDeadline(state, phase, input.isWanted, input.at);
      case 'silence':
        return end(state, phase, input.at);
      case 'interrupted':
        return settle(phase, state.learned, { kind: 'lost' });
      case 'userSignedOut': {
        if (pending.command.origin !== 'user' || pending.belongsToSignedOutUser) return stay(state);
        const step = change(state, phase, { belongsToSignedOutUser: true });
        return { ...step, output: { kind: 'disowned' } };
      }
      case 'send':
        return stay(state);
    }
  };

  /** The one place where the state changes. An input that does not fit a phase leaves the state as it is. */
  return (state: CommandState, input: CommandInput): CommandStep => {
    const { phase, learned } = state;
    switch (phase.kind) {
      case 'idle': {
        if (input.kind !== 'send') return stay(state);
        const { command, at } = input;
        const pending: PendingCommand = {
          command,
          name: commandName(command.text),
          startedAt: at,
          writtenAt: at,
          lines: [],
          characters: 0,
          bytes: 0,
          lastByteAt: at,
          isEchoed: false,
          isComplete: false,
          belongsToSignedOutUser: false,
        };
        return { state: { phase: { kind: 'writing', pending }, learned } };
      }
      case 'writeUnsettled':
        return input.kind === 'written'
          ? { state: { phase: { kind: 'idle' }, learned } }
          : stay(state);
      case 'writing':
      case 'awaiting':
        return onPending(state, phase, input);
      case 'quietPeriod':
        if (input.kind === 'silence') return { state: { phase: { kind: 'idle' }, learned } };
        if (input.kind === 'chunkEnd') {
          const leftMs = Math.max(0, phase.endsAt - input.at);
          const silenceAt = input.at + Math.min(QUIET_PERIOD_MS, leftMs);
          return { state: { phase: { ...phase, silenceAt }, learned } };
        }
        return input.kind === 'userSignedOut' && phase.origin === 'user'
          ? { state: { phase: { ...phase, belongsToSignedOutUser: true }, learned } }
          : stay(state);
    }
  };
};
