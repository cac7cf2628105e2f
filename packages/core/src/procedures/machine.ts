/**
 * The state machine of every procedure: pasted lines, sequences and checks. It is pure: the runner provides time,
 * commands and live data.
 *
 *        start
 *          │
 *          ▼          begin, or due after `ms`
 *   ┌─► waiting ──────────────────────────────► working ──done──► the last step?
 *   │      ▲                                       │               │ no       │ yes
 *   │      │ resume, when all conditions are met   │ broken        │          ▼
 *   │      └──────────── halted ◄──────────────────┘               │    the last loop? ──yes──► ended
 *   │                                                              │          │ no
 *   └──────────────────────────────────────────────────────────────┘ ◄─due── pause
 *
 * `stop`, a lost connection (`end`), and a failed step that has to pass lead to `ended` from every state. Nothing leads
 * out of `ended`.
 */

/**
 * How a step begins: at once, by the user, or by itself after a number of milliseconds. In every case its conditions
 * must be met.
 */
export type StepStart = 'now' | 'user' | number;

/** The facts about a step that the machine needs. */
export interface PlannedStep {
  readonly start: StepStart;
  readonly onFail: 'stop' | 'continue';
}

export interface Plan {
  readonly steps: readonly PlannedStep[];
  /** Number of loops. Default: the run repeats until it is stopped. */
  readonly loops?: number;
  /** Pause between two loops. */
  readonly pauseMs: number;
  /**
   * The effect of a broken condition: the run halts until the user resumes it, or ends as lost. With `halt`, each step
   * has its own conditions, which are judged when the step is reached.
   */
  readonly onBroken: 'halt' | 'end';
}

/** `passed`: every step passed. `failed`: at least one step failed. `lost`: the connection ended. */
export type RunEnd = 'passed' | 'failed' | 'stopped' | 'lost';

export type Phase =
  /** The step has not begun. With `ms` it begins by itself after that time. */
  | { readonly kind: 'waiting'; readonly ms?: number }
  | { readonly kind: 'working' }
  /** The pause between two loops. */
  | { readonly kind: 'pause'; readonly ms: number }
  /** A condition broke during the step. Only the user resumes it. */
  | { readonly kind: 'halted'; readonly why: string }
  | { readonly kind: 'ended'; readonly end: RunEnd; readonly why?: string };

export interface MachineState {
  /** Number of the loop, from 1. */
  readonly loop: number;
  /** Index of the step. */
  readonly step: number;
  readonly phase: Phase;
  /** The first condition that is not met. No step begins while there is one. */
  readonly unmet: string | undefined;
  readonly hasFailed: boolean;
  /** True if the user asked that the step does not begin by itself. */
  readonly isHeld: boolean;
}

export type MachineEvent =
  /**
   * The current state of the conditions. `broken` halts a running step. An unconfirmed value is `unmet`, but not always
   * `broken`.
   */
  | {
      readonly kind: 'conditions';
      readonly unmet: string | undefined;
      readonly broken: string | undefined;
    }
  | { readonly kind: 'begin' | 'hold' | 'due' | 'resume' }
  | { readonly kind: 'done'; readonly hasPassed: boolean }
  | { readonly kind: 'stop'; readonly end: 'stopped' | 'lost'; readonly why?: string };

const ended = (state: MachineState, end: RunEnd, why?: string): MachineState => ({
  ...state,
  phase: { kind: 'ended', end, ...(why === undefined ? {} : { why }) },
});

/** Returns the state in which its step is waiting, or working if it can begin at once. */
const arrive = (plan: Plan, state: MachineState): MachineState => {
  if (plan.steps.length === 0) return ended(state, 'passed');
  const start = plan.steps[state.step]?.start ?? 'user';
  if (state.unmet !== undefined || state.isHeld || start === 'user') {
    return { ...state, phase: { kind: 'waiting' } };
  }
  return start === 'now'
    ? { ...state, phase: { kind: 'working' } }
    : { ...state, phase: { kind: 'waiting', ms: start } };
};

/** Moves to another step. Its conditions are unknown until the next event about them. */
const arriveNew = (plan: Plan, state: MachineState): MachineState =>
  arrive(plan, {
    ...state,
    isHeld: false,
    unmet: plan.onBroken === 'halt' ? 'the conditions are not evaluated yet' : state.unmet,
  });

export const begin = (plan: Plan): MachineState =>
  arriveNew(plan, {
    loop: 1,
    step: 0,
    phase: { kind: 'waiting' },
    unmet: undefined,
    hasFailed: false,
    isHeld: false,
  });

const onConditions = (
  plan: Plan,
  before: MachineState,
  { unmet, broken }: Extract<MachineEvent, { readonly kind: 'conditions' }>,
): MachineState => {
  const state = { ...before, unmet };
  const { phase } = state;
  if (broken !== undefined && plan.onBroken === 'end') return ended(state, 'lost');
  if (phase.kind === 'working' && broken !== undefined) {
    return { ...state, phase: { kind: 'halted', why: broken } };
  }
  // A countdown continues while the conditions stay met. It starts again after they were not met.
  const isCounting = phase.kind === 'waiting' && phase.ms !== undefined;
  const mayChange = phase.kind === 'waiting' && isCounting === (unmet !== undefined);
  return mayChange ? arrive(plan, state) : state;
};

const onDone = (plan: Plan, before: MachineState, hasPassed: boolean): MachineState => {
  const hasFailed = before.hasFailed || !hasPassed;
  const state = { ...before, hasFailed };
  if (!hasPassed && plan.steps[state.step]?.onFail === 'stop') return ended(state, 'failed');
  if (state.step + 1 < plan.steps.length)
    return arriveNew(plan, { ...state, step: state.step + 1 });
  if (state.loop < (plan.loops ?? Infinity)) {
    return { ...state, phase: { kind: 'pause', ms: plan.pauseMs } };
  }
  return ended(state, hasFailed ? 'failed' : 'passed');
};

/** Returns the state after an event. An event that does not fit the state has no effect. */
export const advance = (plan: Plan, state: MachineState, event: MachineEvent): MachineState => {
  const { phase, unmet } = state;
  if (phase.kind === 'ended') return state;
  const isReady = phase.kind === 'waiting' && unmet === undefined;
  switch (event.kind) {
    case 'conditions':
      return onConditions(plan, state, event);
    case 'begin':
      return isReady ? { ...state, phase: { kind: 'working' } } : state;
    case 'hold':
      return isReady && phase.ms !== undefined
        ? { ...state, isHeld: true, phase: { kind: 'waiting' } }
        : state;
    case 'due':
      if (phase.kind === 'pause')
        return arriveNew(plan, { ...state, loop: state.loop + 1, step: 0 });
      return isReady && phase.ms !== undefined ? { ...state, phase: { kind: 'working' } } : state;
    case 'done':
      return phase.kind === 'working' ? onDone(plan, state, event.hasPassed) : state;
    case 'resume':
      return phase.kind === 'halted' && unmet === undefined ? arrive(plan, state) : state;
    case 'stop':
      return ended(state, event.end, event.why);
  }
};
