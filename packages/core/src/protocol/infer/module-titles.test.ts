import { describe, expect, test } from 'vitest';
import { createMemory, inferReply } from './infer-reply.ts';
import { itemsOf } from './items.ts';
import { isModuleTitle, isPartTitle } from './module-titles.ts';
import { scannedBy } from './scanned.fixture.ts';

/** Returns the names of the values, with their groups. A name of which it is unclear where it belongs has a `?`. */
const read = (...lines: readonly string[]): readonly string[] =>
  itemsOf(lines).flatMap((item) =>
    item.kind === 'entries'
      ? item.entries.map(
          ({ groups, key, isUnclear }) =>
            `${[...groups, key].join(' > ')}${isUnclear === true ? '?' : ''}`,
        )
      : [],
  );

/** Returns the names of the values after the second of two modules with a voltage and a state of charge. */
const after = (...lines: readonly string[]): readonly string[] => {
  const first = ['Module 1', 'Voltage: 26.1 V', 'SOC: 50 %'];
  const second = ['Module 2', 'Voltage: 26.2 V', 'SOC: 60 %'];
  const names = read(...first, ...second, ...lines);
  expect(names.slice(0, 4)).toEqual([
    ...['Module 1 > Voltage', 'Module 1 > SOC', 'Module 2 > Voltage', 'Module 2 > SOC'],
  ]);
  return names.slice(4);
};

test.each([
  ...['Module 1', 'Mod 12', 'Battery #1', 'PACK_3', 'BMS 1', 'Battery module 2', 'Akku 1'],
])('[OBD-308] %s is the title of a module', (title) => {
  expect(isModuleTitle(title)).toBe(true);
});
test.each(['Module', 'Module 1/2', '1', 'Cell 1', 'Pack 1 cells', 'Module x 1', 'Grid 1'])(
  '[OBD-308] %s is not the title of a module',
  (title) => {
    expect(isModuleTitle(title)).toBe(false);
  },
);

describe('[OBD-308] the values after the last module', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['belong to the pack that they name', ['Pack voltage: 52.3 V'], ['Pack voltage']],
    ['belong to the system', ['System', 'Voltage: 52.3 V'], ['System > Voltage']],
    ['have a heading', ['System:', '  SOC: 55 %'], ['System > SOC']],
    [
      'belong to what the first of them names',
      ['Total current: 5 A', 'SOC: 55 %', 'Cycles: 7'],
      ['Total current', 'SOC', 'Cycles'],
    ],
    ['are unclear', ['Current: 5 A', 'SOC: 55 %'], ['Current?', 'SOC?']],
    ['are unclear below a numbered name', ['Pack 1 SOC: 5 %'], ['Pack 1 SOC?']],
    ['are unclear below a heading', ['More:', '  Current: 5 A'], ['More > Current?']],
    [
      'are unclear before one that names the whole',
      ['Current: 5 A', 'Sum: 52.3 V', 'SOC: 55 %'],
      ['Current?', 'Sum', 'SOC'],
    ],
    ['are unclear if the module has one already', ['SOC: 55 %', 'Mode: idle'], ['SOC?', 'Mode?']],
  ])('%s', (_, lines, names) => {
    expect(after(...lines)).toEqual(names);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    [
      'a pack has no name for the whole in its own',
      ['Pack 1', 'V: 26 V', 'Pack 2', 'V: 26 V', 'Pack current: 5 A', 'Total: 5 A'],
      ['Pack 1 > V', 'Pack 2 > V', 'Pack current?', 'Total'],
    ],
    [
      'a cell more is of the module',
      ['Module 1', 'Cell 1: 3.3 V', 'Module 2', 'Cell 1: 3.3 V', 'Cell 2: 3.3 V'],
      ['Module 1 > Cell 1', 'Module 2 > Cell 1', 'Module 2 > Cell 2'],
    ],
    [
      'a value in the place of another one is of the module',
      ['Module 1', 'V: 26 V', 'T1: 20 C', 'Module 2', 'V: 26 V', 'SOC: 60 %'],
      ['Module 1 > V', 'Module 1 > T1', 'Module 2 > V', 'Module 2 > SOC'],
    ],
    [
      'a value in the place of another one that names the whole or returns is not of the module',
      ['Module 1', 'V: 1 V', 'T1: 2 C', 'Module 2', 'V: 1 V', 'V: 2 V', 'Pack V: 2 V'],
      ['Module 1 > V', 'Module 1 > T1', 'Module 2 > V', 'V?', 'Pack V'],
    ],
    [
      'a value that only an earlier module has is of the last one too',
      ['Module 1', 'V: 1 V', 'T1: 2 C', 'Module 2', 'V: 1 V', 'Module 3', 'V: 1 V', 'T1: 2 C'],
      [...['Module 1 > V', 'Module 1 > T1', 'Module 2 > V', 'Module 3 > V', 'Module 3 > T1']],
    ],
    [
      'values of the middle are of their module',
      ['Module 1', 'V: 1 V', 'Module 2', 'V: 1 V', 'A: 5 A', 'V: 2 V', 'Module 3', 'V: 3 V'],
      ['Module 1 > V', 'Module 2 > V', 'Module 2 > A', 'Module 2 > V', 'Module 3 > V'],
    ],
    [
      'one module has all values',
      ['Module 1', 'V: 1 V', 'V: 2 V', 'Pack V: 2 V'],
      ['Module 1 > V', 'Module 1 > V', 'Module 1 > Pack V'],
    ],
  ])('%s', (_, lines, names) => {
    expect(read(...lines)).toEqual(names);
  });

  test('of each report', () => {
    const report = ['Module 1', 'V: 26 V', 'Module 2', 'V: 26 V', 'A: 5 A'];
    const names = ['Module 1 > V', 'Module 2 > V', 'A?'];
    expect(read(...report, ...report)).toEqual([...names, ...names]);
    const others = report.map((line) => line.replace('Module', 'Pack'));
    expect(read(...report, ...others)).toEqual([...names, ...['Pack 1 > V', 'Pack 2 > V', 'A?']]);
  });

  test('with a prefix of all lines', () => {
    const lines = ['Module 1', 'V: 26 V', 'Module 2', 'V: 26 V', 'A: 5 A'];
    expect(read(...lines.map((line) => `APP: ${line}`))).toEqual([
      ...['APP: > Module 1 > V', 'APP: > Module 2 > V', 'APP: > A?'],
    ]);
  });
});

describe('[OBD-308] the values of a module', () => {
  test('follow its key, with or without an indentation', () => {
    const flat = ['Module 1:', 'V: 26 V', 'Module 2:', '', 'V: 26 V', 'Pack V: 52 V'];
    const names = ['Module 1 > V', 'Module 2 > V', 'Pack V'];
    expect(read(...flat)).toEqual(names);
    expect(read(...flat.map((line) => (line.startsWith('V') ? `  ${line}` : line)))).toEqual(names);
    expect(read('Cells 1:', 'V: 26 V')).toEqual(['V']);
    expect(read('V: 1 V', 'Module 1:')).toEqual(['V']);
  });

  test('have titles of their parts without a colon', () => {
    const module = (number: number) => [
      ...[`Module ${number}`, 'V: 26 V', 'Cells', 'Cell 1: 3.3 V', 'Cell temperatures', 'T1: 20 C'],
    ];
    const names = (number: number) => [
      ...[`Module ${number} > V`, `Module ${number} > Cells > Cell 1`],
      `Module ${number} > Cell temperatures > T1`,
    ];
    const both = [...module(1), ...module(2)];
    expect(read(...both)).toEqual([...names(1), ...names(2)]);
    expect(read(...both, 'System', 'V: 52 V').at(-1)).toBe('System > V');
    const second = ['Module 2', 'V: 26 V'];
    expect(read('Module 1', 'V: 26 V', ...second, 'Cells', 'Cell 1: 3.3 V').at(-1)).toBe(
      'Cells > Cell 1?',
    );
    expect(read(...module(1), ...second, 'Display', 'V: 5 V').at(-1)).toBe('Display > V');
    expect(read('Cells', 'Cell 1: 3.3 V')).toEqual(['Cells > Cell 1']);
  });

  test('have headings that several modules have', () => {
    expect(
      read(
        ...['Module 1', 'Temps:', '  T1: 20 C', 'SOC: 50 %', 'Alarms:', '  Over: no'],
        ...['Module 2', 'Temps:', '  T1: 20 C', '  T2: 20 C', 'SOC: 50 %'],
      ),
    ).toEqual([
      ...['Module 1 > Temps > T1', 'Module 1 > SOC', 'Module 1 > Alarms > Over'],
      ...['Module 2 > Temps > T1', 'Module 2 > Temps > T2', 'Module 2 > SOC'],
    ]);
    expect(
      read(
        'Module 1',
        'V: 1 V',
        'SOC: 50 %',
        'Module 2',
        'V: 1 V',
        'Temps:',
        '  T1: 20 C',
        'V: 2 V',
      ),
    ).toEqual([...['Module 1 > V', 'Module 1 > SOC', 'Module 2 > V', 'Temps > T1?', 'V?']]);
    expect(read('Module 1', 'PV:', 'V: 98 V', 'Module 2', 'V: 26 V')).toEqual([
      ...['V', 'Module 2 > V'],
    ]);
    expect(read('Module 1', 'Temps:', '  T1: 20 C', 'SOC: 50 %')).toEqual([
      ...['Temps > T1', 'Module 1 > SOC'],
    ]);
  });
});

describe('[OBD-308] a whole reply', () => {
  const packsOf = (...lines: readonly string[]) => {
    const { sample, packs, others } = inferReply(lines, createMemory()) ?? {};
    const values = (each: typeof sample) => [each?.packVoltageV, each?.socPercent, each?.currentA];
    return {
      values: values(sample),
      packs: packs?.map((pack) => [pack.label, ...values(pack.sample)]),
      others: others?.map(({ key }) => key),
    };
  };
  const module = (number: number, title: string, before = '') => [
    `${title} ${number}${before === '' ? '' : ':'}`,
    ...[`${before.trimEnd()}Voltage: 26.${number} V`, `${before.trimEnd()}SOC: 5${number} %`],
  ];
  const modules = [...module(1, 'Module'), ...module(2, 'Module')];
  const ofModules = [
    ['1', 26.1, 51, undefined],
    ['2', 26.2, 52, undefined],
  ];

  test('lists a value under its name, and shows it nowhere else, if it is unclear to what it belongs', () => {
    expect(packsOf(...modules, 'Current: 5 A', 'SOC: 70 %')).toEqual({
      values: [26.1, 51, undefined],
      packs: ofModules,
      others: ['Current', 'SOC'],
    });
  });
  test('shows the values of the pack', () => {
    expect(packsOf(...modules, 'Pack voltage: 52.3 V', 'Current: 5 A', 'SOC: 70 %').values).toEqual(
      [52.3, 70, 5],
    );
  });
  test('keeps modules apart whose keys end with a colon', () => {
    const flat = [...module(1, 'Module', ' '), ...module(2, 'Module', ' ')];
    expect(packsOf(...flat).packs).toEqual(ofModules);
    const nested = flat.map((line) => (line.startsWith('Module') ? line : `  ${line}`));
    expect(packsOf(...nested, 'Current: 5 A').packs).toEqual(ofModules);
    expect(packsOf(...nested, 'SOC: 70 %').values).toEqual([undefined, 70, undefined]);
  });
  test('keeps modules apart that have a line each', () => {
    const line = (number: number) =>
      `Module #${number}   26.1V   Cell0: 3.3${number}V   Cell1: 3.35V`;
    const { packs } = inferReply([line(1), line(2)]) ?? {};
    expect(packs?.map(({ label, sample }) => [label, sample.cellVoltagesV])).toEqual([
      ['1', [3.31, 3.35]],
      ['2', [3.32, 3.35]],
    ]);
  });
});

test('[OBD-187] the time is linear in the number of modules', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => [`Module ${at}:`, '', `V ${at}: 1 V`]).flat();
  const scanned = (count: number) => scannedBy(() => itemsOf(lines(count)));
  expect(scanned(400)).toBeLessThan(scanned(200) * 2.5);
});

test.each([
  ['Cells', true],
  ['Cell temperatures', true],
  ['Voltages', true],
  ['Cell 1', false],
  ['Cell alarms', false],
  ['Status', false],
  ['---', false],
])('[OBD-308] “%s” is the title of a part of a module: %s', (title, isPart) => {
  expect(isPartTitle(title)).toBe(isPart);
});
