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

/** Readings beyond the limit, not an alarm yet. */
interface Row {
  /** How many in a row. */
  readonly streak: number;
  /** Cells or sensors that were beyond when they were read last. */
  readonly out: readonly number[];
}

const NO_ROW: Row = { streak: 0, out: [] };

/** The state of a limit. `returned`: the value is within the limit again and the alarm is not acknowledged yet. */
export type AlarmPhase =
  | (Row & { readonly kind: 'idle' })
  | {
      readonly kind: 'active' | 'acknowledged';
      readonly incident: Incident;
      readonly out: Row['out'];
    }
  | (Row & {
      readonly kind: 'returned';
      readonly incident: Incident;
      /** Wall-clock. */
      readonly returnedAt: number;
    });

export const IDLE: AlarmPhase = { kind: 'idle', ...NO_ROW };

export interface Circumstances {
  readonly limit: AlarmLimit;
  /** Readings in a row that make an alarm. */
  readonly needed: number;
  readonly isLatched: boolean;
  /** A reply before this one bears witness for it; alone it changes nothing, because nothing could judge it. */
  readonly isWitnessed: boolean;
  /** Wall-clock time of the reply. */
  readonly at: number;
  /** The cell or sensor was read this time. */
  readonly isRead: (number: number) => boolean;
}

const farther = ({ side }: AlarmLimit, a: Reading, b: Reading): Reading => {
  const isFarther = side === 'high' ? b.value > a.value : b.value < a.value;
  return isFarther ? b : a;
};

/** Those that are beyond now, and those that were and are not read now: that others are well says nothing of them. */
const outAfter = (out: Row['out'], { numbers }: Reading, { isRead }: Circumstances): Row['out'] => [
  ...numbers,
  ...out.filter((each) => !numbers.includes(each) && !isRead(each)),
];

const whileOut = (
  phase: Extract<AlarmPhase, { readonly kind: 'active' | 'acknowledged' }>,
  reading: Reading,
  circumstances: Circumstances,
): AlarmPhase => {
  const { limit, isLatched, isWitnessed, at, isRead } = circumstances;
  const { incident, out } = phase;
  if (isBeyond(limit, reading.value)) {
    const worst = farther(limit, incident.worst, reading);
    const next = { ...incident, worst, last: reading };
    return { ...phase, incident: next, out: outAfter(out, reading, circumstances) };
  }
  const isOver = isBack(limit, reading.value) && out.every(isRead);
  if (!isOver || !isWitnessed) return phase;
  return phase.kind === 'active' && isLatched
    ? { kind: 'returned', incident, returnedAt: at, ...NO_ROW }
    : IDLE;
};

/**
 * The next phase. A reply without the quantity changes nothing, and neither does one with other quantities while
 * what was beyond is not read: what is not known is not concluded.
 */
export const judge = (
  phase: AlarmPhase,
  reading: Reading | undefined,
  circumstances: Circumstances,
): AlarmPhase => {
  if (reading === undefined) return phase;
  if (!('streak' in phase)) return whileOut(phase, reading, circumstances);
  const { limit, needed, isWitnessed, at, isRead } = circumstances;
  if (!isBeyond(limit, reading.value)) return phase.out.every(isRead) ? interrupted(phase) : phase;
  const streak = phase.streak + 1;
  const out = outAfter(phase.out, reading, circumstances);
  if (streak < needed || !isWitnessed) return { ...phase, streak, out };
  return { kind: 'active', incident: { since: at, worst: reading, last: reading }, out };
};

/** After a time without readings nothing is "in a row" any more. */
export const interrupted = (phase: AlarmPhase): AlarmPhase =>
  'streak' in phase && phase.streak > 0 ? { ...phase, ...NO_ROW } : phase;

/** The user has seen it. */
export const acknowledged = (phase: AlarmPhase): AlarmPhase => {
  if (phase.kind === 'active') return { ...phase, kind: 'acknowledged' };
  return phase.kind === 'returned' ? { kind: 'idle', streak: phase.streak, out: phase.out } : phase;
};
