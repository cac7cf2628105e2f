import type { PackSample } from '@batbot/core';
import {
  checkPlan,
  limitId,
  MOST_READINGS,
  QUANTITIES,
  quantityText,
  readingOf,
  QUANTITY_NAMES,
  SIDES,
  TRAITS,
  type AlarmLimit,
  type AlarmPlan,
  type LimitId,
  type Quantity,
  type Side,
} from '@batbot/core/alarms';
import { fieldText, measured, parseNumber } from '../../text/format.ts';

/** The content of the form: the text of each field, empty for no limit. */
export interface AlarmForm {
  readonly texts: Readonly<Partial<Record<LimitId, string>>>;
  readonly readings: string;
  readonly isLatched: boolean;
  readonly isEverywhere: boolean;
}

export interface FormProblem {
  readonly field: string;
  readonly text: string;
}

export const textsOf = (limits: readonly AlarmLimit[]): AlarmForm['texts'] =>
  Object.fromEntries(limits.map((limit) => [limitId(limit), fieldText(limit.value)]));

export const formOf = ({ limits, readings, ...rest }: AlarmPlan): AlarmForm => ({
  ...rest,
  texts: textsOf(limits),
  readings: String(readings),
});

const FIELDS: readonly { readonly quantity: Quantity; readonly side: Side }[] = QUANTITIES.flatMap(
  (quantity) =>
    SIDES.filter((side) => TRAITS[quantity].sides.includes(side)).map((side) => ({
      quantity,
      side,
    })),
);

export const fieldLabel = (quantity: Quantity, side: Side): string =>
  `${QUANTITY_NAMES[quantity]}, ${side} limit, ${TRAITS[quantity].unit}`;

/** Formats the current value of a quantity: '3.302 to 3.304 V'. Undefined if the device does not report it. */
export const nowText = (quantity: Quantity, sample: PackSample): string | undefined => {
  const values = TRAITS[quantity].sides.flatMap(
    (side) => readingOf(sample, { quantity, side, value: Number.NaN })?.value ?? [],
  );
  const [from, to = from] = values;
  if (from === undefined || to === undefined) return undefined;
  const text = quantityText(quantity, to, measured);
  return from === to
    ? text
    : `${quantityText(quantity, from, measured).replace(/\s\S+$/, '')} to ${text}`;
};

const nameOf = (path: string): string => {
  const field = FIELDS.find((each) => limitId(each) === path);
  if (field !== undefined) return `${QUANTITY_NAMES[field.quantity]}, ${field.side} limit`;
  return path === 'readings' ? 'Consecutive replies' : path;
};

/** Describes an error of the form or of a file in a sentence. */
export const problemText = (path: string, problem: string): string =>
  path === '' ? `The file ${problem}.` : `${nameOf(path)} ${problem}.`;

/** Returns the plan in the form, or its errors, at most one for each field. */
export const planOf = (
  form: AlarmForm,
): { readonly plan: AlarmPlan } | { readonly problems: readonly FormProblem[] } => {
  const typed = FIELDS.flatMap((field) => {
    const text = form.texts[limitId(field)] ?? '';
    return text.trim() === '' ? [] : [{ ...field, value: parseNumber(text) ?? Number.NaN }];
  });
  const { isLatched, isEverywhere } = form;
  const check = (limits: readonly AlarmLimit[], readings: number) =>
    checkPlan({ limits, readings, isLatched, isEverywhere });
  const problemOf = (limits: readonly AlarmLimit[]): readonly FormProblem[] => {
    const checked = check(limits, 1);
    if (checked.ok) return [];
    const { path, problem } = checked.error;
    return [{ field: path, text: problemText(path, problem) }];
  };
  const problems = QUANTITIES.flatMap((quantity) => {
    const own = typed.filter((limit) => limit.quantity === quantity);
    const single = own.flatMap((limit) => problemOf([limit]));
    return single.length > 0 ? single : problemOf(own);
  });
  const readings = parseNumber(form.readings) ?? Number.NaN;
  const plan = check(problems.length > 0 ? [] : typed, readings);
  if (plan.ok) return problems.length > 0 ? { problems } : { plan: plan.value };
  const { path, problem } = plan.error;
  const readingsProblem = Number.isNaN(readings)
    ? `must be a whole number up to ${MOST_READINGS}`
    : problem;
  const text = problemText(path, path === 'readings' ? readingsProblem : problem);
  return { problems: [...problems, { field: path, text }] };
};
