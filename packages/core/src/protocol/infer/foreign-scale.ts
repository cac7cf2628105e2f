import { isFillValue } from './fill-value.ts';
import type { Meaning } from './meaning.ts';

/** Range in °C of a room or a battery in use. A number outside of it without a unit may be tenths, °F or K. */
export const BARE_TEMPERATURE = { low: -40, high: 65 };
const HIGHEST_PERCENT = 100;
/** Numbers that stand for a missing value: 255, and ±127 of a sensor. They say nothing about a scale. */
const MISSING: readonly number[] = [255, 127, -127];

/** True if numbers without a unit do not fit the usual unit of their meaning: a state of charge of 785. */
const isBeyond = ({ to, unit, entry }: Meaning): boolean => {
  if (unit !== undefined || !(to === 'soc' || to === 'soh' || to === 'temperature')) return false;
  const { low, high } =
    to === 'temperature' ? BARE_TEMPERATURE : { low: -Infinity, high: HIGHEST_PERCENT };
  const known = entry.value.numbers.filter(
    ({ value }) => !MISSING.includes(value) && !isFillValue(value, true),
  );
  return known.length > 0 && known.every(({ value }) => value < low || value > high);
};

/**
 * Returns the meanings without those whose numbers have an unknown scale, and adds their names to `names`. A number that
 * would fit, such as 100 after 785, has the same scale as the earlier ones.
 */
export const withoutForeignScales = (
  meanings: readonly Meaning[],
  names: Set<string>,
): readonly Meaning[] => {
  for (const meaning of meanings) if (isBeyond(meaning)) names.add(meaning.name);
  return meanings.filter(({ unit, name }) => unit !== undefined || !names.has(name));
};
