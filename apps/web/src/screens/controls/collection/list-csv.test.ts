import { afterEach, expect, test } from 'vitest';
import { chooseLocale, fixed } from '../../../text/format.ts';
import { numberColumn, textColumn, timeColumn } from './collection-types.ts';
import { listCsv } from './list-csv.ts';

interface Row {
  readonly client: string;
  readonly value: number;
}

const COLUMNS = [
  textColumn<Row>('client', 'Client', ({ client }) => client),
  numberColumn<Row>(
    'value',
    'Spread, mV',
    ({ value }) => value,
    (value) => fixed(value, 1),
    90,
  ),
];
const ROWS: readonly Row[] = [
  { client: 'Müller, "Söhne"; KG', value: -1215.5 },
  { client: '=HYPERLINK("x")', value: 3 },
  { client: '-5', value: 0 },
];

afterEach(() => chooseLocale('en'));

test('[SYNC-84] an exported list has numbers without separators of thousands, and no formulas', () => {
  expect(listCsv(COLUMNS, ROWS)).toEqual([
    'Client,"Spread, mV"\r\n',
    '"Müller, ""Söhne""; KG",-1215.5\r\n',
    '"\'=HYPERLINK(""x"")",3.0\r\n',
    "'-5,0.0\r\n",
  ]);
});

test('[SYNC-92] a serial number that a spreadsheet would read as another number is exported as text', () => {
  const [, ...lines] = listCsv(
    COLUMNS,
    ['00123', '123456789012345678', '24E00123', '0', '4711', 'SN-00123'].map((client) => ({
      client,
      value: 0,
    })),
  );
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    ...["'00123", "'123456789012345678", "'24E00123"],
    ...['0', '4711', 'SN-00123'],
  ]);
});

test('[SYNC-92] a version that a spreadsheet would read as a number or a date is exported as text', () => {
  for (const locale of ['en', 'de-DE']) {
    chooseLocale(locale);
    const rows = ['2.10', '1.6.0', 'v2.10'].map((client) => ({ client, value: 2 }));
    const [, ...lines] = listCsv(COLUMNS, rows);
    expect(lines.map((line) => line.split(/[,;]/)[0])).toEqual(["'2.10", "'1.6.0", 'v2.10']);
  }
});

test('[SYNC-93] a time is exported in UTC', () => {
  const seen = timeColumn<Row>('seen', 'Seen', ({ value }) => value, 172);
  const at = Date.UTC(2026, 10, 22, 1, 28, 29);
  expect(listCsv([seen], [{ client: '', value: at }])).toEqual([
    'Seen\r\n',
    '2026-11-22T01:28:29.000Z\r\n',
  ]);
});

test('[SYNC-84] with a decimal comma, the fields are separated by semicolons', () => {
  chooseLocale('de-DE');
  expect(listCsv(COLUMNS, ROWS)).toEqual([
    'Client;Spread, mV\r\n',
    '"Müller, ""Söhne""; KG";-1215,5\r\n',
    '"\'=HYPERLINK(""x"")";3,0\r\n',
    "'-5;0,0\r\n",
  ]);
});
