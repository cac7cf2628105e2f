import type { LiveData } from '../telemetry/telemetry.ts';
import { readingNow } from './conditions.ts';
import type { InstructStep, QuestionStep, TypedValue } from './procedure.ts';
import { amountText, isUnconfirmed, isWithin, limitsText, type Limits } from './quantity.ts';
import type { StepFinding } from './run.ts';

/**
 * Returns the current limits of a typed value; undefined while the device does not report the value it is compared
 * with.
 */
export const typedLimits = (
  { near, ...limits }: TypedValue,
  data: LiveData,
): Limits | undefined => {
  if (near === undefined) return limits;
  const reading = readingNow(near, data);
  if (reading === undefined || isUnconfirmed(near.quantity, data)) return undefined;
  const slack = (Math.abs(reading.value) * near.percent) / 100;
  // Rounds to four digits, because people read these limits.
  const rounded = (value: number): number => Number(value.toPrecision(4));
  const least = Math.max(rounded(reading.value - slack), limits.least ?? -Infinity);
  const most = Math.min(rounded(reading.value + slack), limits.most ?? Infinity);
  return { least, most };
};

/** Returns the finding of a confirmed instruction; undefined while its value is missing or cannot be judged. */
export const confirmed = (
  { value: wanted }: InstructStep,
  value: number | undefined,
  data: LiveData,
): StepFinding | undefined => {
  if (wanted === undefined) return { outcome: 'passed', found: 'done' };
  const limits = typedLimits(wanted, data);
  if (value === undefined || !Number.isFinite(value) || limits === undefined) return undefined;
  const { name, unit } = wanted;
  return {
    outcome: isWithin(value, limits) ? 'passed' : 'failed',
    found: `${name} ${amountText(value, unit)}`,
    needed: limitsText(limits, unit),
    value,
    unit,
  };
};

export const answered = ({ wanted }: QuestionStep, answer: 'yes' | 'no'): StepFinding => ({
  outcome: answer === wanted ? 'passed' : 'failed',
  found: `answered ${answer}`,
  needed: wanted,
});
