import { describe, expect, test } from 'vitest';
import { isEmptyRow, rowKind, splitRow, tableAt } from './text-table.ts';

const table = (...lines: readonly string[]) => tableAt(lines, 0);
const filled = (cell: string, count: number) => Array.from({ length: count }, () => cell).join(';');

describe('[OBD-182] a line is split into cells', () => {
  test.each([
    ['a;b;c', ';', ['a', 'b', 'c']],
    [' a ; b ', ';', ['a', 'b']],
    ['"a";"b c"', ';', ['a', 'b c']],
    ['a"b";c', ';', ['a"b"', 'c']],
    ['"a"b;c', ';', ['"a"b', 'c']],
    ['a;;', ';', ['a', '', '']],
    ['|a|b|', '|', ['a', 'b']],
    [' |a|b| ', '|', ['a', 'b']],
    ['a|b', '|', ['a', 'b']],
    ['||a|', '|', ['', 'a']],
    ['|a|', ';', ['|a|']],
    ['a\tb', '\t', ['a', 'b']],
  ] as const)('%j split at %j is %j', (line, delimiter, cells) => {
    expect(splitRow(line, delimiter)).toEqual(cells);
  });
});

describe('[OBD-182] a table with separators', () => {
  test.each(['\t', ';', '|', ','] as const)('cells may be separated by %j', (delimiter) => {
    const line = (...cells: readonly string[]) => cells.join(delimiter);
    expect(table(line('time', 'V', 'A'), line('1', '52.1', '3'), line('2', '52.0', '4'))).toEqual({
      names: ['time', 'V', 'A'],
      rows: [
        ['1', '52.1', '3'],
        ['2', '52.0', '4'],
      ],
      length: 3,
      delimiter,
    });
  });

  const HEADER = 'time;V;A;W';
  const NAMES = ['time', 'V', 'A', 'W'];

  test.each([
    ['empty cells after the last column', ['1;2;3;4;;'], [['1', '2', '3', '4']], 2],
    ['an empty cell', ['1;;;'], [['1', '', '', '']], 2],
    ['a sign', ['x;-1;+2;y'], [['x', '-1', '+2', 'y']], 2],
    ['a point first', ['x;.5;y;z'], [['x', '.5', 'y', 'z']], 2],
    ['a rule between', ['----', '1;2;3;4'], [['1', '2', '3', '4']], 3],
    ['a blank line between', ['', '1;2;3;4'], [['1', '2', '3', '4']], 3],
    ['a rule at the end does not belong to it', ['1;2;3;4', '---'], [['1', '2', '3', '4']], 2],
    ['it ends at a line of text', ['1;2;3;4', 'OK', '5;6;7;8'], [['1', '2', '3', '4']], 2],
    ['it ends at a shorter row', ['1;2;3;4', '1;2;3'], [['1', '2', '3', '4']], 2],
    ['it ends at a longer row', ['1;2;3;4', '1;2;3;4;5'], [['1', '2', '3', '4']], 2],
    [
      'numbers within words do not make a row',
      ['1;2;3;4', 'a1;b2;c3;d4'],
      [['1', '2', '3', '4']],
      2,
    ],
    [
      'a row that begins with dashes is not a line of dashes',
      ['---1;2;3;4'],
      [['---1', '2', '3', '4']],
      2,
    ],
    ['a line of spaces between', ['   ', '1;2;3;4'], [['1', '2', '3', '4']], 3],
    ['it ends at a row without numbers', ['1;2;3;4', 'a;b;c;d'], [['1', '2', '3', '4']], 2],
  ])('%s', (_, body, rows, length) => {
    expect(table(HEADER, ...body)).toEqual({ names: NAMES, rows, length, delimiter: ';' });
  });

  test.each([
    ['no row', [HEADER]],
    ['a row that does not fit', [HEADER, '1;2;3']],
    ['two columns', ['time;V', '1;2']],
    ['a name with an equals sign', ['time;V=1;A;W', '1;2;3;4']],
    ['a name with a colon', ['time;V:1;A;W', '1;2;3;4']],
    ['a name that is a number', ['time;1;A;W', '1;2;3;4']],
    ['a name that is empty', ['time;;A;W', '1;2;3;4']],
    ['a name of 42 characters', [`time;${'V'.repeat(42)};A;W`, '1;2;3;4']],
    ['a name that is not a number', ['time;NaN;A;W', '1;2;3;4']],
    ['hexadecimal digits', ['time;0xff;A;W', '1;2;3;4']],
    ['three columns of which the first is a name', ['name;value;unit', 'pack;52;V']],
    ['97 columns', [filled('a', 97), filled('1', 97)]],
    ['a header that begins with a digit', ['1time;V;A;W', '1;2;3;4']],
    ['a header of 1025 characters', [`${HEADER}${' '.repeat(1_015)}`, '1;2;3;4']],
  ])('none is read from %s', (_, lines) => {
    expect(tableAt(lines, 0)).toBeUndefined();
  });

  test.each([
    ['96 columns', [filled('a', 96), filled('1', 96)]],
    ['a name of 41 characters', [`time;${'V'.repeat(41)};A;W`, '1;2;3;4']],
    ['a header of 1024 characters', [`${HEADER}${' '.repeat(1_014)}`, '1;2;3;4']],
    ['a header that ends with separators', [`${HEADER};; `, '1;2;3;4']],
    ['a name with the letters nan', ['nano;xnan;A;W', '1;2;3;4']],
    ['a header within a frame', ['| "time" | V | A |', '| 1 | 2 | 3 |']],
    ['quoted names', ['"time";"V";"A";"W"', '1;2;3;4']],
    ['names with signs', ['#;_a;%b;é', '1;2;3;4']],
    ['three columns, with one number first', ['time;V;A', 'x;1;2', '3;1;2']],
    ['four columns of which the first is a name', ['name;V;A;W', 'a;1;2;3']],
  ])('one is read from %s', (_, lines) => {
    expect(tableAt(lines, 0)?.length).toBe(lines.length);
  });

  test('[OBD-187] at most 256 rows are read', () => {
    const rows = Array.from({ length: 257 }, () => '1;2;3;4');
    expect(table(HEADER, ...rows)?.rows).toHaveLength(256);
  });

  test('may begin at a later line', () => {
    expect(tableAt(['OK', HEADER, '1;2;3;4'], 1)).toEqual({
      names: NAMES,
      rows: [['1', '2', '3', '4']],
      length: 2,
      delimiter: ';',
    });
    expect(tableAt([HEADER], 5)).toBeUndefined();
  });
});

describe('[OBD-182] a table with aligned cells', () => {
  const DATED = 'Time                 Volt  Curr Temp  Soc';

  test('cells that begin or end where their names do', () => {
    expect(
      table('Pack  Volt   Curr', '1     52.10  -3.2', '---------------', '2     52.05     4'),
    ).toEqual({
      names: ['Pack', 'Volt', 'Curr'],
      rows: [
        ['1', '52.10', '-3.2'],
        ['2', '52.05', '4'],
      ],
      length: 4,
    });
  });

  test('may have a space inside a cell', () => {
    expect(
      table(
        'Time                 Volt   Curr   Temp  Soc  Soh',
        '2023-09-16 11:50:32  52.10  -3.2   25    99   98',
      ),
    ).toEqual({
      names: ['Time', 'Volt', 'Curr', 'Temp', 'Soc', 'Soh'],
      rows: [['2023-09-16 11:50:32', '52.10', '-3.2', '25', '99', '98']],
      length: 2,
    });
  });

  test.each([
    ['a single row of five columns', ['A   B   C   D   E', '1   2   3   4   5']],
    ['two columns', ['A   B', '1   2', '3   4']],
    ['a header with a colon', ['A:  B   C', '1   2   3', '1   2   3']],
    ['a header with an equals sign', ['A=  B   C', '1   2   3', '1   2   3']],
    ['single spaces only', ['A B C', '1 2 3', '1 2 3']],
    ['a name that is a number', ['A   2   C', '1   2   3', '1   2   3']],
    ['rows with one number', ['A   B   C', '1   x   y', '1   x   y']],
    ['rows with half as many cells less one', ['A   B   C   D   E', '1   2', '1   2']],
    [
      'a row that is 25 characters longer',
      ['A   B   C', '1   2   3', `1   2   3${' '.repeat(25)}`],
    ],
    ['a number one character off', ['Aaa   Bbb   Ccc', '1     2     3', '1      2    3']],
    [
      'a cell below two names',
      ['Volt  Curr  Temp  Soc', '12345678    25    99', '12345678    25    99'],
    ],
    [
      'a row of which most cells are missing',
      [DATED, '2023-09-16 11:50:32  52.1  3    25    99', '2023-09-16 11:50:33  52.1'],
    ],
    ['a number before the first name', ['     A   B   C', '1    2   3   4', '1    2   3   4']],
    ['a row shifted by one column', ['A   B     C', '1   2     3', '1   2  3  4']],
    ['a row without its first cell', ['A   B   C', '1   2   3', '    2   3']],
  ])('none is read from %s', (_, lines) => {
    expect(tableAt(lines, 0)).toBeUndefined();
  });

  test.each([
    ['a single row of six columns', ['A  B  C  D  E  F', '1  2  3  4  5  6'], 1],
    [
      'a name of two words above one cell',
      ['Pack Volt  A    B', '52.1234 V  2    3', '52.1234 V  2    3'],
      2,
    ],
    ['rows with a space before', ['  A   B   C', '  1   2   3', '  1   2   3'], 2],
    [
      'dates with all cells',
      [DATED, '2023-09-16 11:50:32  52.1  3    25    99', '2023-09-16 11:50:33  52.1  3'],
      2,
    ],
    ['rows with half of the cells', ['A   B   C   D', '1   2', '1   2   3   4'], 2],
    ['an absent value', ['A   B   C', '1   2   3', '1   2   -'], 2],
    ['a missing cell', ['A   B   C', '1   2   3', '1   2'], 2],
    ['a row 24 characters longer', ['A   B   C', '1   2   3', `1   2   3${' '.repeat(24)}`], 2],
    ['a line of text behind it', ['A   B   C', '1   2   3', '4   5   6', 'OK'], 2],
  ])('one is read from %s', (_, lines, rows) => {
    expect(tableAt(lines, 0)?.rows).toHaveLength(rows);
  });
});

describe('[OBD-182] a row without values', () => {
  test.each([
    [['1', '-', '-'], true],
    [['1', '', ''], true],
    [['1', '--', '***', '?', '–', '—'], true],
    [['1', 'n/a', 'NA', 'N/A'], true],
    [['1', 'Absent', '-'], true],
    [['1', 'Absent', '2'], false],
    [['1', '-1', '-2'], false],
    [['1', 'n/ab', 'xna'], false],
    [['1', '2', '-'], true],
    [['1'], true],
  ])('%j: %s', (row, isEmpty) => {
    expect(isEmptyRow(row)).toBe(isEmpty);
  });
});

describe('[OBD-182] what the rows of a table are', () => {
  const kindOf = (names: string, firsts: string, cellColumns: readonly number[] = []) =>
    rowKind(
      { names: names.split(' '), rows: firsts.split(' ').map((first) => [first, '3.3']) },
      (column) => cellColumns.includes(column),
    );

  test.each([
    ['cell voltage', '1 2', [1], 'cells'],
    ['cell voltage', '0 1', [1], 'cells'],
    ['cell voltage', 'C1 C2', [1], 'cells'],
    ['cell voltage', 'C-01 C_02', [1], 'cells'],
    ['cell voltage', '1', [1], 'packs'], // one cell is not a list
    ['cell voltage', '1 2', [0], 'packs'],
    ['cell voltage', '1 2', [], 'packs'],
    ['cell voltage', '2 3', [1], 'moments'],
    ['cell voltage', '1 3', [1], 'moments'],
    ['cell voltage', '1 1', [1], 'moments'],
    ['cell voltage', 'C1 C1', [1], 'moments'],
    ['cell voltage', 'C1 C', [1], 'moments'],
    ['cell voltage', 'C1 C1234', [1], 'moments'],
    ['cell voltage', 'C1x C2x', [1], 'moments'],
    ['cell voltage', '0.5 1.5', [1], 'moments'],
    ['volt voltage', '1 2', [1], 'moments'],
    ['time voltage', '1 2', [1], 'moments'],
    ['number time', '1 2', [1], 'moments'],
    ['pack time', '1 2', [], 'packs'],
  ])(
    'with the headings "%s", the first values "%s" and cell voltages in columns %j, the rows are %s',
    (names, firsts, cellColumns, kind) => {
      expect(kindOf(names, firsts, cellColumns)).toBe(kind);
    },
  );

  test.each(
    'cell zelle cellule battery bat batt pack modul module power unit addr address id slot bank no nr nummer index string BMS'.split(
      ' ',
    ),
  )('the first name "%s" is that of a unit', (name) => {
    expect(kindOf(`${name} V`, '1 2')).toBe('packs');
  });

  test.each(['cells', 'my_pack', 'noise', 'addresses'])(
    'the first name "%s" is not that of a unit',
    (name) => {
      expect(kindOf(`${name} V`, '1 2')).toBe('moments');
    },
  );

  test('rows numbered up to 256 are cells or packs, more rows are moments', () => {
    const counted = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(' ');
    expect(kindOf('cell V', counted(256))).toBe('packs');
    expect(kindOf('cell V', counted(257))).toBe('moments');
  });
});
