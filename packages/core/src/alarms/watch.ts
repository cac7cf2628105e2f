import type { Connection } from '../link/connection.ts';
import type { LiveData } from '../telemetry/telemetry.ts';
import type { Clock } from '../ports/clock.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { EXPIRED_AFTER_MS } from '../telemetry/freshness.ts';
import type { AlarmLimit } from './plan.ts';
import type { Quantity } from './quantities.ts';
import { reportedIn, toldIn, unreadIn } from './reading.ts';
import type { Silence } from './silence.ts';

/** A limit that is not, or not wholly, watched although live data come. */
export interface WatchGap {
  readonly limit: AlarmLimit;
  /** The device does not report the quantity; or reported it before and does not now; or leaves out some places. */
  readonly reason: 'notReported' | 'noValue' | 'unread';
  /** Cells or sensors that are not read, or not reliably. */
  readonly numbers: readonly number[];
}

/** Whether the limits are watched. */
export type AlarmWatch =
  /** The user set none. */
  | { readonly kind: 'off' }
  | { readonly kind: 'watching'; readonly gaps: readonly WatchGap[] }
  | {
      readonly kind: 'notWatched';
      readonly reason: 'notConnected' | 'elsewhere' | Silence;
      /** Wall-clock time of the last live data; undefined where there were none since the user last connected. */
      readonly since?: number;
      /** Nothing asks for live data here. */
      readonly isUnasked?: true;
    };

/**
 * Why no live data come, undefined while they do: those that are stale are none. `isMute`: the device left what was
 * asked last without a byte, which stays the reason where nothing more is asked.
 */
export const whyNotWatched = (
  connection: Connection,
  isAskedFor: boolean,
  isMute: boolean,
  data: LiveData,
  silence: Silence,
): Extract<AlarmWatch, { readonly kind: 'notWatched' }>['reason'] | undefined => {
  if (connection.kind !== 'connected') return 'notConnected';
  if (data.kind === 'sample' && (data.freshness === 'fresh' || data.freshness === 'late')) {
    return undefined;
  }
  if (isAskedFor) return silence;
  return isMute ? 'noReply' : 'elsewhere';
};

/** Which limits a device's replies let one watch. */
export interface Coverage {
  /** A reply's values as shown, and those of them that are no older ones. */
  readonly take: (shown: PackSample, known: PackSample) => void;
  /** What the device has reported since it was connected. */
  readonly reported: () => ReadonlySet<Quantity> | undefined;
  readonly gaps: (limits: readonly AlarmLimit[]) => readonly WatchGap[];
  readonly forget: () => void;
}

/** A place that is missing in half of this many replies is reported: a single implausible value is not a gap. */
const RECENT_REPLIES = 4;

export const createCoverage = (clock: Pick<Clock, 'monotonicNow'>): Coverage => {
  /** The last replies' values. */
  let recent: readonly PackSample[] = [];
  let reported: ReadonlySet<Quantity> | undefined;
  /** When a value was reported last. */
  let lastAt = new Map<Quantity, number>();

  /** Older than what is shown in the place of an outlier. */
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
    take: (shown, known) => {
      recent = [...recent, known].slice(-RECENT_REPLIES);
      const fresh = reportedIn(shown).filter((each) => reported?.has(each) !== true);
      if (reported === undefined || fresh.length > 0)
        reported = new Set([...(reported ?? []), ...fresh]);
      for (const quantity of toldIn(known)) lastAt.set(quantity, clock.monotonicNow());
    },
    reported: () => reported,
    gaps: (limits) =>
      limits.flatMap((limit): readonly WatchGap[] => {
        const { quantity } = limit;
        if (reported?.has(quantity) !== true)
          return [{ limit, reason: 'notReported', numbers: [] }];
        if (isOld(quantity)) return [{ limit, reason: 'noValue', numbers: [] }];
        const numbers = oftenUnread(quantity);
        return numbers.length === 0 ? [] : [{ limit, reason: 'unread', numbers }];
      }),
    forget: () => {
      recent = [];
      reported = undefined;
      lastAt = new Map();
    },
  };
};
