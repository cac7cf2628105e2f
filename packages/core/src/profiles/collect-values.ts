import { rounded } from '../protocol/infer/numbers.ts';
import { MAX_CELLS, type Fault } from '../protocol/pack-sample.ts';
import type { Meaning } from './profile.ts';
import {
  isListTarget,
  isSwitchTarget,
  isTextTarget,
  type ListTarget,
  type SwitchTarget,
  type TextTarget,
} from './profile-targets.ts';
import type { NamedValue, NumberedValue, ProfileReading, ValueSource } from './profile-reading.ts';
import { conversionTo, PLAUSIBLE } from './units.ts';

/** A raw value: a number, or the text that contains it. `unit` is the unit that the device wrote after it. */
export interface RawValue {
  readonly value: number | string;
  readonly unit?: string;
  /** The number of decimals that the device wrote; 0 if absent. */
  readonly decimals?: number;
}

/** The number of decimals of a value whose decimals are not limited, such as a floating-point number. */
export const MOST_DECIMALS = 9;

/** Returns the number of decimals of the multiples of a step: 2 for 0.01 and for 0.25. */
const decimalsOf = (step: number): number => {
  let decimals = 0;
  while (decimals < MOST_DECIMALS && rounded((step * 10 ** decimals) % 1) % 1 !== 0) decimals += 1;
  return decimals;
};

const ON = new Set(['1', 'on', 'true', 'yes', 'enabled', 'closed']);
const OFF = new Set(['0', 'off', 'false', 'no', 'disabled', 'open']);
const switchOf = (text: string): boolean | undefined => {
  const word = text.trim().toLowerCase();
  return ON.has(word) ? true : OFF.has(word) ? false : undefined;
};

const FLAG = /^(?:(protection|alarm):(\w+)|(charge|discharge|precharge))$/;

/** The largest number of bits that a JavaScript number holds exactly. */
const MASK_BITS = 53;

/** Returns bits of a number; those of a negative one are its two's complement. */
const bitsOf = (raw: number, from: number, width: number): number => {
  const size = 2 ** width;
  return ((Math.floor(raw / 2 ** from) % size) + size) % size;
};

/** True for a raw value that means "not read" or "does not exist". */
const isMissing = ({ invalid = [], absent = [] }: Meaning, value: number | string): boolean =>
  typeof value === 'number' && [...invalid, ...absent].includes(value);

/** False for a temperature that no sensor measures, such as −273.1 °C or 6 280 °C. Another range can be given. */
const isPossible = (value: number, { unit = '', least, most }: Meaning): boolean => {
  const { factor, offset = 0 } = conversionTo('temps', unit) ?? {};
  if (factor === undefined) return true;
  const [low, high] = PLAUSIBLE.temps ?? [-Infinity, Infinity];
  const celsius = value * factor + offset;
  return (least !== undefined || celsius >= low) && (most !== undefined || celsius <= high);
};

/** The default name of a value. */
const OTHER = 'Status';

interface Waiting {
  readonly meaning: Meaning;
  readonly raw: RawValue;
  readonly from: string;
  readonly number: number | undefined;
  /** The value that defines its sign, if it came before. In a `repeat` each value has its own. */
  readonly signText: string | undefined;
}

export const createCollector = (currentSign: 'charge' | 'discharge') => {
  const waiting: Waiting[] = [];
  const variables = new Map<string, number | string>();
  const refused: string[] = [];
  const scalars = new Map<string, number>();
  const decimals = new Map<string, number>();
  const lists = {
    cells: new Map<number, number | null>(),
    temps: new Map<number, number | null>(),
  };
  const next = { cells: 1, temps: 1 };
  const faults = { alarm: new Set<Fault>(), protection: new Set<Fault>() };
  const reportable = { alarm: new Set<Fault>(), protection: new Set<Fault>() };
  const switches = new Map<SwitchTarget, boolean>();
  const texts = new Map<TextTarget, string>();
  const sources: ValueSource[] = [];
  const others = new Map<string, NamedValue>();
  const balancing = new Map<number, boolean>();
  let pack: string | undefined;

  const variable = (name: string): number | undefined => {
    const value = variables.get(name);
    const number = typeof value === 'string' ? Number(value) : value;
    return number === undefined || Number.isNaN(number) ? undefined : number;
  };

  const called = ({ to, name, as }: Meaning, number?: number): string =>
    `${name ?? to ?? as ?? 'value'}${number === undefined ? '' : ` ${number}`}`;

  const nameOther = (meaning: Meaning, value: number | string): void => {
    const name = meaning.name ?? OTHER;
    const isBare = meaning.unit === undefined || typeof value === 'string';
    others.set(name, isBare ? { name, value } : { name, value, unit: meaning.unit });
  };

  /** Applies a text of `bits` or `map`: sets a fault or a switch, or returns a text to show. */
  const say = (text: string, isSet: boolean): string | undefined => {
    const isInverse = text.startsWith('!');
    const [, kind, fault, name] = FLAG.exec(isInverse ? text.slice(1) : text) ?? [];
    const holds = isSet !== isInverse;
    if (kind === 'protection' || kind === 'alarm') {
      reportable[kind].add(fault as Fault); // the schema allows only names of faults
      if (holds) faults[kind].add(fault as Fault);
      return undefined;
    }
    if (name !== undefined) {
      switches.set(name as SwitchTarget, holds); // the pattern allows only the three switch names
      return undefined;
    }
    return isSet ? text : undefined;
  };

  const flags = (meaning: Meaning, raw: number): void => {
    const said = Object.entries(meaning.bits ?? {}).flatMap(([bit, text]) => {
      const plain = say(text, bitsOf(raw, Number(bit), 1) === 1);
      return plain === undefined ? [] : [plain];
    });
    if (meaning.name !== undefined || said.length > 0) {
      nameOther(meaning, said.length === 0 ? 'none' : said.join(', '));
    }
  };

  const mapped = (meaning: Meaning, raw: string): void => {
    const map = meaning.map ?? {};
    const text = Object.hasOwn(map, raw) ? map[raw] : undefined;
    // After an unknown value, the faults and switches of the known ones are unknown.
    if (text === undefined) {
      if (isSwitchTarget(meaning.to))
        refused.push(`${called(meaning)} has the unknown value ${raw}`);
      else nameOther(meaning, `unknown (${raw.slice(0, 40)})`);
      return;
    }
    for (const each of Object.values(map)) say(each, false);
    if (isSwitchTarget(meaning.to)) {
      const state = switchOf(text);
      if (state !== undefined) switches.set(meaning.to, state);
      return;
    }
    const fault = FLAG.exec(text)?.[2];
    nameOther(meaning, say(text, true) ?? fault ?? text);
  };

  const signOf = ({ sign }: Meaning, before: string | undefined): number | undefined => {
    if (sign === undefined) return 1;
    const raw = before ?? String(variables.get(sign.from) ?? '');
    if (sign.plus.includes(raw)) return 1;
    return sign.minus.includes(raw) ? -1 : undefined;
  };

  const baseOf = (
    meaning: Meaning,
    raw: number,
    unit: string | undefined,
    signText: string | undefined,
  ): number | string => {
    const { to, scale = 1, offset = 0, fold } = meaning;
    const sign = signOf(meaning, signText);
    if (sign === undefined) return 'has an unknown sign';
    const folded = fold !== undefined && raw > fold ? fold - raw : raw;
    const value = folded * scale + offset;
    if (to === undefined || unit === undefined) return rounded(value * sign);
    const conversion = conversionTo(to, unit);
    if (conversion === undefined) return `is in ${unit.slice(0, 12)}`;
    return rounded((value * conversion.factor + (conversion.offset ?? 0)) * sign);
  };

  const placeOf = (to: ListTarget, { index }: Meaning, number?: number) => {
    if (number !== undefined) return number;
    if (typeof index === 'number') return index;
    return index === undefined ? next[to] : undefined;
  };

  const toList = (to: ListTarget, meaning: Meaning, value: number | null, number?: number) => {
    const place = placeOf(to, meaning, number);
    if (place === undefined || !Number.isInteger(place) || place < 1 || place > MAX_CELLS) {
      refused.push(`${to} has no number ${String(place)}`);
      return;
    }
    next[to] = place + 1;
    lists[to].set(place, value);
  };

  /** Notes how exactly the device reports a value. */
  const noteDecimals = (
    { to, scale = 1 }: Meaning,
    { decimals: written = 0 }: RawValue,
    unit = '',
  ): void => {
    if (to === undefined) return;
    const step = (scale * (conversionTo(to, unit)?.factor ?? 1)) / 10 ** written;
    const name = to === 'charging' || to === 'discharging' ? 'current' : to;
    decimals.set(name, Math.max(decimals.get(name) ?? 0, decimalsOf(step)));
  };

  const number = (
    meaning: Meaning,
    raw: RawValue & { readonly value: number },
    place?: number,
    signText?: string,
  ): void => {
    const { to, least = -Infinity, most = Infinity } = meaning;
    const { value: written, unit = meaning.unit } = raw;
    const isList = isListTarget(to);
    if (meaning.absent?.includes(written) === true) {
      // The cells or sensors after it keep their numbers [OBD-4].
      if (isList) next[to] = (placeOf(to, meaning, place) ?? next[to]) + 1;
      return;
    }
    if (meaning.invalid?.includes(written) === true) {
      if (isList) toList(to, meaning, null, place);
      return;
    }
    const value = baseOf(meaning, written, unit, signText);
    if (typeof value === 'string') {
      refused.push(`${called(meaning, place)} ${value}`);
      if (isList) toList(to, meaning, null, place);
      return;
    }
    if (to === undefined) {
      if (meaning.name === undefined) return;
      const isWithin = value >= least && value <= most;
      if (isWithin && isPossible(value, meaning)) nameOther(meaning, value);
      else refused.push(`${called(meaning)} ${value} is not plausible`);
      return;
    }
    const [low, high] = PLAUSIBLE[to] ?? [least, most];
    const isPlausible = value >= Math.max(low, least) && value <= Math.min(high, most);
    noteDecimals(meaning, raw, unit);
    if (!isPlausible) refused.push(`${called(meaning, place)} ${value} is not plausible`);
    if (isList) toList(to, meaning, isPlausible ? value : null, place);
    else if (isPlausible) scalars.set(to, value);
  };

  const setSwitch = (meaning: Meaning, to: SwitchTarget, word: string): void => {
    const state = switchOf(word);
    if (state === undefined) refused.push(`${called(meaning)} is neither on nor off`);
    else switches.set(to, state);
  };

  const setText = (to: TextTarget, whole: string): void => {
    const text = whole.replace(/\0.*$/s, '').trim();
    if (/^[\x20-\x7e]{1,64}$/.test(text)) texts.set(to, text);
  };

  const setBalancing = ({ index }: Meaning, mask: number): void => {
    const first = typeof index === 'number' ? index : 1;
    for (let at = first; at < first + MASK_BITS; at += 1)
      balancing.set(at, balancing.get(at) === true || bitsOf(mask, at - first, 1) === 1);
  };

  const apply = ({ meaning, raw, from, number: place, signText }: Waiting): void => {
    const { to, map, bits, name } = meaning;
    const { value } = raw;
    const isMeasured =
      !(map ?? bits) && !isTextTarget(to) && !isSwitchTarget(to) && to !== 'balancing';
    if (!isMeasured && isMissing(meaning, value)) return; // a measured value keeps its place in a list
    if ((to ?? name ?? map ?? bits) !== undefined) {
      const nth = isListTarget(to) ? ` ${placeOf(to, meaning, place)}` : '';
      sources.push({ value: `${to ?? name ?? OTHER}${nth}`, from, raw: String(value) });
    }
    if (map !== undefined) mapped(meaning, String(value).trim());
    else if (bits !== undefined && typeof value === 'number') flags(meaning, value);
    else if (isTextTarget(to)) setText(to, String(value));
    else if (isSwitchTarget(to)) setSwitch(meaning, to, String(value));
    else if (to === 'pack') pack = String(value).trim().slice(0, 20);
    else if (typeof value === 'number') {
      if (to === 'balancing') setBalancing(meaning, value);
      else number(meaning, { ...raw, value }, place, signText);
    } else if (name !== undefined && /^[\x20-\x7e]{1,80}$/.test(value.trim())) {
      nameOther(meaning, value.trim());
    }
  };

  const numbered = (list: ReadonlyMap<number, number | null>): readonly NumberedValue[] =>
    [...list].map(([at, value]) => ({ number: at, value })).toSorted((a, b) => a.number - b.number);

  /** Combines charging and discharging to one current and applies the profile's sign. */
  const settleCurrent = (): void => {
    const [charging, discharging] = [scalars.get('charging'), scalars.get('discharging')];
    scalars.delete('charging');
    scalars.delete('discharging');
    if (charging !== undefined && discharging !== undefined) {
      scalars.set('current', rounded(charging - discharging));
      return;
    }
    const current = scalars.get('current');
    if (current !== undefined && currentSign === 'discharge') {
      scalars.set('current', current === 0 ? 0 : -current);
    }
  };

  const add = (meaning: Meaning, raw: RawValue, from: string, place?: number): void => {
    const { bit, width, as, index, sign } = meaning;
    const isPart = bit !== undefined || width !== undefined;
    const value =
      typeof raw.value === 'number' && isPart ? bitsOf(raw.value, bit ?? 0, width ?? 1) : raw.value;
    if (as !== undefined) variables.set(as, value);
    // An earlier value is the number of the cell; each repeat has its own.
    const start = typeof index === 'object' ? variable(index.from) : undefined;
    const said =
      start === undefined || typeof index !== 'object'
        ? place
        : start * (index.times ?? 1) + (index.plus ?? 0);
    const signRaw = sign === undefined ? undefined : variables.get(sign.from);
    const signText = signRaw === undefined ? undefined : String(signRaw);
    waiting.push({ meaning, raw: { ...raw, value }, from, number: said, signText });
  };

  return {
    /** Returns the value of a variable (`as`) read so far. */
    variable,
    /**
     * Adds a raw value. `from` is its place in the frame. `number` is its place in a list, if the row or key contains it.
     */
    add,
    /** Adds a value that the device leaves out. The cells or sensors after it keep their numbers. */
    skip: ({ to, index }: Meaning, from: string, place?: number): void => {
      if (!isListTarget(to)) return;
      const absent = [Number.NaN];
      add(
        { to, absent, ...(index === undefined ? {} : { index }) },
        { value: Number.NaN },
        from,
        place,
      );
    },
    refuse: (reason: string): void => {
      if (!refused.includes(reason)) refused.push(reason);
    },
    /** Returns the reading; undefined if no value was reported. */
    finish: (
      recordId: string,
      at: number,
    ): { readonly reading: ProfileReading | undefined; readonly refused: readonly string[] } => {
      for (const each of waiting) apply(each);
      settleCurrent();
      const reading: ProfileReading = {
        recordId,
        at,
        ...(pack === undefined ? {} : { pack }),
        scalars: Object.fromEntries(scalars),
        decimals: Object.fromEntries(decimals),
        cells: numbered(lists.cells),
        temps: numbered(lists.temps),
        ...(balancing.size === 0
          ? {}
          : {
              balancing: Array.from(
                { length: Math.max(...balancing.keys()) },
                (_, index) => balancing.get(index + 1) === true,
              ),
            }),
        switches: Object.fromEntries(switches),
        ...(reportable.alarm.size === 0 ? {} : { alarms: [...faults.alarm] }),
        ...(reportable.protection.size === 0 ? {} : { protections: [...faults.protection] }),
        reportable: {
          alarms: [...reportable.alarm],
          protections: [...reportable.protection],
        },
        others: [...others.values()],
        texts: Object.fromEntries(texts),
        sources,
      };
      const { alarm, protection } = reportable;
      const isEmpty = [
        ...[scalars, lists.cells, lists.temps, switches, others, texts, balancing],
        ...[alarm, protection],
      ].every(({ size }) => size === 0);
      return { reading: isEmpty ? undefined : reading, refused };
    },
  };
};

/** Collects the raw values of one record, then converts them by their meanings. */
export type ValueCollector = ReturnType<typeof createCollector>;
