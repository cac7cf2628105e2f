import type { Result } from '../prelude/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { WriteError } from '../ports/serial-link.ts';
import type { PendingLine } from '../protocol/line-reader.ts';
import { cleanLine, commandName, infoName, roleOf } from '../protocol/reply-lines.ts';
import type { Command } from './command.ts';
import { createDrain } from './drain.ts';
import { createFlight, type Flight, type Landing } from './flight.ts';
import { createOverdueReply } from './overdue-reply.ts';
import { createReception, createReplyBytes, type ReplyBytes } from './reception.ts';
import type { LateReply, Origin, Outcome, Transaction } from './traffic.ts';

export interface QueueParts {
  readonly clock: Clock;
  readonly baudRate: number;
  readonly write: (bytes: Uint8Array) => Promise<Result<void, WriteError>>;
  readonly onSent: (command: Command) => void;
  readonly onSettled: (transaction: Transaction) => void;
  readonly onLate: (reply: LateReply) => void;
  /** A reply ended by silence, content or prompt: what has no line break yet belongs to it. */
  readonly onReplyCut: () => void;
  /** So many commands of the user wait for their turn. */
  readonly onWaiting: (count: number) => void;
}

/** One command at a time: the user's first, in order; then the program's own. */
export interface CommandQueue {
  /** Settles when the reply has ended, by whatever outcome. Never rejects. */
  readonly execute: (command: Command) => Promise<Outcome>;
  /** False while a command of the user or this very one is in flight or waits, or late bytes are waited out. */
  readonly admits: (command: Command) => boolean;
  /** Begins one reception: these bytes came, in one piece. */
  readonly begin: (bytes: Uint8Array) => void;
  /** Takes a received line that is not unsolicited; says whose it is. `endsAt` counts in the reception. */
  readonly line: (text: string, endsAt: number) => Origin;
  /** Leaves out an unsolicited line, which ends there. */
  readonly unsolicited: (endsAt: number) => void;
  /** Ends the reception: so many bytes came, and this has no line break yet. */
  readonly rest: (pending: PendingLine, bytes: number) => void;
  /** True while a reply is awaited, or waited out, that answers a user who left: it is nobody's to read. */
  readonly isOfFormerUser: () => boolean;
  /**
   * The user has left and the port stays open: of the user's commands those that wait are not sent; the one in flight
   * is told as `lost`, and keeps the line until its reply has ended.
   */
  readonly forgetUser: () => void;
  /** Settles the command in flight as `lost`; those that wait stay. */
  readonly interrupt: () => void;
  /** Settles everything as `lost`; nothing is sent afterwards. */
  readonly abort: () => void;
}

interface Entry {
  readonly command: Command;
  readonly settle: (outcome: Outcome) => void;
  readonly promise: Promise<Outcome>;
}

interface Current {
  readonly entry: Entry;
  readonly sentAt: number;
  readonly startedAt: number;
  readonly flight: Flight;
  readonly reply: ReplyBytes;
  /** Its user has left and was told that it is lost. */
  isForgotten: boolean;
}

/** A line that is neither the command's echo nor an overdue reply's, where a final result code was all to come. */
const isForeign = (text: string, command: Command, late: ReadonlySet<string>): boolean => {
  const line = cleanLine(text).replace(/^>\s*/, '');
  const name = infoName(line);
  return (
    roleOf(line).kind === 'info' &&
    line.toUpperCase() !== command.text.toUpperCase() &&
    !(name !== undefined && late.has(name))
  );
};

const nothing = (): void => undefined;

export const createCommandQueue = (parts: QueueParts): CommandQueue => {
  const { clock, baudRate } = parts;
  const waiting: Entry[] = [];
  const late = new Set<string>();
  let current: Current | undefined;
  let writing = false;
  /** What is waited out answers a user who left. */
  let drainsForgotten = false;
  const drain = createDrain(clock, () => {
    drainsForgotten = false;
    next();
  });
  const overdue = createOverdueReply(clock, parts.onLate);
  const reception = createReception();
  let longestReplyBytes: number | undefined;
  let endsWithFinal = false;
  let aborted = false;

  const countWaiting = (): void => {
    parts.onWaiting(waiting.filter((entry) => entry.command.origin === 'user').length);
  };

  const settle = (
    { command, settle: tell }: Entry,
    end: Pick<Transaction, 'wasSent' | 'sentAt' | 'outcome' | 'reply'>,
  ): Transaction => {
    const { text, origin, bytes } = command;
    const transaction = { text, origin, bytes, ...end };
    tell(end.outcome);
    parts.onSettled(transaction);
    return transaction;
  };

  /** What was taken apart so far goes to the command on the line; without one it may be an overdue reply. */
  const deal = (): void => {
    const share = reception.take();
    if (current === undefined) overdue.came(share);
    else current.reply.add(share);
  };

  const land = (outcome: Outcome): void => {
    if (current === undefined) return;
    deal();
    const { entry, sentAt, startedAt, flight, isForgotten } = current;
    const reply = current.reply.take();
    current = undefined;
    flight.cancel();
    if (isForgotten) return;
    const of = settle(entry, { wasSent: true, sentAt, outcome, reply });
    if (outcome.kind === 'timeout') overdue.expect(of, startedAt);
  };

  const onLanded = (command: Command, landing: Landing): void => {
    if (landing.kind === 'timeout') {
      const name = commandName(command.text);
      if (name !== undefined) late.add(name);
      drainsForgotten = current?.isForgotten === true;
      land({ kind: 'timeout' });
      drain.begin(command.origin);
      return;
    }
    const { ok, code, lines, bytes, latencyMs } = landing;
    if (ok && lines.length > 0) longestReplyBytes = Math.max(longestReplyBytes ?? 0, bytes);
    if (code === undefined) parts.onReplyCut();
    else {
      if (lines.length > 0) endsWithFinal = true;
      late.clear();
      overdue.settle();
    }
    const told = code === undefined ? {} : { code };
    land({ kind: ok ? 'ok' : 'error', lines, ...told, latencyMs });
    next();
  };

  const launch = async (entry: Entry): Promise<void> => {
    const { command } = entry;
    const manners = {
      endsWithFinal,
      late: new Set(late),
      ...(longestReplyBytes === undefined ? {} : { longestReplyBytes }),
    };
    // The reply may begin before the write has settled, so the flight begins first.
    const flight = createFlight(command, {
      clock,
      baudRate,
      manners,
      onDropped: () => {
        deal();
        overdue.came(mine.reply.take());
        overdue.settle();
      },
      onLanded: (landing) => {
        onLanded(command, landing);
      },
    });
    const mine: Current = {
      entry,
      sentAt: clock.wallNow(),
      startedAt: clock.monotonicNow(),
      flight,
      reply: createReplyBytes(),
      isForgotten: false,
    };
    deal(); // what came before belongs to nobody, or to an overdue command
    current = mine;
    writing = true;
    parts.onSent(command);
    const written = await parts.write(command.bytes);
    writing = false;
    if (written.ok) flight.written();
    else if (current === mine) land({ kind: 'writeFailed', message: written.error.message });
    next();
  };

  const next = (): void => {
    if (aborted || writing || current !== undefined || drain.origin() !== undefined) return;
    const user = waiting.findIndex((entry) => entry.command.origin === 'user');
    const [entry] = waiting.splice(Math.max(0, user), 1);
    countWaiting();
    if (entry === undefined) return;
    if (entry.command.isWanted?.() === false) {
      entry.settle({ kind: 'lost' });
      next();
    } else void launch(entry);
  };

  const enqueue = (command: Command): Promise<Outcome> => {
    let resolve: (outcome: Outcome) => void = nothing;
    const promise = new Promise<Outcome>((settled) => {
      resolve = settled;
    });
    waiting.push({ command, settle: resolve, promise });
    countWaiting();
    next();
    return promise;
  };

  /** Two equal requests of the program are one on the wire (DP-13). */
  const twinOf = (command: Command): Entry | undefined =>
    command.origin === 'user'
      ? undefined
      : [current?.entry, ...waiting].find(
          (entry) => entry?.command.origin === 'background' && entry.command.text === command.text,
        );

  return {
    admits: (command) =>
      !aborted &&
      drain.origin() === undefined &&
      ![current?.entry, ...waiting].some(
        (entry) => entry?.command.origin === 'user' || entry?.command.text === command.text,
      ),
    execute: (command) =>
      aborted ? Promise.resolve({ kind: 'lost' }) : (twinOf(command)?.promise ?? enqueue(command)),
    begin: reception.begin,
    unsolicited: (endsAt) => {
      deal();
      reception.lineEnds(endsAt);
      reception.take();
    },
    line: (text, endsAt) => {
      reception.lineEnds(endsAt);
      if (current === undefined) {
        if (overdue.isExpected() && roleOf(cleanLine(text)).kind === 'final') {
          deal();
          overdue.settle();
        }
        return drain.origin() ?? 'user';
      }
      const { command } = current.entry;
      current.flight.line(text);
      return command.isBare === true && isForeign(text, command, late) ? 'user' : command.origin;
    },
    rest: (pending, bytes) => {
      reception.ends();
      if (drain.origin() === undefined) current?.flight.rest(pending, bytes);
      else drain.restart();
      deal();
    },
    isOfFormerUser: () => current?.isForgotten === true || drainsForgotten,
    forgetUser: () => {
      overdue.settle();
      drainsForgotten ||= drain.origin() === 'user';
      const ofProgram = waiting.filter(({ command }) => command.origin === 'background');
      for (const entry of waiting.splice(0, Infinity, ...ofProgram)) {
        if (entry.command.origin === 'user') entry.settle({ kind: 'lost' });
      }
      countWaiting();
      if (current === undefined || current.entry.command.origin !== 'user') return;
      if (current.isForgotten) return;
      const { entry, sentAt, reply } = current;
      current.isForgotten = true;
      settle(entry, { wasSent: true, sentAt, outcome: { kind: 'lost' }, reply: reply.take() });
    },
    interrupt: () => {
      land({ kind: 'lost' });
      next();
    },
    abort: () => {
      aborted = true;
      drain.cancel();
      drainsForgotten = false;
      land({ kind: 'lost' });
      for (const entry of waiting.splice(0)) {
        const sentAt = clock.wallNow();
        const reply = new Uint8Array(0);
        settle(entry, { wasSent: false, sentAt, outcome: { kind: 'lost' }, reply });
      }
      countWaiting();
    },
  };
};
