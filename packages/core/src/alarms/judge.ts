import type { AlarmLimit } from './plan.ts';
import { isBackWithin, isBeyond, type Reading } from './reading.ts';

/** A limit that was passed. */
export interface Incident {
  /** Wall-clock time of the reply that raised the alarm. */
  readonly since: number;
  /** The reading farthest beyond the limit. */
  readonly worst: Reading;
  /** The last reading beyond the limit. */
  readonly last: Reading;
}

/** Readings beyond the limit that are not an alarm yet. */
interface Streak {
  /** The number of consecutive readings. */
  readonly streak: number;
  /** Cells or sensors that were beyond the limit when they were last read. */
  readonly out: readonly number[];
}

const NO_STREAK: Streak = { streak: 0, out: [] };

/** The state of a limit. `returned`: the value is within the limit again and the alarm is not acknowledged yet. */
export type AlarmPhase =
  | (Streak & { readonly kind: 'idle' })
  | {
      readonly kind: 'active' | 'acknowledged';
      readonly incident: Incident;
      readonly out: Streak['out'];
    }
  | (Streak & {
      readonly kind: 'returned';
      readonly incident: Incident;
      /** Wall-clock time. */
      readonly returnedAt: number;
    });

export const IDLE: AlarmPhase = { kind: 'idle', ...NO_STREAK };

/** What decides, beside the reading itself, whether it raises or clears an alarm. */
export interface Circumstances {
  readonly limit: AlarmLimit;
  /** Consecutive readings that raise an alarm. */
  readonly needed: number;
  readonly isLatched: boolean;
  /**
   * False for the first reply of a connection: it cannot be compared with an earlier one, so it neither raises nor
   * clears an alarm.
   */
  readonly isConfirmed: boolean;
  /** Wall-clock time of the reply. */
  readonly at: number;
  /** Whether this reply contains the cell or sensor. */
  readonly isRead: (number: number) => boolean;
}

const farther = ({ side }: AlarmLimit, a: Reading, b: Reading): Reading => {
  const isFarther = side === 'high' ? b.value > a.value : b.value < a.value;
  return isFarther ? b : a;
};

/**
 * Returns the cells or sensors that are beyond the limit now, and those that were and are not in this reply, because
 * their state is unknown.
 */
const outAfter = (
  out: Streak['out'],
  { numbers }: Reading,
  { isRead }: Circumstances,
): Streak['out'] => [...numbers, ...out.filter((each) => !numbers.includes(each) && !isRead(each))];

const whileRaised = (
  phase: Extract<AlarmPhase, { readonly kind: 'active' | 'acknowledged' }>,
  reading: Reading,
  circumstances: Circumstances,
): AlarmPhase => {
  const { limit, isLatched, isConfirmed, at, isRead } = circumstances;
  const { incident, out } = phase;
  if (isBeyond(limit, reading.value)) {
    const worst = farther(limit, incident.worst, reading);
    const next = { ...incident, worst, last: reading };
    return { ...phase, incident: next, out: outAfter(out, reading, circumstances) };
  }
  const isOver = isBackWithin(limit, reading.value) && out.every(isRead);
  if (!isOver || !isConfirmed) return phase;
  return phase.kind === 'active' && isLatched
    ? { kind: 'returned', incident, returnedAt: at, ...NO_STREAK }
    : IDLE;
};

/**
 * Returns the next phase. A reply changes nothing if it lacks the quantity, or the cells or sensors that were beyond
 * the limit: their values are unknown.
 */
export const judge = (
  phase: AlarmPhase,
  reading: Reading | undefined,
  circumstances: Circumstances,
): AlarmPhase => {
  if (reading === undefined) return phase;
  if (!('streak' in phase)) return whileRaised(phase, reading, circumstances);
  const { limit, needed, isConfirmed, at, isRead } = circumstances;
  if (!isBeyond(limit, reading.value)) return phase.out.every(isRead) ? interrupted(phase) : phase;
  const streak = phase.streak + 1;
  const out = outAfter(phase.out, reading, circumstances);
  if (streak < needed || !isConfirmed) return { ...phase, streak, out };
  return { kind: 'active', incident: { since: at, worst: reading, last: reading }, out };
};

/** Restarts the count of consecutive readings after a time without readings. */
export const interrupted = (phase: AlarmPhase): AlarmPhase =>
  'streak' in phase && phase.streak > 0 ? { ...phase, ...NO_STREAK } : phase;

export const acknowledged = (phase: AlarmPhase): AlarmPhase => {
  if (phase.kind === 'active') return { ...phase, kind: 'acknowledged' };
  return phase.kind === 'returned' ? { kind: 'idle', streak: phase.streak, out: phase.out } : phase;
};
