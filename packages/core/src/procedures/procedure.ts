import type * as v from 'valibot';
import type { DeepReadonly } from '../prelude/schema.ts';
import type { CHECK, SEQUENCE } from './procedure-schema.ts';

// The types of a procedure. The schemas describe the fields.

export type Sequence = DeepReadonly<v.InferOutput<typeof SEQUENCE>>;
export type SequenceStep = Sequence['steps'][number];
export type Expected = SequenceStep['expected'];

export type Check = DeepReadonly<v.InferOutput<typeof CHECK>>;
export type CheckStep = Check['steps'][number];
type StepOf<Kind extends CheckStep['kind']> = Extract<CheckStep, { readonly kind: Kind }>;
export type InstructStep = StepOf<'instruct'>;
export type QuestionStep = StepOf<'question'>;
export type SendStep = StepOf<'send'>;
export type MeasureStep = StepOf<'measure'>;
/** A value that the technician reads elsewhere and types in. */
export type TypedValue = NonNullable<InstructStep['value']>;

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
