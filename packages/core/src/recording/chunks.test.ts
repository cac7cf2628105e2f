import { expect, test } from 'vitest';
import { columnsOf, sampleOfRow, sampleRow } from './sample-columns.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import {
  decodeBytes,
  decodeCells,
  decodeEvents,
  decodeSamples,
  detailAt,
  encodeBytes,
  encodeCells,
  joinCells,
} from './chunks.ts';

const sample = (
  cellVoltagesV: readonly (number | null)[],
  temperaturesC: readonly (number | null)[],
  balancing: readonly boolean[],
): PackSample => ({ alarms: [], protections: [], cellVoltagesV, temperaturesC, balancing });

test('cells and temperatures of each row are read back unchanged, whatever their number', () => {
  const record = decodeCells(
    encodeCells([
      sample([3.3021, null], [25.25, -40, null], [true, false]),
      sample([3.1, 3.2, 3.3], [20], [false, true, true]),
      sample([], [], []),
    ]),
  );
  if (record === undefined) throw new Error('not decoded');
  expect([record.cells, record.temperatures]).toEqual([3, 3]);
  expect(detailAt(record, 0)).toEqual({
    cellVoltagesV: [3.3021, null, null],
    temperaturesC: [25.25, -40, null],
    balancing: [true, false, false],
  });
  expect(detailAt(record, 1)).toEqual({
    cellVoltagesV: [3.1, 3.2, 3.3],
    temperaturesC: [20, null, null],
    balancing: [false, true, true],
  });
  expect(detailAt(record, 2)).toEqual({
    cellVoltagesV: [null, null, null],
    temperaturesC: [null, null, null],
    balancing: [false, false, false],
  });
});

test('[OBD-188] a switch and a balancing state that were not reported stay unknown', () => {
  const { balancing: _, ...unbalanced } = sample([3.3], [], []);
  const reported = { ...unbalanced, switches: { charge: true, precharge: false } };
  const record = decodeCells(encodeCells([reported]));
  if (record === undefined) throw new Error('not decoded');
  expect(sampleOfRow(sampleRow(reported, 0, 0), detailAt(record, 0))).toEqual(reported);
});

test('[REC-124] faults that were not reported stay unknown, as does the balancing of a sample without cells', () => {
  const { balancing: _, ...unknown } = sample([], [], []);
  const samples = [
    { ...unknown, lacksFaults: true as const },
    sample([3.3, 3.3], [], [true, false]),
  ];
  const record = decodeCells(encodeCells(samples));
  if (record === undefined) throw new Error('not decoded');
  const [first, second] = samples.map((each, row) =>
    sampleOfRow(sampleRow(each, 0, 0), detailAt(record, row)),
  );
  expect(first).toEqual({ ...unknown, lacksFaults: true, cellVoltagesV: [null, null] });
  expect(second).toEqual(samples[1]);
});

test('[OBD-188] a sample without the balancing leaves that of the samples before it as it is', () => {
  const reported = sample([3.3, 3.4], [], [true, false]);
  const { balancing: _, ...without } = reported;
  const record = encodeCells([reported, reported, without]);
  const read = [0, 1, 2].map((row) => detailAt(record, row).balancing);
  expect(read).toEqual([[true, false], [true, false], undefined]);
});

test('bytes are read back with their direction and origin', () => {
  const records = (['rx', 'tx'] as const).flatMap((dir, at) =>
    [false, true].map((background, more) => ({
      ms: 10 * at + more,
      dir,
      background,
      bytes: Uint8Array.from({ length: at + more }, (_, index) => index + at),
    })),
  );
  expect(decodeBytes(encodeBytes(records))).toEqual(records);
  expect(decodeBytes(encodeBytes([]))).toEqual([]);
});

test('events are read back unchanged', () => {
  const events = (['system', 'note', 'marker'] as const).map((kind, ms) => ({
    ms,
    wall: 1_000 + ms,
    kind,
    text: `text of ${kind}`,
  }));
  expect(decodeEvents({ events })).toEqual(events);
});

test('[ST-03] a damaged chunk is not read', () => {
  const bytes = encodeBytes([{ ms: 1, dir: 'rx', background: false, bytes: Uint8Array.of(1, 2) }]);
  const longer = new Float64Array(2);
  for (const damaged of [
    undefined,
    null,
    {},
    { ...bytes, ms: longer },
    { ...bytes, flags: new Uint8Array(2) },
    { ...bytes, lengths: Uint32Array.of(3) },
    { ...bytes, lengths: Uint32Array.of(1, 1) },
    { ...bytes, data: [1, 2] },
  ]) {
    expect(decodeBytes(damaged)).toBeUndefined();
  }
  const cells = encodeCells([sample([3.3], [25], [false])]);
  expect(decodeCells({ ...cells, balancing: new Uint8Array(2) })).toBeUndefined();
  expect(decodeCells({ ...cells, cells: '1' })).toBeUndefined();
  expect(decodeCells({ ...cells, celsius: [25] })).toBeUndefined();
  // With a wrong width, values would move to other cells, or the joined table would be too large for the memory.
  const two = encodeCells([sample([3.3, 3.4, 3.5, 3.6], [25], []), sample([3.3], [25], [])]);
  expect(decodeCells(two)).toEqual(two);
  for (const width of [0, 1, 2, 3, -4, 1.5, 1e9, Number.NaN]) {
    expect(decodeCells({ ...two, cells: width })).toBeUndefined();
    expect(decodeCells({ ...two, temperatures: width * 2 })).toBeUndefined();
  }
  const cellsOnly = encodeCells([sample([3.3, 3.4], [], [])]);
  expect(decodeCells(cellsOnly)).toEqual(cellsOnly);
  for (const width of [-2, 1.5, 3]) {
    expect(decodeCells({ ...cellsOnly, cells: width })).toBeUndefined();
  }
  const sensorsOnly = encodeCells([sample([], [25], [])]);
  expect(decodeCells(sensorsOnly)).toEqual(sensorsOnly);
  const none = encodeCells([]);
  expect(decodeCells(none)).toEqual(none);
  expect(decodeCells({ ...none, cells: 1e9 })).toBeUndefined();
  expect(decodeEvents({ events: [{ ms: 1, wall: 1, kind: 'other', text: '' }] })).toBeUndefined();
  expect(decodeEvents({ events: [{ ms: 1, wall: 1, kind: 'note' }] })).toBeUndefined();
  const samples = columnsOf([]);
  expect(decodeSamples(samples)).toEqual(samples);
  const [first = ''] = Object.keys(samples);
  expect(decodeSamples({ ...samples, [first]: longer })).toBeUndefined();
  expect(decodeSamples({ ...samples, [first]: [] })).toBeUndefined();
});

test('[OBD-95] joined rows of several records keep their cells; those that a record does not have are unknown', () => {
  const two = encodeCells([sample([3.3, 3.4], [20], []), sample([3.5, 3.6], [20], [])]);
  const none = encodeCells([]);
  const joined = joinCells([
    { record: two, from: 1, to: 2 },
    { record: none, from: 0, to: 1 },
    { record: encodeCells([sample([3.1], [20], [])]), from: 0, to: 1 },
  ]);
  expect([0, 1, 2].map((row) => detailAt(joined, row).cellVoltagesV)).toEqual([
    [3.5, 3.6],
    [null, null],
    [3.1, null],
  ]);
  expect([0, 1, 2].map((row) => detailAt(joined, row).temperaturesC)).toEqual([[20], [null], [20]]);
});

test('[REC-124] joined rows of a record without cells have an unknown balancing', () => {
  const joined = joinCells([
    { record: encodeCells([]), from: 0, to: 1 },
    { record: encodeCells([sample([3.3, 3.4], [], [true, false])]), from: 0, to: 1 },
    { record: encodeCells([sample([3.3], [], [true])]), from: 0, to: 1 },
  ]);
  const read = [0, 1, 2].map((row) => detailAt(joined, row).balancing);
  expect(read).toEqual([undefined, [true, false], [true, false]]);
});

test('[OBD-95] rows with fewer cells or sensors are joined row by row', () => {
  const wide = encodeCells([sample([3.3, 3.4], [20, 21], [])]);
  const one = encodeCells([sample([3.1], [22, 23], []), sample([3.2], [24, 25], [])]);
  const two = encodeCells([sample([3.5, 3.6], [26], []), sample([3.7, 3.8], [27], [])]);
  const joined = joinCells([wide, one, two].map((record) => ({ record, from: 0, to: record === wide ? 1 : 2 }))); // oxfmt-ignore
  expect([...joined.volts].map((volts) => Number(volts.toFixed(1)))).toEqual([
    3.3, 3.4, 3.1, NaN, 3.2, NaN, 3.5, 3.6, 3.7, 3.8,
  ]); // oxfmt-ignore
  expect([...joined.celsius]).toEqual([20, 21, 22, 23, 24, 25, 26, NaN, 27, NaN]);
  const last = joinCells([{ record: one, from: 1, to: 2 }]);
  expect([last.volts.length, last.celsius.length]).toEqual([1, 2]);
});
