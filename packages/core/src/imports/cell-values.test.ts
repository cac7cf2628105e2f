import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateIn, numberIn, sniffDateOrder, timeIn } from './cell-values.ts';
import { sniffDelimiter } from './delimiter.ts';
import { sniffEncoding } from './encoding.ts';

describe('numbers', () => {
  test.each([
    ['3.302', 'point', 3.302],
    ['-12,4', 'comma', -12.4],
    ['1,234.5', 'point', 1234.5],
    ['1.234,5', 'comma', 1234.5],
    ['−0.5', 'point', -0.5],
    ['1e3', 'point', 1000],
    ['1\u202f234,5', 'comma', 1234.5],
    ['1\u00a0234\u00a0567,5', 'comma', 1234567.5],
    ['1 234', 'comma', 1234],
    ["1'234.5", 'point', 1234.5],
    ['1’234.5', 'point', 1234.5],
    ['12 34', 'point', undefined],
    ['1 2345', 'point', undefined],
    // With a decimal comma, this may be a thousand or a fraction.
    ['1.234', 'comma', undefined],
    ['12,4', 'point', undefined],
    ['3.302 V', 'point', undefined],
    ['', 'point', undefined],
    ['0x10', 'point', undefined],
    ['NaN', 'point', undefined],
  ] as const)('[IMP-3] %j with a decimal %s is %s', (text, sign, value) => {
    expect(numberIn(text, sign)).toBe(value);
  });

  test('[IMP-3] a number is read as it was written, with both signs', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.nat(3), (whole, digits) => {
        const text = (whole / 1_000).toFixed(digits);
        expect(numberIn(text, 'point')).toBe(Number(text) + 0); // without a negative zero
        expect(numberIn(text.replace('.', ','), 'comma')).toBe(Number(text) + 0);
      }),
    );
  });
});

describe('dates', () => {
  test.each([
    ['2025-03-12', 'dmy', '2025-03-12'],
    ['12.03.2025', 'dmy', '2025-03-12'],
    ['3/12/2025', 'mdy', '2025-03-12'],
    ['12/3/25', 'dmy', '2025-03-12'],
    ['1/2/98', 'dmy', '1998-02-01'],
    ['2025-03-12 00:00:00', 'dmy', '2025-03-12'],
    ['29.02.2024', 'dmy', '2024-02-29'],
  ] as const)('[IMP-3] %s in the order %s is %s', (text, order, iso) => {
    expect(dateIn(text, order)).toEqual({ iso });
  });

  test.each([
    ['30.02.2025', 'is not a day of the calendar'],
    ['29.02.2025', 'is not a day of the calendar'],
    ['31/04/2025', 'is not a day of the calendar'],
    ['2025-13-01', 'is not a day of the calendar'],
    ['45000', 'is not a date'],
    ['12.03.2025 10:11', 'is not a date'],
    ['12.03.20255', 'is not a date'],
  ])('[IMP-2] %s %s', (text, problem) => {
    expect(dateIn(text, 'dmy')).toBe(problem);
  });

  test.each(['29/11/2569', '2569-11-29', '1405/09/08', '08/09/1405', '0026-11-29'])(
    '[IMP-30] %s, a date of another calendar, is refused',
    (text) => {
      const problem =
        'is not in the years 1900 to 2199. Another calendar, such as the Buddhist one, cannot be read';
      expect(dateIn(text, 'dmy')).toBe(problem);
      expect(timeIn(`${text} 10:00`, 'dmy', 'utc')).toBe(problem);
    },
  );

  test('[IMP-3] every day of the calendar is read in each form', () => {
    const day = fc.date({
      min: new Date('1970-01-01'),
      max: new Date('2069-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = '', month = '', dayOfMonth = ''] = iso.split('-');
        expect(dateIn(iso, 'dmy')).toEqual({ iso });
        expect(dateIn(`${dayOfMonth}.${month}.${year}`, 'dmy')).toEqual({ iso });
        expect(dateIn(`${Number(month)}/${Number(dayOfMonth)}/${year.slice(2)}`, 'mdy')).toEqual({
          iso,
        });
      }),
    );
  });

  test.each([
    ['2025-03-12T10:11:12.5Z', Date.UTC(2025, 2, 12, 10, 11, 12, 500)],
    ['2025-03-12 10:11', Date.UTC(2025, 2, 12, 10, 11)],
    ['12.03.2025, 10:11:12', Date.UTC(2025, 2, 12, 10, 11, 12)],
    ['12/03/2025 10:11:12 PM', Date.UTC(2025, 2, 12, 22, 11, 12)],
    ['2025-03-12 12:00 am', Date.UTC(2025, 2, 12, 0, 0)],
    ['2025-03-12T10:11:12+02:00', Date.UTC(2025, 2, 12, 8, 11, 12)],
    ['2025-03-12T25:11:12', 'is not a time of day'],
    ['2025-03-12', 'is not a date and a time'],
    ['30.02.2025 10:00', 'is not a day of the calendar'],
    ['yesterday', 'is not a date and a time'],
  ])('[IMP-3] the time %s', (text, time) => {
    expect(timeIn(text, 'dmy', 'utc')).toBe(time);
  });

  test('[IMP-3] a time without a zone is in the zone of this computer if the user chooses it', () => {
    const local = new Date(2025, 2, 12, 10, 11, 12).getTime();
    expect(timeIn('2025-03-12 10:11:12', 'dmy', 'local')).toBe(local);
  });

  test.each([
    [['03/04/2025', '05/06/2025'], 'unclear'],
    [['03/04/2025', '25/06/2025'], 'dmy'],
    [['03/04/2025', '06/25/2025'], 'mdy'],
    [['03.04.2025'], 'dmy'],
    [['2025-03-04', 'x'], undefined],
  ])('[IMP-3] the order of %j is %s', (cells, order) => {
    expect(sniffDateOrder(cells)).toBe(order);
  });
});

describe('separators', () => {
  test.each([
    ['a,b,c\n1,2,3\n', ','],
    ['a;b;c\n1,5;2,5;3,5\n', ';'],
    ['a\tb\n1,5\t2,5\n', '\t'],
    ['a|b\n1|2', '|'],
    ['sep=;\na;b\n', ';'],
    ['name,text\n1,"a;b;c;d"\n2,"a;b"\n', ','],
    ['serial\nA-1\nA-2\n', ','],
    ['Device: X; Y\na,b,c\n1,2,3\n4,5,6\n', ','],
  ])('[IMP-3] the separator of %j is %j', (text, delimiter) => {
    expect(sniffDelimiter(text)).toBe(delimiter);
  });
});

describe('encodings', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const wide = (text: string, isBig: boolean): Uint8Array =>
    Uint8Array.from(
      Array.from(text, (each) => each.charCodeAt(0)).flatMap((code) =>
        isBig ? [0, code] : [code, 0],
      ),
    );

  test.each([
    [bytes('a,b\nä,ß\n'), 'utf-8'],
    [bytes('a,b\nä,ß\n').slice(0, 5), 'utf-8'],
    [bytes('\uFEFFa,b'), 'utf-8'],
    [wide('serial,model\nA-1,X\n', false), 'utf-16le'],
    [wide('serial,model\nA-1,X\n', true), 'utf-16be'],
    [Uint8Array.of(0xff, 0xfe, 0x61, 0x00), 'utf-16le'],
    [Uint8Array.of(0xfe, 0xff, 0x00, 0x61), 'utf-16be'],
    [Uint8Array.of(0x61, 0x2c, 0xe4, 0x0a), 'windows-1252'],
    [bytes('a,b\n1,\0\n'.padEnd(400, 'x')), 'utf-8'],
  ])('[IMP-3] the encoding of case %#: %s', (head, encoding) => {
    expect(sniffEncoding(head)).toEqual({ ok: true, value: encoding });
  });

  test.each([
    [Uint8Array.of(), /empty/],
    [Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), /save its sheet with “Save as”/],
    [Uint8Array.of(0x1f, 0x8b, 8, 0), /Unpack/],
    [Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0), /not a text file/],
  ])('[IMP-2] case %#: what is no text is refused with what to do', (head, problem) => {
    const found = sniffEncoding(head);
    expect(found.ok ? '' : found.error).toMatch(problem);
  });
});
