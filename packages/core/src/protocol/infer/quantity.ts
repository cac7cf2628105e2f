import { rounded } from './numbers.ts';
import { remember } from './remember.ts';

/** The quantity that a unit measures. `other` is a unit that no value of a pack has, such as Hz or km. */
export type Kind =
  | 'voltage'
  | 'current'
  | 'charge'
  | 'percent'
  | 'temperature'
  | 'power'
  | 'energy'
  | 'time'
  | 'other';

/** The meaning of a unit: its kind, and its conversion to V, A, Ah, %, °C, W, Wh or s by `value * factor + offset`. */
export interface UnitMeaning {
  readonly kind: Kind;
  readonly factor: number;
  readonly offset?: number;
}

/** A number of a reply. */
export interface WrittenNumber {
  /** The number as written, before its unit is applied. */
  readonly value: number;
  readonly unit?: UnitMeaning;
  /** Digits after the decimal sign. A device that writes `13.0` does not count in tenths. */
  readonly decimals: number;
}

const unit = (kind: Kind, factor = 1, offset = 0): UnitMeaning =>
  offset === 0 ? { kind, factor } : { kind, factor, offset };

/** The meaning of each unit, keyed by its lower-case name. */
const UNITS: ReadonlyMap<string, UnitMeaning> = new Map([
  ['v', unit('voltage')],
  ['volt', unit('voltage')],
  ['volts', unit('voltage')],
  ['vdc', unit('voltage')],
  ['dv', unit('voltage', 0.1)],
  ['cv', unit('voltage', 0.01)],
  ['mv', unit('voltage', 1e-3)],
  ['millivolt', unit('voltage', 1e-3)],
  ['millivolts', unit('voltage', 1e-3)],
  ['µv', unit('voltage', 1e-6)],
  ['uv', unit('voltage', 1e-6)],
  ['kv', unit('voltage', 1e3)],
  ['a', unit('current')],
  ['amp', unit('current')],
  ['amps', unit('current')],
  ['ampere', unit('current')],
  ['amperes', unit('current')],
  ['adc', unit('current')],
  ['da', unit('current', 0.1)],
  ['ca', unit('current', 0.01)],
  ['ma', unit('current', 1e-3)],
  ['milliamps', unit('current', 1e-3)],
  ['µa', unit('current', 1e-6)],
  ['ua', unit('current', 1e-6)],
  ['ka', unit('current', 1e3)],
  ['ah', unit('charge')],
  ['amphours', unit('charge')],
  ['mah', unit('charge', 1e-3)],
  ['µah', unit('charge', 1e-6)],
  ['uah', unit('charge', 1e-6)],
  ['%', unit('percent')],
  ['pct', unit('percent')],
  ['percent', unit('percent')],
  ['prozent', unit('percent')],
  ['‰', unit('percent', 0.1)],
  ['°c', unit('temperature')],
  ['c', unit('temperature')],
  ['celsius', unit('temperature')],
  ['mc', unit('temperature', 1e-3)],
  ['m°c', unit('temperature', 1e-3)],
  ['°f', unit('temperature', 5 / 9, -160 / 9)],
  ['f', unit('temperature', 5 / 9, -160 / 9)],
  ['fahrenheit', unit('temperature', 5 / 9, -160 / 9)],
  ['k', unit('temperature', 1, -273.15)],
  ['kelvin', unit('temperature', 1, -273.15)],
  ['w', unit('power')],
  ['watt', unit('power')],
  ['watts', unit('power')],
  ['mw', unit('power', 1e-3)],
  ['kw', unit('power', 1e3)],
  ['wh', unit('energy')],
  ['mwh', unit('energy', 1e-3)],
  ['kwh', unit('energy', 1e3)],
  ['s', unit('time')],
  ['sec', unit('time')],
  ['secs', unit('time')],
  ['second', unit('time')],
  ['seconds', unit('time')],
  ['sek', unit('time')],
  ['ms', unit('time', 1e-3)],
  ['min', unit('time', 60)],
  ['mins', unit('time', 60)],
  ['minute', unit('time', 60)],
  ['minutes', unit('time', 60)],
  ['h', unit('time', 3600)],
  ['hour', unit('time', 3600)],
  ['hours', unit('time', 3600)],
  ...(
    'hz khz mhz ghz ohm ohms mohm ω mω µω va var kva rpm km m mm kg g kb mb gb bytes byte bit bits bool baud bar pa hpa ' +
    'db dbm ppm x vac aac vrms arms nm kmh km/h mph c/min °/s deg raw lsb rel'
  )
    .split(' ')
    .map((name): [string, UnitMeaning] => [name, unit('other')]),
]);

/** Returns the meaning of a unit; undefined for any other word. */
export const unitMeaning = remember((text: string): UnitMeaning | undefined => {
  const plain = plainText(text).trim();
  if (/^M[VAW]h?$/.test(plain)) return unit('other'); // mega: in lower case it would be milli
  return UNITS.get(plain.toLowerCase().replace(/^deg[ .]?([cf])$/, '°$1'));
});

/** How a capture writes numbers: with a decimal point, with a decimal comma, or so that both readings are possible. */
export type CommaRule = 'point' | 'comma' | 'unclear';

/** Determines the rule once for the whole text, never for single values [OBD-178]. */
export const commaRule = (text: string): CommaRule => {
  let points = 0;
  let commas = 0;
  let shortFractions = 0;
  let threes = 0;
  let pointThrees = 0;
  let thousandths = 0;
  let lists = 0;
  for (const [token, unitName] of text.matchAll(/\d[\d.,]*\d(?=[ \t]{0,4}(mA|mV|V|v)?)/g)) {
    const signs = token.replace(/\d/g, '');
    const [whole = '', ...fractions] = token.split(/[.,]/);
    if (signs === '' || /^\.{2,}$/.test(signs)) continue; // a whole number, a date, a version
    if (/^\d{1,3}(\.\d{3})+,\d+$/.test(token)) commas += 1;
    // Next to `52,8`, `1.234` may be more than a thousand.
    else if (AMBIGUOUS.test(token)) {
      pointThrees += 1;
      if (unitName?.startsWith('m') === true) thousandths += 1;
    } else if (signs.includes('.')) points += 1;
    else if (fractions.every((part) => part.length === 3)) {
      // No pack has ten thousand volts, so this comma is not a thousands separator.
      const isVolts = whole.length > 1 && unitName?.toLowerCase() === 'v';
      if (signs === ',' && (whole === '0' || isVolts)) shortFractions += 1;
      else threes += 1;
    } else if (/^\d+,\d{1,2}$/.test(token)) shortFractions += 1;
    else lists += 1;
  }
  if (points > 0) return commas > 0 ? 'unclear' : 'point';
  // `71.500 mAh` alone is not clear: few devices report millionths.
  if (pointThrees > 0 && commas + shortFractions === 0)
    return thousandths === pointThrees ? 'unclear' : 'point';
  if (commas > 0 || (shortFractions > 0 && lists === 0)) return 'comma';
  return threes + shortFractions > 0 ? 'unclear' : 'point';
};

/** A number that may be a fraction or a thousand, such as `1.500`. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;

/** Parses a number; undefined if the text is not a number or can be read in two ways. */
export const numberOf = (
  text: string,
  rule: CommaRule,
): Omit<WrittenNumber, 'unit'> | undefined => {
  const [, sign = '', body = '', exponent = ''] =
    /^([+-]?)([\d.,']+)(e[+-]?\d{1,2})?$/i.exec(text) ?? [];
  if (rule !== 'point' && AMBIGUOUS.test(body)) return undefined;
  let digits = body;
  if (rule === 'comma' && /^\d{1,3}(\.\d{3})*,\d+$|^\d+,\d+$/.test(body)) {
    digits = body.replaceAll('.', '').replace(',', '.');
  } else if (rule === 'point' && /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(body)) {
    digits = body.replaceAll(',', '');
  } else if (/^\d{1,3}('\d{3})+(\.\d+)?$/.test(body)) {
    digits = body.replaceAll("'", '');
  }
  if (!/^(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})$/.test(digits)) return undefined;
  const value = Number(`${sign}${digits}${exponent}`);
  return { value: value + 0, decimals: digits.split('.')[1]?.length ?? 0 };
};

/** The value of one key: numbers or a text. */
export interface Value {
  readonly text: string;
  readonly numbers: readonly WrittenNumber[];
  readonly isList: boolean;
  /** The second number of `78.4 of 100.0 Ah`. */
  readonly of?: WrittenNumber;
}

/** Normalizes characters of a text: minus signs, spaces, degree signs. */
export const plainText = (text: string): string =>
  text
    .replace(/[\u2212\u2013\u2012\u2011]/g, '-')
    .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replaceAll('℃', '°C')
    .replaceAll('℉', '°F')
    .replaceAll('º', '°')
    .replaceAll('μ', 'µ');

const NUMBER_AT_START = /^[+-]?\s?(?:\d[\d.,']*\d|\d|\.\d+)(?:e[+-]?\d{1,2}(?![\w.]))?/i;
const UNIT_AT_START = /^(\s*)(°\s?[CFcf]\b|[A-Za-z°µΩω%‰]+(?:\/[a-z]+)?)/;

interface Parsed {
  readonly quantity: WrittenNumber;
  readonly rest: string;
}

const quantityAtStart = (text: string, rule: CommaRule): Parsed | undefined => {
  const written = NUMBER_AT_START.exec(text)?.[0];
  if (written === undefined) return undefined;
  const number = numberOf(written.replace(/\s/, ''), rule);
  if (number === undefined) return undefined;
  const after = text.slice(written.length);
  const word = UNIT_AT_START.exec(after);
  if (word?.[2] === undefined) return { quantity: number, rest: after };
  const meaning = unitMeaning(word[2].replace(/\s/, ''));
  const rest = after.slice(word[0].length);
  if (meaning !== undefined) return { quantity: { ...number, unit: meaning }, rest };
  return word[1] === '' ? undefined : { quantity: number, rest: after };
};

/** True if the quantity is followed by nothing but a mark. */
const isAlone = ({ rest }: Parsed): boolean => /^\s*[*!?]?$/.test(rest);

const MAX_LIST = 512;

/** `21,5` next to `3301,3302,3303`: one number or two [OBD-178]. */
const MAY_BE_FRACTION = /(?<![\d.,])\d+,\d{1,3}(?![\d.,])/;

const listOf = (text: string, rule: CommaRule): readonly WrittenNumber[] | undefined => {
  if (rule === 'unclear' && MAY_BE_FRACTION.test(text)) return undefined;
  const separator = rule === 'comma' ? /\s*[;/|]\s*|,\s+|\s+/ : /\s*[,;/|]\s*|\s+/;
  const joined = text.replace(/(\d)\s+(?=(?:[mµu]?[VA]h?|°C|C|%)(?![\w]))/g, '$1');
  const parts = joined.split(separator).filter((part) => part !== '');
  if (parts.length < 2 || parts.length > MAX_LIST) return undefined;
  const found: WrittenNumber[] = [];
  for (const part of parts) {
    const parsed = quantityAtStart(part, rule);
    if (parsed === undefined || !/^[*!?]?$/.test(parsed.rest)) return undefined;
    found.push(parsed.quantity);
  }
  const last = found.at(-1)?.unit; // `4.105,4.095V`
  const list = found.map((each) =>
    each.unit === undefined && last !== undefined ? { ...each, unit: last } : each,
  );
  // `3.85V, 1.20A, 2.5Ah` is not a list: each number measures something else.
  return list.every(({ unit: each }) => each?.kind === last?.kind) ? list : undefined;
};

/**
 * Parses temperatures that each follow a short label: `h 21C, l 20C`. Voltages with labels are not numbered cells: `max
 * 3.345 V, min 3.301 V`.
 */
const labelledList = (text: string, rule: CommaRule): readonly WrittenNumber[] | undefined => {
  const parts = text.split(/\s*,\s+/);
  if (parts.length < 2 || parts.length > 16) return undefined;
  const found = parts.map((part) => {
    const parsed = quantityAtStart(/^[a-z]{1,4}\s+(\S.*)$/i.exec(part)?.[1] ?? '', rule);
    const isTemperature = parsed?.quantity.unit?.kind === 'temperature';
    return isTemperature && parsed.rest === '' ? parsed.quantity : undefined;
  });
  return found.every((each) => each !== undefined) ? found : undefined;
};

/** Parses the text after a key. It stays a text unless it is clearly a quantity or a list of quantities. */
export const valueOf = (written: string, rule: CommaRule): Value => {
  const text = plainText(written).trim();
  const asText: Value = { text, numbers: [], isList: false };
  if (text === '' || text.length > 4_096) return asText;
  let inner = text.replace(/^(["'])(.*)\1$/, '$2');
  const bracketed = /^\[(.*)\]$|^\{(.*)\}$/.exec(inner);
  if (bracketed !== null) inner = (bracketed[1] ?? bracketed[2] ?? '').trim();
  // `0x2ffc = 12284 mV`: the device itself decodes the digits.
  inner = inner.replace(/^0x[0-9a-f]{1,16}\s*=\s*/i, '');
  // `292.1 K (19.0 C)`: the device itself converts to °C.
  inner = /^[\d.]+\s*K\s*\(([+-]?[\d.]+\s*°?C)\)$/.exec(inner)?.[1] ?? inner;
  const first = quantityAtStart(inner, rule);
  const isWhole = first !== undefined && isAlone(first);
  if (isWhole && bracketed === null) return { text, numbers: [first.quantity], isList: false };
  const list = listOf(inner, rule) ?? (isWhole ? [first.quantity] : labelledList(inner, rule));
  if (
    list !== undefined &&
    /^\s*\/\s*\S+\s*[A-Za-z%]+$/.test(first?.rest ?? '') &&
    list.length === 2
  ) {
    return { text, numbers: list.slice(0, 1), isList: false, ...(list[1] && { of: list[1] }) };
  }
  if (list !== undefined) return { text, numbers: list, isList: true };
  if (first === undefined || bracketed !== null) return asText;
  const of = /^\s*(?:of|von|de|\/)\s+(.*)$/.exec(first.rest)?.[1];
  const total = of === undefined ? undefined : quantityAtStart(of, rule);
  if (total !== undefined && /^\W*$/.test(total.rest)) {
    const meaning = first.quantity.unit ?? total.quantity.unit;
    const quantity = meaning === undefined ? first.quantity : { ...first.quantity, unit: meaning };
    return { text, numbers: [quantity], isList: false, of: total.quantity };
  }
  const isRemark = /^\s*[([<*!#]|^\s+-\s|^\s*->/.test(first.rest);
  const isWord =
    /^\s+[A-Za-z(]|^,\s+[A-Za-z]/.test(first.rest) && first.quantity.unit !== undefined;
  return isRemark || isWord ? { text, numbers: [first.quantity], isList: false } : asText;
};

/** Converts a quantity to V, A, Ah, %, °C, W, Wh or s by its unit. */
export const inBase = ({ value, unit: meaning }: WrittenNumber): number => {
  const base = meaning === undefined ? value : value * meaning.factor + (meaning.offset ?? 0);
  return rounded(base);
};
