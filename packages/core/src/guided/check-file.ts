import * as v from 'valibot';
import { ok } from '../prelude/result.ts';
import {
  jsonFile,
  lineOf,
  listOf,
  textOf,
  wholeNumber,
  type JsonFile,
  type Schema,
} from '../prelude/schema.ts';
import { EXPECTED, LEAST_TIMEOUT_MS } from '../sequences/sequence.ts';
import { CHECK_LIMITS, type Check } from './check.ts';
import type { Limits } from './limits.ts';
import { CHECK_QUANTITIES, type QuantityId } from './quantity.ts';

// A check may come from anywhere: only known fields are taken over, and every one is checked.

/** No value of a pack is larger, in any unit. */
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
  Object.keys(CHECK_QUANTITIES) as QuantityId[], // the keys of a literal
);
const QUANTITY_LIMITS = { quantity: QUANTITY, ...LIMITS };
/** A count has no unit. */
const NAMED = {
  name: textOf(CHECK_LIMITS.name),
  unit: v.optional(lineOf(CHECK_LIMITS.unit), ''),
  ...LIMITS,
};

const TYPED_VALUE = v.pipe(
  v.object({
    ...NAMED,
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

const REPLY_VALUE = v.variant('kind', [
  v.pipe(
    v.object({ kind: v.literal('number'), after: textOf(CHECK_LIMITS.name), ...NAMED }),
    limited(),
    inOrder(),
  ),
  v.pipe(v.object({ kind: v.literal('quantity'), ...QUANTITY_LIMITS }), limited(), inOrder()),
]);

const trimmed = (most: number) => v.pipe(textOf(most), v.trim());
const INTERLOCKS = v.nullish(
  listOf(v.pipe(v.object(QUANTITY_LIMITS), limited(), inOrder()), CHECK_LIMITS.interlocks),
  [],
);
const FRAME = {
  title: trimmed(CHECK_LIMITS.title),
  text: trimmed(CHECK_LIMITS.text),
  onFail: v.nullish(v.picklist(['stop', 'continue']), 'stop'),
  interlocks: INTERLOCKS,
};

const STEP = v.variant('kind', [
  v.object({ kind: v.literal('instruct'), ...FRAME, value: v.exactOptional(TYPED_VALUE) }),
  v.object({
    kind: v.literal('ask'),
    ...FRAME,
    command: textOf(CHECK_LIMITS.command),
    expected: v.nullish(EXPECTED, { kind: 'code', code: 'OK' }),
    timeoutMs: v.nullish(wholeNumber(LEAST_TIMEOUT_MS, CHECK_LIMITS.timeoutMs), 3_000),
    value: v.exactOptional(REPLY_VALUE),
  }),
  v.pipe(
    v.object({
      kind: v.literal('measure'),
      ...FRAME,
      ...QUANTITY_LIMITS,
      heldMs: v.nullish(wholeNumber(0, CHECK_LIMITS.heldMs), 0),
      withinMs: wholeNumber(1, CHECK_LIMITS.withinMs),
    }),
    limited(),
    inOrder(),
    v.check(({ heldMs, withinMs }) => withinMs > heldMs, 'must have withinMs above heldMs'),
  ),
  v.object({
    kind: v.literal('choose'),
    ...FRAME,
    wanted: v.nullish(v.picklist(['yes', 'no']), 'yes'),
  }),
]);

const CHECK: Schema<Check> = v.object({
  title: trimmed(CHECK_LIMITS.title),
  purpose: trimmed(CHECK_LIMITS.text),
  interlocks: INTERLOCKS,
  steps: v.pipe(listOf(STEP, CHECK_LIMITS.steps), v.minLength(1, 'must have at least one step')),
});

/** Characters. */
export const CHECK_FILE_LIMIT = 1_048_576;

const checkFile = <T>(entry: Schema<T>, most: number) =>
  jsonFile<readonly T[]>({
    header: { name: 'batbot-checks', contents: 'checks of this app' },
    mostCharacters: CHECK_FILE_LIMIT,
    schema: v.pipe(
      v.object({ checks: listOf(entry, most) }),
      v.transform(({ checks }) => checks),
    ),
    toJson: (checks) => ({ checks }),
  });

/** The checks of a file, all or none [ST-09]. */
export const CHECK_FILE = checkFile(CHECK, CHECK_LIMITS.checks);

/** Saved checks, and what this version cannot read as one: a newer version may. */
export interface KeptChecks {
  readonly checks: readonly Check[];
  readonly unread: readonly unknown[];
}

const ENTRIES = checkFile(v.unknown(), Number.MAX_SAFE_INTEGER);

/** How checks are saved: one that is not readable does not take the others with it. */
export const KEPT_CHECKS: JsonFile<KeptChecks> = {
  parse: (text) => {
    const entries = ENTRIES.parse(text);
    if (!entries.ok) return entries;
    const read = entries.value.map((entry) => ({ entry, checked: v.safeParse(CHECK, entry) }));
    return ok({
      checks: read.flatMap(({ checked }) => (checked.success ? [checked.output] : [])),
      unread: read.flatMap(({ entry, checked }) => (checked.success ? [] : [entry])),
    });
  },
  format: ({ checks, unread }) => ENTRIES.format([...checks, ...unread]),
  sizeProblem: ({ checks, unread }) => ENTRIES.sizeProblem([...checks, ...unread]),
};
