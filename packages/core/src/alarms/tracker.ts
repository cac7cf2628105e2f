import type { PackSample } from '../protocol/pack-sample.ts';
import { acknowledged, IDLE, interrupted, judge, type AlarmPhase, type Incident } from './judge.ts';
import { limitId, type AlarmLimit, type AlarmPlan, type LimitId } from './plan.ts';
import type { Quantity } from './quantities.ts';
import { isBeyond, isRead, readingOf, type Reading } from './reading.ts';

/** A limit that was passed, until it is cleared and acknowledged. */
export interface RaisedAlarm {
  readonly limit: AlarmLimit;
  readonly kind: Exclude<AlarmPhase['kind'], 'idle'>;
  readonly incident: Incident;
  /** Wall-clock time at which the value returned to within the limit; only for `returned`. */
  readonly returnedAt?: number;
  /**
   * The value of the last reply, which may be within the limit but not by the hysteresis. Undefined for `returned`, and
   * if the reply does not contain the cell or sensor that passed the limit.
   */
  readonly now: Reading | undefined;
}

export interface AlarmEvent {
  readonly kind: 'raised' | 'ended';
  readonly limit: AlarmLimit;
  /** The reading that raised the alarm; for `ended`, the worst reading. */
  readonly reading: Reading;
}

/** The first reply of a connection has nothing to be compared with and may be wrong; the second one confirms it. */
const CONFIRMED_FROM = 2;

/** Compares samples with the limits and tracks the state of each limit. */
export const createAlarmTracker = () => {
  let phases = new Map<LimitId, { readonly limit: AlarmLimit; readonly phase: AlarmPhase }>();
  let present: PackSample | undefined;
  let replies = 0;

  const phaseOf = (limit: AlarmLimit): AlarmPhase => phases.get(limitId(limit))?.phase ?? IDLE;
  const put = (limit: AlarmLimit, phase: AlarmPhase): void => {
    phases.set(limitId(limit), { limit, phase });
  };

  const eventOf = (limit: AlarmLimit, from: AlarmPhase, to: AlarmPhase): AlarmEvent | undefined => {
    const isOut = ({ kind }: AlarmPhase): boolean => kind === 'active' || kind === 'acknowledged';
    if (to.kind === 'active' && !isOut(from)) {
      return { kind: 'raised', limit, reading: to.incident.last };
    }
    return isOut(from) && !isOut(to) && 'incident' in from
      ? { kind: 'ended', limit, reading: from.incident.worst }
      : undefined;
  };

  const resetStreaks = (): void => {
    replies = 0;
    for (const { limit, phase } of phases.values()) put(limit, interrupted(phase));
  };

  const nowOf = (limit: AlarmLimit, out: readonly number[]): Reading | undefined => {
    const sample = present;
    const reading = sample && readingOf(sample, limit);
    if (sample === undefined || reading === undefined) return undefined;
    const containsThem = out.every((number) => isRead(sample, limit.quantity, number));
    return containsThem || isBeyond(limit, reading.value) ? reading : undefined;
  };

  return {
    /**
     * Compares the confirmed values of a reply with the limits and returns what changed; `at` is its wall-clock time. The
     * limits of a quantity that `isRepeated` from an earlier reply keep their state. `newsIn`: the same sample with only
     * those cells or sensors that were reported since the reply before, if that is known.
     */
    take: (
      { limits, readings, isLatched }: AlarmPlan,
      sample: PackSample,
      at: number,
      isRepeated: (quantity: Quantity) => boolean,
      newsIn?: (quantity: Quantity) => PackSample | undefined,
    ): readonly AlarmEvent[] => {
      present = sample;
      replies += 1;
      return limits.flatMap((limit) => {
        const { quantity } = limit;
        const judged = newsIn?.(quantity) ?? (isRepeated(quantity) ? undefined : sample);
        if (judged === undefined) return [];
        const before = phaseOf(limit);
        const after = judge(before, readingOf(judged, limit), {
          limit,
          needed: readings,
          isLatched,
          isConfirmed: replies >= CONFIRMED_FROM,
          at,
          isRead: (number) => isRead(judged, quantity, number),
        });
        put(limit, after);
        return eventOf(limit, before, after) ?? [];
      });
    },
    raised: (limits: readonly AlarmLimit[]): readonly RaisedAlarm[] =>
      limits.flatMap((limit): readonly RaisedAlarm[] => {
        const phase = phaseOf(limit);
        if (phase.kind === 'idle') return [];
        const { kind, incident } = phase;
        if (kind !== 'returned') return [{ limit, kind, incident, now: nowOf(limit, phase.out) }];
        return [{ limit, kind, incident, now: undefined, returnedAt: phase.returnedAt }];
      }),
    /** Acknowledges these limits and returns those that were not acknowledged before. */
    acknowledge: (limits: readonly AlarmLimit[]): readonly AlarmLimit[] =>
      limits.filter((limit) => {
        const before = phaseOf(limit);
        const after = acknowledged(before);
        put(limit, after);
        return after !== before;
      }),
    /** Restarts the counts of consecutive replies when replies are missing. */
    resetStreaks,
    /** Clears all current values; raised alarms stay. */
    clearCurrentSample: (): void => {
      present = undefined;
      resetStreaks();
    },
    /** Keeps the state of these limits only. A limit with another value starts without a state. */
    retainLimits: (limits: readonly AlarmLimit[]): void => {
      const isSame = (limit: AlarmLimit): boolean =>
        phases.get(limitId(limit))?.limit.value === limit.value;
      const kept = limits.filter(isSame);
      phases = new Map(kept.map((limit) => [limitId(limit), { limit, phase: phaseOf(limit) }]));
    },
    forget: (): void => {
      phases = new Map();
      present = undefined;
      replies = 0;
    },
  };
};
