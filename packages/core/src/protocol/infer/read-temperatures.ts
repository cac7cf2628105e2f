import { groupBy } from '../../prelude/group-by.ts';
import type { Evidence } from './evidence.ts';
import type { Entry } from './entry.ts';
import { BARE_TEMPERATURE } from './foreign-scale.ts';
import type { Meaning } from './meaning.ts';
import { rangeOf, type Numbering } from './numbering.ts';
import { inBaseOf } from './reading.ts';

const MAX_SENSORS = 64;

interface Temps {
  readonly celsius: readonly (number | null)[];
  readonly evidence: readonly Evidence[];
  readonly used: readonly Entry[];
}

export const MISSING_SENSOR = -127;
/** Limits of a sensor in °C. */
const LOWEST = -60;
const HIGHEST = 200;

/** Returns the entries of one name to read: the first of each number; without numbers one, if all are equal. */
const sensorsOf = (meanings: readonly Meaning[]): readonly Meaning[] => {
  const byIndex = new Map<number, Meaning>();
  for (const each of meanings)
    if (each.index !== undefined && !byIndex.has(each.index)) byIndex.set(each.index, each);
  if (byIndex.size > 0) return [...byIndex.values()];
  // The same name with different values: it is unknown which value is meant.
  const texts = new Set(meanings.map(({ entry }) => entry.value.text));
  return texts.size > 1 ? [] : meanings.slice(0, 1);
};

/** Reads the sensors of the pack. */
export const readTemperatures = (
  found: readonly Meaning[],
  numbering: Numbering = new Map(),
): Temps => {
  const own = found.filter(
    (each) => each.score === 2 || each.index !== undefined || each.entry.value.isList,
  );
  const isCounted = own.some(
    (each) =>
      each.index !== undefined || (each.entry.value.isList && each.entry.value.numbers.length > 1),
  );
  const kept = isCounted ? own : found;
  const bare = kept
    .filter(({ unit }) => unit === undefined)
    .flatMap(({ entry }) => entry.value.numbers);
  const { low, high } = BARE_TEMPERATURE;
  const isBareClear = bare.every(
    ({ value }) =>
      Number.isNaN(value) || value === MISSING_SENSOR || (value >= low && value <= high),
  );
  const clear = kept.filter(({ unit }) => unit !== undefined || isBareClear);
  const celsius: (number | null)[] = [];
  const evidence: Evidence[] = [];
  const used: Entry[] = [];
  for (const [stem, meanings] of groupBy(clear, (each) => each.stem)) {
    const sensors = sensorsOf(meanings);
    if (sensors.length === 0) continue;
    const numbers = sensors.map(({ index = 0 }) => index);
    const near = numbers.filter((each) => each - Math.min(...numbers) < MAX_SENSORS);
    const { first: lowest, last } = rangeOf(numbering, `${meanings[0]?.pack} ${stem}`, near);
    const first = celsius.length;
    for (const meaning of sensors) {
      const from = first + (meaning.index ?? 0) - lowest;
      for (const [offset, quantity] of meaning.entry.value.numbers.entries()) {
        const at = from + offset;
        if (at >= MAX_SENSORS) break;
        const base = inBaseOf(meaning, quantity);
        while (celsius.length <= at) celsius.push(null);
        if (!(base >= LOWEST && base <= HIGHEST)) continue;
        celsius[at] = base;
        const reason =
          meaning.unit === undefined
            ? 'a temperature by its name; without a unit, taken as °C because every such value fits a battery'
            : 'a temperature by its name and unit';
        evidence.push({
          place: `temperaturesC ${at + 1}`,
          key: meaning.name,
          text: meaning.entry.value.text,
          reason,
        });
      }
      used.push(meaning.entry);
    }
    const end = Math.min(MAX_SENSORS, first + last - lowest + 1);
    while (celsius.length < end) celsius.push(null);
  }
  return evidence.length > 0 ? { celsius, evidence, used } : { celsius: [], evidence, used: [] };
};
