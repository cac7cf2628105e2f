import { numberText } from '../prelude/number-text.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import type { ConditionState } from './conditions.ts';
import type { SendVerdict } from './expectation.ts';
import type { Phase } from './machine.ts';
import type { Check, Sequence } from './procedure.ts';

export interface StepFinding {
  /** `stopped`: the run ended during the step. */
  readonly outcome: 'passed' | 'failed' | 'stopped';
  /** The finding as text: "Cell spread 12 mV (cells 1 and 4), stable for 10 s". */
  readonly found: string;
  readonly value?: number;
  readonly unit?: string;
  /** The requirement as text: "≤ 30 mV". */
  readonly needed?: string;
  /** The sent command, its result, and the reply. A long reply is shortened. */
  readonly command?: string;
  readonly verdict?: SendVerdict;
  readonly said?: string;
  readonly latencyMs?: number;
}

export interface StepResult extends StepFinding {
  /** Number of the loop, from 1. */
  readonly loop: number;
  /** Index of the step. */
  readonly step: number;
  /** Wall-clock time at which the step ended. */
  readonly at: number;
  readonly tookMs: number;
}

/** The counts of a step over all loops so far. */
export interface StepTally {
  readonly passed: number;
  readonly failed: number;
  readonly last?: StepResult;
  /** Shortest latency of the replies. */
  readonly leastMs?: number;
  readonly mostMs?: number;
}

/** A condition that broke during a step. */
export interface Halt {
  readonly step: number;
  /** Wall-clock time of the halt. */
  readonly at: number;
  readonly why: string;
}

export interface MeasureProgress {
  /** The last value as text; '' before the first value and while it is unconfirmed. */
  readonly now: string;
  readonly isWithin: boolean;
  /** How long the value has been within its limits. */
  readonly heldMs: number;
}

/** The state of a running or ended procedure. */
export interface RunState {
  /** Wall-clock time of the start. */
  readonly startedAt: number;
  readonly elapsedMs: number;
  /** Number of the loop, from 1. */
  readonly loop: number;
  /** Index of the current step. */
  readonly step: number;
  readonly phase: Phase;
  readonly measured?: MeasureProgress;
  /** Present if the command of the current step was sent. Before, it is queued. */
  readonly wasSent?: true;
  /** The counts of each step. */
  readonly tallies: readonly StepTally[];
  /** The latest failures, oldest first. */
  readonly failures: readonly StepResult[];
  readonly halts: readonly Halt[];
}

export interface SequenceRun extends RunState {
  readonly sequence: Sequence;
}

export interface CheckRun extends RunState {
  readonly check: Check;
  /** The conditions of the current step. */
  readonly conditions: readonly ConditionState[];
  /** The last sample of the pack with which the check began. */
  readonly sample?: PackSample;
  /** What the user has typed so far as the value of the current step; '' in the beginning. */
  readonly typed: string;
}

/** The largest number of failures that a run keeps. The counts include all of them. */
const KEPT_FAILURES = 100;
/** Maximum length of a reply in a result, in characters. */
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

export const withResult = (run: RunState, result: StepResult): RunState => ({
  ...run,
  tallies: run.tallies.with(
    result.step,
    added(run.tallies[result.step] ?? { passed: 0, failed: 0 }, result),
  ),
  failures:
    result.outcome === 'failed' ? [...run.failures, result].slice(-KEPT_FAILURES) : run.failures,
});

/** Returns the last result of each step that was done, in order. */
export const resultsOf = ({ tallies }: RunState): readonly StepResult[] =>
  tallies.flatMap(({ last }) => (last === undefined ? [] : [last]));

/** Formats the place of a run: "Step 3 of 10, Label". */
export const placeText = ({ check, step }: Pick<CheckRun, 'check' | 'step'>): string =>
  `Step ${step + 1} of ${check.steps.length}, ${check.steps[step]?.title ?? ''}`;

export const secondsText = (ms: number): string => `${numberText(Math.round(ms / 100) / 10)} s`;

/** Formats a finding: "Cell spread 12 mV (cells 1 and 4); expected ≤ 30 mV". */
export const findingText = ({
  found,
  needed,
  said,
}: Pick<StepFinding, 'found' | 'needed' | 'said'>): string =>
  [
    found,
    ...(needed === undefined ? [] : [`expected ${needed}`]),
    ...(said === undefined ? [] : [`reply: ${said.replaceAll('\n', ' · ')}`]),
  ].join('; ');
