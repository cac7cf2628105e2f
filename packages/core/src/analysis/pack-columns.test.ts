import { expect, test } from 'vitest';
import { makeColumns } from '../recording/sample-columns.ts';
import { packColumns, type AnalysedBlock } from './pack-columns.ts';

const block = (rows: number, cells: number, volts: readonly number[]): AnalysedBlock => ({
  columns: makeColumns(() => new Float64Array(rows)),
  cells: { cells, volts: Float32Array.from(volts) },
});

test('[ANA-29] blocks of several numbers of cells are joined; a cell that a block does not have is unknown there', () => {
  const joined = packColumns([block(2, 1, [1, 2]), block(1, 3, [3, 4, 5]), block(1, 2, [6])]);
  expect(joined).toMatchObject({ rows: 4, cells: 3 });
  const unknown = [NaN, NaN, NaN];
  expect([...joined.volts]).toEqual([1, NaN, NaN, 2, NaN, NaN, 3, 4, 5, ...unknown]);
});
