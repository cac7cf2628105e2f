import type { Outcome } from '../link/traffic.ts';
import type { Clock } from '../ports/clock.ts';
import { saidBy, verdictOf, type Judge, type StepVerdict } from './expectation.ts';
import {
  beginRun,
  shortReply,
  withResult,
  type RunEnd,
  type RunPhase,
  type SequenceRun,
  type StepResult,
} from './sequence-run.ts';
import type { Sequence, SequenceStep } from './sequence.ts';

export interface RunnerParts {
  readonly clock: Clock;
  /** Sends a step's command in its turn; `isWanted` is asked when that comes. */
  readonly send: (
    step: SequenceStep,
    isWanted: () => boolean,
  ) => Promise<Outcome | { readonly kind: 'notConnected' }>;
  /** One for each step. */
  readonly judges: readonly Judge[];
  readonly isConnected: () => boolean;
  readonly onProgress: (run: SequenceRun) => void;
}

/** A sequence under way. */
export interface Runner {
  /** Ends it now, whatever it waits for; a command that is not on the line yet is not sent. Once ended, does nothing. */
  readonly stop: (end: Extract<RunEnd, 'cancelled' | 'lost'>) => void;
}

const nothing = (): void => undefined;

/** Starts a sequence. Every wait goes over the clock, even one of no time: a loop never keeps others from their turn. */
export const startRun = (sequence: Sequence, parts: RunnerParts): Runner => {
  const { clock } = parts;
  const startedAt = clock.monotonicNow();
  let run = beginRun(sequence, clock.wallNow());
  let end: RunEnd | undefined;
  let wake = nothing;
  const hasEnded = (): boolean => end !== undefined;

  const tell = (change: Partial<SequenceRun>): void => {
    run = { ...run, ...change, elapsedMs: clock.monotonicNow() - startedAt };
    parts.onProgress(run);
  };

  const finish = (how: RunEnd): void => {
    if (end !== undefined) return;
    end = how;
    tell({ phase: { kind: 'ended', end: how } });
    wake();
  };

  const wait = (phase: Extract<RunPhase, { readonly ms: number }>): Promise<void> => {
    tell({ phase });
    return new Promise((resolve) => {
      const cancel = clock.after(phase.ms, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  };

  const record = (verdict: StepVerdict, outcome?: Outcome): void => {
    const { loop, step } = run;
    const told =
      outcome?.kind === 'ok' || outcome?.kind === 'error'
        ? { latencyMs: outcome.latencyMs, said: shortReply(saidBy(outcome)) }
        : {};
    const result: StepResult = { loop, step, verdict, at: clock.wallNow(), ...told };
    run = withResult(run, result);
  };

  /** The step's outcome; undefined when the run ended first. */
  const answer = (step: SequenceStep) => {
    tell({ phase: { kind: 'reply' } });
    return new Promise<Outcome | { readonly kind: 'notConnected' } | undefined>((resolve) => {
      wake = () => {
        resolve(undefined);
      };
      void parts.send(step, () => !hasEnded()).then(resolve);
    });
  };

  /** False when the run has ended. */
  const take = async (step: SequenceStep, judge: Judge): Promise<boolean> => {
    await wait({ kind: 'delay', ms: step.delayMs });
    if (hasEnded()) return false;
    const outcome = await answer(step);
    if (outcome === undefined || hasEnded()) return false;
    if (outcome.kind === 'notConnected' || (outcome.kind === 'lost' && !parts.isConnected())) {
      stop('lost');
      return false;
    }
    const verdict = verdictOf(outcome, judge);
    record(verdict, outcome);
    if (verdict.kind === 'passed' || step.onFail === 'continue') return true;
    finish('failed');
    return false;
  };

  const stop: Runner['stop'] = (how) => {
    if (hasEnded()) return;
    // Told of the step only when its command had gone out, or was about to.
    if (run.phase.kind === 'reply') record({ kind: how });
    finish(how);
  };

  const work = async (): Promise<void> => {
    for (let loop = 1; loop <= (sequence.loops ?? Infinity); loop += 1) {
      if (loop > 1) await wait({ kind: 'pause', ms: sequence.pauseMs });
      for (const [step, each] of sequence.steps.entries()) {
        if (hasEnded()) return;
        tell({ loop, step });
        if (!(await take(each, parts.judges[step] ?? (() => true)))) return;
      }
    }
    finish('completed');
  };
  void work();

  return { stop };
};
