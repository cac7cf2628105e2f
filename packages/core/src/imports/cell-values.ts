import { numberOf, plainText } from '../protocol/infer/quantity.ts';

/** The sign before the decimals of a file's numbers. */
export type DecimalSign = 'point' | 'comma';

/** The order of day, month and year in dates that do not begin with the year. */
export type DateOrder = 'dmy' | 'mdy';

/** The time zone that is assumed for a time without a time zone. */
export type TimeZone = 'local' | 'utc';

/** Whether a cell has the text of devices and of this product for a value that was not measured. */
export const isMissing = (cell: string): boolean =>
  cell === '' || cell === '—' || cell === '-' || /^(nan|null|n\/a|na|none)$/i.test(cell);

const [MINUS, POINT, COMMA, ZERO, NINE] = [45, 46, 44, 48, 57];
/** A double holds an integer of up to 15 digits exactly, so that the division by the scale is the only rounding. */
const MOST_DIGITS = 15;

/** Parses digits with at most one decimal sign, as most cells are written; undefined for any other text. */
const plainNumber = (text: string, sign: DecimalSign): number | undefined => {
  const decimal = sign === 'point' ? POINT : COMMA;
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (text.length === first || text.length > MOST_DIGITS) return undefined;
  let digits = 0;
  let scale = 0;
  for (let at = first; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      digits = digits * 10 + code - ZERO;
      scale *= 10;
    } else if (code === decimal && scale === 0 && at > first) scale = 1;
    else return undefined;
  }
  if (scale === 1) return undefined;
  const value = scale === 0 ? digits : digits / scale;
  return first === 1 && value !== 0 ? -value : value;
};

/** The separators of thousands that are no decimal sign in any language: of French, Swiss and other lists. */
const THOUSANDS = /(?<=\d)[ '’](?=\d{3}(?!\d))/g;

/** Parses a number; undefined if the text is not one or can be read in two ways. */
export const numberIn = (text: string, sign: DecimalSign): number | undefined =>
  plainNumber(text, sign) ?? numberOf(plainText(text).trim().replace(THOUSANDS, ''), sign)?.value;

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const CLOCK =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]m)?\s*(z|utc|[+-]\d{2}:?\d{2})?$/i;
/** Two-digit years from this one belong to the last century. */
const CENTURY = 70;
/** A year outside of these is of another calendar, such as 2569 of the Buddhist one for 2026. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];

/** A day of the calendar, or why a text is not one, as the end of a sentence. */
type Day = readonly [year: number, month: number, day: number, length: number] | string;

const dayIn = (text: string, order: DateOrder): Day => {
  const first = YEAR_FIRST.exec(text);
  const last = first === null ? YEAR_LAST.exec(text) : null;
  const found = first ?? last;
  if (found === null) return 'is not a date';
  const [all, a = '', , b = '', c = ''] = found;
  const [year, month, day] =
    first === null
      ? [Number(c), ...(order === 'dmy' ? [b, a] : [a, b]).map(Number)]
      : [a, b, c].map(Number);
  if (year === undefined || month === undefined || day === undefined) return 'is not a date';
  const full = c.length === 2 && first === null ? year + (year < CENTURY ? 2000 : 1900) : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return 'is not a day of the calendar';
  if (full < FIRST_YEAR || full > LAST_YEAR)
    return `is not in the years ${FIRST_YEAR} to ${LAST_YEAR}. Another calendar, such as the Buddhist one, cannot be read`;
  return [full, month, day, all.length];
};

const two = (value: number): string => String(value).padStart(2, '0');

/** Parses a date to ISO 8601. The error is the end of a sentence. */
export const dateIn = (text: string, order: DateOrder): { readonly iso: string } | string => {
  const day = dayIn(text, order);
  if (typeof day === 'string') return day;
  const [year, month, date, length] = day;
  if (!/^(?:[T\s]+0{1,2}:00(?::00)?.*)?$/.test(text.slice(length))) return 'is not a date';
  return { iso: `${year}-${two(month)}-${two(date)}` };
};

/** If a time goes back by more than this, the hour that the end of summer time repeats has begun again. */
const SET_BACK_MS = 60_000;

/**
 * Returns the time in ms since 1970 of a local time. A time in the hour that the end of summer time repeats has two
 * meanings: `first`, and the second one, which is returned if `first` is before `last`.
 */
const localTime = (first: Date, last: number): number => {
  const at = first.getTime();
  const offsetAt = (ms: number): number => new Date(ms).getTimezoneOffset() * 60_000;
  if (!(last - at > SET_BACK_MS)) return at;
  const shift = offsetAt(at + 3 * 3_600_000) - offsetAt(at);
  return shift > 0 && offsetAt(at + shift) - offsetAt(at) === shift ? at + shift : at;
};

/**
 * Parses a date with a time of day to ms since 1970. `last` is the time of the row before. The error is the end of a
 * sentence.
 */
export const timeIn = (
  text: string,
  order: DateOrder,
  zone: TimeZone,
  last = Number.NEGATIVE_INFINITY,
): number | string => {
  const day = dayIn(text, order);
  if (typeof day === 'string') return day === 'is not a date' ? 'is not a date and a time' : day;
  const [year, month, date, length] = day;
  const clock = CLOCK.exec(text.slice(length).replace(/^(?:T|,?\s+)/i, ''));
  if (clock === null) return 'is not a date and a time';
  const [, hours = '', minutes = '', seconds = '0', fraction = '', half = '', offset = ''] = clock;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return 'is not a time of day';
  const ms = Math.round(Number(`0.${fraction}0`) * 1_000);
  const parts = [year, month - 1, date, hour, Number(minutes), Number(seconds), ms] as const;
  if (offset === '' && zone === 'local') {
    const first = new Date(...parts);
    return first.getHours() === hour && first.getMinutes() === Number(minutes)
      ? localTime(first, last)
      : 'does not exist in local time, because clocks were put forward. The file may have another time zone, or no summer time';
  }
  const [, sign = '', h = '0', m = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  const shift = (Number(h) * 60 + Number(m)) * (sign === '-' ? -60_000 : 60_000);
  return Date.UTC(...parts) - shift;
};

/** The order of the dates in a sample of cells. `unclear`: all fit both orders, so the user decides. */
export const sniffDateOrder = (cells: readonly string[]): DateOrder | 'unclear' | undefined => {
  const found = cells.flatMap((cell) => YEAR_LAST.exec(cell) ?? []).length > 0;
  if (!found) return undefined;
  for (const cell of cells) {
    const [, a = '', separator = '', b = ''] = YEAR_LAST.exec(cell) ?? [];
    if (Number(a) > 12 || separator === '.') return 'dmy';
    if (Number(b) > 12) return 'mdy';
  }
  return 'unclear';
};
