import { numberText } from '../prelude/number-text.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { ConditionState } from './conditions.ts';
import type { SendVerdict } from './expectation.ts';
import type { Phase } from './machine.ts';
import type { Check, Sequence } from './procedure.ts';

/** What came of a step. */
export interface StepFinding {
  /** `stopped`: the run ended during the step. */
  readonly outcome: 'passed' | 'failed' | 'stopped';
  /** "Cell spread 12 mV (cells 1 and 4), stable for 10 s". */
  readonly found: string;
  readonly value?: number;
  readonly unit?: string;
  /** "≤ 30 mV". */
  readonly needed?: string;
  /** What was sent, how it ended, and the reply, shortened where it is long. */
  readonly command?: string;
  readonly verdict?: SendVerdict;
  readonly said?: string;
  readonly latencyMs?: number;
}

/** A step, done once. */
export interface StepResult extends StepFinding {
  /** From 1. */
  readonly loop: number;
  /** Index of the step. */
  readonly step: number;
  /** Wall-clock time of its end. */
  readonly at: number;
  readonly tookMs: number;
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

/** A condition that broke during a step. */
export interface Halt {
  readonly step: number;
  /** Wall-clock time. */
  readonly at: number;
  readonly why: string;
}

/** A measurement under way. */
export interface MeasureProgress {
  /** The last value, in words; '' before the first, and while it is unconfirmed. */
  readonly now: string;
  readonly isWithin: boolean;
  /** How long it has been within its limits. */
  readonly heldMs: number;
}

/** Any procedure under way or ended. */
export interface RunState {
  /** Wall-clock time. */
  readonly startedAt: number;
  readonly elapsedMs: number;
  /** From 1. */
  readonly loop: number;
  /** Index of the step it is at. */
  readonly step: number;
  readonly phase: Phase;
  /** Of the step under way, if it measures. */
  readonly measured?: MeasureProgress;
  /** One for each step. */
  readonly tallies: readonly StepTally[];
  /** The last failures, oldest first. */
  readonly failures: readonly StepResult[];
  readonly halts: readonly Halt[];
}

export interface SequenceRun extends RunState {
  readonly sequence: Sequence;
}

export interface CheckRun extends RunState {
  readonly check: Check;
  /** As they are now, for this step. */
  readonly conditions: readonly ConditionState[];
  /** The last sample of the pack the check began with. */
  readonly sample?: PackSample;
}

/** This many failures are kept; the tallies count them all. */
export const KEPT_FAILURES = 100;
/** Characters kept of a reply. */
const KEPT_REPLY = 300;

export const shortReply = (said: string): string =>
  said.length > KEPT_REPLY ? `${said.slice(0, KEPT_REPLY)} …` : said;

const added = (tally: StepTally, result: StepResult): StepTally => {
  const { outcome, latencyMs } = result;
  return {
    ...tally,
    passed: tally.passed + (outcome === 'passed' ? 1 : 0),
    failed: tally.failed + (outcome === 'failed' ? 1 : 0),
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
export const withResult = (run: RunState, result: StepResult): RunState => ({
  ...run,
  tallies: run.tallies.with(
    result.step,
    added(run.tallies[result.step] ?? { passed: 0, failed: 0 }, result),
  ),
  failures:
    result.outcome === 'failed' ? [...run.failures, result].slice(-KEPT_FAILURES) : run.failures,
});

/** The last result of each step that was done, in order. */
export const resultsOf = ({ tallies }: RunState): readonly StepResult[] =>
  tallies.flatMap(({ last }) => (last === undefined ? [] : [last]));

/** "Step 3 of 10, Label". */
export const placeText = ({ check, step }: Pick<CheckRun, 'check' | 'step'>): string =>
  `Step ${step + 1} of ${check.steps.length}, ${check.steps[step]?.title ?? ''}`;

export const secondsText = (ms: number): string => `${numberText(Math.round(ms / 100) / 10)} s`;

/** "passed. Cell spread 12 mV (cells 1 and 4); must be ≤ 30 mV". */
export const resultText = ({ outcome, found, needed, said }: StepFinding): string =>
  [
    `${outcome}. ${found}`,
    ...(needed === undefined ? [] : [`expected ${needed}`]),
    ...(said === undefined ? [] : [`reply: ${said.replaceAll('\n', ' · ')}`]),
  ].join('; ');
