import type { PackSample } from '../protocol/pack-sample.ts';
import type { Check, CheckStep } from './check.ts';
import type { InterlockState } from './interlock.ts';

/** What came of a step. */
export interface StepFinding {
  readonly outcome: 'passed' | 'failed';
  /** "12 mV (cells 1 and 4), held for 10 s". */
  readonly found: string;
  readonly value?: number;
  readonly unit?: string;
  /** "at most 30 mV". */
  readonly needed?: string;
  /** What was sent, and what the reply said. */
  readonly command?: string;
  readonly said?: string;
}

/** A step that is over; `aborted` is the one during which the check was. */
export interface StepRecord extends Omit<StepFinding, 'outcome'> {
  /** Index of the step. */
  readonly step: number;
  readonly title: string;
  readonly kind: CheckStep['kind'];
  readonly outcome: StepFinding['outcome'] | 'aborted';
  /** Wall-clock time of its end. */
  readonly at: number;
  readonly tookMs: number;
}

/** An interlock that broke during a step. */
export interface Halt {
  readonly step: number;
  /** Wall-clock time. */
  readonly at: number;
  /** Which, and with which value. */
  readonly why: string;
}

export type GuidedEnd = 'passed' | 'failed' | 'aborted';

/** A measurement under way. */
export interface MeasureProgress {
  /** The last value, in words; '' before the first, and while it is in doubt. */
  readonly now: string;
  readonly isWithin: boolean;
  /** How long it has been within the limits. */
  readonly heldMs: number;
}

export type GuidedPhase =
  /** The step has not begun: it cannot while an interlock does not hold. */
  | { readonly kind: 'waiting' }
  /** `measured` for a step that measures. */
  | { readonly kind: 'working'; readonly measured?: MeasureProgress }
  /** An interlock broke: nothing goes on until the user says so, and not before all hold. */
  | { readonly kind: 'halted'; readonly why: string }
  | { readonly kind: 'ended'; readonly end: GuidedEnd; readonly why?: string };

/** A check under way or over. */
export interface GuidedRun {
  readonly check: Check;
  /** Wall-clock time. */
  readonly startedAt: number;
  /** Index of the step it is at. */
  readonly step: number;
  readonly phase: GuidedPhase;
  /** As they stand now, for this step. */
  readonly interlocks: readonly InterlockState[];
  /** In the order the steps were done. */
  readonly records: readonly StepRecord[];
  readonly halts: readonly Halt[];
  /** The last of the pack the check began with. */
  readonly sample?: PackSample;
}

export const beginGuided = (check: Check, startedAt: number): GuidedRun => ({
  check,
  startedAt,
  step: 0,
  phase: { kind: 'waiting' },
  interlocks: [],
  records: [],
  halts: [],
});

/** "Step 3 of 10, Label". */
export const placeText = ({ check, step }: GuidedRun): string =>
  `Step ${step + 1} of ${check.steps.length}, ${check.steps[step]?.title ?? ''}`;

export const secondsText = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** "passed. 12 mV (cells 1 and 4); needed at most 30 mV". */
export const recordText = ({
  outcome,
  found,
  needed,
  said,
}: Pick<StepRecord, 'outcome' | 'found' | 'needed' | 'said'>): string =>
  [
    `${outcome}. ${found}`,
    ...(needed === undefined ? [] : [`needed ${needed}`]),
    ...(said === undefined ? [] : [`reply: ${said.replaceAll('\n', ' · ')}`]),
  ].join('; ');
