import { distinctUntilChanged, map, merge, pairwise, Subscription, type Observable } from 'rxjs';
import type { Link } from '../link/link-api.ts';
import type { Origin } from '../link/traffic.ts';
import { createLive } from '../prelude/live.ts';
import { measuredText } from '../prelude/number-text.ts';
import type { AlarmBell } from '../ports/alarm-bell.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyValueStore } from '../ports/key-value-store.ts';
import { confirmed } from '../telemetry/confirmed.ts';
import type { LiveSample, Telemetry } from '../telemetry/telemetry.ts';
import { createAlarmTracker, type AlarmEvent, type RaisedAlarm } from './tracker.ts';
import { createPlanStore, limitId, type AlarmLimit, type LimitId } from './plan.ts';
import { QUANTITIES, type Quantity } from './quantities.ts';
import { isRepeated, newsOf } from './reading.ts';
import { createAlarmSignals } from './signals.ts';
import {
  createCoverage,
  silenceAfter,
  whyNotMonitored,
  type Monitoring,
  type Silence,
} from './monitoring.ts';
import { acknowledgedText, endedText, notMonitoredText, raisedText } from './words.ts';

export interface AlarmsParts {
  readonly link: Pick<Link, 'connection$' | 'traffic$'>;
  readonly telemetry: Pick<Telemetry, 'liveData$' | 'samples$' | 'health$' | 'follow'>;
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly bell: AlarmBell;
  /** Emits when another pack is connected than before, before its first sample. */
  readonly packChanged$: Observable<unknown>;
  /** Adds a text to the log and the recorded session. */
  readonly mark: (text: string) => void;
}

const NONE: readonly RaisedAlarm[] = [];

const isSame = (a: Monitoring, b: Monitoring): boolean => JSON.stringify(a) === JSON.stringify(b);

export const createAlarms = (parts: AlarmsParts) => {
  const { link, telemetry, clock, mark } = parts;
  const plans = createPlanStore(parts.store);
  const signals = createAlarmSignals(parts.bell, parts.store, clock);
  const tracker = createAlarmTracker();
  const coverage = createCoverage(clock);
  const monitoring = createLive<Monitoring>({ kind: 'off' });
  const raised = createLive(NONE);
  const reported = createLive<ReadonlySet<Quantity> | undefined>(undefined);
  const otherPack = createLive(false);
  const section = createLive('');
  const subscription = new Subscription();
  /** Wall-clock time of the last live data since the user connected. */
  let lastLiveAt: number | undefined;
  /** Monotonic time of the last sample. */
  let takenAt = -Infinity;
  /** Monotonic time of the last new reading of each quantity. */
  const readAt = new Map<Quantity, number>();
  let sender: Origin = 'background';
  let silence: Silence = 'noReply';
  /** Whether a poll timed out and no byte has arrived since. */
  let isUnanswered = false;
  /**
   * Whether monitoring is lost. The screen shows a loss at once; it is reported when it is more than a gap in the
   * replies.
   */
  let loss: 'none' | 'unreported' | 'logged' | 'alerted' = 'none';
  let stopFollowing: (() => void) | undefined;

  const limits = (): readonly AlarmLimit[] => plans.plan$.value.limits;

  const publish = (): void => {
    const shown = tracker.raised(limits());
    raised.set(shown.length === 0 ? NONE : shown);
    signals.call(shown.some(({ kind }) => kind === 'active'));
  };

  /** Polls on every tab, only if the user chose that and only while there are limits. */
  const follow = (isWanted: boolean): void => {
    if (isWanted) stopFollowing ??= telemetry.follow();
    else {
      stopFollowing?.();
      stopFollowing = undefined;
    }
  };

  const isDisconnectedByUser = (): boolean => {
    const connection = link.connection$.value;
    return connection.kind === 'disconnected' && connection.cause.kind === 'user';
  };

  const monitoringNow = (): Monitoring => {
    if (limits().length === 0)
      return plans.isOfOtherVersion()
        ? { kind: 'notMonitored', reason: 'otherVersion' }
        : { kind: 'off' };
    const data = telemetry.liveData$.value;
    const isAskedFor = section.live.value === 'home' || stopFollowing !== undefined;
    const reason = whyNotMonitored(link.connection$.value, isAskedFor, isUnanswered, data, silence);
    if (reason === undefined) return { kind: 'monitored', gaps: coverage.gaps(limits()) };
    return {
      kind: 'notMonitored',
      reason,
      ...(lastLiveAt === undefined ? {} : { since: lastLiveAt }),
      ...(isAskedFor || reason === 'notConnected' ? {} : { isUnpolled: true }),
    };
  };

  const isLossSure = (): boolean => {
    const { kind } = link.connection$.value;
    // While the connection ends, the cause is not known yet.
    if (kind !== 'connected') return kind !== 'disconnecting';
    const data = telemetry.liveData$.value;
    return data.kind === 'none' || data.freshness === 'expired';
  };

  const reportLoss = (): void => {
    const lost = monitoring.live.value;
    if (lost.kind !== 'notMonitored') return;
    if (isDisconnectedByUser()) {
      loss = 'none';
      return;
    }
    const text = notMonitoredText(lost);
    mark(text);
    // A user who opened another tab of the app or sent a long command knows the reason; no alert is needed.
    const isKnown = lost.reason === 'elsewhere' || lost.reason === 'busy';
    loss = isKnown ? 'logged' : 'alerted';
    if (!isKnown) signals.alert(text);
  };

  const update = (): void => {
    if (isDisconnectedByUser()) lastLiveAt = undefined;
    const before = monitoring.live.value;
    const now = monitoringNow();
    if (!isSame(before, now)) {
      monitoring.set(now);
      if (before.kind === 'monitored' && now.kind === 'notMonitored') {
        tracker.resetStreaks();
        loss = 'unreported';
      } else if (now.kind === 'monitored') {
        if (loss === 'logged' || loss === 'alerted') mark('Limits are monitored again');
        loss = 'none';
      } else if (before.kind === 'notMonitored' && before.reason === 'busy' && loss === 'logged') {
        loss = 'unreported'; // the command has ended, but there is still no live data
      }
    }
    if (loss === 'unreported' && isLossSure()) reportLoss();
  };

  const report = ({ kind, limit, reading }: AlarmEvent): void => {
    mark(kind === 'raised' ? raisedText(limit, reading) : endedText(limit, reading));
    // A person reads the notification, so its numbers are in the locale of the screens.
    if (kind === 'raised') signals.alert(raisedText(limit, reading, measuredText));
  };

  const take = ({ sample, held, receivedAt, olderByMs }: LiveSample): void => {
    const known = confirmed(sample, held);
    const now = clock.monotonicNow();
    const fresh = QUANTITIES.filter(
      (each) => !isRepeated(each, olderByMs, now - (readAt.get(each) ?? -Infinity)),
    );
    for (const each of fresh) readAt.set(each, now);
    lastLiveAt = receivedAt;
    coverage.take(sample, known);
    reported.set(coverage.reported());
    const events = tracker.take(
      plans.plan$.value,
      known,
      receivedAt,
      (quantity) => !fresh.includes(quantity),
      (quantity) => newsOf(known, quantity, olderByMs, now - takenAt),
    );
    takenAt = now;
    publish();
    for (const event of events) report(event);
  };

  const restart = (): void => {
    tracker.clearCurrentSample();
    coverage.forget();
    reported.set(undefined);
    publish();
  };

  subscription.add(telemetry.samples$.subscribe(take));
  subscription.add(
    parts.packChanged$.subscribe(() => {
      if (limits().length === 0) return;
      if (raised.live.value.length > 0) mark('Alarms of the previous pack cleared');
      tracker.forget();
      restart();
      otherPack.set(true);
    }),
  );
  subscription.add(
    telemetry.liveData$
      .pipe(
        map(({ kind }) => kind),
        distinctUntilChanged(),
      )
      .subscribe((kind) => {
        if (kind === 'none') restart();
      }),
  );
  subscription.add(
    link.traffic$.subscribe((traffic) => {
      if (traffic.kind === 'restarted') tracker.resetStreaks();
      if (isUnanswered && (traffic.kind === 'received' || traffic.kind === 'opened')) {
        isUnanswered = false;
        update();
      }
      if (traffic.kind === 'sent' && traffic.isRaw !== true) sender = traffic.origin;
    }),
  );
  subscription.add(
    telemetry.health$.pipe(pairwise()).subscribe(([before, now]) => {
      silence = silenceAfter(silence, before, now, sender);
      if (now.timeouts > before.timeouts) isUnanswered = true;
    }),
  );
  subscription.add(
    plans.plan$.subscribe((plan) => {
      tracker.retainLimits(plan.limits);
      otherPack.set(false);
      follow(plan.isEverywhere && plan.limits.length > 0);
      publish();
    }),
  );
  // This subscription comes last, so that it runs after the sample itself was processed.
  subscription.add(
    merge(
      telemetry.liveData$,
      telemetry.health$,
      link.connection$,
      section.live,
      plans.plan$,
    ).subscribe(update),
  );

  return {
    plan$: plans.plan$,
    save: plans.save,
    monitoring$: monitoring.live,
    /** The raised alarms in the order of the limits. */
    raised$: raised.live,
    /** What the connected device reports; undefined before its first reply. */
    reported$: reported.live,
    /** A different pack is connected, and the user has not confirmed yet that the limits are right for it. */
    isOtherPack$: otherPack.live,
    confirmPack: (): void => otherPack.set(false),
    /** Acknowledges one alarm, or all alarms if no id is given. */
    acknowledge: (id?: LimitId): void => {
      const asked = limits().filter((limit) => id === undefined || limitId(limit) === id);
      for (const limit of tracker.acknowledge(asked)) mark(acknowledgedText(limit));
      publish();
      if (raised.live.value.every(({ kind }) => kind === 'acknowledged')) signals.answered();
    },
    signals,
    /** Sets the current section: live data is polled on home only, unless the plan monitors everywhere. */
    setSection: section.set,
    dispose: (): void => {
      subscription.unsubscribe();
      follow(false);
      for (const live of [plans, signals, monitoring, raised, reported, otherPack, section]) {
        live.dispose();
      }
    },
  };
};

/** The alarms: they compare the limits that the user set with each reply of the device. */
export type Alarms = ReturnType<typeof createAlarms>;
