import type { Connection } from '../link/connection.ts';
import type { Origin } from '../link/traffic.ts';
import type { LinkHealth } from '../telemetry/link-health.ts';
import type { LiveData } from '../telemetry/telemetry.ts';
import type { Clock } from '../ports/clock.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { EXPIRED_AFTER_MS } from '../telemetry/freshness.ts';
import type { AlarmLimit } from './plan.ts';
import type { Quantity } from './quantities.ts';
import { reportedIn, quantitiesIn, unreadIn } from './reading.ts';

/** Why there is no live data of a connected device although it is polled. */
export type Silence =
  | 'noReply'
  /** A user command is pending and polls wait. */
  | 'busy'
  /** Replies arrive, but none contains readable live data. */
  | 'unreadable';

/** Returns the reason after a poll; `sender` is who sent the last command. */
export const silenceAfter = (
  silence: Silence,
  before: LinkHealth,
  now: LinkHealth,
  sender: Origin,
): Silence => {
  if (now.rejected > before.rejected) return 'unreadable';
  // Polls are also skipped while another poll is pending, which shows nothing yet.
  if (now.skipped > before.skipped) return sender === 'user' ? 'busy' : silence;
  // No answer, or the next reason is not known: the poll was answered, or the connection is a new one.
  return 'noReply';
};

/** A limit that is not, or only partly, monitored although there is live data. */
export interface MonitoringGap {
  readonly limit: AlarmLimit;
  /**
   * `notReported`: the device does not report the quantity. `noValue`: it did before and does not now. `unread`: it
   * omits some cells or sensors.
   */
  readonly reason: 'notReported' | 'noValue' | 'unread';
  /** The cells or sensors that are not read, or not reliably. */
  readonly numbers: readonly number[];
}

/** Whether the limits are monitored. */
export type Monitoring =
  /** There are no limits. */
  | { readonly kind: 'off' }
  | { readonly kind: 'monitored'; readonly gaps: readonly MonitoringGap[] }
  | {
      readonly kind: 'notMonitored';
      /** `otherVersion`: the limits are saved, and only another version of the app can read them. */
      readonly reason: 'notConnected' | 'elsewhere' | 'otherVersion' | Silence;
      /** Wall-clock time of the last live data; undefined if there were none since the user last connected. */
      readonly since?: number;
      /** True on a tab on which live data is not polled. */
      readonly isUnpolled?: true;
    };

/**
 * Returns why there is no current live data, or undefined if there is. `isUnanswered`: the device has not sent a byte
 * since a poll timed out. This reason also stays on tabs on which nothing is polled.
 */
export const whyNotMonitored = (
  connection: Connection,
  isAskedFor: boolean,
  isUnanswered: boolean,
  data: LiveData,
  silence: Silence,
): Extract<Monitoring, { readonly kind: 'notMonitored' }>['reason'] | undefined => {
  if (connection.kind !== 'connected') return 'notConnected';
  if (data.kind === 'sample' && (data.freshness === 'fresh' || data.freshness === 'late')) {
    return undefined;
  }
  if (isAskedFor) return silence;
  return isUnanswered ? 'noReply' : 'elsewhere';
};

/**
 * Number of recent replies that are checked for gaps. A cell or sensor that is missing in half of them is reported; a
 * single implausible value is not a gap.
 */
const RECENT_REPLIES = 4;

/** Which limits can be monitored with a device's replies. */
export const createCoverage = (clock: Pick<Clock, 'monotonicNow'>) => {
  /** The values of the last replies. */
  let recent: readonly PackSample[] = [];
  let reported: ReadonlySet<Quantity> | undefined;
  /** The time at which each quantity was last reported. */
  let lastAt = new Map<Quantity, number>();

  /** Whether the quantity has not been reported for longer than its last value is shown. */
  const isOld = (quantity: Quantity): boolean => {
    const at = lastAt.get(quantity);
    return at === undefined || clock.monotonicNow() - at >= EXPIRED_AFTER_MS;
  };

  const oftenUnread = (quantity: Quantity): readonly number[] => {
    const missed = new Map<number, number>();
    for (const number of recent.flatMap((sample) => unreadIn(sample, quantity))) {
      missed.set(number, (missed.get(number) ?? 0) + 1);
    }
    const often = [...missed].filter(([, times]) => times * 2 >= recent.length);
    return often.map(([number]) => number).toSorted((a, b) => a - b);
  };

  return {
    /** Adds a reply. `shown`: its values as on the screen; `known`: the same without held values. */
    take: (shown: PackSample, known: PackSample): void => {
      recent = [...recent, known].slice(-RECENT_REPLIES);
      const fresh = reportedIn(shown).filter((each) => reported?.has(each) !== true);
      if (reported === undefined || fresh.length > 0)
        reported = new Set([...(reported ?? []), ...fresh]);
      for (const quantity of quantitiesIn(known)) lastAt.set(quantity, clock.monotonicNow());
    },
    /** Returns the quantities that the device has reported since it was connected. */
    reported: (): ReadonlySet<Quantity> | undefined => reported,
    gaps: (limits: readonly AlarmLimit[]): readonly MonitoringGap[] =>
      limits.flatMap((limit): readonly MonitoringGap[] => {
        const { quantity } = limit;
        if (reported?.has(quantity) !== true)
          return [{ limit, reason: 'notReported', numbers: [] }];
        if (isOld(quantity)) return [{ limit, reason: 'noValue', numbers: [] }];
        const numbers = oftenUnread(quantity);
        return numbers.length === 0 ? [] : [{ limit, reason: 'unread', numbers }];
      }),
    forget: (): void => {
      recent = [];
      reported = undefined;
      lastAt = new Map();
    },
  };
};
