import { describe, expect, test } from 'vitest';
import { itemsOf, type Item, type KnownHeader } from './items.ts';

/** Writes an item as its line, kind and content. */
const written = (item: Item): string => {
  const before = `${item.line} ${item.kind}:`;
  if (item.kind === 'words') return `${before} ${item.text}`;
  if (item.kind === 'row') {
    const numbers = item.numbers.map(({ value }) => value).join(' ');
    return `${before} ${numbers} from ${item.text}`;
  }
  if (item.kind === 'table')
    return `${before} ${[item.table.names, ...item.table.rows].map((row) => row.join(' ')).join(' / ')}`;
  const entries = item.entries.map(
    ({ groups, key, value }) => `${[...groups, key].join(' > ')} = ${value.text}`,
  );
  return `${before} ${entries.join(' & ')}`;
};

const read = (lines: readonly string[], known?: KnownHeader): readonly string[] =>
  itemsOf(lines, known).map(written);

const shapes = (...lines: readonly string[]): readonly string[] =>
  itemsOf(lines).map(({ shape }) => shape);

test('[OBD-184] a prompt, a rule and an empty line are left out', () => {
  const noise = ['', ' ', '---', '>', 'bms>', 'bms#', 'a-b$', ' bms> ', `${'x'.repeat(16)}>`];
  expect(read(noise)).toEqual([]);
  const words = ['bms >', `${'x'.repeat(17)}>`, '5', 'ä', 'bms> ok', 'a b>'];
  expect(read(words)).toEqual(words.map((line, at) => `${at} words: ${line}`));
});

describe('[OBD-15] a row of numbers', () => {
  test.each([
    ...['1 2 3', '  1 2  3 ', '1,2,3', '1 , 2 , 3', '1\t2\t3', '1,,2,3', '1;2;3', '1 ; 2; 3;'],
    ...['1|2|3', '1 | 2 | 3', '|1|2|3|', '(1 2 3)', '$GP,1,2,3', '#A;1;2;3', '@B|1|2|3'],
    ...['C 1 2 3', 'D , 1,2,3', 'abcdefghijkl 1 2 3'],
  ])('%s is a row of three numbers', (line) => {
    expect(read([line])).toEqual([`0 row: 1 2 3 from ${line.trim()}`]);
  });

  test.each([
    ['+1 -2 .5', '1 -2 0.5'],
    ['A -1 2 3', '-1 2 3'],
    ['A +1 2 3', '1 2 3'],
    ['1.5 2 3', '1.5 2 3'],
    ['1;2,5;3', '1 2.5 3'],
  ])('%s has the numbers %s', (line, numbers) => {
    expect(read([line])).toEqual([`0 row: ${numbers} from ${line}`]);
  });

  test.each([
    ...['1 2', '1 2 x', 'A 1 x 3', 'A1 1 2 3', 'A  1 2 3', 'A x 2 3', 'abcdefghijklm 1 2 3'],
    ...['1|2 3|4', '((1 2 3)'],
  ])('is not %s', (line) => {
    expect(read([line])).toEqual([`0 words: ${line}`]);
  });

  test('has a shape that consists of its tag and its length', () => {
    expect(shapes('1 2 3', 'A 1 2 3', '$GP,1,2,3,4', '-1 2 3', '|1|2|3', '+1 2 3')).toEqual([
      ...['row  3', 'row A 3', 'row $GP 4', 'row  3', 'row  3', 'row  3'],
    ]);
  });
});

describe('[OBD-12] the headings of a line', () => {
  test.each([
    ...['Battery', '== Battery ==', '[Battery]', '<Battery>', '*** Battery ***', '# Battery #'],
    ...['-Battery-', '__Battery__', '  Battery >', 'Battery:'],
  ])('%j is a heading', (title) => {
    expect(read([title, '  SOC: 5'])[1]).toBe('1 entries: Battery > SOC = 5');
  });

  test.each(['Pack 1/2 (a.b-c_d #e)', 'Zelle ä', 'x'.repeat(49)])('%s is a heading', (title) => {
    expect(read([title, 'SOC: 5'])[1]).toBe(`1 entries: ${title} > SOC = 5`);
  });

  test.each(['Pack!', '1 Pack', 'a, b', 'x'.repeat(50)])('%s is not a heading', (title) => {
    expect(read([title, 'SOC: 5'])).toEqual([`0 words: ${title}`, '1 entries: SOC = 5']);
  });

  test('a title applies until the next one', () => {
    expect(read(['== Battery ==', 'SOC: 5', 'V: 6', '== PV ==', 'V: 7'])).toEqual([
      '0 words: == Battery ==',
      ...['1 entries: Battery > SOC = 5', '2 entries: Battery > V = 6'],
      ...['3 words: == PV ==', '4 entries: PV > V = 7'],
    ]);
  });

  test('a key without a value applies to the lines with a larger indentation', () => {
    expect(
      read(['Battery:', '  SOC: 5', '  Cells:', '    V: 4', '\t A: 5', 'V: 6', '  A: 7']),
    ).toEqual([
      ...['0 words: Battery', '1 entries: Battery > SOC = 5', '2 words: Cells'],
      ...['3 entries: Battery > Cells > V = 4', '4 entries: Battery > A = 5'],
      ...['5 entries: V = 6', '6 entries: A = 7'],
    ]);
    expect(read(['Battery:', 'SOC: 5'])[1]).toBe('1 entries: SOC = 5');
  });

  test('a key without a value replaces a title, and a title replaces such a key', () => {
    expect(read(['Title', 'Battery:', '  SOC: 5', 'V: 5'])).toEqual([
      ...['0 words: Title', '1 words: Battery', '2 entries: Battery > SOC = 5', '3 entries: V = 5'],
    ]);
    expect(read(['Battery:', '  Title', '    V: 5'])[2]).toBe('2 entries: Title > V = 5');
  });

  test('the prefix of all lines is the outermost', () => {
    expect(read(['APP: SOC: 5', 'APP: SOH: 6', 'APP: V: 7'])).toEqual([
      ...['0 entries: APP: > SOC = 5', '1 entries: APP: > SOH = 6', '2 entries: APP: > V = 7'],
    ]);
  });

  test('the numbers of the headings are part of the shape of the line', () => {
    expect(shapes('Pack 1/2', 'SOC: 5, V: 6', 'Cell 34:', '  V: 7')).toEqual([
      ...['words Pack 1/2', 'SOC|V 1 2', 'words Cell #', 'V 34'],
    ]);
  });
});

describe('[OBD-4] a list on several lines', () => {
  test.each([
    [['Cells:', '- 3.3', '- 3.4'], 'Cells = 3.3, 3.4', [3.3, 3.4]],
    [['"Cells" :', '  -  3.3 V', '', '  - 3.4 V'], '"Cells" = 3.3 V, 3.4 V', [3.3, 3.4]],
    [["'Cells':", '- 3.3'], "'Cells' = 3.3", [3.3]],
    [['Pack 1.2-3/4[5]:', '- 3.3'], 'Pack 1.2-3/4[5] = 3.3', [3.3]],
    [['_c:', '- -3', '- 4'], '_c = -3, 4', [-3, 4]],
    [['Cells:', '- null', '- 3.4'], 'Cells = null, 3.4', [Number.NaN, 3.4]],
    [['Cells:', '- 3.3', '- ok'], 'Cells = 3.3, ok', [3.3, Number.NaN]],
  ])('%j is read as %s', (lines, text, values) => {
    const items = itemsOf(lines);
    expect(items.map(written)).toEqual([`0 entries: ${text}`]);
    expect(items).toMatchObject([{ shape: 'list', entries: [{ value: { isList: true } }] }]);
    const numbers = items.flatMap((item) =>
      item.kind === 'entries' ? item.entries.flatMap(({ value }) => value.numbers) : [],
    );
    expect(numbers.map(({ value }) => value)).toEqual(values);
  });

  test('ends at the next key', () => {
    expect(read(['A:', '  Cells:', '  - 3.3', '  B: 5', '  - 3.4'])).toEqual([
      ...['0 words: A', '1 entries: A > Cells = 3.3', '3 entries: A > B = 5', '4 words: - 3.4'],
    ]);
  });

  test.each([
    [
      ['SOC: 5', '- 3.3'],
      ['0 entries: SOC = 5', '1 words: - 3.3'],
    ],
    [
      ['Cells:', '-3.3'],
      ['0 words: Cells', '1 words: -3.3'],
    ],
    [
      ['Cells:', ' ', '- 3.3'],
      ['0 words: Cells', '2 words: - 3.3'],
    ],
  ])('is not %j', (lines, items) => {
    expect(read(lines)).toEqual(items);
  });
});

test.each([
  [['SOC 50 %'], ['0 entries: SOC = 50 %']],
  [['Charge FET on | Relay off'], ['0 entries: Charge FET = on & Relay = off']],
  [
    ['SOC   50', 'SOH   60', 'Vol   5'],
    ['0 entries: SOC = 50', '1 entries: SOH = 60', '2 entries: Vol = 5'],
  ],
  [
    ['V,A,SOC', '12.5,1,50', '12.6,2,51', 'ok'],
    ['0 table: V A SOC / 12.5 1 50 / 12.6 2 51', '3 words: ok'],
  ],
])('[OBD-11] other forms of keys and values: %j', (lines, items) => {
  expect(read(lines)).toEqual(items);
});

describe('[OBD-183] a row below a header that is known from an earlier reply', () => {
  const known: KnownHeader = { names: ['a', 'b', 'c'], delimiter: ',' };
  test.each(['1.5,2,x', 'x,+1,y', 'x,y,-1', '1, 2, 3'])('%s belongs to the table', (line) => {
    const cells = line.split(',').map((cell) => cell.trim());
    expect(itemsOf([line], known)).toEqual([
      {
        kind: 'table',
        table: { names: known.names, rows: [cells], length: 1, delimiter: ',' },
        rule: 'point',
        shape: 'table',
        line: 0,
      },
    ]);
  });

  test.each(['1,2', '1,2,3,x', 'x,y,z', 'x1,y2,z3'])('%s does not belong to the table', (line) => {
    expect(read([line], known)).toEqual([`0 words: ${line}`]);
  });

  test('a line with a key has no cells', () => {
    expect(read(['a: 1,2,3'], known)).toEqual(['0 entries: a = 1,2,3']);
    expect(read(['a= 1,2,3'], known)).toEqual(['0 entries: a = 1,2,3']);
    expect(read(['10:20,2,3'], known)).toEqual(['0 table: a b c / 10:20 2 3']);
  });
});

describe('[OBD-184] JSON anywhere in a text', () => {
  test.each([
    [['{"soc":50}'], ['0 entries: soc = 50']],
    [
      ['x', '{"a":{"soc":50}}', 'y: 5'],
      ['0 words: x', '1 entries: a > soc = 50', '2 entries: x > y = 5'],
    ],
    [
      ['{"soc":', '50}', 'z: 1', '{"soh":1}'],
      ['0 entries: soc = 50', '2 entries: z = 1', '3 entries: soh = 1'],
    ],
    [
      ['{"a":1} {"b":2}', 'z: 1'],
      ['0 entries: a = 1', '0 entries: b = 2', '1 entries: z = 1'],
    ],
    [
      ['{x', 'a: 1'],
      ['0 words: {x', '1 entries: a = 1'],
    ],
  ])('%j is read as %j', (lines, items) => {
    expect(read(lines)).toEqual(items);
  });

  test('has a shape that consists of its first key and the objects around it', () => {
    expect(shapes('{"a":{"b":{"soc":50}},"c":1}', '{"soc":1}')).toEqual([
      ...['json soc a.b', 'json soc '],
    ]);
  });
});

test('[OBD-187] at most 4096 lines and 262144 characters are read', () => {
  const empty = Array.from({ length: 4095 }, () => '');
  expect(read([...empty, 'a: 1', 'b: 2'])).toEqual(['4095 entries: a = 1']);
  const long = (length: number) => itemsOf(['a: 1', 'x'.repeat(length - 5)]).length;
  expect([long(262_144), long(262_145)]).toEqual([1, 0]);
});
