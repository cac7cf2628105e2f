import * as v from 'valibot';
import { lineOf, listOf, textOf, wholeNumber } from '../prelude/schema.ts';
import { CHECK_LIMITS, LEAST_TIMEOUT_MS, SEQUENCE_LIMITS } from './procedure-limits.ts';
import { CHECK_QUANTITIES, type Limits, type QuantityId } from './quantity.ts';

// A procedure is foreign data: only known fields are read, and every one is checked.

/** The largest value. No value of a pack is larger, in any unit. */
const LARGEST = 1_000_000_000;
const NUMBER = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(-LARGEST, 'must be a number'),
  v.maxValue(LARGEST, 'must be a number'),
);

const LIMITS = { least: v.exactOptional(NUMBER), most: v.exactOptional(NUMBER) };
const inOrder = <T extends Limits>() =>
  v.check<T, string>(
    ({ least, most }) => least === undefined || most === undefined || least <= most,
    'must not have least above most',
  );
const limited = <T extends Limits>() =>
  v.check<T, string>(
    ({ least, most }) => least !== undefined || most !== undefined,
    'must have least or most',
  );

const QUANTITY = v.picklist(
  Object.keys(CHECK_QUANTITIES) as QuantityId[], // `Object.keys` returns the keys of a literal
);
const QUANTITY_LIMITS = { quantity: QUANTITY, ...LIMITS };
/** The name and the unit of a value. A count has no unit. */
const NAMED = {
  name: textOf(CHECK_LIMITS.valueName),
  unit: v.optional(lineOf(CHECK_LIMITS.unit), ''),
  ...LIMITS,
};

/** A value that the technician reads elsewhere and types in. */
const TYPED_VALUE = v.pipe(
  v.object({
    ...NAMED,
    /** The value may differ by at most this many percent from the quantity that the device reports at that moment. */
    near: v.exactOptional(
      v.object({
        quantity: QUANTITY,
        percent: v.pipe(
          NUMBER,
          v.check(
            (percent) => percent > 0 && percent <= CHECK_LIMITS.percent,
            `must be above 0 and at most ${CHECK_LIMITS.percent}`,
          ),
        ),
      }),
    ),
  }),
  inOrder(),
  v.check((value) => {
    const { least, most, near } = value;
    return near !== undefined || least !== undefined || most !== undefined;
  }, 'must have least or most'),
);

/** A value in the reply to a command. */
const REPLY_VALUE = v.variant('kind', [
  /** The first number after the text `after` in the reply. Case does not matter. */
  v.pipe(
    v.object({ kind: v.literal('number'), after: textOf(CHECK_LIMITS.valueName), ...NAMED }),
    limited(),
    inOrder(),
  ),
  /** A value of live data in the reply. */
  v.pipe(v.object({ kind: v.literal('quantity'), ...QUANTITY_LIMITS }), limited(), inOrder()),
]);

const trimmed = (most: number) => v.pipe(textOf(most), v.trim());
const CONDITIONS = v.nullish(
  listOf(v.pipe(v.object(QUANTITY_LIMITS), limited(), inOrder()), CHECK_LIMITS.conditions),
  [],
);
/** Whether a failure ends the procedure, or is noted and the procedure continues. */
const ON_FAIL = v.nullish(v.picklist(['stop', 'continue']), 'stop');
/** The reply that a step expects. Default: OK. */
const EXPECTED = v.nullish(
  v.variant('kind', [
    /** Any complete reply, whatever it contains. */
    v.object({ kind: v.literal('any') }),
    v.object({ kind: v.literal('code'), code: v.picklist(['OK', 'ERROR']) }),
    /** A text that the reply contains in its information lines or final result code. Case does not matter. */
    v.object({ kind: v.literal('text'), text: textOf(SEQUENCE_LIMITS.expected) }),
    /** A regular expression that matches anywhere in the reply. */
    v.object({ kind: v.literal('pattern'), pattern: textOf(SEQUENCE_LIMITS.expected) }),
  ]),
  { kind: 'code', code: 'OK' },
);
/** The time from the write to the end of the reply, in ms. */
const timeoutOf = (most: number) => v.nullish(wholeNumber(LEAST_TIMEOUT_MS, most), 3_000);

/** A procedure of commands that are sent in order. Times are in milliseconds. */
export const SEQUENCE = v.object({
  /** Unique among the sequences of this computer. */
  name: trimmed(SEQUENCE_LIMITS.name),
  /** Number of loops. Default: the sequence repeats until it is stopped. */
  loops: v.exactOptional(wholeNumber(1, SEQUENCE_LIMITS.loops)),
  /** Pause between two loops. */
  pauseMs: v.nullish(wholeNumber(0, SEQUENCE_LIMITS.pauseMs), 0),
  steps: v.pipe(
    listOf(
      v.object({
        kind: v.nullish(v.literal('send'), 'send'),
        command: textOf(SEQUENCE_LIMITS.command),
        /** The delay before the command is sent. */
        delayMs: v.nullish(wholeNumber(0, SEQUENCE_LIMITS.delayMs), 0),
        expected: EXPECTED,
        timeoutMs: timeoutOf(SEQUENCE_LIMITS.timeoutMs),
        onFail: ON_FAIL,
      }),
      SEQUENCE_LIMITS.steps,
    ),
    v.minLength(1, 'must have at least one step'),
  ),
});

/** The fields of every step of a check. */
const FRAME = {
  title: trimmed(CHECK_LIMITS.name),
  /** The instruction for the technician. */
  text: trimmed(CHECK_LIMITS.text),
  onFail: ON_FAIL,
  /** Conditions of this step, in addition to those of the whole check. */
  conditions: CONDITIONS,
};

const STEP = v.variant('kind', [
  /** An instruction for the technician. The step is done when they confirm it. */
  v.object({ kind: v.literal('instruct'), ...FRAME, value: v.exactOptional(TYPED_VALUE) }),
  /** A command whose reply is judged. It is sent when the technician presses its button. */
  v.object({
    kind: v.literal('send'),
    ...FRAME,
    command: textOf(CHECK_LIMITS.command),
    expected: EXPECTED,
    timeoutMs: timeoutOf(CHECK_LIMITS.timeoutMs),
    /** A value in the reply that must also be within its limits. */
    value: v.exactOptional(REPLY_VALUE),
  }),
  /** A measurement of live data until a value has been within its limits for long enough. */
  v.pipe(
    v.object({
      kind: v.literal('measure'),
      ...FRAME,
      ...QUANTITY_LIMITS,
      /** The time for which the value must stay within its limits; 0 requires one reply. */
      heldMs: v.nullish(wholeNumber(0, CHECK_LIMITS.heldMs), 0),
      withinMs: wholeNumber(1, CHECK_LIMITS.withinMs),
    }),
    limited(),
    inOrder(),
    v.check(({ heldMs, withinMs }) => withinMs > heldMs, 'must have withinMs above heldMs'),
  ),
  /** A question that the technician answers with yes or no. */
  v.object({
    kind: v.literal('question'),
    ...FRAME,
    /** The answer with which the step passes. */
    wanted: v.nullish(v.picklist(['yes', 'no']), 'yes'),
  }),
]);

/** A check of a pack, step by step. It is a document without program code, so a file may come from anyone. */
export const CHECK = v.object({
  /** Unique among the checks of this computer. */
  name: trimmed(CHECK_LIMITS.name),
  purpose: trimmed(CHECK_LIMITS.text),
  /** Conditions of all steps, in addition to those of every check. */
  conditions: CONDITIONS,
  steps: v.pipe(listOf(STEP, CHECK_LIMITS.steps), v.minLength(1, 'must have at least one step')),
});
