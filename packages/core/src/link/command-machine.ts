import {
  classifyLine,
  infoName,
  isWorking,
  withoutNumber,
  withoutPrompt,
  type ClassifiedLine,
} from '../protocol/reply-lines.ts';
import {
  CODE_GAP_MS,
  FRAME_GAP_MS,
  idleGapMs,
  LONGEST_GAP_MS,
  LONGEST_REPLY_MS,
  LONGEST_WORK_MS,
  neededTimeoutMs,
  QUIET_PERIOD_MS,
  replyTimeoutMs,
  settleGapMs,
  STREAM_PAUSE_MS,
} from '../protocol/timing.ts';
import {
  ASKS_FOR_TEXT,
  beforeEcho,
  isBinary,
  isCompleteReply,
  numericAfter,
  READS_TEXT,
  withPrompt,
} from './command-lines.ts';
import {
  MAX_REPLY_CHARACTERS,
  MAX_REPLY_LINES,
  pendingCommand,
  type CommandInput,
  type CommandState,
  type CommandStep,
  type LearnedBehaviour,
  type PendingCommand,
  type Phase,
  type FinalResult,
} from './command-state.ts';
import {
  earlierPoll,
  isLateReply,
  isOwed,
  mayAnswer,
  owedAfterEnd,
  owedAfterTimeout,
  withLate,
  withOwed,
} from './owed-replies.ts';
import { inQuietPeriod, quietPeriod } from './quiet-period.ts';
import type { Command, EndedBy, Outcome } from './traffic.ts';

/*
 * The states of a command, as a pure function without clock and port. `command-queue.ts` drives it.
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
 * A result is one of: a final result code, a prompt, silence after a complete reply, output that does not end, a failed
 * write, or an interrupt (the device restarted, or the connection ended). In two cases a reply continues after a final
 * result code: if the device has a prompt, until the prompt; if the command reads free text, as long as text follows,
 * because an SMS may contain "OK".
 *
 * The quiet period prevents reply N from being read as reply N + 1 (DP-02). Every chunk restarts the silence. Each
 * connection begins with one (LINK-138). For replies that arrive even later, see `owed-replies.ts`.
 *
 *     AT+A ─▶ … no reply …  │ timeout                                  │ AT+B ─▶
 *                           ├─ 100 ms ─ late bytes ─ 100 ms of silence ┤
 *                           └───────────── at most 1,000 ms ───────────┘
 *
 * After a reply that may answer an earlier command, the quiet period lasts until 100 ms after the missing reply has
 * ended, and at most the usual time of a reply.
 */

/** Fewer lines than this are not a stream. */
const LEAST_STREAM_LINES = 3;

type PendingPhase = Phase<'writing' | 'awaiting'>;

/** @param baudRate decides all time limits */
export const createCommandTransition = (baudRate: number) => {
  const timeoutMs = ({ longestReplyBytes, neededMs }: LearnedBehaviour): number =>
    replyTimeoutMs(baudRate, longestReplyBytes, neededMs);

  const gapMs = (
    learned: LearnedBehaviour,
    { needsCode }: Pick<Command, 'needsCode'> = {},
  ): number =>
    Math.max(idleGapMs(baudRate), learned.gapMs ?? 0, needsCode === true ? CODE_GAP_MS : 0);

  const stay = (state: CommandState): CommandStep => ({ state });

  const change = (
    state: CommandState,
    phase: PendingPhase,
    pending: Partial<PendingCommand>,
  ): CommandStep => ({
    state: { ...state, phase: { ...phase, pending: { ...phase.pending, ...pending } } },
  });

  const settle = (
    state: CommandState,
    { kind, pending }: PendingPhase,
    outcome: Outcome,
  ): CommandStep => ({
    state: { ...state, phase: { kind: kind === 'writing' ? 'writeUnsettled' : 'idle' } },
    output: {
      kind: 'settled',
      outcome,
      belongsToSignedOutUser: pending.belongsToSignedOutUser,
    },
  });

  /** Ends the reply, with or without a final result code. */
  const end = (
    state: CommandState,
    phase: PendingPhase,
    at: number,
    endedBy: EndedBy,
    finalResult: FinalResult | undefined = phase.pending.finalResult,
  ): CommandStep => {
    const { command, lines, bytes, startedAt, lastByteAt } = phase.pending;
    const hasLines = lines.length > 0;
    const isOk = finalResult?.ok !== false;
    const { longestReplyBytes: longest = 0, prompt, ...others } = state.learned;
    const earlier = earlierPoll(state.owed, phase.pending, at);
    const waitedMs = at - (earlier?.startedAt ?? startedAt);
    const learned: LearnedBehaviour = {
      ...others,
      hasPrompted: endedBy === 'prompt',
      // A device that ends a reply in another way has left the mode in which it prompts.
      ...(endedBy === 'prompt' && prompt !== undefined ? { prompt } : {}),
      ...(command.origin === 'background' && hasLines
        ? { neededMs: neededTimeoutMs(waitedMs, others.neededMs) }
        : {}),
      longestReplyBytes: isOk && hasLines ? Math.max(longest, bytes) : longest,
      endsWithFinal: others.endsWithFinal || (finalResult !== undefined && hasLines),
    };
    // Only bytes that are not text end in silence without a line, and no text command is answered by them.
    const isOfBytes = endedBy === 'silence' && !hasLines;
    const rival = isOfBytes ? undefined : mayAnswer(state.owed, phase.pending, at);
    const reply = {
      lines,
      ...(finalResult === undefined ? {} : { code: finalResult.code }),
      latencyMs: at - startedAt,
      endedBy,
      ...(earlier === undefined ? {} : { mayBeOlderMs: startedAt - earlier.startedAt }),
    };
    const step = settle(
      {
        ...state,
        learned,
        ...(isOfBytes ? {} : owedAfterEnd(state, phase.pending, at, endedBy)),
        tail: endedBy === 'prompt' ? '' : state.tail,
        cutAt: endedBy === 'silence' ? lastByteAt : undefined,
      },
      phase,
      rival === undefined
        ? { kind: isOk ? 'ok' : 'error', ...reply }
        : { kind: 'unproven', ...reply, mayAnswer: rival.isHidden === true ? '' : rival.text },
    );
    if (rival === undefined && earlier === undefined) return step;
    // The reply to the pending command may still follow.
    const awaited = { text: command.text, isAnswered: rival === undefined };
    const next = quietPeriod(phase.pending, at, timeoutMs(learned), awaited);
    const after = phase.kind === 'writing' ? { kind: 'writeUnsettled' as const, next } : next;
    return { ...step, state: { ...step.state, phase: after } };
  };

  const notComplete = (state: CommandState, phase: PendingPhase): CommandStep =>
    phase.pending.isComplete ? change(state, phase, { isComplete: false }) : stay(state);

  const addLine = (state: CommandState, phase: PendingPhase, text: string): CommandStep => {
    const { pending } = phase;
    const { command, lines } = pending;
    const isFull = lines.length >= MAX_REPLY_LINES || pending.characters > MAX_REPLY_CHARACTERS;
    if (isFull) return notComplete(state, phase);
    const characters = pending.characters + text.length;
    if (characters > MAX_REPLY_CHARACTERS)
      return change(state, phase, { characters, isComplete: false });
    const all = [...lines, text];
    const isComplete = isCompleteReply(command, all);
    return change(state, phase, { lines: all, characters, isComplete, isWorking: false });
  };

  const onFinal = (
    state: CommandState,
    phase: PendingPhase,
    role: FinalResult,
    at: number,
  ): CommandStep => {
    const { pending } = phase;
    if (isLateReply(state.owed, pending)) {
      const rest = { lines: [], characters: 0, isComplete: false };
      const late = withLate(state, pending.lines, at);
      return { ...change(late, phase, rest), output: { kind: 'lateReply' } };
    }
    const isClosed = role.code === 'CLOSED' && /CLOSE|SHUT/i.test(pending.command.text);
    const finalResult = { ok: role.ok || isClosed, code: role.code };
    return state.learned.prompt !== undefined || READS_TEXT.test(pending.name ?? '')
      ? change(state, phase, { finalResult, isWorking: false })
      : end(state, phase, at, 'final', finalResult);
  };

  const pendingPhase = ({ phase }: CommandState, before: PendingPhase): PendingPhase =>
    'pending' in phase ? phase : before;

  /** Takes the line again after another change of the state. */
  const again = (state: CommandState, received: ClassifiedLine, at: number): CommandStep =>
    'pending' in state.phase ? onLine(state, state.phase, received, at) : stay(state);

  const onLine = (
    state: CommandState,
    phase: PendingPhase,
    received: ClassifiedLine,
    at: number,
  ): CommandStep => {
    const { pending } = phase;
    const { command, lines, isEchoed, cutIn, finalResult, name } = pending;
    const { learned } = state;
    if (cutIn !== undefined) {
      const rest = change(state, phase, { cutIn: undefined });
      if (!received.text.startsWith(cutIn)) return again(rest.state, received, at);
      const echo = received.text.toUpperCase().endsWith(command.text.trim().toUpperCase());
      const overdue = infoName(received.text);
      // The rest of a late reply is still needed: it shows to which command the next result code belongs.
      if (overdue !== undefined && isOwed(state.owed, overdue))
        return again(rest.state, received, at);
      return echo ? change(state, phase, { cutIn: undefined, isEchoed: true }) : rest;
    }
    const echoed = !isEchoed && lines.length === 0 ? beforeEcho(received.text, command) : undefined;
    if (echoed !== undefined)
      return change({ ...state, learned: withPrompt(learned, echoed) }, phase, {
        isEchoed: true,
        isComplete: false,
      });
    // The first line may begin with the prompt of the previous reply.
    const bare = lines.length === 0 ? withoutPrompt(received, learned.prompt) : received;
    const { text, role } = learned.isNumeric === true ? withoutNumber(bare) : bare;
    if (text === '') {
      const works = isWorking(received.text);
      return works ? change(state, phase, { isWorking: true }) : notComplete(state, phase);
    }
    if (finalResult !== undefined && role.kind !== 'urc') {
      if (name === undefined || !READS_TEXT.test(name) || role.kind === 'prompt')
        return end(state, phase, at, role.kind === 'prompt' ? 'prompt' : 'final');
      // Text follows, so the line that looked like a result code was text, too.
      const { state: more } = addLine(state, phase, finalResult.code);
      return again(
        change(more, pendingPhase(more, phase), { finalResult: undefined }).state,
        received,
        at,
      );
    }
    switch (role.kind) {
      case 'urc':
        return notComplete(state, phase);
      case 'prompt':
        return lines.length > 0 || isEchoed
          ? end(state, phase, at, 'prompt')
          : notComplete(state, phase);
      case 'final':
        return onFinal(state, phase, role, at);
      case 'info':
        return isWorking(text)
          ? change(state, phase, { isWorking: true })
          : addLine(state, phase, text);
    }
  };

  /**
   * Returns the step that ends the reply by its prompt; undefined if the text is not a prompt. `text` may begin with
   * the last line of the reply.
   */
  const endByPrompt = (
    state: CommandState,
    phase: PendingPhase,
    text: string,
    at: number,
  ): CommandStep | undefined => {
    const { lines, isEchoed, finalResult, name } = phase.pending;
    const { prompt = '>', hasPrompted = false } = state.learned;
    if (!text.endsWith(prompt)) return undefined;
    const head = classifyLine(text.slice(0, -prompt.length));
    const hasBegun = lines.length > 0 || isEchoed || finalResult !== undefined || hasPrompted;
    const isAsked = hasBegun || (name !== undefined && ASKS_FOR_TEXT.test(name));
    const learned = withPrompt(state.learned, prompt);
    if (head.text === '')
      return isAsked ? end({ ...state, learned }, phase, at, 'prompt') : undefined;
    if (head.role.kind === 'final')
      return end({ ...state, learned }, phase, at, 'prompt', head.role);
    if (prompt.length < 2) return undefined;
    const { state: more } = addLine(state, phase, head.text);
    return end(more, pendingPhase(more, phase), at, 'prompt');
  };

  const onChunkEnd = (
    before: CommandState,
    phase: PendingPhase,
    { bytes, pending: text, at }: Extract<CommandInput, { readonly kind: 'chunkEnd' }>,
  ): CommandStep => {
    const { pending } = phase;
    const { command, lines, finalResult } = pending;
    const { learned } = before;
    const received = { ...phase, pending: { ...pending, bytes: pending.bytes + bytes } };
    if (command.replyEnd !== undefined) return change(before, received, { lastByteAt: at });
    const state = { ...before, tail: text ?? '' };
    const prompted = text === undefined ? undefined : endByPrompt(state, received, text, at);
    if (prompted !== undefined) return prompted;
    let { isComplete } = pending;
    if (text !== undefined) {
      const mayBeReply = text.startsWith('{') || text.startsWith('[') || lines.length > 0;
      isComplete = mayBeReply && isCompleteReply(command, text === '' ? lines : [...lines, text]);
    }
    const works = text === undefined || text === '' ? pending.isWorking : isWorking(text);
    const hasNoOtherEnd = !learned.endsWithFinal && learned.prompt === undefined;
    const isSettled = isComplete || finalResult !== undefined;
    const hasReply = lines.length > 0 || (text !== undefined && isBinary(command.bytes));
    const endsInSilence = isSettled || (hasNoOtherEnd && hasReply && !works);
    return change(state, received, {
      isComplete,
      isWorking: works,
      lastByteAt: at,
      silenceAt: endsInSilence
        ? at + (isSettled ? settleGapMs(baudRate) : gapMs(learned, command))
        : undefined,
    });
  };

  /**
   * Ends the command by a timeout, unless the sender allowed more time, the device is working, or bytes are still
   * arriving.
   */
  const onDeadline = (
    state: CommandState,
    phase: PendingPhase,
    { isWanted, isAlone, at: now }: Extract<CommandInput, { readonly kind: 'deadline' }>,
  ): CommandStep => {
    const { pending } = phase;
    const { command, name, lines } = pending;
    const { learned } = state;
    const waitedMs = now - pending.writtenAt;
    const isPatient = isAlone && !pending.belongsToSignedOutUser;
    const leftMs = Math.max(
      isWanted ? (command.timeoutMs ?? 0) - waitedMs : 0,
      pending.isWorking ? LONGEST_WORK_MS - waitedMs : 0,
    );
    const extend = (ms: number): CommandStep =>
      change(state, phase, { deadlineAt: now + Math.max(1, Math.min(ms, timeoutMs(learned))) });
    if (leftMs > 0) return extend(leftMs);
    const silentMs = now - pending.lastByteAt;
    const isUnlimited = command.timeoutMs === undefined;
    const isLong = now - pending.startedAt >= LONGEST_REPLY_MS;
    const isArriving = pending.bytes > 0 && silentMs < gapMs(learned, command);
    if (isArriving && isUnlimited && !isLong) return extend(gapMs(learned, command) - silentMs);
    const isFlowing = isArriving || (isPatient && silentMs < STREAM_PAUSE_MS);
    if (isUnlimited && isLong && isFlowing && lines.length >= LEAST_STREAM_LINES)
      return settle(state, phase, {
        kind: 'streaming',
        lines,
        latencyMs: now - pending.startedAt,
      });
    const isEnded =
      pending.silenceAt !== undefined && silentMs >= (command.replyEnd?.gapMs ?? Infinity);
    if (isEnded) return end(state, phase, now, 'silence');
    const patienceMs = (command.patienceMs ?? 0) - waitedMs;
    if (isPatient && patienceMs > 0) return extend(patienceMs);
    const { prompt: _, ...unprompted } = learned;
    return {
      ...settle(state, phase, { kind: 'timeout' }),
      state: {
        ...state,
        phase: quietPeriod(pending, now, QUIET_PERIOD_MS),
        // The reply came without the prompt, so the device has left the mode in which it prompts.
        learned: {
          ...(lines.length > 0 ? unprompted : learned),
          overdueNames: new Set([...learned.overdueNames, ...(name === undefined ? [] : [name])]),
        },
        owed: owedAfterTimeout(state.owed, pending, now),
      },
    };
  };

  const onBytes = (
    state: CommandState,
    phase: PendingPhase,
    { end: ended, at }: Extract<CommandInput, { readonly kind: 'bytes' }>,
  ): CommandStep => {
    if (ended === 'more' || ended === 'unfinished' || ended === 'echo') {
      const gap = ended === 'echo' ? undefined : phase.pending.command.replyEnd?.gapMs;
      const leastMs = ended === 'unfinished' ? FRAME_GAP_MS : 0;
      return change(state, phase, { silenceAt: gap && at + Math.max(gap, leastMs) });
    }
    const failure = ended === 'complete' ? undefined : { ok: false, code: ended };
    return end(state, phase, at, 'content', failure);
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
      case 'bytes':
        return onBytes(state, phase, input);
      case 'written': {
        const awaiting = { kind: 'awaiting', pending } as const;
        if (input.failure !== undefined)
          return settle(state, awaiting, { kind: 'writeFailed', message: input.failure });
        const limitMs = Math.min(pending.command.timeoutMs ?? Infinity, timeoutMs(state.learned));
        return change(state, awaiting, { writtenAt: input.at, deadlineAt: input.at + limitMs });
      }
      case 'deadline':
        return onDeadline(state, phase, input);
      case 'silence': {
        const bySilence = pending.isComplete ? 'content' : 'silence';
        return end(state, phase, input.at, pending.finalResult === undefined ? bySilence : 'final');
      }
      case 'interrupted':
        return settle(state, phase, { kind: 'lost' });
      case 'userSignedOut': {
        if (pending.command.origin !== 'user' || pending.belongsToSignedOutUser) return stay(state);
        const step = change(state, phase, { belongsToSignedOutUser: true });
        return { ...step, output: { kind: 'disowned' } };
      }
      case 'send':
        return stay(state);
    }
  };

  /**
   * Takes bytes while no command is pending. If they are the rest of a reply that silence ended too early, later
   * replies may have longer gaps.
   */
  const onIdleChunk = (
    { cutAt, ...state }: CommandState,
    { pending = '', at }: Extract<CommandInput, { readonly kind: 'chunkEnd' }>,
  ): CommandStep => {
    const pauseMs = cutAt === undefined ? Infinity : at - cutAt;
    if (pauseMs > LONGEST_GAP_MS)
      return stay(
        pending === state.tail && cutAt === undefined ? state : { ...state, tail: pending },
      );
    const raised = Math.min(LONGEST_GAP_MS, Math.max(1.5 * pauseMs, gapMs(state.learned)));
    return stay({ ...state, tail: pending, learned: { ...state.learned, gapMs: raised } });
  };

  /**
   * Returns the next state and the outputs. The state changes only here. An input that does not fit a phase leaves the
   * state unchanged.
   */
  return (before: CommandState, input: CommandInput): CommandStep => {
    const state = withOwed(before, input);
    const { phase, learned } = state;
    switch (phase.kind) {
      case 'idle': {
        if (input.kind === 'chunkEnd') return onIdleChunk(state, input);
        if (input.kind !== 'send') return stay(state);
        const { command, at } = input;
        const { tail } = state;
        return {
          state: {
            phase: { kind: 'writing', pending: pendingCommand(command, at, tail) },
            learned: {
              ...withPrompt(learned, tail),
              isNumeric: numericAfter(command.text, learned.isNumeric),
            },
            owed: state.owed.filter(({ until }) => until > at),
            maybeOwed: state.maybeOwed,
            tail: '',
          },
        };
      }
      case 'writeUnsettled':
        return input.kind === 'written'
          ? { state: { ...state, phase: phase.next ?? { kind: 'idle' } } }
          : stay(state);
      case 'writing':
      case 'awaiting':
        return onPending(state, phase, input);
      case 'quietPeriod':
        return inQuietPeriod(state, phase, input);
    }
  };
};
