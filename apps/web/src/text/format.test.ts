import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  ageText,
  bytesText,
  chooseLocale,
  clockText,
  counted,
  dateTimeText,
  dayText,
  fieldText,
  fixed,
  isDay,
  isoDate,
  monthText,
  parseNumber,
  runtimeText,
  signed,
  spanText,
  stopwatchText,
  uptimeText,
  withUnit,
} from './format.ts';

/** Replaces thin spaces by normal ones to keep the expectations readable. */
const plain = (text: string): string => text.replaceAll('\u202F', ' ');

describe('numbers', () => {
  test('[TERM-178] numbers have fixed decimals, a true minus and no −0', () => {
    expect([13.2114, -12.4, -0.001, 0].map((value) => fixed(value, 2))).toEqual([
      '13.21',
      '−12.40',
      '0.00',
      '0.00',
    ]);
    expect([1.25, -1.25, 0.0001, -0.0001, null].map((value) => signed(value, 2))).toEqual([
      '+1.25',
      '−1.25',
      '0.00',
      '0.00',
      '—',
    ]);
  });

  test('[PAGE-40] an unknown value is a dash', () => {
    expect([undefined, null].map((value) => fixed(value, 3))).toEqual(['—', '—']);
  });

  test('[PAGE-84] numbers have thin spaces between thousands and before the unit', () => {
    expect([-2615, 1_284_000.5, 999].map((value) => fixed(value, 1))).toEqual([
      '−2\u202F615.0',
      '1\u202F284\u202F000.5',
      '999.0',
    ]);
    expect(counted(1, 'line')).toBe('1 line');
    expect(counted(1_215, 'line')).toBe('1\u202F215 lines');
    expect(withUnit('3.276', 'V')).toBe('3.276\u202FV');
    expect(withUnit('123', '')).toBe('123');
  });

  test.each([
    ['', undefined],
    [' ', undefined],
    ['12,5', 12.5],
    [' -3.25 ', -3.25],
    ['−5', -5],
    ['1\u202F215', 1215],
    ['12 V', undefined],
    ['1.2.3', undefined],
    ['Infinity', undefined],
  ])('[TERM-209] the typed text %j is parsed as %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test.each([
    ['٣٫٦٥', 3.65],
    ['−۱۲٫۵', -12.5],
    ['३.६५', 3.65],
    ['１２３．５', 123.5],
    ['٣٫٦٫٥', undefined],
  ])('[PAGE-312] the number %j in the digits of another script is parsed as %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test('[LINK-90] the units of amounts of data increase in steps of a thousand', () => {
    const amounts = [0, 999, 1_000, 5_240, 99_949, 99_950, 999_499, 999_500, 2.5e9];
    expect(amounts.map(bytesText).map(plain)).toEqual([
      '0 B',
      '999 B',
      '1.0 kB',
      '5.2 kB',
      '99.9 kB',
      '100 kB',
      '999 kB',
      '1.0 MB',
      '2.5 GB',
    ]);
  });
});

describe('times', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('[PAGE-84] dates and times are local, 24-hour times', () => {
    const at = new Date(2026, 10, 2, 1, 8, 9).getTime();
    expect(dateTimeText(at)).toBe('Nov 2, 2026, 01:08:09');
    expect(clockText(at)).toBe('01:08:09');
  });

  test('[PAGE-84] a date and its time are of the same time zone, also after the zone has changed', () => {
    const at = Date.UTC(2026, 10, 2, 3, 30);
    vi.stubEnv('TZ', 'Asia/Kolkata');
    expect(dateTimeText(at)).toBe('Nov 2, 2026, 09:00:00');
    vi.stubEnv('TZ', 'America/New_York');
    expect([dateTimeText(at), dayText(at)]).toEqual(['Nov 1, 2026, 22:30:00', 'Nov 1']);
  });

  test('[REC-74] running times are in minutes and seconds, with hours from one hour', () => {
    expect([0, 61_000, 3_723_000, 90_000_000].map(stopwatchText)).toEqual([
      '0:00',
      '1:01',
      '1:02:03',
      '25:00:00',
    ]);
  });

  test('time spans use the unit that fits', () => {
    expect([12.4, 999.6, 9_999, 61_250].map(spanText).map(plain)).toEqual([
      '12 ms',
      '1.0 s',
      '10.0 s',
      '1 min 01 s',
    ]);
  });

  test('ages use one unit, rounded down', () => {
    const ages = [0, -5, 1_999, 59_999, 60_000, 3_599_999, 7_200_000, 300_000_000];
    expect(ages.map(ageText).map(plain)).toEqual([
      '0 s',
      '0 s',
      '1 s',
      '59 s',
      '1 min',
      '59 min',
      '2 h',
      '3 d',
    ]);
  });

  test('[PAGE-41] runtimes are in hours and minutes, up to 99 hours', () => {
    expect([0.63, 6.268, 1.999, 400].map(runtimeText).map(plain)).toEqual([
      '38 min',
      '6 h 16 min',
      '2 h 00 min',
      '> 99 h',
    ]);
  });

  test('[PAGE-42] uptimes use their two largest units', () => {
    expect([40, 725, 11_100, 86_405].map(uptimeText).map(plain)).toEqual([
      '40 s',
      '12 min',
      '3 h 05 min',
      '1 d 0 h',
    ]);
  });
});

describe('[PAGE-84] numbers and dates by the locale of the user', () => {
  afterEach(() => {
    chooseLocale('en');
  });
  const at = new Date(2026, 10, 2, 13, 8, 9).getTime();

  test.each([
    ['en-US', '−12 345.60', 'Nov 2, 2026, 13:08:09', 'Nov 2', '3.65', '1.5 kB'],
    ['en-GB', '−12 345.60', '2 Nov 2026, 13:08:09', '2 Nov', '3.65', '1.5 kB'],
    ['de-DE', '−12 345,60', '02.11.2026, 13:08:09', '2. Nov.', '3,65', '1,5 kB'],
    ['fr-FR', '−12 345,60', '2 nov. 2026, 13:08:09', '2 nov.', '3,65', '1,5 kB'],
  ])('the locale is %s', (locale, number, dateTime, day, field, bytes) => {
    chooseLocale(locale);
    expect(plain(fixed(-12_345.6, 2))).toBe(number);
    expect(plain(dateTimeText(at))).toBe(dateTime);
    expect(plain(dayText(at))).toBe(day);
    expect(fieldText(3.65)).toBe(field);
    expect(plain(bytesText(1_500))).toBe(bytes);
    expect(parseNumber(fixed(-12_345.6, 2))).toBe(-12_345.6);
    expect(isoDate(at)).toBe('2026-11-02');
  });

  test('[PAGE-269] without a valid locale, the format is English', () => {
    chooseLocale('c');
    expect(dateTimeText(at)).toBe('Nov 2, 2026, 13:08:09');
    expect(fixed(3.65, 2)).toBe('3.65');
  });

  test.each(['ar-EG', 'ar-MA', 'ckb', 'fa-IR', 'he-IL', 'ur-PK', 'yi'])(
    'in %s, which is written from right to left, dates are English, because the page would reorder others',
    (locale) => {
      chooseLocale(locale);
      const dates = [dateTimeText(at), dayText(at), monthText(at)];
      expect(dates).toEqual(['Nov 2, 2026, 13:08:09', 'Nov 2', 'Nov 2026']);
    },
  );

  test('every locale uses Latin digits and the Gregorian calendar', () => {
    chooseLocale('ar-EG');
    expect(plain(fixed(1_234.5, 1))).toMatch(/^1 234[.,٫]5$/);
    expect(dateTimeText(at)).toContain('2026');
    expect(parseNumber(fixed(1_234.5, 1))).toBe(1_234.5);
  });
});

test('only a day of the calendar is a day', () => {
  const texts = ['2026-02-28', '2028-02-29', '2026-02-30', '2026-13-01', '2026-2-3', '2026', ''];
  expect(texts.filter(isDay)).toEqual(['2026-02-28', '2028-02-29']);
});
