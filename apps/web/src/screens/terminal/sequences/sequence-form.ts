import { newStep, type Expected, type Sequence, type SequenceStep } from '@batbot/core/procedures';

export type ExpectChoice = 'any' | 'OK' | 'ERROR' | 'text' | 'pattern';

/** What a step may expect, as the list offers it. */
export const EXPECT_CHOICES: readonly (readonly [value: ExpectChoice, label: string])[] = [
  ['OK', 'OK'],
  ['ERROR', 'ERROR'],
  ['any', 'Any reply'],
  ['text', 'Reply contains'],
  ['pattern', 'Reply matches (regex)'],
];

/** A step as it is typed: numbers are texts until it is saved. */
export interface StepForm {
  /** Tells steps apart while they are moved. */
  readonly key: number;
  readonly command: string;
  readonly delay: string;
  readonly expect: ExpectChoice;
  /** Text or pattern, for the choices that need one. */
  readonly wanted: string;
  readonly timeout: string;
  readonly onFail: SequenceStep['onFail'];
}

export interface SequenceForm {
  readonly name: string;
  readonly isEndless: boolean;
  readonly loops: string;
  readonly pause: string;
  readonly steps: readonly StepForm[];
  readonly nextKey: number;
}

const wantedOf = (expected: Expected): Pick<StepForm, 'expect' | 'wanted'> => {
  switch (expected.kind) {
    case 'any':
      return { expect: 'any', wanted: '' };
    case 'code':
      return { expect: expected.code, wanted: '' };
    case 'text':
      return { expect: 'text', wanted: expected.text };
    case 'pattern':
      return { expect: 'pattern', wanted: expected.pattern };
  }
};

const expectedOf = ({ expect, wanted }: StepForm): Expected => {
  if (expect === 'any') return { kind: 'any' };
  if (expect === 'text') return { kind: 'text', text: wanted };
  if (expect === 'pattern') return { kind: 'pattern', pattern: wanted };
  return { kind: 'code', code: expect };
};

const stepForm = (step: SequenceStep, key: number): StepForm => ({
  key,
  command: step.command,
  delay: String(step.delayMs),
  ...wantedOf(step.expected),
  timeout: String(step.timeoutMs),
  onFail: step.onFail,
});

export const formOf = ({ name, steps, loops, pauseMs }: Sequence): SequenceForm => ({
  name,
  isEndless: loops === undefined,
  loops: String(loops ?? 1),
  pause: String(pauseMs),
  steps: steps.map(stepForm),
  nextKey: steps.length,
});

/** A form for a new sequence with these commands. */
export const formWith = (name: string, commands: readonly string[]): SequenceForm =>
  formOf({ name, steps: commands.map(newStep), loops: 1, pauseMs: 0 });

/** A text that is no number becomes one no check accepts. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** What was typed, for the core to check. */
export const draftOf = (form: SequenceForm): Sequence => ({
  name: form.name,
  ...(form.isEndless ? {} : { loops: numberOf(form.loops) }),
  pauseMs: numberOf(form.pause),
  steps: form.steps.map((step) => ({
    kind: 'send',
    command: step.command,
    delayMs: numberOf(step.delay),
    expected: expectedOf(step),
    timeoutMs: numberOf(step.timeout),
    onFail: step.onFail,
  })),
});

export const withStepAfter = (form: SequenceForm, index: number): SequenceForm => ({
  ...form,
  steps: form.steps.toSpliced(index + 1, 0, stepForm(newStep(''), form.nextKey)),
  nextKey: form.nextKey + 1,
});

export const withoutStep = (form: SequenceForm, index: number): SequenceForm => ({
  ...form,
  steps: form.steps.toSpliced(index, 1),
});

/** Moves a step up or down by one; at the end it stays. */
export const withStepMoved = (form: SequenceForm, index: number, by: 1 | -1): SequenceForm => {
  const step = form.steps[index];
  const to = index + by;
  if (step === undefined || to < 0 || to >= form.steps.length) return form;
  return { ...form, steps: form.steps.toSpliced(index, 1).toSpliced(to, 0, step) };
};

export const withStepChanged = (
  form: SequenceForm,
  index: number,
  change: Partial<StepForm>,
): SequenceForm => ({
  ...form,
  steps: form.steps.map((step, at) => (at === index ? { ...step, ...change } : step)),
});
