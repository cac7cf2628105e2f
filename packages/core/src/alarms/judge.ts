import type { AlarmLimit } from './plan.ts';
import { isBack, isBeyond, type Reading } from './reading.ts';

/** A limit that was passed. */
export interface Incident {
  /** Wall-clock time of the reply that made it an alarm. */
  readonly since: number;
  /** The farthest beyond the limit so far. */
  readonly worst: Reading;
  /** The last one beyond it. */
  readonly last: Reading;
}

/**
 * Where a limit stands. `returned`: within the limit again by itself, and nobody has acknowledged it yet. `streak`
 * counts the readings in a row that are beyond.
 */
export type AlarmPhase =
  | { readonly kind: 'idle'; readonly streak: number }
  | { readonly kind: 'active' | 'acknowledged'; readonly incident: Incident }
  | {
      readonly kind: 'returned';
      readonly incident: Incident;
      /** Wall-clock. */
      readonly returnedAt: number;
      readonly streak: number;
    };

export const IDLE: AlarmPhase = { kind: 'idle', streak: 0 };

export interface Circumstances {
  readonly limit: AlarmLimit;
  /** Readings in a row that make an alarm. */
  readonly needed: number;
  readonly isLatched: boolean;
  /** A reply before this one bears witness for it; alone it changes nothing, because nothing could judge it. */
  readonly isWitnessed: boolean;
  /** Wall-clock time of the reply. */
  readonly at: number;
  /** The cells or sensors that were beyond the limit were read this time. */
  readonly areRead: (numbers: readonly number[]) => boolean;
}

const farther = ({ side }: AlarmLimit, a: Reading, b: Reading): Reading => {
  const isFarther = side === 'high' ? b.value > a.value : b.value < a.value;
  return isFarther ? b : a;
};

const whileOut = (
  phase: Extract<AlarmPhase, { readonly kind: 'active' | 'acknowledged' }>,
  reading: Reading,
  { limit, isLatched, isWitnessed, at, areRead }: Circumstances,
): AlarmPhase => {
  const { incident } = phase;
  if (isBeyond(limit, reading.value)) {
    const worst = farther(limit, incident.worst, reading);
    return { ...phase, incident: { ...incident, worst, last: reading } };
  }
  // That others are well says nothing of the cell that was not.
  const isOver = isBack(limit, reading.value) && areRead(incident.last.numbers);
  if (!isOver || !isWitnessed) return phase;
  return phase.kind === 'active' && isLatched
    ? { kind: 'returned', incident, returnedAt: at, streak: 0 }
    : IDLE;
};

/** The next phase. A reply that does not tell the quantity changes nothing: what is not known is not concluded. */
export const judge = (
  phase: AlarmPhase,
  reading: Reading | undefined,
  circumstances: Circumstances,
): AlarmPhase => {
  if (reading === undefined) return phase;
  if (!('streak' in phase)) return whileOut(phase, reading, circumstances);
  const { limit, needed, isWitnessed, at } = circumstances;
  const streak = isBeyond(limit, reading.value) ? phase.streak + 1 : 0;
  if (streak < needed || !isWitnessed) {
    return streak === phase.streak ? phase : { ...phase, streak };
  }
  return { kind: 'active', incident: { since: at, worst: reading, last: reading } };
};

/** After a time without readings nothing is "in a row" any more. */
export const interrupted = (phase: AlarmPhase): AlarmPhase =>
  'streak' in phase && phase.streak > 0 ? { ...phase, streak: 0 } : phase;

/** The user has seen it. */
export const acknowledged = (phase: AlarmPhase): AlarmPhase => {
  if (phase.kind === 'active') return { ...phase, kind: 'acknowledged' };
  return phase.kind === 'returned' ? { kind: 'idle', streak: phase.streak } : phase;
};
