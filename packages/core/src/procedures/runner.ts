import type { Clock } from '../ports/clock.ts';
import { advance, begin, type MachineEvent, type Phase, type Plan } from './machine.ts';
import {
  withResult,
  type MeasureProgress,
  type RunState,
  type StepFinding,
  type StepResult,
} from './run.ts';

/** The work of a step that has begun. */
export interface Activity {
  /** Ends the work at once. It sends and reports nothing more. */
  readonly stop: () => void;
}

/** The callbacks with which the work of a step reports. */
export interface StepReport {
  readonly onProgress: (progress: MeasureProgress) => void;
  /** Is called right before the command of the step is sent. */
  readonly onSend: () => void;
  readonly onDone: (finding: StepFinding) => void;
}

export interface RunnerParts {
  readonly clock: Clock;
  readonly work: (step: number, report: StepReport) => Activity;
  /** Returns the finding of the current step when the run ends during it; undefined if there is none. */
  readonly interrupted: (
    end: 'stopped' | 'lost',
    why: string | undefined,
  ) => StepFinding | undefined;
  /** If true, a step that was still waiting also gets such a finding. */
  readonly recordsEveryStop?: true;
  readonly onResult?: (result: StepResult) => void;
  readonly onChange: (run: RunState) => void;
}

const nothing = (): void => undefined;

/** Starts a procedure. Connects the state machine with the clock and does the work of each step. */
export const startRunner = (plan: Plan, parts: RunnerParts) => {
  const { clock } = parts;
  const startedAt = clock.monotonicNow();
  let arrivedAt = startedAt;
  let state = begin(plan);
  let run: RunState = {
    startedAt: clock.wallNow(),
    elapsedMs: 0,
    loop: state.loop,
    step: state.step,
    phase: state.phase,
    tallies: plan.steps.map(() => ({ passed: 0, failed: 0 })),
    failures: [],
    halts: [],
  };
  /** Cancels the timer or stops the work of the current phase. */
  let leave = nothing;

  const change = (next: Partial<RunState>): void => {
    run = { ...run, ...next, elapsedMs: clock.monotonicNow() - startedAt };
    parts.onChange(run);
  };

  const record = (finding: StepFinding): void => {
    const result: StepResult = {
      ...finding,
      loop: run.loop,
      step: run.step,
      at: clock.wallNow(),
      tookMs: clock.monotonicNow() - arrivedAt,
    };
    run = withResult(run, result);
    parts.onResult?.(result);
  };

  const work = (): void => {
    let isOver = false;
    const finish = (): void => {
      isOver = true;
    };
    leave = finish; // for work that reports its end before it returns
    const activity = parts.work(state.step, {
      onProgress: (measured) => {
        if (!isOver) change({ measured });
      },
      onSend: () => {
        if (!isOver && run.wasSent === undefined) change({ wasSent: true });
      },
      onDone: (finding) => {
        if (!isOver) done(finding);
      },
    });
    if (leave !== finish) return;
    leave = () => {
      finish();
      activity.stop();
    };
  };

  const enter = (phase: Phase): void => {
    if (phase.kind === 'working') work();
    else if (phase.kind === 'pause' || (phase.kind === 'waiting' && phase.ms !== undefined)) {
      // Even a pause of 0 ms uses the clock, so that other commands are sent between two loops.
      leave = clock.after(phase.ms ?? 0, () => apply({ kind: 'due' }));
    }
  };

  const apply = (event: MachineEvent): void => {
    const before = state;
    state = advance(plan, before, event);
    const { phase, step, loop } = state;
    if (phase === before.phase) return;
    leave();
    leave = nothing;
    if (phase.kind === 'ended' && event.kind !== 'done') {
      const end = phase.end === 'lost' ? 'lost' : 'stopped';
      const isUnderWay = before.phase.kind === 'working' || parts.recordsEveryStop === true;
      const finding = isUnderWay ? parts.interrupted(end, phase.why) : undefined;
      if (finding !== undefined) record(finding);
    }
    if (step !== before.step || loop !== before.loop) arrivedAt = clock.monotonicNow();
    const { measured: _, wasSent: __, ...rest } = run;
    run = rest;
    const halts =
      phase.kind === 'halted'
        ? [...run.halts, { step, at: clock.wallNow(), why: phase.why }]
        : run.halts;
    change({ loop, step, phase, halts });
    if (state.phase === phase) enter(phase); // a subscriber may have stopped the run meanwhile
  };

  /** Ends the current step with the finding of a person. */
  const done = (finding: StepFinding): void => {
    if (state.phase.kind !== 'working') return;
    record(finding);
    apply({ kind: 'done', hasPassed: finding.outcome === 'passed' });
  };

  parts.onChange(run);
  enter(state.phase);
  return {
    run: (): RunState => run,
    send: (event: Exclude<MachineEvent, { readonly kind: 'done' }>): void => apply(event),
    done,
  };
};

export type Runner = ReturnType<typeof startRunner>;
