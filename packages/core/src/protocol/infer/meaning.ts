import { acGroups } from './ac-groups.ts';
import { withNaN } from './absent-value.ts';
import { entryName, type Entry } from './entry.ts';
import {
  isBatteryWord,
  keyWords,
  packOf,
  wordMeaning,
  type KeyWords,
  type Word,
} from './key-words.ts';
import { directionOf } from './direction.ts';
import type { Kind, UnitMeaning, Value } from './quantity.ts';

/** The possible meanings of a value. The last four are not shown, but they prove others. */
export type Meant =
  | 'packVoltage'
  | 'current'
  | 'chargeCurrent'
  | 'dischargeCurrent'
  | 'soc'
  | 'soh'
  | 'cell'
  | 'temperature'
  | 'remaining'
  | 'capacity'
  | 'cycles'
  | 'switch'
  | 'fullCapacity'
  | 'power'
  | 'cellCount'
  | 'direction';

/** An entry with its most likely meaning. */
export interface Meaning {
  readonly entry: Entry;
  readonly name: string;
  readonly to: Meant;
  /** The score of the candidate. Words that name the battery increase it. The highest score is shown; a tie is not. */
  readonly score: number;
  /** The number of the cell or sensor, as the device counts. */
  readonly index: number | undefined;
  readonly pack: number | undefined;
  /** The name without its number. Entries with the same stem are counted together. */
  readonly stem: string;
  readonly unit: UnitMeaning | undefined;
  /** The words that decided, for display. */
  readonly words: string;
  /** True if a word of the key, the groups or the text shows that the value belongs to a battery. */
  readonly isBattery: boolean;
  /** True for the value of an output. It is shown only if the cells add up to it. */
  readonly isOutput: boolean;
}

interface Read {
  readonly leaf: KeyWords;
  readonly written: readonly string[];
  readonly set: ReadonlySet<Word>;
  readonly isUnknown: boolean;
  readonly index: number | undefined;
  readonly pack: number | undefined;
  readonly isModule: boolean;
  readonly inPack: boolean;
}

const has = (set: ReadonlySet<Word>, ...words: readonly Word[]): boolean =>
  words.some((word) => set.has(word));
const only = (set: ReadonlySet<Word>, allowed: ReadonlySet<Word>): boolean =>
  [...set].every((word) => allowed.has(word));
const allowed = (words: string): ReadonlySet<Word> => new Set(words.split(' ') as Word[]); // words of this file

/** The words that indicate a measured quantity. */
const QUANTITIES = allowed(
  'voltage v current i temp t soc soh health charge discharge level percent remaining capacity cycle count energy uptime sequence state switch',
);

const FOR_CELL = allowed('cell c v voltage pack neutral');
const FOR_VOLTAGE = allowed('voltage v pack neutral module');
const FOR_CURRENT = allowed('current i pack neutral module');
const FOR_OUTPUT_VOLTAGE = allowed('voltage v pack neutral module out');
const FOR_OUTPUT_CURRENT = allowed('current i pack neutral module out');
const FOR_PAIR = allowed('current i pack neutral charge discharge');
const FOR_SOC = allowed(
  'soc state charge level capacity remaining percent pack neutral module current',
);
const FOR_SOH = allowed('soh health state pack neutral percent module');
const FOR_TEMP = allowed('temp t cell c sensor pack module place neutral i current');
const FOR_CHARGE = allowed('remaining capacity design full charge pack neutral module current');
const FOR_CYCLES = allowed('cycle count charge discharge pack neutral full times');
const FOR_SWITCH = allowed('charge discharge precharge fet switch pack neutral state v c');
const FOR_COUNT = allowed('cell count pack neutral');
const FOR_DIRECTION = allowed('state pack neutral current charge');

/** Returns how many leading words most keys share. Such words name the device or the bus, not the value. */
export const sharedWords = (keys: readonly KeyWords[]): number => {
  if (keys.length < 5) return 0;
  let shared = 0;
  for (; shared < 4; shared += 1) {
    const counts = new Map<string, number>();
    for (const { written } of keys) {
      const word = written[shared];
      if (word !== undefined && written.length > shared + 1)
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const [word, count] = [...counts].reduce<readonly [string, number]>(
      (a, b) => (b[1] > a[1] ? b : a),
      ['', 0],
    );
    const meaning = wordMeaning(word);
    const isName =
      meaning === undefined || has(new Set([meaning]), 'pack', 'neutral', 'v', 'power');
    if (count < keys.length * 0.8 || !isName) break;
  }
  return shared;
};

const isListIndex = (group: string): number | undefined => {
  const number = /^\[(\d{1,3})\]$/.exec(group)?.[1];
  return number === undefined ? undefined : Number(number);
};

/** True for a group whose values do not belong to the battery: `pv`, `grid`, `limits`. */
const isForeignGroup = (words: KeyWords): boolean =>
  words.written.some((word) =>
    has(new Set([wordMeaning(word) ?? 'neutral']), 'excluded', 'out', 'charger', 'energy'),
  );

interface Place {
  readonly isForeign: boolean;
  readonly pack: number | undefined;
  readonly isModule: boolean;
  readonly cell: number | undefined;
  readonly inPack: boolean;
  /** True if a group is named after a battery. */
  readonly isBattery: boolean;
  /** The words of the nearest group, for a key that is only a number. */
  readonly nearest: KeyWords | undefined;
}

const placeOf = (groups: readonly string[]): Place => {
  let pack: number | undefined;
  let cell: number | undefined;
  let isModule = false;
  let inPack = false;
  let isForeign = false;
  let isBattery = false;
  let nearest: KeyWords | undefined;
  let named: Word | undefined;
  for (const group of groups) {
    const number = isListIndex(group);
    if (number !== undefined) {
      if (named === 'cell') cell = number;
      else if (named === 'pack' || named === 'module') {
        pack = number;
        isModule = named === 'module';
      }
      continue;
    }
    const words = keyWords(group);
    if (isForeignGroup(words)) isForeign = true;
    if (words.written.some(isBatteryWord)) isBattery = true;
    const meanings = words.written.map(wordMeaning);
    named = (['cell', 'module', 'pack'] as const).find((word) => meanings.includes(word));
    if (named === 'pack') inPack = true;
    const after = packOf(words);
    if (after !== undefined) {
      pack = after;
      isModule = words.numberAfter.has('module');
    }
    cell = words.numberAfter.get('cell') ?? cell;
    if (words.written.length > 0) nearest = words;
  }
  return { isForeign, pack, isModule, cell, inPack, isBattery, nearest };
};

const readEntry = (leafWords: KeyWords, place: Place, shared: number): Read | undefined => {
  if (place.isForeign) return undefined;
  let leaf = leafWords;
  let written: readonly string[] = leaf.written.slice(leaf.written.length > shared ? shared : 0);
  let numbers: readonly number[] = leaf.numbers;
  if (written.length === 0) {
    if (place.nearest === undefined || numbers.length !== 1) return undefined;
    leaf = { ...place.nearest, ...(leaf.unit === undefined ? {} : { unit: leaf.unit }) };
    written = leaf.written;
  }
  const meanings = written.map(wordMeaning);
  const set = new Set(meanings.filter((word) => word !== undefined));
  // `Temperature: MosFet=28`, `"voltage": {"total": 52.8}`: the group names the quantity.
  if (!has(set, ...QUANTITIES)) {
    for (const word of place.nearest?.written.map(wordMeaning) ?? []) {
      if (word === 'temp' || word === 'voltage' || word === 'current') set.add(word);
    }
  }
  let pack = place.pack;
  const own = packOf(leafWords);
  const isLast = own !== undefined && leafWords.numbers.length === 1 && set.size > 1;
  if (isLast && !has(set, 'cell', 'c', 't', 'temp', 'sensor')) {
    pack = own;
    numbers = [];
  } else if (own !== undefined && numbers.length === 2) {
    pack = own;
    numbers = numbers.slice(numbers[0] === own ? 1 : 0, numbers[0] === own ? 2 : 1);
  }
  if (place.cell !== undefined && numbers.length === 0) {
    numbers = [place.cell];
    set.add('cell');
  }
  return {
    leaf,
    written,
    set,
    // `SOC (0.1 %)`: several numbers may be a scale.
    isUnknown: meanings.includes(undefined) || numbers.length > 1,
    index: numbers[0],
    pack,
    isModule: place.isModule || leafWords.numberAfter.has('module'),
    inPack: place.inPack,
  };
};

/** Returns what a number measures by its unit. `BattAmps: 2`: the word is the unit. */
const kindOf = ({ leaf }: Read, unit: UnitMeaning | undefined): Kind | undefined =>
  unit?.kind ?? (leaf.written.some((word) => /^amp(?:ere)?s?$/.test(word)) ? 'current' : undefined);

type Found = Pick<Meaning, 'to' | 'score'> & { readonly isOutput?: true };

/** Returns the score of how clearly the words name the battery. */
const packScore = ({ set, inPack }: Read): number => (has(set, 'pack') ? 3 : inPack ? 2 : 1);

const byVoltage = (read: Read, isList: boolean): Found | undefined => {
  const { set, index, isUnknown } = read;
  if (isUnknown) return undefined;
  if (only(set, FOR_CELL) && has(set, 'cell', 'c') && (index !== undefined || isList)) {
    return { to: 'cell', score: 3 };
  }
  if (isList) return only(set, FOR_CELL) ? { to: 'cell', score: 1 } : undefined;
  if (index !== undefined) {
    return set.size === 1 && has(set, 'v') ? { to: 'cell', score: 1 } : undefined;
  }
  if (only(set, FOR_VOLTAGE) && has(set, 'voltage', 'v', 'pack')) {
    return { to: 'packVoltage', score: packScore(read) };
  }
  return has(set, 'out') && only(set, FOR_OUTPUT_VOLTAGE)
    ? { to: 'packVoltage', score: 0, isOutput: true }
    : undefined;
};

const byCurrent = (read: Read): Found | undefined => {
  const { set, index, isUnknown } = read;
  if (isUnknown || index !== undefined) return undefined;
  if (only(set, FOR_CURRENT)) return { to: 'current', score: packScore(read) };
  if (only(set, FOR_PAIR) && has(set, 'charge') !== has(set, 'discharge')) {
    return {
      to: has(set, 'charge') ? 'chargeCurrent' : 'dischargeCurrent',
      score: packScore(read),
    };
  }
  return only(set, FOR_OUTPUT_CURRENT) ? { to: 'current', score: 0, isOutput: true } : undefined;
};

/** True for `charge current`, which may be a percentage of its limit. The first word of `current charge` means "now". */
const endsWithCurrent = ({ written }: Read): boolean => {
  const meanings = written.map(wordMeaning);
  return meanings.findLast((word) => word !== 'neutral' && word !== 'percent') === 'current';
};

const byPercent = (read: Read): Found | undefined => {
  const { set, index, isUnknown, inPack } = read;
  if (isUnknown || index !== undefined) return undefined;
  if (has(set, 'soh', 'health') && only(set, FOR_SOH)) return { to: 'soh', score: 3 };
  if (!only(set, FOR_SOC)) return undefined;
  if (has(set, 'soc') || (has(set, 'state') && has(set, 'charge'))) return { to: 'soc', score: 6 };
  if (endsWithCurrent(read)) return undefined;
  // `Level: 78 %` may belong to a tank or a signal.
  const isLevel = has(set, 'level') && (has(set, 'pack') || inPack);
  if (isLevel || has(set, 'charge', 'percent')) return { to: 'soc', score: 5 };
  if (has(set, 'remaining', 'capacity')) return { to: 'soc', score: 4 };
  return has(set, 'pack') || inPack ? { to: 'soc', score: 2 } : undefined;
};

const byCharge = ({ set, index, isUnknown, written }: Read): Found | undefined => {
  if (isUnknown || index !== undefined || !only(set, FOR_CHARGE)) return undefined;
  if (has(set, 'remaining'))
    return has(set, 'full', 'design') ? undefined : { to: 'remaining', score: 3 };
  if (has(set, 'design')) return { to: 'capacity', score: 5 };
  // What the battery holds when it is full becomes less with its age.
  if (has(set, 'full')) return { to: 'fullCapacity', score: 1 };
  const isTotal = written.some((word) => ['total', 'gesamt'].includes(word));
  // A total charge may be the sum of all charging so far, which is not the capacity.
  if (has(set, 'capacity'))
    return { to: 'capacity', score: isTotal && !has(set, 'charge') ? 4 : 1 };
  return has(set, 'charge') && set.size === 1 ? { to: 'remaining', score: 1 } : undefined;
};

const byTemperature = ({ set, isUnknown }: Read, hasUnit: boolean): Found | undefined => {
  if (isUnknown || !only(set, FOR_TEMP)) return undefined;
  const isNamed = has(set, 'temp', 't') || (hasUnit && has(set, 'sensor', 'cell', 'pack', 'place'));
  if (!isNamed) return undefined;
  const isOwn = has(set, 'cell', 'c', 'sensor', 'place');
  return { to: 'temperature', score: isOwn ? 2 : 1 };
};

/** True for `state of charge`. A number named `charge state` without a unit may be an enumeration. */
const isStateOfCharge = ({ written }: Read): boolean => {
  const meanings = written.map(wordMeaning);
  const state = meanings.indexOf('state');
  return state >= 0 && meanings.indexOf('charge') > state;
};

const byCell = ({ set, index, isUnknown }: Read, isList: boolean): Found | undefined => {
  if (isUnknown || !only(set, FOR_CELL)) return undefined;
  const isNamed = has(set, 'cell');
  if (isList || index !== undefined) return { to: 'cell', score: isNamed ? 2 : 1 };
  return isNamed ? { to: 'cellCount', score: 1 } : undefined;
};

const byCycle = ({ set, index, isUnknown }: Read): Found | undefined =>
  !isUnknown && index === undefined && only(set, FOR_CYCLES)
    ? { to: 'cycles', score: 1 }
    : undefined;

/** True for `Temps: 4`, the number of sensors. */
const isSensorCount = ({ index, written }: Read, { numbers, isList }: Value): boolean =>
  index === undefined &&
  !isList &&
  numbers[0]?.decimals === 0 &&
  written.some((word) => /^temp\w*s$/.test(word));

/** True for `health: 2`, an enumeration. */
const isEnumeration = ({ set }: Read, { numbers }: Value): boolean =>
  has(set, 'health') && !has(set, 'state') && (numbers[0]?.value ?? 0) <= 10;

const namesPercent = (read: Read): boolean =>
  has(read.set, 'soc', 'soh', 'health', 'percent') ||
  isStateOfCharge(read) ||
  (has(read.set, 'level') && has(read.set, 'pack', 'charge'));

/** True for `Battery charge: 78`, but not for `Battery charging: 1`, a state of its own. */
const isPackCharge = ({ set, inPack, written }: Read, { numbers }: Value): boolean =>
  (has(set, 'pack') || inPack) && numbers[0]?.decimals === 0 && !written.includes('charging');

/** Finds the meaning from the words alone, for values without a unit. */
const byWords = (read: Read, value: Value): Found | undefined => {
  const { set } = read;
  if (has(set, 'cycle')) return byCycle(read);
  if (has(set, 'temp', 't'))
    return isSensorCount(read, value) ? undefined : byTemperature(read, false);
  if (isEnumeration(read, value)) return undefined;
  if (namesPercent(read)) return byPercent(read);
  if (has(set, 'capacity', 'remaining')) return byCharge(read);
  if (has(set, 'voltage', 'v')) return byVoltage(read, value.isList);
  if (has(set, 'current', 'i')) return byCurrent(read);
  if (has(set, 'cell', 'c')) return byCell(read, value.isList);
  if (!has(set, 'charge') || !only(set, FOR_CHARGE)) return undefined;
  return isPackCharge(read, value) ? byPercent(read) : byCharge(read);
};

/** True for a key such as `Battery status`, `Mode` or `Current direction`. */
const isDirectionKey = ({ written, set }: Read): boolean =>
  written.some((word) => /^(state|status|mode|direction|zustand|etat|état)$/.test(word)) &&
  only(set, FOR_DIRECTION) &&
  written.every(
    (word) => /^(mode|direction|zustand)$/.test(word) || wordMeaning(word) !== undefined,
  );

const findNumber = (read: Read, entry: Entry, unit: UnitMeaning | undefined): Found | undefined => {
  const { set } = read;
  switch (kindOf(read, unit)) {
    case 'voltage':
      return byVoltage(read, entry.value.isList);
    case 'current':
      return byCurrent(read);
    case 'percent':
      return byPercent(read);
    case 'charge':
      return byCharge(read);
    case 'temperature':
      return byTemperature(read, true);
    case 'power':
      return { to: 'power', score: 0 };
    case undefined:
      if (has(set, 'power') && !has(set, 'temp', 'fet', 'voltage', 'current', 'v', 'i'))
        return { to: 'power', score: 0 };
      return byWords(read, entry.value);
    default:
      return undefined;
  }
};

/** Maximum length of a value with its rating. */
const MOST_RATED = 64;
/** Words after a value that make it a limit or a rating: `58.4 V max`, `51.2 V (nominal)`. `12 A (limit 50)` is a value. */
const RATING =
  /\d\s*\S{0,3}[\s([,-]+(?:[a-z]+\s+)*(?:max|maximum|min|minimum|limit|lim|nominal|nom|rated|target|setpoint|threshold|cutoff|peak)[.)\]]*$/i;

const find = (read: Read, entry: Entry, unit: UnitMeaning | undefined): Found | undefined => {
  const { set, isUnknown, index } = read;
  if (entry.value.numbers.length === 0) {
    const isSwitch =
      has(set, 'fet', 'switch') && only(set, FOR_SWITCH) && !isUnknown && index === undefined;
    if (isSwitch) return { to: 'switch', score: 1 };
    const isDirection = isDirectionKey(read) && directionOf(entry.value.text) !== undefined;
    return isDirection ? { to: 'direction', score: 1 } : undefined;
  }
  if (RATING.test(entry.value.text.slice(0, MOST_RATED))) return undefined;
  const hasCount = has(set, 'count') && has(set, 'cell') && only(set, FOR_COUNT) && !isUnknown;
  if (hasCount && unit === undefined) return { to: 'cellCount', score: 2 };
  const found = findNumber(read, entry, unit);
  // Of several numbers, as of `71 500 mAh`, none is the value.
  const isOne = entry.value.numbers.length === 1;
  return isOne || found?.to === 'cell' || found?.to === 'temperature' ? found : undefined;
};

/**
 * Returns the meanings of the entries of one record, from their units and words. Entries without a meaning are left
 * out.
 */
export const meaningsOf = (entries: readonly Entry[]): readonly Meaning[] => {
  const keys = entries.map(({ key }) => keyWords(key));
  const shared = sharedWords(keys);
  const ac = acGroups(entries);
  const places = new Map<string, Place>();
  return entries.map(withNaN).flatMap((entry, at): readonly Meaning[] => {
    if (entry.isUnclear === true) return [];
    const group = entry.groups.join('.');
    const place = places.get(group) ?? placeOf(entry.groups);
    places.set(group, place);
    const leafWords = keys[at];
    const read = leafWords === undefined ? undefined : readEntry(leafWords, place, shared);
    if (read === undefined) return [];
    const written = entry.value.numbers[0]?.unit;
    // The `min` of `SOC min: 20 %` is a limit or a lowest value, not minutes: no value of a battery is a time.
    if (read.leaf.unit?.kind === 'time') return [];
    const unit = written ?? read.leaf.unit;
    const found = find(read, entry, unit);
    if (found === undefined) return [];
    // A cell or sensor that was not read keeps its number [OBD-4].
    const isNumbered = found.to === 'cell' || found.to === 'temperature';
    if (Number.isNaN(entry.value.numbers[0]?.value) && !isNumbered) return [];
    const isMains = ac.has(group) && !has(read.set, 'pack') && !read.inPack;
    if (isMains && (found.to === 'packVoltage' || found.to === 'current')) return [];
    const { to, score, isOutput = false } = found;
    const { index, pack, isModule } = read;
    const words = read.written.join(' ');
    return [
      {
        to,
        score: isModule ? score - 1 : score,
        isOutput,
        isBattery:
          place.isBattery ||
          read.leaf.written.some(isBatteryWord) ||
          /\bbatt|\bakku|\b\d{1,2}S\b/i.test(entry.value.text),
        entry,
        name: entryName(entry),
        stem: `${group}/${words}`,
        words,
        index,
        pack,
        unit,
      },
    ];
  });
};
