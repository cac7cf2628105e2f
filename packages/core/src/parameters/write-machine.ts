/**
 * The state machine of a write and of a roll back. It is pure: the runner performs the action of the current phase and
 * passes its result on.
 *
 *   preparing ─► beginning ─► writing i ─► checking i ─► persisting ─► restarting ─► verifying ─► ended
 *                                 ▲             │                                        ▲
 *                                 └─────────────┘                                        │
 *                    next i, or again if the device may not                              │
 *                        have received the command                                       │
 *                                                                                        │
 *   A command without success, a wrong value, a broken interlock or the user: ───────────┘
 *
 * The end is `done` or `rolledBack` if everything was verified after a complete write, `differs` if the complete write
 * left another value, `partial` if the write stopped, and `refused` if nothing was written. Without the device, a phase
 * leads to `ended` at once.
 */

/** A change of one parameter, as text on the line. */
export interface RawChange {
  readonly key: string;
  readonly wanted: string;
}

export interface WritePlan {
  readonly changes: readonly RawChange[];
  readonly isRollBack: boolean;
  readonly begins: boolean;
  readonly persists: boolean;
  readonly restarts: boolean;
}

export type WriteEnd = 'refused' | 'done' | 'rolledBack' | 'differs' | 'partial';

export type WritePhase =
  /** The device is asked for its identity, and its values are compared with those of the review. */
  | { readonly kind: 'preparing' | 'beginning' }
  | { readonly kind: 'writing'; readonly index: number; readonly attempt: number }
  | {
      readonly kind: 'checking';
      readonly index: number;
      readonly attempt: number;
      readonly isAcknowledged: boolean;
    }
  | { readonly kind: 'persisting' | 'restarting'; readonly attempt: number }
  /** All values are read. `why` is set if the write stopped. */
  | { readonly kind: 'verifying'; readonly why?: string }
  | { readonly kind: 'ended'; readonly end: WriteEnd; readonly why?: string };

/** The result of a phase. */
export type WriteEvent =
  | { readonly kind: 'ok' }
  /** The device refused the command, or has another value than wanted. */
  | { readonly kind: 'failed'; readonly why: string }
  /** It is not known whether the device received the command, or what its value is. */
  | { readonly kind: 'unknown'; readonly why: string }
  /** An interlock broke, the user stopped the write, or the journal could not be saved. Nothing was sent. */
  | { readonly kind: 'stopped'; readonly why: string }
  /** The device is gone, or another device answers. Nothing was sent to it. */
  | { readonly kind: 'lost'; readonly why: string };

/** How often a command is sent if it is not known whether the device received it. */
export const MOST_ATTEMPTS = 3;

const endedAs = (end: WriteEnd, why?: string): WritePhase => ({
  kind: 'ended',
  end,
  ...(why === undefined ? {} : { why }),
});

const afterPersist = ({ restarts }: WritePlan): WritePhase =>
  restarts ? { kind: 'restarting', attempt: 1 } : { kind: 'verifying' };

/** Returns the phase that writes a change, or the next one if there is no such change. */
const write = (plan: WritePlan, index: number): WritePhase => {
  if (index < plan.changes.length) return { kind: 'writing', index, attempt: 1 };
  return plan.persists ? { kind: 'persisting', attempt: 1 } : afterPersist(plan);
};

const afterSuccess = (plan: WritePlan, phase: WritePhase): WritePhase => {
  switch (phase.kind) {
    case 'preparing':
      return plan.begins ? { kind: 'beginning' } : write(plan, 0);
    case 'beginning':
      return write(plan, 0);
    case 'writing':
      return { ...phase, kind: 'checking', isAcknowledged: true };
    case 'checking':
      return write(plan, phase.index + 1);
    case 'persisting':
      return afterPersist(plan);
    case 'restarting':
      return { kind: 'verifying' };
    case 'verifying':
      if (phase.why !== undefined) return endedAs('partial', phase.why);
      return endedAs(plan.isRollBack ? 'rolledBack' : 'done');
    case 'ended':
      return phase;
  }
};

/** True if no write was sent before this phase. */
const isUntouched = (phase: WritePhase): boolean =>
  phase.kind === 'preparing' ||
  phase.kind === 'beginning' ||
  (phase.kind === 'writing' && phase.index === 0 && phase.attempt === 1);

/** Returns the phase in which the action is done again; undefined if it must not be repeated. */
const again = (phase: WritePhase, kind: 'failed' | 'unknown'): WritePhase | undefined => {
  switch (phase.kind) {
    case 'writing': // reading back shows whether it was received
      return kind === 'unknown' ? { ...phase, kind: 'checking', isAcknowledged: false } : undefined;
    case 'checking': {
      const { index, attempt, isAcknowledged } = phase;
      const mayRepeat = kind === 'failed' && !isAcknowledged && attempt < MOST_ATTEMPTS;
      return mayRepeat ? { kind: 'writing', index, attempt: attempt + 1 } : undefined;
    }
    case 'persisting':
    case 'restarting':
      return kind === 'unknown' && phase.attempt < MOST_ATTEMPTS
        ? { ...phase, attempt: phase.attempt + 1 }
        : undefined;
    default:
      return undefined;
  }
};

/** Returns the phase that follows when the current phase had this result. */
export const nextPhase = (plan: WritePlan, phase: WritePhase, event: WriteEvent): WritePhase => {
  if (phase.kind === 'ended') return phase;
  if (event.kind === 'ok') return afterSuccess(plan, phase);
  const { kind, why } = event;
  const repeated = kind === 'failed' || kind === 'unknown' ? again(phase, kind) : undefined;
  if (repeated !== undefined) return repeated;
  if (phase.kind === 'verifying') {
    const isComplete = phase.why === undefined && kind === 'failed';
    return endedAs(isComplete ? 'differs' : 'partial', phase.why ?? why);
  }
  const isRefused = phase.kind === 'writing' ? kind === 'stopped' || kind === 'lost' : true;
  if (isUntouched(phase) && isRefused) return endedAs('refused', why);
  return kind === 'lost' ? endedAs('partial', why) : { kind: 'verifying', why };
};
