import { afterEach, expect, test } from 'vitest';
import { chooseLocale, fixed } from '../../../text/format.ts';
import { numberColumn, textColumn } from './collection-types.ts';
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

test('[SYNC-84] with a decimal comma, the fields are separated by semicolons', () => {
  chooseLocale('de-DE');
  expect(listCsv(COLUMNS, ROWS)).toEqual([
    'Client;Spread, mV\r\n',
    '"Müller, ""Söhne""; KG";-1215,5\r\n',
    '"\'=HYPERLINK(""x"")";3,0\r\n',
    "'-5;0,0\r\n",
  ]);
});
