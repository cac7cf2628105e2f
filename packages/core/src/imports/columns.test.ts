import { expect, it } from 'vitest';
import { createRowReader } from './import-check.ts';
import { recognizeLayout } from './layout.ts';

const cellsIn = (header: string): readonly (number | null)[] => {
  const names = header.split(';');
  const row = names.map((name, at) => (name === 'time' ? '2026-01-01 00:00:00' : `3.30${at}`));
  const chosen = { encoding: 'utf-8', delimiter: ';', startsAt: 0, decimal: 'point' } as const;
  const { settings, mapping } = recognizeLayout([names, row], chosen, 'logger');
  const read = createRowReader({ kind: 'logger', settings, mapping, header: names, known: [] });
  const result = read(row, 2);
  if (result.kind !== 'sample') throw new Error(JSON.stringify(result));
  return result.sample.cellVoltagesV;
};

it.each([
  ['time;cell 1 (V);cell 2 (V);cell 4 (V)', [3.301, 3.302, null, 3.303]],
  ['time;cell 2 (V);cell 3 (V);cell 4 (V)', [null, 3.301, 3.302, 3.303]],
  ['time;Cell0_V;Cell1_V;Cell3_V', [3.301, 3.302, null, 3.303]],
  ['time;cell 17 (V);cell 18 (V);cell 19 (V)', [3.301, 3.302, 3.303]], // of a second module
])(
  '[IMP-25] a cell that a file leaves out does not give its number to another: %s',
  (header, cells) => {
    expect(cellsIn(header)).toEqual(cells);
  },
);

it.each([
  ['after each name', ['time;voltage;current;', '2026-01-01 00:00:00;13.2;1.5']],
  [
    'after each value',
    ['time;voltage;current', '2026-01-01 00:00:00;13.2;1.5;', '2026-01-01 00:00:01;13.2;1.5;'],
  ],
])('[IMP-26] a separator %s begins no column', (_, lines) => {
  const rows = lines.map((line) => line.split(';'));
  const chosen = { encoding: 'utf-8', delimiter: ';', startsAt: 0, decimal: 'point' } as const;
  const { settings, mapping, kind, table } = recognizeLayout(rows, chosen);
  expect(kind).toBe('logger');
  const plan = { kind: 'logger', settings, mapping, header: table.header, known: [] } as const;
  expect(createRowReader(plan)(rows[1] ?? [], 2)).toMatchObject({
    sample: { packVoltageV: 13.2, currentA: 1.5 },
  });
});
