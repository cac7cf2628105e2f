import type { Clock } from '../ports/clock.ts';
import { advance, begin, type MachineEvent, type Phase, type Plan } from './machine.ts';
import {
  withResult,
  type MeasureProgress,
  type RunState,
  type StepFinding,
  type StepResult,
} from './run.ts';

/** What a step does between its beginning and its end. */
export interface Activity {
  /** Ends it now: it sends nothing more and reports nothing. */
  readonly stop: () => void;
}

/** How the work of a step reports. */
export interface StepReport {
  readonly onProgress: (progress: MeasureProgress) => void;
  readonly onDone: (finding: StepFinding) => void;
}

export interface RunnerParts {
  readonly clock: Clock;
  /** Begins the work of a step. */
  readonly work: (step: number, report: StepReport) => Activity;
  /** What is recorded of the step under way when the run ends during it. */
  readonly interrupted: (end: 'stopped' | 'lost', why: string | undefined) => StepFinding;
  /** Records that also for a step that was still waiting. */
  readonly recordsEveryStop?: true;
  readonly onResult?: (result: StepResult) => void;
  readonly onChange: (run: RunState) => void;
}

/** A procedure under way. */
export interface Runner {
  readonly run: () => RunState;
  readonly send: (event: Exclude<MachineEvent, { readonly kind: 'done' }>) => void;
  /** Ends the step under way with what a person found. */
  readonly done: (finding: StepFinding) => void;
}

const nothing = (): void => undefined;

/** Starts a procedure: gives the state machine its clock and does the work of each step. */
export const startRunner = (plan: Plan, parts: RunnerParts): Runner => {
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
  /** Cancels the timer or stops the work of the present phase. */
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
    leave = finish; // for work that reports before it returns
    const activity = parts.work(state.step, {
      onProgress: (measured) => {
        if (!isOver) change({ measured });
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
      // Over the clock, even a wait of no time: a loop never keeps other commands from their turn.
      leave = clock.after(phase.ms ?? 0, () => {
        apply({ kind: 'due' });
      });
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
      if (isUnderWay) record(parts.interrupted(end, phase.why));
    }
    if (step !== before.step || loop !== before.loop) arrivedAt = clock.monotonicNow();
    const { measured: _, ...rest } = run;
    run = rest;
    const halts =
      phase.kind === 'halted'
        ? [...run.halts, { step, at: clock.wallNow(), why: phase.why }]
        : run.halts;
    change({ loop, step, phase, halts });
    if (state.phase === phase) enter(phase); // a subscriber may have stopped it meanwhile
  };

  const done = (finding: StepFinding): void => {
    if (state.phase.kind !== 'working') return;
    record(finding);
    apply({ kind: 'done', hasPassed: finding.outcome === 'passed' });
  };

  parts.onChange(run);
  enter(state.phase);
  return { run: () => run, send: apply, done };
};
