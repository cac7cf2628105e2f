import { expect, test } from 'vitest';
import type { PackSample } from '../protocol/pack-sample.ts';
import { limitMarks } from './limit-marks.ts';
import { columnsOf, sampleRow } from './sample-columns.ts';

const marksOf = (samples: readonly Partial<PackSample>[]) => {
  const rows = samples.map((sample, index) =>
    sampleRow(
      {
        alarms: [],
        protections: [],
        cellVoltagesV: [],
        temperaturesC: [],
        balancing: [],
        ...sample,
      },
      index * 2_000,
      index * 2_000,
    ),
  );
  return limitMarks({ startedAt: 0, length: rows.length, columns: columnsOf(rows) });
};

test('[OBD-91] the beginning and the end of a fault are marked, also if the first sample has the fault', () => {
  const marks = marksOf([
    { alarms: ['cellImbalance'] },
    { alarms: ['cellImbalance'], protections: ['shortCircuit', 'cellUnderVoltage'] },
    { protections: ['shortCircuit'] },
  ]);
  expect(marks).toEqual([
    { ms: 0, limit: { kind: 'alarm', fault: 'cellImbalance' }, begins: true },
    { ms: 2_000, limit: { kind: 'protection', fault: 'cellUnderVoltage' }, begins: true },
    { ms: 2_000, limit: { kind: 'protection', fault: 'shortCircuit' }, begins: true },
    { ms: 4_000, limit: { kind: 'alarm', fault: 'cellImbalance' }, begins: false },
    { ms: 4_000, limit: { kind: 'protection', fault: 'cellUnderVoltage' }, begins: false },
  ]);
});

test('[REC-124] a sample without faults does not end a fault that was reported before', () => {
  const marks = marksOf([
    { protections: ['shortCircuit'] },
    { lacksFaults: true },
    { protections: ['shortCircuit'] },
    {},
  ]);
  expect(marks.map(({ ms, begins }) => [ms, begins])).toEqual([
    [0, true],
    [6_000, false],
  ]);
});

test('[OBD-91] a charge that fluctuates around 20 % is one mark, and a missing value does not end it', () => {
  const soc = [20.1, 20, 20.4, Number.NaN, 19.9, 20.9, 21.1, 20.5];
  const marks = marksOf(soc.map((socPercent) => ({ socPercent })));
  expect(marks).toEqual([
    { ms: 2_000, limit: { kind: 'socLow' }, begins: true },
    { ms: 12_000, limit: { kind: 'socLow' }, begins: false },
  ]);
});

test('[OBD-91] a spread above 80 mV is marked until it is 70 mV', () => {
  const marks = marksOf(
    [80, 81, 75, 71, 70].map((mv) => ({ cellVoltagesV: [3.3, 3.3 + mv / 1_000] })),
  );
  expect(marks).toEqual([
    { ms: 2_000, limit: { kind: 'cellSpread' }, begins: true },
    { ms: 8_000, limit: { kind: 'cellSpread' }, begins: false },
  ]);
});
