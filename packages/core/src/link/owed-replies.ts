import { infoName } from '../protocol/reply-lines.ts';
import { LONGEST_LATENESS_MS, LONGEST_REPLY_MS } from '../protocol/timing.ts';
import type { PendingCommand } from './command-state.ts';

/*
 * A device answers in order, and a reply need not say what it answers. After a timeout the next reply may be the late
 * one, so it counts as the pending command's own only if its lines name it:
 *
 *     ATI ─▶ … timeout │ AT+VB? ─▶ ◀─ ACME OK       unproven: it may answer ATI, and AT+VB? is owed a reply instead
 *                      │           ◀─ +VB: 1 OK     comes while nothing is pending: it is the reply that is owed
 *                      │ AT+ADATA ─▶ ◀─ +ADATA: …   names AT+ADATA: its own, and what was owed before will not come
 */

/** A command that was not answered in time, or was perhaps answered by the reply of another. */
export interface OwedReply {
  readonly text: string;
  readonly name: string | undefined;
  /** Its reply has no information lines. */
  readonly isBare: boolean;
  readonly startedAt: number;
  /** Until then its reply may come. */
  readonly until: number;
  /** It timed out, and no late reply came since. */
  readonly isIgnored: boolean;
  /** Sent by a user who has signed out: the next one must not read it. */
  readonly isHidden?: true;
}

/** A command that was ignored so often, for so long, is one that the device does not answer. */
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
  { command, name, startedAt }: PendingCommand,
  until: number,
  isIgnored: boolean,
): OwedReply => ({
  text: command.text,
  name,
  isBare: command.isBare === true,
  startedAt,
  until,
  isIgnored,
});

/** A reply of bytes is checked by its frame: it is not owed. */
export const owedAfterTimeout = (
  owed: readonly OwedReply[],
  pending: PendingCommand,
  at: number,
): readonly OwedReply[] =>
  pending.command.replyEnd !== undefined
    ? owed
    : [...owed, owedFor(pending, at + LONGEST_LATENESS_MS, true)].slice(-MOST_OWED);

const isAwaited = (owed: readonly OwedReply[], { text, until }: OwedReply, at: number): boolean =>
  until > at && !isNeverAnswered(owed, text, at);

/** Where the reply is owed that these lines may be the late one of; a bare command has none. */
const placeOf = (owed: readonly OwedReply[], lines: readonly string[], isToBare = false): number =>
  owed.findIndex(({ isBare }) => (lines.length > 0 ? !isBare : isBare || !isToBare));

/** Whether the lines name the pending command, and no other form of it is overdue. */
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

/** The earlier command that the lines of the pending one may answer; undefined if they are its own. */
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

/** The device has only now begun to work on the others. */
const renewed = (owed: readonly OwedReply[], at: number): readonly OwedReply[] =>
  owed.map((each) => ({
    ...each,
    isIgnored: false,
    until: each.until > at ? Math.max(each.until, at + LONGEST_REPLY_MS) : each.until,
  }));

/**
 * What is owed after a reply: as many as before, if it may be the late one. The next one is awaited as long as any reply
 * that is still arriving, after all that are owed before it.
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
  // Of two equal commands either reply will do: no longer wait begins.
  if (first.text === command.text)
    return [...never, ...others, owedFor(pending, first.until, false)];
  const waiting = renewed(others, at);
  const from = Math.max(at, ...waiting.map(({ until }) => until));
  const until = Math.min(from + LONGEST_REPLY_MS, at + LONGEST_LATENESS_MS);
  return [...never, ...waiting, owedFor(pending, until, false)];
};

/** What is owed after a late reply with these lines: they name it, or it is the first one. Those before it will not come. */
export const owedAfterLate = (
  owed: readonly OwedReply[],
  lines: readonly string[],
  at: number,
): readonly OwedReply[] => {
  const names = new Set(lines.map(infoName));
  const named = owed.findIndex(({ name }) => name !== undefined && names.has(name));
  return renewed(owed.slice((named < 0 ? placeOf(owed, lines) : named) + 1), at);
};

/** Whether a reply is the late one for sure: its lines name an overdue command, or the pending one has no lines. */
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
