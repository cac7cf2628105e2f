import * as v from 'valibot';
import type { Result } from '../prelude/result.ts';
import {
  check,
  jsonFile,
  listOf,
  textOf,
  wholeNumber,
  type FileProblem,
  type Schema,
} from '../prelude/schema.ts';

/** What a reply must be for its step to pass. */
export type Expected =
  /** Any complete reply. */
  | { readonly kind: 'any' }
  | { readonly kind: 'code'; readonly code: 'OK' | 'ERROR' }
  /** Contained in the reply, in any case: information lines and final result code. */
  | { readonly kind: 'text'; readonly text: string }
  /** A regular expression that matches somewhere in it. */
  | { readonly kind: 'pattern'; readonly pattern: string };

/** One command of a sequence. Times in milliseconds. */
export interface SequenceStep {
  readonly command: string;
  /** The wait before the command is sent. */
  readonly delayMs: number;
  readonly expected: Expected;
  /** From the write to the end of the reply. */
  readonly timeoutMs: number;
  readonly onFail: 'stop' | 'continue';
}

/** Commands that are sent one after the other. */
export interface Sequence {
  /** Unique among the sequences of this computer; exported files have none. */
  readonly id: string;
  /** Unique as well. */
  readonly name: string;
  readonly steps: readonly SequenceStep[];
  /** How often it runs; without it until it is stopped. */
  readonly loops?: number;
  /** Between two loops. */
  readonly pauseMs: number;
}

/** A sequence that is not saved yet. */
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

/** A reply of one line takes 20 ms at 9600 baud. */
export const LEAST_TIMEOUT_MS = 50;

/** A new step. Its timeout is long enough for the largest reply at the lowest rate. */
export const newStep = (command: string): SequenceStep => ({
  command,
  delayMs: 0,
  expected: { kind: 'code', code: 'OK' },
  timeoutMs: 3_000,
  onFail: 'stop',
});

/** What a reply is expected to be. */
export const EXPECTED = v.variant('kind', [
  v.object({ kind: v.literal('any') }),
  v.object({ kind: v.literal('code'), code: v.picklist(['OK', 'ERROR']) }),
  v.object({ kind: v.literal('text'), text: textOf(SEQUENCE_LIMITS.expected) }),
  v.object({ kind: v.literal('pattern'), pattern: textOf(SEQUENCE_LIMITS.expected) }),
]);

const STEP = v.object({
  command: textOf(SEQUENCE_LIMITS.command),
  delayMs: v.nullish(wholeNumber(0, SEQUENCE_LIMITS.delayMs), 0),
  expected: v.nullish(EXPECTED, { kind: 'code', code: 'OK' }),
  timeoutMs: v.nullish(wholeNumber(LEAST_TIMEOUT_MS, SEQUENCE_LIMITS.timeoutMs), 3_000),
  onFail: v.nullish(v.picklist(['stop', 'continue']), 'stop'),
});

const SEQUENCE: Schema<SequenceDraft> = v.object({
  name: v.pipe(textOf(SEQUENCE_LIMITS.name), v.trim()),
  steps: v.pipe(listOf(STEP, SEQUENCE_LIMITS.steps), v.minLength(1, 'must have at least one step')),
  pauseMs: v.nullish(wholeNumber(0, SEQUENCE_LIMITS.pauseMs), 0),
  loops: v.exactOptional(wholeNumber(1, SEQUENCE_LIMITS.loops)),
});

/** Checks a sequence that a person entered. */
export const checkSequence = (raw: unknown): Result<SequenceDraft, FileProblem> =>
  check(SEQUENCE, raw);

/** Characters. */
export const SEQUENCE_FILE_LIMIT = 1_048_576;

/** The sequences of a file, all or none [ST-09]. */
export const SEQUENCE_FILE = jsonFile<readonly SequenceDraft[]>({
  header: { name: 'batbot-sequences', contents: 'sequences of this app' },
  mostCharacters: SEQUENCE_FILE_LIMIT,
  schema: v.pipe(
    v.object({ sequences: listOf(SEQUENCE, SEQUENCE_LIMITS.sequences) }),
    v.transform(({ sequences }) => sequences),
  ),
  toJson: (sequences) => ({
    sequences: sequences.map(({ name, steps, loops, pauseMs }) => ({
      name,
      loops,
      pauseMs,
      steps,
    })),
  }),
});
