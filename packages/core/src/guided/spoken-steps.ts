import type { LiveData } from '../telemetry/telemetry.ts';
import type { ChooseStep, InstructStep, TypedValue } from './check.ts';
import type { StepFinding } from './guided-run.ts';
import { readingNow } from './interlock.ts';
import { isWithin, limitsText, numberText, type Limits } from './limits.ts';
import { isInDoubt } from './quantity.ts';

/** What a typed value must be within now; undefined while the device does not tell what it is compared with. */
export const typedLimits = (
  { near, ...limits }: TypedValue,
  data: LiveData,
): Limits | undefined => {
  if (near === undefined) return limits;
  const reading = readingNow(near, data);
  if (reading === undefined || isInDoubt(near.quantity, data)) return undefined;
  const slack = (Math.abs(reading.value) * near.percent) / 100;
  // To four digits: the limits are read by people.
  const rounded = (value: number): number => Number(value.toPrecision(4));
  const least = Math.max(rounded(reading.value - slack), limits.least ?? -Infinity);
  const most = Math.min(rounded(reading.value + slack), limits.most ?? Infinity);
  return { least, most };
};

/** What comes of an instruction that was followed; undefined while its value is wanted, or cannot be judged. */
export const typedIn = (
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
    found: `${name} ${numberText(value, unit)}`,
    needed: limitsText(limits, unit),
    value,
    unit,
  };
};

export const answered = ({ wanted }: ChooseStep, answer: 'yes' | 'no'): StepFinding => ({
  outcome: answer === wanted ? 'passed' : 'failed',
  found: `answered ${answer}`,
  needed: wanted,
});
