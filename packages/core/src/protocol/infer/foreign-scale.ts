import { isFillValue } from './fill-value.ts';
import { wordMeaning } from './key-words.ts';
import type { Meaning } from './meaning.ts';

/** Range in °C of a room or a battery in use. A number outside of it without a unit may be tenths, °F or K. */
export const BARE_TEMPERATURE = { low: -40, high: 65 };
const PERCENT = { low: -Infinity, high: 100 };
/** Numbers that stand for a missing value: 255, and ±127 of a sensor. They say nothing about a scale. */
const MISSING: readonly number[] = [255, 127, -127];

/** Returns the numbers of a value without a unit, without those that stand for a missing value. */
const bareNumbers = ({ unit, entry }: Meaning): readonly number[] => {
  const { numbers, of } = entry.value;
  // `95 of 1000` counts in thousandths.
  const bare = unit === undefined ? (of === undefined ? numbers : [of]) : [];
  return bare
    .map(({ value }) => value)
    .filter((value) => !MISSING.includes(value) && !isFillValue(value, true));
};

/** True if numbers without a unit are all outside of a range. */
const isOutside = (
  meaning: Meaning,
  { low, high }: Readonly<Record<'low' | 'high', number>>,
): boolean => {
  const numbers = bareNumbers(meaning);
  return numbers.length > 0 && numbers.every((value) => value < low || value > high);
};

/** True if numbers without a unit do not fit the usual unit of their meaning: a state of charge of 785. */
const isBeyond = (meaning: Meaning): boolean => {
  const { to } = meaning;
  if (to === 'temperature') return isOutside(meaning, BARE_TEMPERATURE);
  return (to === 'soc' || to === 'soh') && isOutside(meaning, PERCENT);
};

/** A state of health above 200 % does not exist, so 998 is per mille. A new battery may have 104 %. */
const NO_PERCENT = { low: -Infinity, high: 200 };
/** The name in `foreignScales` that means: no state of charge has the usual scale. */
const EVERY_SOC = 'soc';

/** Returns the name for the scale of a number: `Pack 1.SOC` and `Pack 2.SOC` have the same scale. */
export const scaleName = ({ to, name }: Meaning): string => `${to} ${name.replace(/\d+/g, '#')}`;

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
  /** Numbers that do not have the usual unit, by `scaleName`. */
  readonly foreignScales: Set<string>;
  /** Levels in percent. */
  readonly levels: Set<string>;
  /** The latest number of each `scaleName` that fitted, and how many have fitted since one that did not. */
  readonly fitting: Map<string, { readonly latest: number; readonly count: number }>;
}

/** After so many numbers that fit, a single one that is this far from the latest is a reading error: a flipped digit. */
const SURE_AFTER = 10;
const FAR = 30;

/**
 * Returns the meanings without those whose numbers have an unknown scale, and adds what it learns to `scales`. A number that
 * would fit, such as 100 after 785, has the same scale as the earlier ones.
 */
export const withoutForeignScales = (
  meanings: readonly Meaning[],
  { foreignScales, levels, fitting }: NumberScales,
): readonly Meaning[] => {
  const errors = new Set<Meaning>();
  for (const meaning of meanings) {
    const name = scaleName(meaning);
    const { latest, count } = fitting.get(name) ?? { latest: Number.NaN, count: 0 };
    const [number] = bareNumbers(meaning);
    if (isBeyond(meaning)) {
      const isError = count >= SURE_AFTER && Math.abs((number ?? latest) - latest) >= FAR;
      if (isError) errors.add(meaning);
      else foreignScales.add(name);
      fitting.delete(name);
    } else if (number !== undefined) fitting.set(name, { latest: number, count: count + 1 });
    if (meaning.to === 'soh' && isOutside(meaning, NO_PERCENT)) foreignScales.add(EVERY_SOC);
  }
  const isForeign = (each: Meaning): boolean =>
    foreignScales.has(scaleName(each)) || (each.to === 'soc' && foreignScales.has(EVERY_SOC));
  return meanings.filter(
    (each) =>
      (each.unit !== undefined || !isForeign(each)) &&
      !errors.has(each) &&
      !mayBeBars(each, levels),
  );
};
