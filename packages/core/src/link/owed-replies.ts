import { infoName, type ClassifiedLine } from '../protocol/reply-lines.ts';
import { LONGEST_LATENESS_MS, LONGEST_REPLY_MS, neededTimeoutMs } from '../protocol/timing.ts';
import {
  MAX_REPLY_LINES,
  type CommandInput,
  type CommandState,
  type LearnedBehaviour,
  type PendingCommand,
} from './command-state.ts';
import type { EndedBy } from './traffic.ts';

/*
 * A device answers commands in order, and a reply may not show which command it answers. After a timeout the next reply
 * may be the late one. It counts as the reply to the pending command only if its lines contain the name of this
 * command:
 *
 *     ATI ─▶ … timeout │ AT+VB? ─▶ ◀─ ACME OK       unproven: it may answer ATI; then a reply to AT+VB? is owed
 *                      │           ◀─ +VB: 1 OK     arrives while no command is pending: it is the owed reply
 *                      │ AT+ADATA ─▶ ◀─ +ADATA: …   names AT+ADATA and answers it; earlier replies will not arrive
 */

/** A command that was not answered in time, or whose reply may have answered another command. */
export interface OwedReply {
  readonly text: string;
  readonly name: string | undefined;
  /** Whether the reply has no information lines. */
  readonly isBare: boolean;
  readonly startedAt: number;
  /** The time until which its reply may arrive. */
  readonly until: number;
  /** The time up to which replies to equal commands extend `until`. */
  readonly latest: number;
  /** Whether the command timed out and no late reply has arrived since. */
  readonly isIgnored: boolean;
  /** Set if a user who has signed out sent the command, so that the next user must not see it. */
  readonly isHidden?: true;
  /** Set if the app sent the command by itself. */
  readonly isOfApp?: true;
}

/** A command that was ignored this often and for this long counts as one that the device does not answer. */
const NEVER_ANSWERED = 3;
const NEVER_ANSWERED_MS = 2 * LONGEST_REPLY_MS;
const MOST_OWED = 16;

const isNeverAnswered = (owed: readonly OwedReply[], text: string, at: number): boolean => {
  const ignored = owed.filter((each) => each.isIgnored && each.text === text);
  const [first] = ignored;
  return (
    first !== undefined &&
    ignored.length >= NEVER_ANSWERED &&
    at - first.startedAt >= NEVER_ANSWERED_MS
  );
};

export const isOwed = (owed: readonly OwedReply[], name: string): boolean =>
  owed.some((each) => each.name === name);

const owedFor = (
  { command, name, startedAt, belongsToSignedOutUser }: PendingCommand,
  how: Pick<OwedReply, 'until' | 'latest' | 'isIgnored'>,
): OwedReply => ({
  text: command.text,
  name,
  isBare: command.isBare === true,
  ...(command.origin === 'background' ? { isOfApp: true } : {}),
  ...(belongsToSignedOutUser ? { isHidden: true } : {}),
  startedAt,
  ...how,
});

/**
 * Returns the owed replies after a timeout. A reply of bytes is never owed, because its frame shows what it answers.
 */
export const owedAfterTimeout = (
  owed: readonly OwedReply[],
  pending: PendingCommand,
  at: number,
): readonly OwedReply[] => {
  if (pending.command.replyEnd !== undefined) return owed;
  const latest = at + LONGEST_LATENESS_MS;
  return [...owed, owedFor(pending, { until: latest, latest, isIgnored: true })].slice(-MOST_OWED);
};

const isAwaited = (owed: readonly OwedReply[], { text, until }: OwedReply, at: number): boolean =>
  until > at && !isNeverAnswered(owed, text, at);

/**
 * Returns the commands to whose late replies a line with this name may belong. Without a name it may answer any command
 * that expects lines, for example with limits, which must not be shown as live data.
 */
export const lateAnswers = (
  owed: readonly OwedReply[],
  name: string | undefined,
  at: number,
): readonly OwedReply[] =>
  owed.filter(
    (each) => (name === undefined ? !each.isBare : each.name === name) && isAwaited(owed, each, at),
  );

/** Returns the first equal poll that timed out and that the reply may answer; undefined if there is none. */
export const earlierPoll = (
  owed: readonly OwedReply[],
  { command: { origin, isBare = false, text, replyEnd } }: PendingCommand,
  at: number,
): OwedReply | undefined =>
  origin === 'background' && !isBare && replyEnd === undefined
    ? owed.find((each) => each.text === text && isAwaited(owed, each, at))
    : undefined;

/** Returns the index of the owed reply that these lines may be, or −1. Lines never answer a bare command. */
const placeOf = (owed: readonly OwedReply[], lines: readonly string[], isToBare = false): number =>
  owed.findIndex(({ isBare }) => (lines.length > 0 ? !isBare : isBare || !isToBare));

/** Whether the lines name the pending command and no other form of it is overdue. */
const isNamed = (
  owed: readonly OwedReply[],
  { command, name, lines }: PendingCommand,
  at: number,
): boolean =>
  name !== undefined &&
  lines.some((line) => infoName(line) === name) &&
  !owed.some(
    (each) => isAwaited(owed, each, at) && each.name === name && each.text !== command.text,
  );

/** Returns the earlier command that the lines may answer; undefined if they answer the pending command. */
export const mayAnswer = (
  owed: readonly OwedReply[],
  pending: PendingCommand,
  at: number,
): OwedReply | undefined => {
  const { command, lines } = pending;
  const { isBare = false, replyEnd } = command;
  if (isBare || replyEnd !== undefined || isNamed(owed, pending, at)) return undefined;
  return owed.find(
    (each) =>
      isAwaited(owed, each, at) && each.text !== command.text && !(each.isBare && lines.length > 0),
  );
};

/** Extends the time of owed replies after an earlier reply, because the device starts on them only now. */
const renewed = (owed: readonly OwedReply[], at: number): readonly OwedReply[] =>
  owed.map((each) => ({
    ...each,
    isIgnored: false,
    until: each.until > at ? Math.max(each.until, at + LONGEST_REPLY_MS) : each.until,
  }));

/**
 * Returns the owed replies after a reply. If this may be a late one, one more reply is still owed. It is awaited as
 * long as a reply may take, after all replies that are owed before it.
 */
export const owedAfterReply = (
  owed: readonly OwedReply[],
  pending: PendingCommand,
  at: number,
): readonly OwedReply[] => {
  const { command, lines } = pending;
  if (command.replyEnd !== undefined) return owed;
  const never = owed.filter(({ text }) => text !== command.text && isNeverAnswered(owed, text, at));
  const awaited = owed.filter((each) => isAwaited(owed, each, at));
  const index = isNamed(owed, pending, at)
    ? awaited.findIndex(({ text }) => text === command.text)
    : placeOf(awaited, lines, command.isBare);
  const first = awaited[index];
  if (first === undefined) return never;
  const others = awaited.slice(index + 1);
  // Either reply answers two equal commands. The other reply may follow, but a command that is sent again and again must
  // not extend the wait forever.
  if (first.text === command.text) {
    const { latest } = first;
    const until = Math.max(first.until, Math.min(at + LONGEST_REPLY_MS, latest));
    return [...never, ...others, owedFor(pending, { until, latest, isIgnored: false })];
  }
  const waiting = renewed(others, at);
  const from = Math.max(at, ...waiting.map(({ until }) => until));
  const latest = at + LONGEST_LATENESS_MS;
  const until = Math.min(from + LONGEST_REPLY_MS, latest);
  return [...never, ...waiting, owedFor(pending, { until, latest, isIgnored: false })];
};

/** Returns the index of the owed reply that has these lines: they name its command, or it is the first one. */
const placeOfLate = (owed: readonly OwedReply[], lines: readonly string[]): number => {
  const names = new Set(lines.map(infoName));
  const named = owed.findIndex(({ name }) => name !== undefined && names.has(name));
  return named < 0 ? placeOf(owed, lines) : named;
};

/** Returns the owed replies after a late reply with these lines. Earlier replies will not arrive. */
export const owedAfterLate = (
  owed: readonly OwedReply[],
  lines: readonly string[],
  at: number,
): readonly OwedReply[] => renewed(owed.slice(placeOfLate(owed, lines) + 1), at);

/** Returns what a late reply with these lines shows about the time that the device needs. */
const learnedFromLate = (
  { owed, learned }: CommandState,
  lines: readonly string[],
  at: number,
): LearnedBehaviour => {
  const late = owed[placeOfLate(owed, lines)];
  return late === undefined
    ? learned
    : { ...learned, neededMs: neededTimeoutMs(at - late.startedAt, learned.neededMs) };
};

export const withLate = (
  state: CommandState,
  lines: readonly string[],
  at: number,
): CommandState => ({
  ...state,
  learned: learnedFromLate(state, lines, at),
  owed: owedAfterLate(state.owed, lines, at),
});

/**
 * Whether a reply is certainly a late one: its lines name an overdue command, or the pending command expects no lines.
 */
export const isLateReply = (
  owed: readonly OwedReply[],
  { command, lines, name }: PendingCommand,
): boolean => {
  const names = lines.map(infoName).filter((each) => each !== undefined);
  if (names.some((each) => each === name)) return false;
  return (
    names.some((each) => isOwed(owed, each)) ||
    (command.isBare === true && lines.length > 0 && owed.some(({ isBare }) => !isBare))
  );
};

/** Returns the replies that may be owed after silence has ended a reply (OBD-350). */
const maybeOwedAfterSilence = (
  { owed, maybeOwed }: CommandState,
  pending: PendingCommand,
  at: number,
): readonly OwedReply[] | undefined => {
  if (maybeOwed === undefined || isNamed(owed, pending, at)) return maybeOwed && [];
  if (owed.some((each) => isAwaited(owed, each, at))) return maybeOwed; // this reply is unproven anyway
  const until = at + LONGEST_REPLY_MS;
  const reply = owedFor(pending, { until, latest: until, isIgnored: false });
  return [...maybeOwed, reply].slice(-MOST_OWED);
};

/** Returns the owed replies after the end of a reply. */
export const owedAfterEnd = (
  state: CommandState,
  pending: PendingCommand,
  at: number,
  endedBy: EndedBy,
): Pick<CommandState, 'owed' | 'maybeOwed'> => ({
  owed: owedAfterReply(state.owed, pending, at),
  maybeOwed: endedBy === 'silence' ? maybeOwedAfterSilence(state, pending, at) : state.maybeOwed,
});

/** Whether a line ends the reply to a command. A modem sends other result codes also by itself. */
const isAnswer = ({ text, role }: ClassifiedLine): boolean =>
  role.kind === 'final' && /^(OK\.?|ERROR|\?|\+CM[ES] ERROR:.*)$/i.test(text);

const hidden = (each: OwedReply): OwedReply => ({ ...each, isHidden: true });

/**
 * Updates the replies that are owed: after the first result code, after one while no command is pending, after a restart
 * and after a sign-out.
 */
export const withOwed = (before: CommandState, input: CommandInput): CommandState => {
  const { maybeOwed } = before;
  const isCode = input.kind === 'line' && input.line.role.kind === 'final';
  const due = isCode ? (maybeOwed ?? []).filter(({ until }) => until > input.at) : [];
  const state =
    due.length > 0 ? { ...before, owed: [...due, ...before.owed], maybeOwed: undefined } : before;
  const { owed, phase } = state;
  if (owed.length === 0 && !state.maybeOwed?.length) return state;
  if (input.kind === 'interrupted') return { ...state, owed: [], maybeOwed: maybeOwed && [] };
  if (input.kind === 'userSignedOut')
    return { ...state, owed: owed.map(hidden), maybeOwed: maybeOwed?.map(hidden) };
  if (owed.length === 0) return state;
  if (input.kind !== 'line' || 'pending' in phase) return state;
  const { lateLines = [], ...others } = state;
  if (isAnswer(input.line)) return withLate(others, lateLines, input.at);
  // The first line shows that a late reply has begun, and the line with a name shows which command it answers.
  const isTaken = lateLines.length > 0 && infoName(input.line.text) === undefined;
  if (isTaken || lateLines.length >= MAX_REPLY_LINES || input.line.role.kind !== 'info')
    return state;
  const { text } = input.line;
  // The reply of a device without result codes has no other sign of its end.
  const isEnd = lateLines.length === 0 && !state.learned.endsWithFinal;
  return {
    ...state,
    learned: isEnd ? learnedFromLate(state, [text], input.at) : state.learned,
    lateLines: [...lateLines, text],
  };
};
