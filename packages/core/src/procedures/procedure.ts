import type { Limits, QuantityLimits } from './quantity.ts';

/** The reply that a step expects. */
export type Expected =
  /** Any complete reply, whatever it contains. */
  | { readonly kind: 'any' }
  | { readonly kind: 'code'; readonly code: 'OK' | 'ERROR' }
  /** A text that the reply contains in its information lines or final result code. Case does not matter. */
  | { readonly kind: 'text'; readonly text: string }
  /** A regular expression that matches anywhere in the reply. */
  | { readonly kind: 'pattern'; readonly pattern: string };

/** A command and the reply it expects. Times are in milliseconds. */
interface Sending {
  readonly kind: 'send';
  readonly command: string;
  readonly expected: Expected;
  /** The time from the write to the end of the reply. */
  readonly timeoutMs: number;
  readonly onFail: 'stop' | 'continue';
}

/** One command of a sequence. */
export interface SequenceStep extends Sending {
  /** The delay before the command is sent. */
  readonly delayMs: number;
}

/** A procedure of commands that are sent in order. */
export interface Sequence {
  /** Unique among the sequences of this computer. */
  readonly name: string;
  readonly steps: readonly SequenceStep[];
  /** Number of loops. Default: the sequence repeats until it is stopped. */
  readonly loops?: number;
  /** Pause between two loops. */
  readonly pauseMs: number;
}

/** The fields of every step of a check. */
interface StepFrame {
  /** A short name of the step. */
  readonly title: string;
  /** The instruction for the technician. */
  readonly text: string;
  /** Whether a failure ends the check, or is noted and the check continues. */
  readonly onFail: 'stop' | 'continue';
  /** Conditions of this step, in addition to those of the whole check. */
  readonly conditions: readonly QuantityLimits[];
}

/** A value that the technician reads elsewhere and types in. */
export interface TypedValue extends Limits {
  readonly name: string;
  readonly unit: string;
  /** The value may differ by at most this many percent from the quantity that the device reports at that moment. */
  readonly near?: { readonly quantity: QuantityLimits['quantity']; readonly percent: number };
}

/** An instruction for the technician. The step is done when they confirm it. */
export interface InstructStep extends StepFrame {
  readonly kind: 'instruct';
  readonly value?: TypedValue;
}

/** A question that the technician answers with yes or no. */
export interface QuestionStep extends StepFrame {
  readonly kind: 'question';
  /** The answer with which the step passes. */
  readonly wanted: 'yes' | 'no';
}

/** The first number after the text `after` in the reply. Case does not matter. */
export interface ReplyNumber extends Limits {
  readonly kind: 'number';
  readonly after: string;
  readonly name: string;
  readonly unit: string;
}

/** A value of live data in the reply. */
export interface ReplyQuantity extends QuantityLimits {
  readonly kind: 'quantity';
}

/** A command whose reply is judged. It is sent when the technician presses its button. */
export interface SendStep extends StepFrame, Sending {
  /** A value in the reply that must also be within its limits. */
  readonly value?: ReplyNumber | ReplyQuantity;
}

/** A measurement of live data until a value has been within its limits for long enough. */
export interface MeasureStep extends StepFrame, QuantityLimits {
  readonly kind: 'measure';
  /** The time for which the value must stay within its limits; 0 requires one reply. */
  readonly heldMs: number;
  /** The time limit of the whole measurement. */
  readonly withinMs: number;
}

export type CheckStep = InstructStep | QuestionStep | SendStep | MeasureStep;

/** A check of a pack, step by step. It is a document without program code, so a file may come from anyone. */
export interface Check {
  /** Unique among the checks of this computer. */
  readonly name: string;
  /** The purpose of the check. */
  readonly purpose: string;
  /** Conditions of all steps, in addition to those of every check. */
  readonly conditions: readonly QuantityLimits[];
  readonly steps: readonly CheckStep[];
}

export const SEQUENCE_LIMITS = {
  sequences: 50, // TERM-160
  steps: 200, // TERM-160
  loops: 10_000,
  name: 60,
  command: 256,
  expected: 256,
  delayMs: 600_000,
  pauseMs: 3_600_000,
  timeoutMs: 600_000,
} as const;

export const CHECK_LIMITS = {
  checks: 50,
  steps: 60,
  conditions: 12,
  name: 80,
  text: 600,
  valueName: 60,
  unit: 12,
  command: 256,
  /**
   * Limit of a step's timeout. Nothing is polled while a reply is pending, so a longer wait would make live data stale
   * and halt the check.
   */
  timeoutMs: 4_000,
  heldMs: 3_600_000,
  withinMs: 14_400_000,
  percent: 100,
} as const;

/** The shortest timeout. A reply of one line takes 20 ms at 9600 baud. */
export const LEAST_TIMEOUT_MS = 50;

/** The delay after which a measuring step of a check begins by itself. The user can prevent it. */
export const COUNTDOWN_MS = 3_000; // TERM-223

/** Creates a step of a sequence. Its timeout is long enough for the largest reply at the lowest baud rate. */
export const newStep = (command: string): SequenceStep => ({
  kind: 'send',
  command,
  delayMs: 0,
  expected: { kind: 'code', code: 'OK' },
  timeoutMs: 3_000,
  onFail: 'stop',
});

/** True for a step that only a person does. The app sends and measures nothing for it. */
export const isForPerson = (step: CheckStep): step is InstructStep | QuestionStep =>
  step.kind === 'instruct' || step.kind === 'question';
