import {
  concatMap,
  defer,
  exhaustMap,
  filter,
  finalize,
  from,
  ignoreElements,
  merge,
  tap,
  timer,
  type Observable,
} from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Outcome, Traffic } from '../link/traffic.ts';
import type { Clock } from '../ports/clock.ts';
import { clockScheduler } from '../prelude/clock-scheduler.ts';
import { pause } from '../prelude/pause.ts';
import {
  bytesOf,
  createProfileReader,
  isProven,
  questionBytes,
  replyEnd,
  type Profile,
  type ProfilePoll,
  type ReadResult,
} from '../profiles/index.ts';
import { toHexText } from '../protocol/hex.ts';
import { classifyLine } from '../protocol/reply-lines.ts';
import type { LiveSource } from '../telemetry/live-source.ts';
import type { PollResult } from '../telemetry/poll-result.ts';
import { createKeptReadings, type KeptReadings } from './kept-readings.ts';

/** The silence that ends a reply if the profile sets none, in ms. */
const GAP_MS = 150;
const INIT_TIMEOUT_MS = 1_000;
/**
 * Minimum interval of samples from a device that sends records by itself. Faster records are merged into one sample, so
 * that a flood does not block the page.
 */
const LEAST_INTERVAL_MS = 50;
/** The number of consecutive unanswered attempts after which the device counts as not supporting a poll. */
const NEVER_ANSWERED = 3;
/**
 * After this many cycles without an answer the initial commands are sent again: the device may have lost their
 * settings.
 */
const INIT_AGAIN_AFTER = 3;

interface SourceParts {
  readonly link: Pick<Link, 'execute' | 'traffic$' | 'transactions$' | 'late$'>;
  readonly clock: Clock;
}

const CR = 0x0d;
const LF = 0x0a;

const textOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

const wordsOf = (bytes: Uint8Array): string =>
  /^[\t\r\n\x20-\xff]*$/.test(textOf(bytes)) ? textOf(bytes).trim() : toHexText(bytes);

type Received = Extract<Traffic, { readonly kind: 'received' }>;

/** Returns the lines that the device sent by itself, and result codes, which have no values. */
const ownLines = (traffic: Received): Uint8Array => {
  const own = traffic.lines.filter(
    ({ line, isUnsolicited }) =>
      isUnsolicited === true || classifyLine(line.text).role.kind !== 'info',
  );
  return Uint8Array.from(own.flatMap(({ line }) => [...line.bytes, CR, LF]));
};

const rejected = (detail: string, raw: readonly string[]): PollResult => ({
  status: 'rejected',
  error: { kind: 'unknownFormat', detail },
  raw,
});

/** Returns what was refused in an answer, or that the answer contains no record; undefined if there is no problem. */
const problemOf = (name: string, { readings, refused }: ReadResult): string | undefined => {
  const [first] = refused;
  if (first !== undefined) return first.reason;
  return readings.length > 0 ? undefined : `no record of ${name} in the reply`;
};

const answered = (
  kept: KeptReadings,
  raw: readonly string[],
  at: number,
  roundTripMs: number,
): readonly PollResult[] => {
  const reply = kept.merged(at);
  return reply === undefined ? [] : [{ status: 'answered', reply, raw, roundTripMs, at }];
};

/** Creates a source that asks and reads a device by its profile. Without polls it sends nothing and only listens. */
export const createProfileSource = (profile: Profile, { link, clock }: SourceParts): LiveSource => {
  const scheduler = clockScheduler(clock);
  const { gapMs = GAP_MS, prompt } = profile.end;
  const { split } = profile.frame;

  const ask = (): Observable<PollResult> => {
    const reader = createProfileReader(profile);
    const kept = createKeptReadings(profile);
    const dueAt = new Map<string, number>();
    const everyMs = Math.min(...profile.polls.map((poll) => poll.everyMs));
    let isActive = true;
    let isPrepared = false;
    let unanswered = 0;
    /** The number of consecutive times that each poll was not answered. */
    const missed = new Map<string, number>();
    /** Polls of the last cycles that may still be answered late. */
    const overdue = new Set<ProfilePoll>();
    /** A command of the user that timed out and may still be answered. */
    let owed: string | undefined;
    const asked = { origin: 'background', isWanted: () => isActive } as const;

    /**
     * Forgets all values and due times, because another pack may answer next: all polls are sent, and no old value is
     * merged.
     */
    const forget = (): void => {
      kept.clear();
      dueAt.clear();
    };

    /** Sends the initial commands. Returns the first problem, if there is one. */
    const prepare = async (): Promise<PollResult | undefined> => {
      for (const { send, expect, timeoutMs = INIT_TIMEOUT_MS } of profile.init) {
        let text = '';
        const push = (bytes: Uint8Array) => {
          text += textOf(bytes);
          return prompt !== undefined && text.trimEnd().endsWith(prompt) ? 'complete' : 'more';
        };
        const outcome = await link.execute({
          ...asked,
          text: send,
          bytes: bytesOf(send) ?? new Uint8Array(),
          timeoutMs,
          replyEnd: { begin: () => push, gapMs },
        });
        if (outcome.kind === 'notConnected' || outcome.kind === 'lost') return { status: 'lost' };
        if (expect === undefined) continue;
        if (text === '') return { status: 'timeout' };
        if (!text.includes(expect))
          return rejected(`no ${expect} in the answer to ${send}`, [text]);
      }
      return undefined;
    };

    const question = async (poll: ProfilePoll): Promise<Outcome | { kind: 'notConnected' }> => {
      const outcome = await link.execute({
        ...asked,
        text: poll.send ?? `${profile.id} ${poll.id}`,
        bytes: questionBytes(poll),
        timeoutMs: poll.timeoutMs,
        replyEnd: { begin: () => replyEnd(profile, poll.id).push, gapMs },
      });
      if (poll.settleMs !== undefined) await pause(clock, poll.settleMs);
      return outcome;
    };

    const readOf = (bytes: Uint8Array, poll: string): string => {
      const { readings } = createProfileReader(profile).readReply(bytes, { poll, at: 0 });
      return readings.length === 0 ? '' : JSON.stringify(readings);
    };

    /**
     * Returns an overdue poll that the reply may answer instead, because the reply has other values when read as its
     * answer.
     */
    const rivalOf = ({ id }: ProfilePoll, bytes: Uint8Array): ProfilePoll | undefined => {
      const own = readOf(bytes, id);
      return [...overdue].find((each) => !['', own].includes(readOf(bytes, each.id)));
    };

    const cycle = async (): Promise<readonly PollResult[]> => {
      if (!isPrepared) {
        const problem = await prepare();
        if (problem !== undefined) return [problem];
        isPrepared = true;
      }
      const startedAt = clock.monotonicNow();
      const problems: PollResult[] = [];
      const raw: string[] = [];
      let isHeard = false;
      // Whether a poll is due. It counts as due half a period early, so that a slow answer does not delay it by a whole
      // cycle.
      const isDue = ({ id }: ProfilePoll): boolean =>
        (dueAt.get(id) ?? startedAt) <= startedAt + everyMs / 2;
      const due = profile.polls.filter(isDue);
      for (const poll of due) {
        dueAt.set(poll.id, startedAt + poll.everyMs);
        const outcome = await question(poll);
        if (outcome.kind === 'notConnected' || outcome.kind === 'lost')
          return [...problems, { status: 'lost' }];
        overdue.delete(poll);
        if (!('reply' in outcome)) {
          problems.push({ status: 'timeout' });
          const times = (missed.get(poll.id) ?? 0) + 1;
          missed.set(poll.id, times);
          if (times < NEVER_ANSWERED) overdue.add(poll);
          continue;
        }
        isHeard = true;
        const rival = rivalOf(poll, outcome.reply)?.id ?? (isProven(profile) ? undefined : owed);
        owed = undefined;
        if (rival !== undefined) {
          problems.push(rejected(`the reply may answer ${rival}`, [wordsOf(outcome.reply)]));
          overdue.clear();
          await pause(clock, poll.timeoutMs); // waits for the missing reply
          continue;
        }
        missed.delete(poll.id);
        const context = { poll: poll.id, at: clock.monotonicNow() };
        const read = reader.readReply(outcome.reply, context);
        const words = wordsOf(outcome.reply);
        kept.add(read.readings, poll.everyMs);
        const problem = problemOf(profile.name, read);
        if (problem !== undefined) problems.push(rejected(problem, [words]));
        if (read.readings.length > 0) raw.push(words);
      }
      unanswered = raw.length > 0 ? 0 : unanswered + 1;
      if (unanswered > 0) {
        forget();
        // A device that answers no poll may be late, which does not show that it ignores one.
        if (!isHeard && due.length === profile.polls.length) missed.clear();
        isPrepared = unanswered < INIT_AGAIN_AFTER;
        if (!isPrepared) unanswered = 0;
        return problems;
      }
      const at = clock.monotonicNow();
      return [...problems, ...answered(kept, raw, at, at - startedAt)];
    };

    const owed$ = merge(
      link.transactions$.pipe(
        filter(({ origin, outcome }) => origin === 'user' && outcome.kind === 'timeout'),
        tap(({ text }) => {
          owed = text;
        }),
      ),
      link.late$.pipe(
        tap(() => {
          owed = undefined;
        }),
      ),
    ).pipe(ignoreElements());
    const restarted$ = link.traffic$.pipe(
      filter(({ kind }) => kind === 'restarted'),
      tap(() => {
        forget();
        overdue.clear();
        isPrepared = false;
      }),
      ignoreElements(),
    );
    const results$ = timer(0, everyMs, scheduler).pipe(
      exhaustMap(() => from(cycle())),
      concatMap((results) => results),
    );
    return merge(restarted$, owed$, results$).pipe(
      finalize(() => {
        isActive = false;
      }),
    );
  };

  const listen = (): Observable<PollResult> => {
    const reader = createProfileReader(profile, { startsWhole: false });
    const kept = createKeptReadings(profile);
    // A reply to a command of the user may have the form of a record. Only a checksum proves that it is one.
    const isOfLines = split === 'line' || (split === 'reply' && prompt === undefined);
    /** The number of commands of the user that were sent and whose outcome is not known. */
    let awaited = 0;
    const bytesOfRecords = (received: Received): Uint8Array => {
      if (isProven(profile)) return received.bytes;
      if (isOfLines) return ownLines(received);
      return awaited > 0 ? new Uint8Array() : received.bytes;
    };
    const sent$ = link.traffic$.pipe(
      filter((each) => each.kind === 'sent' && each.origin === 'user' && each.isRaw !== true),
      tap(() => {
        awaited += 1;
      }),
    );
    const settled$ = link.transactions$.pipe(
      filter(({ origin, wasSent }) => origin === 'user' && wasSent),
      concatMap((each) => Promise.resolve(each)), // the bytes that end the reply are published after its outcome
      tap(() => {
        awaited = Math.max(0, awaited - 1); // the command may have been sent before the subscription
      }),
    );
    let answeredAt = -Infinity;
    const results$ = link.traffic$.pipe(
      filter((traffic) => traffic.kind === 'received'),
      concatMap((received) => {
        const bytes = bytesOfRecords(received);
        const at = clock.monotonicNow();
        const read = reader.read(bytes, { at });
        if (read.readings.length + read.refused.length === 0) return [];
        const raw = [wordsOf(bytes)];
        kept.add(read.readings, undefined);
        const problem = problemOf(profile.name, read);
        const isShown = read.readings.length > 0 && at - answeredAt >= LEAST_INTERVAL_MS;
        if (isShown) answeredAt = at;
        return [
          ...(problem === undefined ? [] : [rejected(problem, raw)]),
          ...(isShown ? answered(kept, raw, at, 0) : []),
        ];
      }),
    );
    const restarted$ = link.traffic$.pipe(
      filter(({ kind }) => kind === 'restarted'),
      tap(kept.clear),
    );
    return merge(merge(restarted$, sent$, settled$).pipe(ignoreElements()), results$);
  };

  return { results$: defer(() => (profile.polls.length === 0 ? listen() : ask())) };
};
