import type { Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { WriteError } from '../ports/serial-link.ts';
import { LIVE_DATA_COMMAND } from '../protocol/commands.ts';
import type { PendingLine } from '../protocol/line-reader.ts';
import type { ReplyReading } from '../protocol/reply-decoder.ts';
import { cleanLine, infoName, type ClassifiedLine } from '../protocol/reply-lines.ts';
import {
  createChunkSplitter,
  createLateReplies,
  createReplyBytes,
  type ReplyBytes,
} from './chunk-splitter.ts';
import { isForeignLine, isForeignName } from './command-lines.ts';
import { INITIAL_COMMAND_STATE, type CommandInput, type CommandState } from './command-state.ts';
import { createCommandTransition } from './command-machine.ts';
import { lateAnswers } from './owed-replies.ts';
import { openingQuietPeriod } from './quiet-period.ts';
import { createStreamShapes, streamShape } from './stream-shapes.ts';
import type {
  ByteReplyState,
  Command,
  LateReply,
  Origin,
  Outcome,
  ReceivedLine,
  Transaction,
} from './traffic.ts';

export interface QueueParts {
  readonly clock: Clock;
  readonly baudRate: number;
  readonly write: (bytes: Uint8Array) => Promise<Result<void, WriteError>>;
  /** Decodes a reply to the live data command; called once per reply. */
  readonly decode: (lines: readonly string[]) => ReplyReading;
  readonly onSent: (command: Command) => void;
  readonly onSettled: (transaction: Transaction) => void;
  readonly onLate: (reply: LateReply) => void;
  /** Called when a reply ended without a final result code: text without a line break belongs to it. */
  readonly onReplyCut: () => void;
  readonly onWaiting: (count: number) => void;
}

interface Entry {
  readonly command: Command;
  readonly resolve: (outcome: Outcome) => void;
  readonly promise: Promise<Outcome>;
}

/** The pending command with the data that the machine does not need. */
interface Sent {
  readonly entry: Entry;
  readonly sentAt: number;
  readonly startedAt: number;
  readonly reply: ReplyBytes;
  readonly pushBytes: ((bytes: Uint8Array) => ByteReplyState) | undefined;
}

/**
 * Maximum length of a prompt in characters. Longer text without a line break is not a prompt, and is not read while no
 * command is pending.
 */
const LONGEST_PROMPT = 64;

const UNSOLICITED = { origin: 'user', isUnsolicited: true } as const;

const LOST: Outcome = { kind: 'lost' };
const UNSENT: Outcome = { kind: 'lost', isUnsent: true };

/**
 * Sends one command at a time: those of the user first, in order, then those of the app (DP-07). Drives the command
 * machine with the clock and the port, and attributes received bytes to commands.
 */
export const createCommandQueue = (parts: QueueParts) => {
  const { clock } = parts;
  const transition = createCommandTransition(parts.baudRate);
  const waiting: Entry[] = [];
  const splitter = createChunkSplitter();
  const late = createLateReplies(clock, parts.onLate);
  let state: CommandState = {
    ...INITIAL_COMMAND_STATE,
    phase: openingQuietPeriod(clock.monotonicNow()),
  };
  let sent: Sent | undefined;
  let isAborted = false;
  let held: { readonly first: Entry[]; readonly reached: () => void } | undefined;
  /**
   * Whether a chunk is being processed. Its rest does not answer a command that is sent now, because it arrived before
   * (DP-02).
   */
  let isInChunk = false;
  const shapes = createStreamShapes();
  let received: Uint8Array = new Uint8Array(0);
  /** Whether the chunk has lines that belong to the pending command, and lines that do not. */
  let hasOwn = false;
  let hasForeign = false;
  /** Whether a poll was due meanwhile; a user command is then awaited no longer than usual. */
  let isPollDue = false;
  /** Whether the device has sent anything. Only then is a longer wait worthwhile. */
  let hasReceived = false;
  let hasSent = false;
  /** Whether the connection was just opened, so that a line may be the reply to a command of an earlier one. */
  const isOpening = (): boolean => !hasSent && state.phase.kind === 'quietPeriod';

  /** Keeps one timer at the time that the state needs. */
  const createTimer = (onDue: () => void) => {
    let dueAt: number | undefined;
    let cancel = (): void => undefined;
    return (at: number | undefined): void => {
      if (at === dueAt) return;
      cancel();
      dueAt = at;
      if (at === undefined) return;
      cancel = clock.after(at - clock.monotonicNow(), () => {
        dueAt = undefined;
        onDue();
      });
    };
  };
  const setSilence = createTimer(() => {
    apply({ kind: 'silence', at: clock.monotonicNow() });
    next();
  });
  const setDeadline = createTimer(() => {
    const isWanted = sent?.entry.command.isWanted?.() !== false;
    const isAlone = waiting.length === 0 && !isPollDue && hasReceived;
    apply({ kind: 'deadline', isWanted, isAlone, at: clock.monotonicNow() });
    next();
  });
  const setTimers = (): void => {
    const { phase } = state;
    const pending = 'pending' in phase ? phase.pending : undefined;
    setSilence(phase.kind === 'quietPeriod' ? phase.silenceAt : pending?.silenceAt);
    setDeadline(pending?.deadlineAt);
  };

  setTimers();

  const report = (
    { command, resolve }: Entry,
    end: Pick<Transaction, 'wasSent' | 'sentAt' | 'outcome' | 'reply'>,
  ): Transaction => {
    const { text, origin, bytes, shownBytes = bytes } = command;
    const transaction = { text, origin, bytes: shownBytes, ...end };
    resolve(end.outcome);
    parts.onSettled(transaction);
    return transaction;
  };

  /** Attributes the bytes up to the last line ending to the pending command; if there is none, they may be a late reply. */
  const attribute = (): void => {
    const share = splitter.take();
    if (sent === undefined) late.add(share);
    else sent.reply.add(share);
  };

  const settle = (outcome: Outcome, belongsToSignedOutUser: boolean): void => {
    attribute();
    if (sent === undefined) return;
    const { entry, sentAt, startedAt, reply } = sent;
    sent = undefined;
    if ('code' in outcome) late.stop();
    const isOwed = outcome.kind === 'timeout' || outcome.kind === 'unproven';
    if (isOwed) shapes.forgetLate();
    if (belongsToSignedOutUser) return;
    const { text, replyEnd } = entry.command;
    const isLiveData = replyEnd === undefined && text.trim().toUpperCase() === LIVE_DATA_COMMAND;
    const bytes = reply.take();
    const withBytes =
      replyEnd !== undefined && (outcome.kind === 'ok' || outcome.kind === 'error')
        ? { ...outcome, reply: bytes }
        : outcome;
    const of = report(entry, {
      wasSent: true,
      sentAt,
      outcome:
        outcome.kind === 'ok' && isLiveData
          ? { ...outcome, reading: parts.decode(outcome.lines) }
          : withBytes,
      reply: bytes,
    });
    if (isOwed) late.expect(of, startedAt);
  };

  const apply = (input: CommandInput): void => {
    const { state: changed, output } = transition(state, input);
    if (changed === state && output === undefined) return; // most lines of a flood end here
    if (
      output?.kind === 'settled' &&
      'endedBy' in output.outcome &&
      output.outcome.endedBy !== 'final'
    )
      parts.onReplyCut(); // before the state changes, because it still shows which command this text belongs to
    state = changed;
    setTimers();
    switch (output?.kind) {
      case 'settled':
        settle(output.outcome, output.belongsToSignedOutUser);
        break;
      case 'lateReply':
        attribute();
        late.add(sent?.reply.take() ?? new Uint8Array(0));
        late.stop();
        break;
      case 'disowned':
        if (sent !== undefined) {
          const { entry, sentAt, reply } = sent;
          report(entry, { wasSent: true, sentAt, outcome: LOST, reply: reply.take() });
        }
        break;
      case undefined:
    }
  };

  const countWaiting = (): void => {
    parts.onWaiting(waiting.filter(({ command }) => command.origin === 'user').length);
  };

  const send = async (entry: Entry): Promise<void> => {
    const { command } = entry;
    attribute(); // earlier bytes belong to no command, or to an overdue one
    const startedAt = clock.monotonicNow();
    const reply = createReplyBytes();
    const pushBytes = command.replyEnd?.begin();
    sent = { entry, sentAt: clock.wallNow(), startedAt, reply, pushBytes };
    isPollDue = false;
    hasSent = true;
    apply({ kind: 'send', command, at: startedAt });
    parts.onSent(command);
    const written = await parts.write(command.bytes);
    const at = clock.monotonicNow();
    apply({ kind: 'written', at, ...(written.ok ? {} : { failure: written.error.message }) });
    next();
  };

  const next = (): void => {
    if (isAborted || isInChunk || state.phase.kind !== 'idle') return;
    if (held !== undefined) {
      const first = held.first.shift();
      if (first === undefined) held.reached();
      else void send(first);
      return;
    }
    // The app sets up the device before anything else is sent to it.
    const user = hasSent ? waiting.findIndex(({ command }) => command.origin === 'user') : 0;
    const [entry] = waiting.splice(Math.max(0, user), 1);
    countWaiting();
    if (entry === undefined) return;
    if (entry.command.isWanted?.() === false) {
      entry.resolve(UNSENT);
      next();
    } else void send(entry);
  };

  const entryFor = (command: Command): Entry => {
    let resolve: (outcome: Outcome) => void = () => undefined;
    const promise = new Promise<Outcome>((settled) => {
      resolve = settled;
    });
    return { command, resolve, promise };
  };

  const enqueue = (command: Command): Promise<Outcome> => {
    const entry = entryFor(command);
    waiting.push(entry);
    countWaiting();
    next();
    return entry.promise;
  };

  const hold = async (command?: Command): Promise<Outcome | undefined> => {
    const first = command && entryFor(command);
    await new Promise<void>((reached) => {
      held = { first: first === undefined ? [] : [first], reached };
      if (isAborted) reached();
      next();
    });
    return isAborted ? LOST : first?.promise;
  };

  /** Returns an equal queued command of the app; two equal ones are sent once (DP-13). */
  const twinOf = (command: Command): Entry | undefined =>
    command.origin === 'user'
      ? undefined
      : [sent?.entry, ...waiting].find(
          (entry) => entry?.command.origin === 'background' && entry.command.text === command.text,
        );

  /** Whether the device sent this line by itself while a command is pending. */
  const isForeign = (line: ClassifiedLine): boolean => {
    if (line.role.kind !== 'info' || sent === undefined || !('pending' in state.phase))
      return false;
    const { name } = state.phase.pending;
    const isOwn = name !== undefined && infoName(line.text) === name;
    return isForeignName(state, line) || (!isOwn && shapes.includes(line.text));
  };

  /**
   * Attributes a line that no command asked for, or that does not answer the pending one: the device sent it by itself,
   * or it belongs to a late reply.
   */
  const unasked = ({ text, role }: ClassifiedLine, origin: Origin): Omit<ReceivedLine, 'line'> => {
    if (role.kind !== 'info') return { origin };
    if (isOpening()) return { origin, mayBeLate: true };
    const at = clock.monotonicNow();
    const name = infoName(text);
    const answered = lateAnswers(state.owed, name, at);
    const poll = answered.find(({ isOfApp }) => isOfApp === true);
    const ofUser = answered.filter(({ isOfApp }) => isOfApp !== true).length;
    const isLate =
      name === undefined
        ? ofUser > 0 && shapes.mayBeLate(streamShape(text), ofUser, at)
        : answered.length > 0;
    if (isLate) return { origin, mayBeLate: true };
    const age = poll === undefined ? {} : { mayBeOlderMs: at - poll.startedAt };
    return { origin, isUnsolicited: true, ...age };
  };

  const originOfPending = (): Origin =>
    sent?.entry.command.origin ??
    (state.phase.kind === 'quietPeriod' ? state.phase.origin : 'user');

  const interrupt = (): void => {
    apply({ kind: 'interrupted' });
    next();
  };

  return {
    /**
     * Whether a command may be queued: false while a user command or an equal command is pending or queued, and in the
     * quiet period after a command.
     */
    admits: (command: Command): boolean => {
      isPollDue = sent !== undefined;
      return (
        !isAborted &&
        held === undefined &&
        (state.phase.kind !== 'quietPeriod' || isOpening()) &&
        ![sent?.entry, ...waiting].some(
          (entry) => entry?.command.origin === 'user' || entry?.command.text === command.text,
        )
      );
    },
    /** Settles when the reply has ended, with any outcome. Never rejects. */
    execute: (command: Command): Promise<Outcome> =>
      isAborted ? Promise.resolve(UNSENT) : (twinOf(command)?.promise ?? enqueue(command)),
    /**
     * Sends nothing until `release` is called. Sends `first` before, if it is given. Resolves when nothing is pending any
     * more, to the outcome of `first`.
     */
    hold,
    release: (): void => {
      held = undefined;
      next();
    },
    begin: (chunk: Uint8Array): void => {
      splitter.begin(chunk);
      received = chunk;
      hasReceived = true;
      isInChunk = true;
      hasOwn = false;
      hasForeign = false;
    },
    /** Skips an unsolicited line that ends here. */
    unsolicited: (endsAt: number): void => {
      attribute();
      splitter.lineEnds(endsAt);
      splitter.take();
    },
    /** Takes a line of the chunk and returns which command it belongs to. `endsAt` is an index of the chunk. */
    line: (line: ClassifiedLine, endsAt: number): Omit<ReceivedLine, 'line'> => {
      if (sent === undefined) {
        splitter.lineEnds(endsAt);
        apply({ kind: 'line', line, at: clock.monotonicNow() });
        const overdue = late.expected();
        if (overdue !== undefined && line.role.kind === 'final') {
          attribute();
          late.stop();
        }
        const origin = originOfPending();
        const attributed = unasked(line, origin);
        if (attributed.isUnsolicited === true)
          shapes.note(streamShape(line.text), overdue === undefined);
        return attributed;
      }
      const { command } = sent.entry;
      if (command.replyEnd !== undefined) return { origin: command.origin };
      if (isForeign(line)) {
        hasForeign = true;
        attribute();
        splitter.lineEnds(endsAt);
        splitter.take();
        return UNSOLICITED;
      }
      splitter.lineEnds(endsAt);
      hasOwn = true;
      apply({ kind: 'line', line, at: clock.monotonicNow() });
      return command.isBare === true && isForeignLine(state, command, line)
        ? unasked(line, 'user')
        : { origin: command.origin };
    },
    /** Ends the chunk of `bytes` bytes; `pending` has no line break yet. */
    end: (pending: PendingLine, bytes: number): void => {
      splitter.end();
      const length = pending.to - pending.from;
      const text =
        length > 0 && (sent !== undefined || length <= LONGEST_PROMPT)
          ? cleanLine(pending.text)
          : undefined;
      const at = clock.monotonicNow();
      // A stream that arrives during a reply must not delay its end.
      const isStream = text === undefined ? hasForeign : shapes.includes(text);
      if (bytes > 0 && !(sent !== undefined && isStream && !hasOwn))
        apply({ kind: 'chunkEnd', bytes, pending: text, at });
      const end = sent?.pushBytes?.(received);
      if (end !== undefined) apply({ kind: 'bytes', end, at });
      attribute();
      isInChunk = false;
      next();
    },
    /**
     * Whether a line `READY` is an answer: the pending command is not an AT command, because `READY` never answers those.
     */
    asksInWords: (): boolean =>
      sent?.entry.command.origin === 'user' && !/^\s*AT/i.test(sent.entry.command.text),
    /** Whether the pending command expects bytes instead of lines. */
    awaitsBytes: (): boolean => sent?.entry.command.replyEnd !== undefined,
    /** Returns who caused text that has no line break yet: the sender of the pending or the overdue command. */
    originOfPending,
    /** Whether the pending or late reply belongs to a signed-out user. It must not be shown to any other user. */
    belongsToSignedOutUser: (): boolean => {
      const { phase } = state;
      if (phase.kind === 'quietPeriod') return phase.belongsToSignedOutUser;
      return 'pending' in phase && phase.pending.belongsToSignedOutUser;
    },
    /**
     * Ends the scope of the user who signed out while the port stays open. Queued commands of the user are not sent. The
     * pending one gets the outcome `lost` and blocks the line until its reply has ended.
     */
    endUser: (): void => {
      late.stop();
      const ofApp = waiting.filter(({ command }) => command.origin === 'background');
      for (const entry of waiting.splice(0, Infinity, ...ofApp)) {
        if (entry.command.origin === 'user') entry.resolve(UNSENT);
      }
      for (const entry of held?.first.splice(0) ?? []) entry.resolve(UNSENT);
      countWaiting();
      apply({ kind: 'userSignedOut' });
    },
    /** Gives the pending command the outcome `lost`; queued commands stay. */
    interrupt,
    /** Gives every command the outcome `lost`; nothing is sent afterwards. */
    abort: (): void => {
      isAborted = true;
      apply({ kind: 'interrupted' });
      state = INITIAL_COMMAND_STATE;
      setTimers();
      for (const entry of waiting.splice(0)) {
        const sentAt = clock.wallNow();
        report(entry, { wasSent: false, sentAt, outcome: UNSENT, reply: new Uint8Array(0) });
      }
      countWaiting();
      held?.reached();
    },
  };
};
