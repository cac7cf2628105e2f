import type { Entry } from './entry.ts';
import { keyWords } from './key-words.ts';

/** Names of the number of a pack: `pack`, `battery_id`, `bmsAddress`. `battery` alone may be a state of charge. */
const NUMBER_NAME =
  /^(?:(?:battery|batt?|pack|bms)[ _.-]?(?:id|no|nr|num|number|index|addr|address)|pack|bms|addr|adr|address)$/i;

const HIGHEST_NUMBER = 255;

const numberOf = ({ key, value: { numbers, isList } }: Entry): number | undefined => {
  const [number] = numbers;
  if (number === undefined || isList || !NUMBER_NAME.test(key)) return undefined;
  const { value, decimals, unit } = number;
  const isCount = unit === undefined && decimals === 0 && value >= 0 && value <= HIGHEST_NUMBER;
  return isCount ? value : undefined;
};

/** Returns the number of the pack to which all entries of a record belong; undefined if the record names none or several. */
export const packNumber = (entries: readonly Entry[]): number | undefined => {
  const found = new Set(
    entries.flatMap((entry) => [
      ...entry.groups.map((group) => keyWords(group).numberAfter.get('pack')),
      numberOf(entry),
    ]),
  );
  found.delete(undefined);
  return found.size === 1 ? [...found][0] : undefined;
};
