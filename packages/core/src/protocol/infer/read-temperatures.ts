import type { Evidence } from './evidence.ts';
import type { Entry } from './entry.ts';
import { BARE_TEMPERATURE } from './foreign-scale.ts';
import { rounded } from './numbers.ts';
import type { Meaning } from './meaning.ts';
import { inBase } from './quantity.ts';

const MAX_SENSORS = 64;

interface Temps {
  readonly celsius: readonly (number | null)[];
  readonly evidence: readonly Evidence[];
  readonly used: readonly Entry[];
}

const MISSING_SENSOR = -127;

/** Reads the sensors of the pack. */
export const readTemperatures = (found: readonly Meaning[]): Temps => {
  const none: Temps = { celsius: [], evidence: [], used: [] };
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
  const stems = new Map<string, Meaning[]>();
  for (const each of kept) {
    if (each.unit === undefined && !isBareClear) continue;
    const stem = stems.get(each.stem);
    if (stem === undefined) stems.set(each.stem, [each]);
    else stem.push(each);
  }
  const celsius: (number | null)[] = [];
  const evidence: Evidence[] = [];
  const used: Entry[] = [];
  for (const meanings of stems.values()) {
    const indexes = meanings.map(({ index }) => index).filter((index) => index !== undefined);
    const isRepeated =
      new Set(indexes).size < indexes.length || (indexes.length === 0 && meanings.length > 1);
    const texts = new Set(meanings.map(({ entry }) => entry.value.text));
    // The same name with different values: it is unknown which value is meant.
    if (isRepeated && texts.size > 1 && indexes.length === 0) continue;
    const lowest = Math.min(...indexes, Infinity);
    const first = celsius.length;
    for (const meaning of isRepeated
      ? meanings.slice(0, Math.max(1, new Set(indexes).size))
      : meanings) {
      const from = first + (meaning.index === undefined ? 0 : meaning.index - lowest);
      for (const [offset, quantity] of meaning.entry.value.numbers.entries()) {
        const at = from + offset;
        if (at >= MAX_SENSORS) break;
        const base = inBase(
          meaning.unit === undefined
            ? quantity
            : { ...quantity, unit: quantity.unit ?? meaning.unit },
        );
        const isMissing =
          Number.isNaN(base) || quantity.value === MISSING_SENSOR || base < -60 || base > 200;
        while (celsius.length <= at) celsius.push(null);
        if (isMissing) continue;
        celsius[at] = rounded(base);
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
  }
  return celsius.some((value) => value !== null) ? { celsius, evidence, used } : none;
};
