import { numberOf, type CommaRule } from './infer/quantity.ts';

/** The units that a device may report, as profiles name them. */
export type Unit = 'V' | 'mV' | 'A' | 'mA' | 'Ah' | 'mAh' | '%' | 'degC' | 'W' | 's' | '';

/** One value of a reply, before its meaning is known. */
export interface Field {
  /** The name that the device gave the value; `#3` for the third in a list of plain numbers. */
  readonly key: string;
  /** Numbers where possible, otherwise texts. JSON's null stays null. */
  readonly values: readonly (number | string | null)[];
  /** True for a list, even with one value. */
  readonly isList: boolean;
  /** The unit written in the value or in the key. */
  readonly unit?: Unit;
}

const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [/^mv$/i, 'mV'],
  [/^v(olts?)?$/i, 'V'],
  [/^ma$/i, 'mA'],
  [/^a(mps?)?$/i, 'A'],
  [/^mah$/i, 'mAh'],
  [/^ah$/i, 'Ah'],
  [/^(%|pct|percent)$/i, '%'],
  [/^(°c|degc|deg|c|celsius)$/i, 'degC'],
  [/^w(atts?)?$/i, 'W'],
  [/^s(ec)?$/i, 's'],
];

export const unitOf = (text: string): Unit | undefined =>
  UNITS.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Parses a number with an optional unit: `13.211 V`, `-12,40A`, `78.5 %`, `0x0003`. Undefined for any other text. A comma
 * is a decimal comma, unless `rule` says that the reply has decimal points. `1,250 mA` needs a clear rule.
 */
export const parseQuantity = (
  text: string,
  rule?: CommaRule,
): { readonly value: number; readonly unit?: Unit } | undefined => {
  const trimmed = text.trim();
  if (/^0x[0-9a-f]{1,8}$/i.test(trimmed)) return { value: Number.parseInt(trimmed, 16) };
  const match = /^([+-]?\d{1,15}(?:[.,]\d{1,15})?) ?([a-z%°]{0,7})$/i.exec(trimmed);
  const digits = match?.[1];
  if (digits === undefined) return undefined;
  const written = match?.[2] ?? '';
  const needsRule = /^m/i.test(written) || (rule === 'point' && digits.includes(','));
  const value =
    needsRule && rule !== undefined
      ? numberOf(digits, rule)?.value
      : Number(digits.replace(',', '.'));
  if (value === undefined) return undefined;
  if (written === '') return { value };
  const unit = unitOf(written);
  return unit === undefined ? undefined : { value, unit };
};

const isDecimalComma = (parts: readonly string[], text: string): boolean =>
  parts.length === 2 && /^[+-]?\d{1,5},\d{1,3}\s*[a-z%°]+$/i.test(text);

/** Parses the value of one key: a quantity, a list (`3302,3304`, `[1 2]`, `3302/3304`), or a text. */
export const fieldOf = (key: string, text: string, rule?: CommaRule): Field => {
  const bracketed = /^\s*\[(.*)\]\s*$/s.exec(text)?.[1];
  const inner = (bracketed ?? text).trim();
  const parts = inner.split(/\s*[,;/|]\s*|\s+(?=[+-]?\d)/).filter((part) => part !== '');
  const list = bracketed !== undefined || (parts.length > 1 && !isDecimalComma(parts, inner));
  const quantities = (list ? parts : [inner]).map((part) => parseQuantity(part, rule) ?? part);
  const isNumeric = quantities.every((each) => typeof each !== 'string');
  if (list && !isNumeric && bracketed === undefined) return { key, values: [inner], isList: false };
  const unit = quantities.map((each) => (typeof each === 'string' ? undefined : each.unit)).at(-1);
  const values = quantities.map((each) => (typeof each === 'string' ? each : each.value));
  return { key, values, isList: list, ...(unit === undefined ? {} : { unit }) };
};
