import { isFillValue } from './fill-value.ts';
import { wordMeaning } from './key-words.ts';
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

/** Highest number of bars of a battery symbol: `battery_level=2` may be 2 of 4 bars. */
const MOST_BARS = 10;

/** True for a whole number of a level that may be a number of bars, unless the level was higher before. */
const mayBeBars = ({ to, unit, name, words, entry }: Meaning, levels: Set<string>): boolean => {
  const isLevel = words.split(' ').map(wordMeaning).includes('level');
  if (to !== 'soc' || unit !== undefined || !isLevel) return false;
  const { value = 0 } = entry.value.numbers[0] ?? {};
  if (value > MOST_BARS) levels.add(name);
  return !levels.has(name);
};

/** What earlier replies showed about numbers without a unit, by their names. */
export interface NumberScales {
  /** Numbers that do not have the usual unit. */
  readonly foreignScales: Set<string>;
  /** Levels in percent. */
  readonly levels: Set<string>;
}

/**
 * Returns the meanings without those whose numbers have an unknown scale, and adds what it learns to `scales`. A number that
 * would fit, such as 100 after 785, has the same scale as the earlier ones.
 */
export const withoutForeignScales = (
  meanings: readonly Meaning[],
  { foreignScales, levels }: NumberScales,
): readonly Meaning[] => {
  for (const meaning of meanings) if (isBeyond(meaning)) foreignScales.add(meaning.name);
  return meanings.filter(
    (each) =>
      (each.unit !== undefined || !foreignScales.has(each.name)) && !mayBeBars(each, levels),
  );
};
