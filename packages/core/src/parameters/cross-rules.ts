import type {
  CrossRule,
  ParameterSchema,
  ParameterValue,
  ParameterValues,
} from './parameter-schema.ts';

const COMPARISONS: Readonly<Record<CrossRule['op'], (left: number, right: number) => boolean>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

const isBroken = ({ left, op, right }: CrossRule, values: ParameterValues): boolean => {
  const a: ParameterValue | undefined = values[left];
  const b: ParameterValue | undefined = typeof right === 'string' ? values[right] : right;
  return typeof a === 'number' && typeof b === 'number' && !COMPARISONS[op](a, b);
};

/** Returns the rules that the values break. A rule whose values are not all known is not broken. */
export const brokenRules = (
  { rules }: Pick<ParameterSchema, 'rules'>,
  values: ParameterValues,
): readonly CrossRule[] => rules.filter((rule) => isBroken(rule, values));

/** True if the rule is about one of the parameters. */
export const concerns = ({ left, right }: CrossRule, keys: ReadonlySet<string>): boolean =>
  keys.has(left) || (typeof right === 'string' && keys.has(right));
