import { merge, Subscription, type Observable } from 'rxjs';
import type { RaisedAlarm } from '../alarms/tracker.ts';
import { isBeyond } from '../alarms/reading.ts';
import type { Connection } from '../link/connection.ts';
import type { Link } from '../link/link-api.ts';
import type { ReceivedLine, Transaction } from '../link/traffic.ts';
import type { Clock } from '../ports/clock.ts';
import { createLive, type Live } from '../prelude/live.ts';
import { LIVE_DATA_COMMAND } from '../protocol/commands.ts';
import type { Understanding } from '../protocol/reply-decoder.ts';
import { NO_HEALTH, type LinkHealth } from '../telemetry/link-health.ts';
import type { LiveSample, Telemetry } from '../telemetry/telemetry.ts';
import type { PackReply } from './cell-statistics.ts';
import { createDetailHistory } from './detail-history.ts';
import { createPackTrend, NO_TREND } from './pack-trend.ts';
import { createRecentTrouble, unconfirmed } from './recent-trouble.ts';
import {
  judgePack,
  NO_TROUBLE,
  type BadReplies,
  type PassedLimit,
  type Verdict,
  type VerdictInput,
} from './verdict.ts';

/** The last values of a device that was unplugged and may come back. */
export interface KeptPack {
  readonly data: LiveSample;
  /** The serial number, if the device reported it. */
  readonly serial: string | undefined;
}

export interface PackVerdictParts {
  readonly link: Pick<Link, 'connection$' | 'traffic$' | 'transactions$' | 'late$' | 'unanswered$'>;
  readonly telemetry: Pick<Telemetry, 'liveData$' | 'samples$' | 'health$' | 'identity'>;
  readonly clock: Clock;
  readonly raised$: Live<readonly RaisedAlarm[]>;
  /** Emits when a different pack is connected, before its first sample. */
  readonly packChanged$: Observable<unknown>;
}

/** Matches bytes that no reply of the native dialect contains. */
const UNREADABLE = /[^\t\u0020-\u007e]/;

/** A line that arrives within this time after a user command may belong to its reply. */
const USER_REPLY_MS = 5_000;

/**
 * How long bad replies count after the last one. A device whose replies are late or incomplete sends bytes again within
 * this time.
 */
const BAD_REPLY_SHOWN_MS = 15_000;

const passedOf = (raised: readonly RaisedAlarm[]): readonly PassedLimit[] =>
  raised.flatMap(({ kind, limit, incident, now = incident.last }) =>
    kind === 'returned' || !isBeyond(limit, now.value) ? [] : [{ limit, reading: now }],
  );

/** Whether the same device may return. While the connection ends, the cause is not known yet. */
const isReturnPossible = (connection: Connection): boolean => {
  if (connection.kind === 'connecting') return connection.stage === 'opening';
  if (connection.kind !== 'disconnected') return true;
  const { awaited, cause } = connection;
  return awaited !== undefined || cause.kind === 'unplugged' || cause.kind === 'readError';
};

/**
 * Returns a key of a verdict with times in whole seconds, so that verdicts that differ only in milliseconds are equal.
 */
const wholeSeconds = (verdict: Verdict): string =>
  JSON.stringify(verdict, (key, value: unknown) =>
    (key === 'agoMs' || key === 'ageMs') && typeof value === 'number'
      ? Math.floor(value / 1_000)
      : value,
  );

/** Judges the connected pack after each reply, and remembers what the judgement needs. */
export const createPackVerdict = (parts: PackVerdictParts) => {
  const { link, telemetry, clock, raised$ } = parts;
  const subscription = new Subscription();
  const details = createDetailHistory();
  const trouble = createRecentTrouble();
  const trend = createLive(NO_TREND);
  const recent = createLive(NO_TROUBLE);
  const kept = createLive<KeptPack | undefined>(undefined);
  let tracker = createPackTrend();
  let lastReply: PackReply | undefined;
  let health: LinkHealth = telemetry.health$.value;
  let userSentAt = Number.NEGATIVE_INFINITY;
  /** The last shown data, and the serial number that was read with it, until the device is back and answers. */
  let last: LiveSample | undefined;
  let serialSeen: string | undefined;
  let interrupted: VerdictInput['interrupted'];
  let deviceAlarm: VerdictInput['deviceAlarm'];
  /** The last bytes that made no reply in time; undefined after a good reply. */
  let bad: { readonly seen: BadReplies; readonly at: number } | undefined;
  /** How the device answers polls; undefined before its first reply. */
  let manner: { readonly hasEcho: boolean; readonly hasCode: boolean } | undefined;

  const badReplies = (): BadReplies | undefined =>
    bad !== undefined && clock.monotonicNow() - bad.at < BAD_REPLY_SHOWN_MS ? bad.seen : undefined;

  const judge = (): Verdict =>
    judgePack({
      connection: link.connection$.value,
      data: telemetry.liveData$.value,
      health: telemetry.health$.value,
      unanswered: link.unanswered$.value,
      badReplies: badReplies(),
      trend: trend.live.value,
      recent: recent.live.value,
      limitsPassed: passedOf(raised$.value),
      interrupted,
      deviceAlarm,
      now: clock.monotonicNow(),
    });
  const verdict = createLive(judge());
  let shownText = wholeSeconds(verdict.live.value);

  const look = (): void => {
    const now = trouble.at(clock.monotonicNow());
    if (JSON.stringify(now) !== JSON.stringify(recent.live.value)) recent.set(now);
    const next = judge();
    const text = wholeSeconds(next);
    if (text === shownText) return;
    shownText = text;
    verdict.set(next);
  };

  const forgetPack = (): void => {
    tracker = createPackTrend();
    trend.set(NO_TREND);
    details.forget();
    trouble.forget();
    kept.set(undefined);
    interrupted = undefined;
    deviceAlarm = undefined;
    manner = undefined;
    lastReply = undefined;
    bad = undefined;
  };

  const understanding = (): Understanding['kind'] | undefined => {
    const data = telemetry.liveData$.value;
    return data.kind === 'sample' ? data.understanding.kind : undefined;
  };
  const isNative = (): boolean => understanding() === 'native';

  const takeTimeout = ({ text, origin, outcome, reply }: Transaction): void => {
    if (origin !== 'background' || outcome.kind !== 'timeout') return;
    const received = new TextDecoder().decode(reply);
    if (received.replace(text, '').trim() === '') return; // nothing but the echo
    const isGarbled = text.startsWith('AT') && UNREADABLE.test(received.replace(/[\r\n]/g, ''));
    bad = { seen: isGarbled ? 'garbled' : 'incomplete', at: clock.monotonicNow() };
  };

  const takePoll = ({ text, origin, outcome, reply }: Transaction): void => {
    if (origin !== 'background' || text !== LIVE_DATA_COMMAND || outcome.kind !== 'ok') return;
    const at = clock.monotonicNow();
    const hasEcho = new TextDecoder().decode(reply).includes(text);
    const hasCode = outcome.code !== undefined;
    if (manner !== undefined && manner.hasEcho !== hasEcho) interrupted = { cause: 'echo', at };
    // Replies of other dialects end by their content, and their final result codes come afterwards.
    if (isNative() && manner?.hasCode === true && !hasCode) trouble.add(at, { unfinished: 1 });
    manner = { hasEcho, hasCode: hasCode || manner?.hasCode === true };
  };

  const takeLines = (lines: readonly ReceivedLine[], at: number): void => {
    const isNoise = ({ origin, line }: ReceivedLine): boolean =>
      origin === 'background' && UNREADABLE.test(line.text);
    if (isNative() && lines.some(isNoise)) trouble.add(at, { noisy: 1 });
    // A device of another maker may send its values by itself.
    const isForeign = ![undefined, 'native'].includes(understanding());
    if (isForeign || at - userSentAt <= USER_REPLY_MS) return;
    const unsolicited = lines.filter(({ origin }) => origin === 'user').length;
    if (unsolicited > 0) trouble.add(at, { unsolicited });
  };

  const take = (data: LiveSample): void => {
    const { sample, held, olderByMs, receivedAt, ageMs, understanding: by } = data;
    const readBy = by.kind === 'profile' ? by.profile : by.kind;
    const at = clock.monotonicNow() - ageMs;
    const reply = { readBy, sample, held, olderByMs, at, wall: receivedAt };
    // The values of another or a changed profile may mean something else.
    if (readBy !== lastReply?.readBy) [tracker, lastReply] = [createPackTrend(), undefined];
    const implausible = unconfirmed(lastReply, reply);
    if (implausible > 0) trouble.add(reply.at, { implausible });
    lastReply = reply;
    bad = undefined;
    trend.set(tracker.add(reply));
    details.add(reply);
    kept.set(undefined);
  };

  const keep = (): void => {
    const connection = link.connection$.value;
    const data = telemetry.liveData$.value;
    if (data.kind === 'sample') last = data;
    else if (!isReturnPossible(connection)) {
      last = undefined;
      kept.set(undefined);
    } else if (connection.kind === 'connected' && kept.live.value === undefined) {
      last = undefined; // another profile reads the device now: these values may mean something else [OBD-274]
    } else if (last !== undefined && kept.live.value?.data !== last) {
      kept.set({ data: last, serial: serialSeen });
    }
  };

  // This subscription comes before the one with `keep`, because the identity is forgotten when the connection ends.
  subscription.add(
    telemetry.identity.identity$.subscribe((known) => {
      if (known.kind === 'known') serialSeen = known.identity.serial;
    }),
  );
  subscription.add(
    link.connection$.subscribe((connection) => {
      // The user may choose another device, so the values of the last one are forgotten.
      if (connection.kind === 'connecting' && connection.stage === 'choosing') {
        last = undefined;
        serialSeen = undefined;
        forgetPack();
      }
    }),
  );
  subscription.add(parts.packChanged$.subscribe(forgetPack));
  subscription.add(telemetry.samples$.subscribe(take));
  subscription.add(
    telemetry.health$.subscribe((now) => {
      // Another profile is used: how the device answered the questions of the one before says nothing [OBD-376].
      const isOtherSource = now === NO_HEALTH && link.connection$.value.kind === 'connected';
      if (isOtherSource) {
        trouble.forget();
        bad = undefined;
      }
      trouble.addHealth(clock.monotonicNow(), health, now);
      health = now;
    }),
  );
  subscription.add(
    link.traffic$.subscribe((traffic) => {
      const at = clock.monotonicNow();
      if (traffic.kind === 'restarted') interrupted = { cause: 'restart', at };
      else if (traffic.kind === 'gap') interrupted = { cause: 'unplug', at };
      else if (traffic.kind === 'urc') {
        if (traffic.urc.kind === 'alarm') deviceAlarm = { payload: traffic.urc.payload, at };
        if (traffic.urc.kind !== 'ready') trouble.add(at, { unsolicited: 1 });
      } else if (traffic.kind === 'sent' && traffic.origin === 'user') userSentAt = at;
      else if (traffic.kind === 'received') takeLines(traffic.lines, at);
    }),
  );
  subscription.add(link.transactions$.subscribe(takePoll));
  subscription.add(link.transactions$.subscribe(takeTimeout));
  subscription.add(
    link.late$.subscribe(({ of }) => {
      // The rest of an incomplete reply is late, too.
      const seen = badReplies() ?? 'late';
      if (of.origin === 'background') bad = { seen, at: clock.monotonicNow() };
    }),
  );
  subscription.add(merge(telemetry.liveData$, link.connection$).subscribe(keep));
  subscription.add(
    merge(
      telemetry.liveData$,
      telemetry.health$,
      link.connection$,
      link.unanswered$,
      raised$,
      trend.live,
    ).subscribe(look),
  );

  return {
    verdict$: verdict.live,
    /** The trend; it changes with each reply. */
    trend$: trend.live,
    recent$: recent.live,
    /**
     * The last values of an unplugged device. Undefined while the device is connected and answers, and after the user
     * disconnected it.
     */
    kept$: kept.live,
    /** Returns the values of one cell or sensor (from 1) since the pack was connected, at most three hours. */
    series: details.series,
    dispose: (): void => {
      subscription.unsubscribe();
      for (const live of [verdict, trend, recent, kept]) live.dispose();
    },
  };
};
