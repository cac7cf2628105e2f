import { newStep, type Expected, type Sequence, type SequenceStep } from '@batbot/core/procedures';

export type ExpectChoice = 'any' | 'OK' | 'ERROR' | 'text' | 'pattern';

export const EXPECT_CHOICES: readonly { readonly value: ExpectChoice; readonly label: string }[] = [
  { value: 'OK', label: 'OK' },
  { value: 'ERROR', label: 'ERROR' },
  { value: 'any', label: 'Any reply' },
  { value: 'text', label: 'Reply contains' },
  { value: 'pattern', label: 'Reply matches (regex)' },
];

/** A step in the form. An empty number is null. */
export interface StepForm {
  readonly command: string;
  readonly delayMs: number | null;
  readonly expect: ExpectChoice;
  /** The text or pattern, for the choices that need one. */
  readonly wanted: string;
  readonly timeoutMs: number | null;
  readonly onFail: SequenceStep['onFail'];
}

export interface SequenceForm {
  readonly name: string;
  readonly isEndless: boolean;
  readonly loops: number | null;
  readonly pauseMs: number | null;
  readonly steps: readonly StepForm[];
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

const stepForm = ({ command, delayMs, expected, timeoutMs, onFail }: SequenceStep): StepForm => ({
  command,
  delayMs,
  ...wantedOf(expected),
  timeoutMs,
  onFail,
});

export const newStepForm = (): StepForm => stepForm(newStep(''));

export const formOf = ({ name, steps, loops, pauseMs }: Sequence): SequenceForm => ({
  name,
  isEndless: loops === undefined,
  loops: loops ?? 1,
  pauseMs,
  steps: steps.map(stepForm),
});

export const formWith = (name: string, commands: readonly string[]): SequenceForm =>
  formOf({ name, steps: commands.map(newStep), loops: 1, pauseMs: 0 });

/** Converts an empty number to NaN, which the core rejects. */
const numberOf = (value: number | null): number => value ?? Number.NaN;

/** Converts the form to a sequence, which the core checks. */
export const sequenceOf = ({ name, isEndless, loops, pauseMs, steps }: SequenceForm): Sequence => ({
  name,
  ...(isEndless ? {} : { loops: numberOf(loops) }),
  pauseMs: numberOf(pauseMs),
  steps: steps.map((step) => ({
    kind: 'send',
    command: step.command,
    delayMs: numberOf(step.delayMs),
    expected: expectedOf(step),
    timeoutMs: numberOf(step.timeoutMs),
    onFail: step.onFail,
  })),
});

/** Returns the form field of a path in the core: `steps.2.expected.text` is the `wanted` field of the second step. */
export const fieldOf = (path: string): (string | number)[] => {
  const [first = '', number, ...rest] = path.split('.');
  if (first !== 'steps' || number === undefined) return [first];
  const [name = 'command'] = rest;
  return ['steps', Number(number) - 1, name === 'expected' ? 'wanted' : name];
};
