import { expect, it } from 'vitest';
import { unitOfColumn } from './column-unit.ts';
import { createRowReader } from './import-check.ts';
import { recognizeLayout } from './layout.ts';

/** Recognizes the columns of a file, and returns the samples of its rows. */
const samplesOf = (lines: readonly string[]) => {
  const rows = lines.map((line) => line.split(';'));
  const chosen = { encoding: 'utf-8', delimiter: ';', startsAt: 0, decimal: 'point' } as const;
  const { kind = 'packs', settings, mapping, table } = recognizeLayout(rows, chosen);
  const read = createRowReader({ kind, settings, mapping, header: table.header, known: [] });
  return rows.slice(1).map((row, at) => {
    const result = read(row, at + 2);
    if (result.kind !== 'sample') throw new Error(JSON.stringify(result));
    return result.sample;
  });
};

it.each([
  ['cell 1 (V);cell 2 (V);cell 4 (V)', [3.301, 3.302, null, 3.303]],
  ['cell 2 (V);cell 3 (V);cell 4 (V)', [null, 3.301, 3.302, 3.303]],
  ['Cell0_V;Cell1_V;Cell3_V', [3.301, 3.302, null, 3.303]],
  ['cell 17 (V);cell 18 (V);cell 19 (V)', [3.301, 3.302, 3.303]], // of a second module
])('[IMP-25] without a column for a cell, the others keep their numbers: %s', (names, cells) => {
  const lines = [`time;${names}`, '2026-01-01 00:00:00;3.301;3.302;3.303'];
  expect(samplesOf(lines)).toMatchObject([{ cellVoltagesV: cells }]);
});

it.each([
  ['after each name', ['time;voltage;current;', '2026-01-01 00:00:00;13.2;1.5']],
  [
    'after each value',
    ['time;voltage;current', '2026-01-01 00:00:00;13.2;1.5;', '2026-01-01 00:00:01;13.2;1.5;'],
  ],
])('[IMP-26] a separator %s does not begin a column', (_, lines) => {
  for (const sample of samplesOf(lines)) {
    expect(sample).toMatchObject({ packVoltageV: 13.2, currentA: 1.5 });
  }
});

it('[IMP-10] a list that a session marks as missing is not known, and an empty cell is an empty list', () => {
  const time = '2026-01-01T00:00:00.000Z';
  const samples = samplesOf([
    'time_utc;elapsed_s;pack_voltage_V;alarms;protections;switches;balancing_cells',
    `${time};0;3.3;-;n/a;-;NaN`,
    `${time};1;3.3;;;;`,
  ]);
  const shared = { packVoltageV: 3.3, cellVoltagesV: [], temperaturesC: [] };
  const faults = { alarms: [], protections: [] };
  const switches = { charge: false, discharge: false, precharge: false };
  expect(samples).toEqual([
    { ...shared, ...faults, lacksFaults: true },
    { ...shared, ...faults, switches, balancing: [] },
  ]);
});

it('[IMP-38] a state of charge that is written as a fraction is read in percent', () => {
  const lines = [
    'time;soc;soh [%]',
    '2026-01-01 00:00:00;0.785;0.99',
    '2026-01-01 00:00:01;1;0.99',
  ];
  expect(samplesOf(lines)).toMatchObject([
    { socPercent: 78.5, sohPercent: 0.99 },
    { socPercent: 100, sohPercent: 0.99 },
  ]);
});

it.each([
  [['1.00', '1.00'], '0–1', true], // a log that begins with a full battery
  [['1', '1'], '0–1', true],
  [['0.0', '1.0'], '0–1', true],
  [['0', '1'], '%', true],
  [['0', '0'], '%', true],
  [['1', '2'], '%', false],
])('[IMP-38] a state of charge of %j has the unit %s, assumed: %s', (cells, unit, isAssumed) => {
  const table = { header: ['soc'], rows: cells.map((cell) => [cell]) };
  expect(unitOfColumn('socPercent', table, 0, 'point')).toEqual({ unit, isAssumed });
});

it.each([
  // the second pack is not imported
  ['Battery 1 Cell 1;Battery 2 Cell 1;Battery 1 Cell 2;Battery 2 Cell 2', [3.301, 3.303]],
  // parts of one pack
  ['voltage;BMS1 Cell 1;BMS1 Cell 2;BMS2 Cell 1;BMS2 Cell 2', [3.302, 3.303, 3.304, 3.305]],
])('[IMP-35] the cells of several packs are not mixed: %s', (names, cells) => {
  const lines = [`time;${names}`, '2026-01-01 00:00:00;3.301;3.302;3.303;3.304;3.305'];
  const [sample] = samplesOf([
    lines[0] ?? '',
    (lines[1] ?? '')
      .split(';')
      .slice(0, names.split(';').length + 1)
      .join(';'),
  ]);
  expect(sample).toMatchObject({ cellVoltagesV: cells });
});

it.each([
  ['cell 1 (mV);cell 2 (mV);cell 3 (mV);temp 1', '3301;0;65535;-127'],
  ['cell 1 (V);cell 2 (V);cell 3 (V);temp 1 (°F)', '3.301;0.000;65.535;-196.6'],
])(
  '[IMP-36] a number that stands for a cell or sensor that was not read is no value: %s',
  (names, values) => {
    expect(samplesOf([`time;${names}`, `2026-01-01 00:00:00;${values}`])).toMatchObject([
      { cellVoltagesV: [3.301, null, null], temperaturesC: [null] },
    ]);
  },
);
