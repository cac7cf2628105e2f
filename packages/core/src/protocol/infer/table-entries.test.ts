import { describe, expect, test } from 'vitest';
import { tableEntries } from './table-entries.ts';
import { tableAt } from './text-table.ts';

/** Reads a table whose cells are separated by `;`. An entry is written `group/key=text`, with the factor of its unit. */
const read = (...lines: readonly string[]): readonly (readonly string[])[] => {
  const table = tableAt(lines, 0);
  if (table === undefined) throw new Error('not a table');
  return tableEntries(table, 'point').records.map((entries) =>
    entries.map(({ groups, key, value: { text, numbers } }) => {
      const unit = numbers[0]?.unit;
      const scale = unit === undefined ? '' : ` (${unit.kind} ${unit.factor})`;
      return `${[...groups, key].join('/')}=${text}${scale}`;
    }),
  );
};

describe('[OBD-182] the entries of a table', () => {
  test('each moment is a record', () => {
    expect(read('time;V;A', '1;52.1;3', '2;52.0;4')).toEqual([
      ['time=1', 'V=52.1', 'A=3'],
      ['time=2', 'V=52.0', 'A=4'],
    ]);
  });

  test('each pack is a numbered group of one record', () => {
    expect(read('pack;volt;curr', '1;52.1;3', '2;52.0;4')).toEqual([
      [
        'packs/[1]/pack=1',
        'packs/[1]/volt=52.1',
        'packs/[1]/curr=3',
        'packs/[2]/pack=2',
        'packs/[2]/volt=52.0',
        'packs/[2]/curr=4',
      ],
    ]);
  });

  test('a single pack has no group', () => {
    expect(read('pack;volt;curr', '1;52.1;3')).toEqual([['pack=1', 'volt=52.1', 'curr=3']]);
  });

  test('a row without values is left out', () => {
    expect(read('pack;volt;curr', '1;52.1;3', '2;-;-')).toEqual([
      ['pack=1', 'volt=52.1', 'curr=3'],
    ]);
  });

  test('rows of cells: voltages and temperatures are numbered, an equal value is read once', () => {
    expect(
      read('cell;volt;temp;soc;curr', '1;3.301;25;99;2', '2;3.302;26;99;3', '3;3.303;27;99;4'),
    ).toEqual([
      [
        'cell 1 volt=3.301',
        'cell 2 volt=3.302',
        'cell 3 volt=3.303',
        'cell 1 temp=25',
        'cell 2 temp=26',
        'cell 3 temp=27',
        'soc=99',
        'rows/[1]/curr=2',
        'rows/[2]/curr=3',
        'rows/[3]/curr=4',
      ],
    ]);
  });

  test.each(['max temp', 'min volt'])(
    '[OBD-295] the column "%s" of rows of cells is not numbered',
    (name) => {
      expect(read(`cell;volt;${name}`, '1;3.301;3.4', '2;3.302;3.5')).toEqual([
        ['cell 1 volt=3.301', 'cell 2 volt=3.302', `rows/[1]/${name}=3.4`, `rows/[2]/${name}=3.5`],
      ]);
    },
  );
});

describe('[OBD-182] a column with voltages of cells', () => {
  const isOfCells = (name: string, first: string, second = first) =>
    read(`bank;${name};x`, `1;${first};1`, `2;${second};2`)[0]?.[0] === `cell 1 ${name}=${first}`;

  test.each([
    ['volt', '3.3'],
    ['V', '3.3'],
    ['volt', '1.0'],
    ['volt', '4.6'],
    ['volt', '0.0'],
    ['volt', '0'],
    ['volt', '1000'],
    ['volt', '4600'],
    ['mV', '3300'],
    ['volt mV', '3300'],
  ])('is recognized by the name %s and the number %s', (name, text) => {
    expect(isOfCells(name, text)).toBe(true);
  });

  test.each([
    ['volt', '0.9'],
    ['volt', '4.7'],
    ['volt', '999'],
    ['volt', '4601'],
    ['volt', '-3.3'],
    ['volt', 'x'],
    ['max volt', '3.3'],
    ['pack volt', '3.3'],
    ['pack voltage', '3.3'],
    ['curr', '3.3'],
    ['volt mV', '3.3'],
  ])('is not recognized by the name %s and the number %s', (name, text) => {
    expect(isOfCells(name, text)).toBe(false);
  });

  test('one voltage beyond the range is enough', () => {
    expect(isOfCells('volt', '3.3', '13.2')).toBe(false);
  });

  test.each(['cell', 'Cell', 'zelle', 'cellule'])(
    'rows named "%s" without voltages of cells are not read as packs',
    (name) => {
      expect(read(`${name};volt;temp`, '1;52.1;20', '2;52.0;20')).toEqual([]);
    },
  );
});

test.each(['pack cells', 'power zelle'])(
  '[OBD-182] rows named "%s" are packs: only the first word says what a row is',
  (name) => {
    expect(read(`${name};volt;temp`, '1;52.1;20', '2;52.0;20')[0]).toHaveLength(6);
  },
);

describe('[OBD-177] a table that counts in thousandths', () => {
  const scaled = (temp: string, volt: string, names = 'volt;curr;temp;soc') =>
    read(`pack;${names}`, `1;${volt};-1200;${temp};99`)[0];

  test('voltage, current and temperature are divided by 1000', () => {
    expect(scaled('25000', '52100')).toEqual([
      'pack=1',
      'volt=52100 (voltage 0.001)',
      'curr=-1200 (current 0.001)',
      'temp=25000 (temperature 0.001)',
      'soc=99',
    ]);
  });

  test.each([
    ['5000', '1500'],
    ['80000', '1500000'],
  ])('also has a temperature of %s and a voltage of %s: the limits', (temp, volt) => {
    expect(scaled(temp, volt)?.[2]).toBe('curr=-1200 (current 0.001)');
  });

  test.each([
    ['4999', '52100'],
    ['80001', '52100'],
    ['25000', '1499'],
    ['25000', '1500001'],
    ['25000.0', '52100'],
    ['25000', '52100.0'],
    ['25000 C', '52100'],
    ['25000', '52100 mV'],
    ['x', '52100'],
  ])('does not have a temperature of %s and a voltage of %s', (temp, volt) => {
    expect(scaled(temp, volt)?.[2]).toBe('curr=-1200');
  });

  test('is recognized by the short names v and temp', () => {
    expect(scaled('25000', '52100', 'v;curr;temp;soc')).toEqual([
      'pack=1',
      'v=52100 (voltage 0.001)',
      'curr=-1200 (current 0.001)',
      'temp=25000 (temperature 0.001)',
      'soc=99',
    ]);
  });

  test.each(['volt;curr;level;soc', 'level;curr;temp;soc'])(
    'not without both quantities: %s',
    (names) => {
      expect(scaled('25000', '52100', names)?.[2]).toBe('curr=-1200');
    },
  );

  test('a name of several words', () => {
    expect(scaled('25000', '52100', 'pack voltage;curr;cell temp;soc')?.slice(1, 4)).toEqual([
      ...['pack voltage=52100 (voltage 0.001)', 'curr=-1200 (current 0.001)'],
      'cell temp=25000 (temperature 0.001)',
    ]);
  });

  test('not if one column or one row has other numbers', () => {
    const scaledOf = (...lines: readonly string[]) =>
      read(...lines)[0]?.filter((entry) => entry.includes('0.001'));
    expect(scaledOf('pack;volt;temp;cell temp', '1;52100;25000;25')).toEqual([]);
    expect(scaledOf('pack;volt;temp', '1;52100;25000', '2;52100;25')).toEqual([]);
    expect(scaledOf('pack;volt;temp', '1;52100;25000', '2;52100;26000')).toHaveLength(4);
  });

  test('a value with a unit keeps it', () => {
    expect(read('pack;volt;curr;temp', '1;52100;3 A;25000')).toEqual([
      [
        'pack=1',
        'volt=52100 (voltage 0.001)',
        'curr=3 A (current 1)',
        'temp=25000 (temperature 0.001)',
      ],
    ]);
  });

  test('columns of cells are read in thousandths of their unit', () => {
    expect(read('cell;volt;temp', '1;3301;25000', '2;3302;25000')).toEqual([
      [
        'cell 1 volt=3301 (voltage 0.001)',
        'cell 2 volt=3302 (voltage 0.001)',
        'cell 1 temp=25000 (temperature 0.001)',
        'cell 2 temp=25000 (temperature 0.001)',
      ],
    ]);
  });
});
