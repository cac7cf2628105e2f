import type { Expected } from '../sequences/sequence.ts';
import type { Limits, QuantityLimits } from './limits.ts';

/** What every step has. */
interface StepFrame {
  /** What is done, in a few words. */
  readonly title: string;
  /** What the technician is told or asked. */
  readonly text: string;
  /** Whether a failure ends the check, or is noted and the check goes on. */
  readonly onFail: 'stop' | 'continue';
  /** Hold for this step, beside those of the whole check. */
  readonly interlocks: readonly QuantityLimits[];
}

/** A value the technician reads somewhere else and types in. */
export interface TypedValue extends Limits {
  readonly name: string;
  readonly unit: string;
  /** Judged against what the device tells at that moment, so many percent of it off at most. */
  readonly near?: { readonly quantity: QuantityLimits['quantity']; readonly percent: number };
}

/** Tells what to do; done when the technician says so. */
export interface InstructStep extends StepFrame {
  readonly kind: 'instruct';
  readonly value?: TypedValue;
}

/** The first number behind `after` in the reply, whatever the case. */
export interface ReplyNumber extends Limits {
  readonly kind: 'number';
  readonly after: string;
  readonly name: string;
  readonly unit: string;
}

/** The reply read as live data is. */
export interface ReplyQuantity extends QuantityLimits {
  readonly kind: 'quantity';
}

/** Sends a command and judges its reply. */
export interface AskStep extends StepFrame {
  readonly kind: 'ask';
  readonly command: string;
  readonly expected: Expected;
  /** From the write to the reply's end. */
  readonly timeoutMs: number;
  /** Judged too, when the reply is the expected one. */
  readonly value?: ReplyNumber | ReplyQuantity;
}

/** Measures live data until it has been within limits for long enough. */
export interface MeasureStep extends StepFrame, QuantityLimits {
  readonly kind: 'measure';
  /** How long it must stay within them; 0 asks for one reply. */
  readonly heldMs: number;
  /** How long that may take in all. */
  readonly withinMs: number;
}

/** A question the technician answers with yes or no. */
export interface ChooseStep extends StepFrame {
  readonly kind: 'choose';
  readonly wanted: 'yes' | 'no';
}

export type CheckStep = InstructStep | AskStep | MeasureStep | ChooseStep;

/** A check of a pack, step by step: a document that may come from anywhere and holds no program. */
export interface Check {
  /** Unique among the checks of this computer. */
  readonly title: string;
  /** What it is for. */
  readonly purpose: string;
  /** Hold from the first step to the last, beside those that hold in every check. */
  readonly interlocks: readonly QuantityLimits[];
  readonly steps: readonly CheckStep[];
}

export const CHECK_LIMITS = {
  checks: 50,
  steps: 60,
  interlocks: 12,
  title: 80,
  text: 600,
  name: 60,
  unit: 12,
  command: 256,
  /** While a reply is waited for nothing is polled: a longer wait would make the live data stale, and so stop the check. */
  timeoutMs: 4_000,
  heldMs: 3_600_000,
  withinMs: 14_400_000,
  percent: 100,
} as const;

/** True for a step that only speaks with the technician: nothing is sent or measured for it. */
export const isSpoken = (step: CheckStep): step is InstructStep | ChooseStep =>
  step.kind === 'instruct' || step.kind === 'choose';
