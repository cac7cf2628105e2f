import {
  checkList,
  checkText,
  checkWholeNumber,
  problemAt,
  recordOf,
  type FileProblem,
} from '../prelude/foreign-json.ts';
import { ok, type Result } from '../prelude/result.ts';

/** What a reply must be for its step to have passed. */
export type Expected =
  /** Any reply that ends, whatever it says. */
  | { readonly kind: 'any' }
  | { readonly kind: 'code'; readonly code: 'OK' | 'ERROR' }
  /** Contained in the reply, information lines and final code, whatever the case. */
  | { readonly kind: 'text'; readonly text: string }
  /** A regular expression that finds something in it. */
  | { readonly kind: 'pattern'; readonly pattern: string };

/** One command of a sequence. Times in milliseconds. */
export interface SequenceStep {
  readonly command: string;
  /** Waited before it is sent. */
  readonly delayMs: number;
  readonly expected: Expected;
  /** From the write to the reply's end. */
  readonly timeoutMs: number;
  readonly onFail: 'stop' | 'continue';
}

/** Commands that are sent one after the other. */
export interface Sequence {
  /** Unique among the sequences of this computer; exported files have none. */
  readonly id: string;
  /** Unique too. */
  readonly name: string;
  readonly steps: readonly SequenceStep[];
  /** How often; without it until it is stopped. */
  readonly loops?: number;
  /** Between two loops. */
  readonly pauseMs: number;
}

/** A sequence that has no place on this computer yet. */
export type SequenceDraft = Omit<Sequence, 'id'>;

export const SEQUENCE_LIMITS = {
  sequences: 50,
  steps: 200,
  loops: 10_000,
  name: 60,
  command: 256,
  expected: 256,
  delayMs: 600_000,
  pauseMs: 3_600_000,
  timeoutMs: 600_000,
} as const;

/** A shorter time-out would be none: a reply of one line takes 20 ms at 9600 baud. */
export const LEAST_TIMEOUT_MS = 50;

/** A step as it is added: long enough a time-out for the largest reply at the lowest rate. */
export const newStep = (command: string): SequenceStep => ({
  command,
  delayMs: 0,
  expected: { kind: 'code', code: 'OK' },
  timeoutMs: 3_000,
  onFail: 'stop',
});

/** Checks what a reply is expected to be. */
export const checkExpected = (raw: unknown, path: string): Result<Expected, FileProblem> => {
  const record = recordOf(raw);
  const kind = record?.get('kind');
  const { expected: most } = SEQUENCE_LIMITS;
  if (kind === 'any') return ok({ kind });
  if (kind === 'code') {
    const code = record?.get('code');
    return code === 'OK' || code === 'ERROR'
      ? ok({ kind, code })
      : problemAt(`${path}.code`, 'is neither OK nor ERROR');
  }
  if (kind === 'text') {
    const text = checkText(record?.get('text'), `${path}.text`, most);
    return text.ok ? ok({ kind, text: text.value }) : text;
  }
  if (kind === 'pattern') {
    const pattern = checkText(record?.get('pattern'), `${path}.pattern`, most);
    return pattern.ok ? ok({ kind, pattern: pattern.value }) : pattern;
  }
  return problemAt(`${path}.kind`, 'is none of any, code, text, pattern');
};

const checkStep = (raw: unknown, path: string): Result<SequenceStep, FileProblem> => {
  const record = recordOf(raw);
  if (record === undefined) return problemAt(path, 'is no object');
  const at = (name: string): string => `${path}.${name}`;
  const command = checkText(record.get('command'), at('command'), SEQUENCE_LIMITS.command);
  if (!command.ok) return command;
  const delayMs = checkWholeNumber(
    record.get('delayMs') ?? 0,
    at('delayMs'),
    0,
    SEQUENCE_LIMITS.delayMs,
  );
  if (!delayMs.ok) return delayMs;
  const expected = checkExpected(
    record.get('expected') ?? { kind: 'code', code: 'OK' },
    at('expected'),
  );
  if (!expected.ok) return expected;
  const timeoutMs = checkWholeNumber(
    record.get('timeoutMs') ?? 3_000,
    at('timeoutMs'),
    LEAST_TIMEOUT_MS,
    SEQUENCE_LIMITS.timeoutMs,
  );
  if (!timeoutMs.ok) return timeoutMs;
  const onFail = record.get('onFail') ?? 'stop';
  if (onFail !== 'stop' && onFail !== 'continue') {
    return problemAt(at('onFail'), 'is neither stop nor continue');
  }
  return ok({
    command: command.value,
    delayMs: delayMs.value,
    expected: expected.value,
    timeoutMs: timeoutMs.value,
    onFail,
  });
};

/** Checks what a person or a file says a sequence is; takes over nothing but the fields it knows. */
export const checkSequence = (raw: unknown, path = ''): Result<SequenceDraft, FileProblem> => {
  const record = recordOf(raw);
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (record === undefined) return problemAt(path, 'is no object');
  const name = checkText(record.get('name'), at('name'), SEQUENCE_LIMITS.name);
  if (!name.ok) return name;
  const steps = checkList(record.get('steps'), at('steps'), SEQUENCE_LIMITS.steps, checkStep);
  if (!steps.ok) return steps;
  if (steps.value.length === 0) return problemAt(at('steps'), 'has no step');
  const pauseMs = checkWholeNumber(
    record.get('pauseMs') ?? 0,
    at('pauseMs'),
    0,
    SEQUENCE_LIMITS.pauseMs,
  );
  if (!pauseMs.ok) return pauseMs;
  const told = { name: name.value.trim(), steps: steps.value, pauseMs: pauseMs.value };
  const loops = record.get('loops');
  if (loops === undefined || loops === null) return ok(told);
  const checked = checkWholeNumber(loops, at('loops'), 1, SEQUENCE_LIMITS.loops);
  return checked.ok ? ok({ ...told, loops: checked.value }) : checked;
};
