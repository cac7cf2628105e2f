/**
 * The format of numbers, dates and times on every screen: decimal sign and date by the user's locale, 24-hour times,
 * local time. Thin spaces separate thousands and units. No locale uses them as a decimal sign, so "1.215" and "1,215"
 * mean the same number to every user. The log and exported files use one fixed form instead.
 */
import {
  chooseDecimalSign,
  decimalSign,
  groupDigits,
  isKnownStart,
  plainNumberText,
  THIN_SPACE,
  timeOfDay,
} from '@batbot/core';

/** Shown for an unknown value. */
export const DASH = '—';

/** The only digits and calendar that the device and the fields support. */
const PLAIN = { numberingSystem: 'latn', calendar: 'gregory' } as const;

/** Returns the time at which clocks in UTC show what local clocks show at `at`. */
const asUtc = (at: number): number => at - new Date(at).getTimezoneOffset() * 60_000;

/** A letter or mark that is written from right to left, such as of Arabic or Hebrew. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/**
 * Returns the locale in which dates are written. The pages are English and read from left to right: a date of a language
 * that is read from right to left would be reordered in them, so that "29/11/2026, 13:58" looks like "2913:58 ,2026/11/".
 */
const dateLocaleOf = (locale: string): string => {
  const month = new Intl.DateTimeFormat(locale, { ...PLAIN, month: 'short' }).format();
  return RIGHT_TO_LEFT.test(month) ? 'en' : locale;
};

/** The parts of the format that depend on the locale. */
const formOf = (wanted: string) => {
  const locale = dateLocaleOf(wanted);
  // A formatter keeps the time zone in which it was created; the zone of the computer can change.
  const fixedZone = { ...PLAIN, timeZone: 'UTC' };
  const dates = new Intl.DateTimeFormat(locale, { ...fixedZone, dateStyle: 'medium' });
  const days = new Intl.DateTimeFormat(locale, { ...fixedZone, month: 'short', day: 'numeric' });
  const months = new Intl.DateTimeFormat(locale, { ...fixedZone, month: 'short', year: 'numeric' });
  return {
    /** "Nov 2026" */
    month: (at: number): string => months.format(asUtc(at)),
    /** "Nov 22, 2026", "22.11.2026" */
    date: (at: number): string => dates.format(asUtc(at)),
    /** "Nov 22", "22.11." */
    day: (at: number): string => days.format(asUtc(at)),
  };
};

let form = formOf('en');

const isLanguageTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
};

/**
 * Sets the user's locale, a language tag. Some browsers report an invalid one, such as "c" on Linux; then English is
 * used. Call it once, before anything is shown. Returns the locale that is used.
 */
export const chooseLocale = (wanted: string): string => {
  const locale = isLanguageTag(wanted) ? wanted : 'en';
  form = formOf(locale);
  const parts = new Intl.NumberFormat(locale, PLAIN).formatToParts(0.5);
  chooseDecimalSign(parts.find(({ type }) => type === 'decimal')?.value ?? '.');
  return locale;
};

type Known = number | null | undefined;

/** Formats a number with fixed decimals and a true minus, never "−0" [TERM-178]. */
export const fixed = (value: Known, decimals: number): string => {
  if (value === undefined || value === null) return DASH;
  const text = Math.abs(value).toFixed(decimals);
  const [whole = '', fraction] = text.split('.');
  const shown =
    fraction === undefined
      ? groupDigits(whole)
      : `${groupDigits(whole)}${decimalSign()}${fraction}`;
  return value < 0 && Number(text) !== 0 ? `−${shown}` : shown;
};

/** Formats a difference with fixed decimals and always with its sign. */
export const signed = (value: Known, decimals: number): string => {
  const text = fixed(value, decimals);
  return value !== undefined && value !== null && Number(value.toFixed(decimals)) > 0
    ? `+${text}`
    : text;
};

/** Formats a number for a field with all its decimals: "3.65". */
export const fieldText = (value: number): string => String(value).replace('.', decimalSign());

/** Formats a whole number: "1 215". */
export const countText = (count: number): string => fixed(count, 0);

/** Formats a count with its noun: "1 line", "1 215 lines". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

export const withUnit = (number: string, unit: string): string =>
  unit === '' ? number : `${number}${THIN_SPACE}${unit}`;

/** Formats a measured value with its unit: "3.302 V". */
export const measured = (value: Known, decimals: number, unit: string): string =>
  withUnit(fixed(value, decimals), unit);

/**
 * Parses a typed number; undefined if it is malformed. Accepts a decimal comma, the minus and thin spaces of the screens,
 * and the digits of other scripts.
 */
export const parseNumber = (typed: string): number | undefined => {
  const plain = plainNumberText(typed.replace(/\s/g, ''));
  const value = plain === '' ? Number.NaN : Number(plain);
  return Number.isFinite(value) ? value : undefined;
};

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a date for file names and searches: "2026-11-22". */
export const isoDate = (at: number): string => {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** Returns whether a text is a day of the calendar in the form "2026-11-22". */
export const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  // A date that does not exist, such as 2026-02-30, is read as another day.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
};

/** Formats a time: "01:28:29". */
export const clockText = (at: number): string => timeOfDay(at).slice(0, 8);

/** Formats a date: "Nov 22, 2026". */
export const dateText = (at: number): string => form.date(at);

/** Formats a date and time: "Nov 22, 2026, 01:28:29". */
export const dateTimeText = (at: number): string => `${form.date(at)}, ${clockText(at)}`;

/** Formats a moment of a recording: "01:28:29", and on later days than that of its start "Nov 22, 2026, 01:28:29". */
export const momentText = (startedAt: number, ms: number): string => {
  const at = startedAt + ms;
  return (isoDate(at) === isoDate(startedAt) ? clockText : dateTimeText)(at);
};

/** Formats the start of a recording, and says if it cannot be true because a clock was wrong. */
export const startText = (at: number): string =>
  isKnownStart(at, Date.now()) ? dateTimeText(at) : `${dateTimeText(at)} (date uncertain)`;

/** Formats a month: "Nov 2026". */
export const monthText = (at: number): string => form.month(at);

/** Formats a day: "Nov 22". */
export const dayText = (at: number): string => form.day(at);

/** Formats a running time: "0:41", "2:03", "1:02:03". */
export const stopwatchText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
};

const seconds = (value: number | string): string => withUnit(String(value), 's');
const minutes = (value: number | string): string => withUnit(String(value), 'min');
const hours = (value: number): string => withUnit(countText(value), 'h');

/** Formats a duration: "67 ms", "4.2 s", "3 min 05 s". */
export const spanText = (ms: number): string => {
  if (Math.round(ms) < 1_000) return withUnit(String(Math.round(ms)), 'ms');
  if (ms < 59_950) return seconds(fixed(ms / 1_000, 1));
  const whole = Math.round(ms / 1_000);
  return `${minutes(Math.floor(whole / 60))} ${seconds(two(whole % 60))}`;
};

/** Formats an age in one unit: "3 s", "12 min", "2 h", "5 d". */
export const ageText = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1_000));
  if (whole < 60) return seconds(whole);
  if (whole < 3_600) return minutes(Math.floor(whole / 60));
  return whole < 172_800
    ? hours(Math.floor(whole / 3_600))
    : withUnit(String(Math.floor(whole / 86_400)), 'd');
};

/** Formats a long duration in its two largest units: "40 s", "12 min", "3 h 05 min", "1 d 0 h" [PAGE-42]. */
export const uptimeText = (wholeSeconds: number): string => {
  const allMinutes = Math.floor(wholeSeconds / 60);
  const allHours = Math.floor(allMinutes / 60);
  const days = Math.floor(allHours / 24);
  if (days > 0) return `${withUnit(countText(days), 'd')} ${hours(allHours % 24)}`;
  if (allHours > 0) return `${hours(allHours)} ${minutes(two(allMinutes % 60))}`;
  return allMinutes > 0 ? minutes(allMinutes) : seconds(Math.floor(wholeSeconds));
};

/** Longest estimate that is shown. Longer estimates come from a current close to zero. */
const LONGEST_ESTIMATE_H = 99; // PAGE-41

/** Formats an estimated runtime: "38 min", "6 h 16 min", "> 99 h" [PAGE-41]. */
export const runtimeText = (estimateHours: number): string => {
  if (estimateHours > LONGEST_ESTIMATE_H) return `> ${hours(LONGEST_ESTIMATE_H)}`;
  const allMinutes = Math.round(estimateHours * 60);
  return allMinutes < 60
    ? minutes(allMinutes)
    : `${hours(Math.floor(allMinutes / 60))} ${minutes(two(allMinutes % 60))}`;
};

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats an amount of data in steps of a thousand: "812 B", "5.2 kB", "38 MB". */
export const bytesText = (bytes: number): string => {
  let value = bytes;
  let step = 0;
  while (value >= 999.5 && step < BYTE_UNITS.length - 1) {
    value /= 1_000;
    step += 1;
  }
  return measured(value, step > 0 && value < 99.95 ? 1 : 0, BYTE_UNITS[step] ?? 'B');
};
