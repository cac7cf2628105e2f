import type { Limits, QuantityLimits } from './quantity.ts';

/** What a reply must be for its step to pass. */
export type Expected =
  /** Any reply that ends, whatever it contains. */
  | { readonly kind: 'any' }
  | { readonly kind: 'code'; readonly code: 'OK' | 'ERROR' }
  /** Contained in the reply, information lines and final code; case does not matter. */
  | { readonly kind: 'text'; readonly text: string }
  /** A regular expression that matches somewhere in it. */
  | { readonly kind: 'pattern'; readonly pattern: string };

/** A command with the reply it must have. Times in milliseconds. */
interface Sending {
  readonly kind: 'send';
  readonly command: string;
  readonly expected: Expected;
  /** From the write to the reply's end. */
  readonly timeoutMs: number;
  readonly onFail: 'stop' | 'continue';
}

/** One command of a sequence. */
export interface SequenceStep extends Sending {
  /** Waited before it is sent. */
  readonly delayMs: number;
}

/** Commands that are sent one after the other. */
export interface Sequence {
  /** Unique among the sequences of this computer. */
  readonly name: string;
  readonly steps: readonly SequenceStep[];
  /** How often; without it until it is stopped. */
  readonly loops?: number;
  /** Between two loops. */
  readonly pauseMs: number;
}

/** What every step of a check has. */
interface StepFrame {
  /** What is done, in a few words. */
  readonly title: string;
  /** What the technician has to do or to know. */
  readonly text: string;
  /** Whether a failure ends the check, or is noted and the check continues. */
  readonly onFail: 'stop' | 'continue';
  /** Must be met for this step, beside those of the whole check. */
  readonly conditions: readonly QuantityLimits[];
}

/** A value that the technician reads somewhere else and types in. */
export interface TypedValue extends Limits {
  readonly name: string;
  readonly unit: string;
  /** Compared with what the device reports at that moment: at most this many percent off. */
  readonly near?: { readonly quantity: QuantityLimits['quantity']; readonly percent: number };
}

/** Says what to do; done when the technician confirms it. */
export interface InstructStep extends StepFrame {
  readonly kind: 'instruct';
  readonly value?: TypedValue;
}

/** A question that the technician answers with yes or no. */
export interface QuestionStep extends StepFrame {
  readonly kind: 'question';
  /** The answer that passes. */
  readonly wanted: 'yes' | 'no';
}

/** The first number behind `after` in the reply; case does not matter. */
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

/** Sends a command and judges its reply, when the technician presses its button. */
export interface SendStep extends StepFrame, Sending {
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

export type CheckStep = InstructStep | QuestionStep | SendStep | MeasureStep;

/** A check of a pack, step by step: a document that may come from anywhere and contains no program. */
export interface Check {
  /** Unique among the checks of this computer. */
  readonly name: string;
  /** What it is for. */
  readonly purpose: string;
  /** Must be met from the first step to the last, beside those of every check. */
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
  /** Nothing is polled while a reply is awaited: a longer wait would make live data stale and halt the check. */
  timeoutMs: 4_000,
  heldMs: 3_600_000,
  withinMs: 14_400_000,
  percent: 100,
} as const;

/** A reply of one line takes 20 ms at 9600 baud. */
export const LEAST_TIMEOUT_MS = 50;

/** A measuring step of a check begins by itself after this time, in which the user can hold it. */
export const COUNTDOWN_MS = 3_000; // TERM-223

/** A step as it is added: its timeout is long enough for the largest reply at the lowest baud rate. */
export const newStep = (command: string): SequenceStep => ({
  kind: 'send',
  command,
  delayMs: 0,
  expected: { kind: 'code', code: 'OK' },
  timeoutMs: 3_000,
  onFail: 'stop',
});

/** True for a step that only a person does: nothing is sent or measured for it. */
export const isForPerson = (step: CheckStep): step is InstructStep | QuestionStep =>
  step.kind === 'instruct' || step.kind === 'question';
