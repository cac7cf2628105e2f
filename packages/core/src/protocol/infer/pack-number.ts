import type { Entry } from './entry.ts';
import { keyWords } from './key-words.ts';

/** Names of the number of a pack: `pack`, `battery_id`, `bmsAddress`. `battery` alone may be a state of charge. */
const NUMBER_NAME =
  /^(?:(?:battery|batt?|pack|bms)[ _.-]?(?:id|no|nr|num|number|index|addr|address)|pack|bms|addr|adr|address)$/i;

const HIGHEST_NUMBER = 255;

const numberOf = ({ key, value: { numbers, isList } }: Entry, name: RegExp): number | undefined => {
  const [number] = numbers;
  if (number === undefined || isList || !name.test(key)) return undefined;
  const { value, decimals, unit } = number;
  const isCount = unit === undefined && decimals === 0 && value >= 0 && value <= HIGHEST_NUMBER;
  return isCount ? value : undefined;
};

/** Returns the number of the pack to which all entries of a record belong; undefined if the record names none or several. */
export const packNumber = (entries: readonly Entry[]): number | undefined => {
  const found = new Set(
    entries.flatMap((entry) => [
      ...entry.groups.map((group) => keyWords(group).numberAfter.get('pack')),
      numberOf(entry, NUMBER_NAME),
    ]),
  );
  found.delete(undefined);
  return found.size === 1 ? [...found][0] : undefined;
};

/** Names of a number that may be that of a pack, or the count of a record. */
const ID_NAME = /^(?:id|unit|slave|node)$/i;
/** A higher id counts records. */
const HIGHEST_ID = 16;

/** Returns the id of a record, such as `{"id":1,…}`; undefined if it has no id. */
export const recordId = (entries: readonly Entry[]): number | undefined => {
  const own = entries.filter(({ groups }) => groups.length === 0);
  return own.map((entry) => numberOf(entry, ID_NAME)).find((each) => each !== undefined);
};

/** What is known about the ids of a connection. */
export interface IdMemory {
  /** The ids in the order of their arrival. Repeated ids are one. */
  readonly seen: number[];
  /** True if the ids are the numbers of packs, false if they count records. Absent while this is not known. */
  arePacks?: boolean;
}

/**
 * Determines whether the ids of a reply are the numbers of packs: an id returns after another id, or one reply has
 * several that do not continue a count. Undefined if this is not known.
 */
export const areIdsOfPacks = (ids: readonly number[], memory: IdMemory): boolean | undefined => {
  if (memory.arePacks !== undefined) return memory.arePacks;
  const { seen } = memory;
  for (const id of ids) if (id !== seen.at(-1)) seen.push(id);
  const isBack = new Set(seen).size < seen.length;
  const [first = 0] = ids;
  const continuesCount = first > 1 && ids.every((id, at) => id === first + at);
  const isSeveral = new Set(ids).size > 1 && !continuesCount;
  if (seen.some((id) => id > HIGHEST_ID)) memory.arePacks = false;
  else if (isBack || isSeveral) memory.arePacks = true;
  return memory.arePacks;
};
