import type { StepVerdict } from './expectation.ts';
import type { Sequence } from './sequence.ts';

/** One step, done once. */
export interface StepResult {
  /** From 1. */
  readonly loop: number;
  /** Index of the step. */
  readonly step: number;
  readonly verdict: StepVerdict;
  /** Wall-clock time of its end. */
  readonly at: number;
  /** Where a reply came. */
  readonly latencyMs?: number;
  /** What the reply said; shortened where it is long. */
  readonly said?: string;
}

/** A step over all loops so far. */
export interface StepTally {
  readonly passed: number;
  readonly failed: number;
  readonly last?: StepResult;
  /** Of the replies that came. */
  readonly leastMs?: number;
  readonly mostMs?: number;
}

/** `failed`: a step failed that had to pass. `lost`: the connection ended. */
export type RunEnd = 'completed' | 'failed' | 'cancelled' | 'lost';

/** What a run waits for. */
export type RunPhase =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'reply' }
  | { readonly kind: 'pause'; readonly ms: number }
  | { readonly kind: 'ended'; readonly end: RunEnd };

/** A run, under way or ended: its progress and its report. */
export interface SequenceRun {
  readonly sequence: Sequence;
  /** Wall-clock time. */
  readonly startedAt: number;
  readonly elapsedMs: number;
  /** The loop it is in, from 1. */
  readonly loop: number;
  /** Index of the step it is at. */
  readonly step: number;
  readonly phase: RunPhase;
  /** One for each step. */
  readonly tallies: readonly StepTally[];
  /** The last failures, oldest first. */
  readonly failures: readonly StepResult[];
}

/** So many failures are kept; the tallies count them all. */
export const KEPT_FAILURES = 100;
/** Characters kept of what a reply said. */
const KEPT_REPLY = 300;

export const shortReply = (said: string): string =>
  said.length > KEPT_REPLY ? `${said.slice(0, KEPT_REPLY)} …` : said;

export const beginRun = (sequence: Sequence, startedAt: number): SequenceRun => ({
  sequence,
  startedAt,
  elapsedMs: 0,
  loop: 1,
  step: 0,
  phase: { kind: 'delay', ms: sequence.steps[0]?.delayMs ?? 0 },
  tallies: sequence.steps.map(() => ({ passed: 0, failed: 0 })),
  failures: [],
});

const added = (tally: StepTally, result: StepResult): StepTally => {
  const { verdict, latencyMs } = result;
  // What was stopped is neither: nobody knows what it would have come to.
  const passed = tally.passed + (verdict.kind === 'passed' ? 1 : 0);
  const isFailure = verdict.kind !== 'passed' && verdict.kind !== 'cancelled';
  return {
    ...tally,
    passed,
    failed: tally.failed + (isFailure ? 1 : 0),
    last: result,
    ...(latencyMs === undefined
      ? {}
      : {
          leastMs: Math.min(tally.leastMs ?? Infinity, latencyMs),
          mostMs: Math.max(tally.mostMs ?? 0, latencyMs),
        }),
  };
};

/** The run with one more result. */
export const withResult = (run: SequenceRun, result: StepResult): SequenceRun => {
  const { kind } = result.verdict;
  const isFailure = kind !== 'passed' && kind !== 'cancelled';
  return {
    ...run,
    tallies: run.tallies.map((tally, index) =>
      index === result.step ? added(tally, result) : tally,
    ),
    failures: isFailure ? [...run.failures, result].slice(-KEPT_FAILURES) : run.failures,
  };
};
