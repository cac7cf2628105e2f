import type { PackSample } from '../protocol/pack-sample.ts';
import { acknowledged, IDLE, interrupted, judge, type AlarmPhase, type Incident } from './judge.ts';
import { limitId, type AlarmLimit, type AlarmPlan, type LimitId } from './plan.ts';
import { isBeyond, isRead, readingOf, type Reading } from './reading.ts';

/** A limit that was passed, as it is shown until it ended and was acknowledged. */
export interface RaisedAlarm {
  readonly limit: AlarmLimit;
  readonly kind: Exclude<AlarmPhase['kind'], 'idle'>;
  readonly incident: Incident;
  /** Since when it is within the limit again, wall-clock; of `returned`. */
  readonly returnedAt?: number;
  /**
   * The value of the last reply, perhaps within the limit but not by the hysteresis; undefined where it did not contain what
   * passed the limit, as a cell that is no longer read, and of `returned`.
   */
  readonly now: Reading | undefined;
}

export interface AlarmEvent {
  readonly kind: 'raised' | 'ended';
  readonly limit: AlarmLimit;
  /** What raised it; of one that ended, the worst. */
  readonly reading: Reading;
}

/** Holds what is known of a pack against the limits. */
export interface AlarmKeeper {
  /** Takes a reply's values, without those that are older ones; `at` is the reply's wall-clock time. */
  readonly take: (plan: AlarmPlan, sample: PackSample, at: number) => readonly AlarmEvent[];
  readonly raised: (limits: readonly AlarmLimit[]) => readonly RaisedAlarm[];
  /** Gives those that were not acknowledged before. */
  readonly acknowledge: (limits: readonly AlarmLimit[]) => readonly AlarmLimit[];
  /** Replies stayed away, or nothing witnesses them any more: nothing is "in a row". */
  readonly loseThread: () => void;
  /** Nothing of the pack is known any more; what was raised stays. */
  readonly loseSight: () => void;
  /** Keeps the state of these limits only; a limit with another value starts from nothing. */
  readonly keepOnly: (limits: readonly AlarmLimit[]) => void;
  readonly forget: () => void;
}

/** A reply that nothing witnesses may be wrong (see `judgeSample`): it takes a second one. */
const WITNESSED_FROM = 2;

export const createAlarmKeeper = (): AlarmKeeper => {
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

  const loseThread = (): void => {
    replies = 0;
    for (const { limit, phase } of phases.values()) put(limit, interrupted(phase));
  };

  const nowOf = (limit: AlarmLimit, out: readonly number[]): Reading | undefined => {
    const sample = present;
    const reading = sample && readingOf(sample, limit);
    if (sample === undefined || reading === undefined) return undefined;
    const isOfThem = out.every((number) => isRead(sample, limit.quantity, number));
    return isOfThem || isBeyond(limit, reading.value) ? reading : undefined;
  };

  return {
    take: ({ limits, readings, isLatched }, sample, at) => {
      present = sample;
      replies += 1;
      return limits.flatMap((limit) => {
        const before = phaseOf(limit);
        const after = judge(before, readingOf(sample, limit), {
          limit,
          needed: readings,
          isLatched,
          isWitnessed: replies >= WITNESSED_FROM,
          at,
          isRead: (number) => isRead(sample, limit.quantity, number),
        });
        put(limit, after);
        return eventOf(limit, before, after) ?? [];
      });
    },
    raised: (limits) =>
      limits.flatMap((limit): readonly RaisedAlarm[] => {
        const phase = phaseOf(limit);
        if (phase.kind === 'idle') return [];
        const { kind, incident } = phase;
        if (kind !== 'returned') return [{ limit, kind, incident, now: nowOf(limit, phase.out) }];
        return [{ limit, kind, incident, now: undefined, returnedAt: phase.returnedAt }];
      }),
    acknowledge: (limits) =>
      limits.filter((limit) => {
        const before = phaseOf(limit);
        const after = acknowledged(before);
        put(limit, after);
        return after !== before;
      }),
    loseThread,
    loseSight: () => {
      present = undefined;
      loseThread();
    },
    keepOnly: (limits) => {
      const isSame = (limit: AlarmLimit): boolean =>
        phases.get(limitId(limit))?.limit.value === limit.value;
      const kept = limits.filter(isSame);
      phases = new Map(kept.map((limit) => [limitId(limit), { limit, phase: phaseOf(limit) }]));
    },
    forget: () => {
      phases = new Map();
      present = undefined;
      replies = 0;
    },
  };
};
