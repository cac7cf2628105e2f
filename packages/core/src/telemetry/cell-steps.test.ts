import { expect, test } from 'vitest';
import { stepsAfter, type CellStep } from './cell-steps.ts';
import { aPack } from './pack.fixture.ts';

const cells = (...cellVoltagesV: readonly (number | null)[]) => ({ cellVoltagesV });
/** Returns the steps after a change of the cells at a steady current. */
const stepsOf = (
  from: readonly (number | null)[],
  to: readonly (number | null)[],
  steps: readonly CellStep[] = [],
) =>
  stepsAfter(
    { shown: aPack(0, cells(...from)), currentBefore: -12.4, steps },
    aPack(1, cells(...to)),
    2_000,
  );

test('[OBD-69] a step is more than 300 mV, in either direction', () => {
  expect(stepsOf([3, 3, 3, 3], [3.25, 3.5, 2.5, 2.75])).toEqual([
    { number: 2, fromV: 3, toV: 3.5, ageMs: 0 },
    { number: 3, fromV: 3, toV: 2.5, ageMs: 0 },
  ]);
  expect(stepsOf([0], [0.3])).toEqual([]);
  expect(stepsOf([0], [0.301])).toHaveLength(1);
});

test('[OBD-69] a cell that was not read in one of the replies has made no step', () => {
  expect(stepsOf([null, 3.3], [3.3, null])).toEqual([]);
  expect(stepsOf([3.3, 3.3], [3.3, 3.3, 2.1])).toEqual([]);
  expect(stepsOf([3.3, 3.3, 3.3], [2.1, 3.3])).toEqual([]);
});

test('[OBD-69] steps are in the order of their cells; of several steps of a cell only the newest is reported', () => {
  const earlier = [
    { number: 1, fromV: 3.3, toV: 3.9, ageMs: 4_000 },
    { number: 4, fromV: 3.3, toV: 2.1, ageMs: 8_000 },
  ];
  expect(stepsOf([3.9, 3.3, 3.3, 2.1], [3.3, 2.1, 3.3, 2.1], earlier)).toEqual([
    { number: 1, fromV: 3.9, toV: 3.3, ageMs: 0 },
    { number: 2, fromV: 3.3, toV: 2.1, ageMs: 0 },
    { number: 4, fromV: 3.3, toV: 2.1, ageMs: 10_000 },
  ]);
});

test('[OBD-69] a step is reported for less than a minute', () => {
  const step = { number: 1, fromV: 3.3, toV: 3.9 };
  const after = (ageMs: number) => stepsOf([3.9], [3.9], [{ ...step, ageMs }]);
  expect(after(57_999)).toEqual([{ ...step, ageMs: 59_999 }]);
  expect(after(58_000)).toEqual([]);
});

test('[OBD-69] a step in the same reply as a change of the current, or in the next one, counts as caused by a load', () => {
  const from = aPack(0, cells(3.3, 3.3));
  const to = aPack(1, cells(3.3, 2.7));
  const after = (amps: number, before: number, earlier: number | undefined) =>
    stepsAfter(
      { shown: { ...from, currentA: before }, currentBefore: earlier, steps: [] },
      { ...to, currentA: amps },
      2_000,
    );
  expect(after(-60, -12.4, -12.4)).toEqual([]);
  expect(after(-60, -60, -12.4)).toEqual([]);
  expect(after(-60, -60, -60)).toHaveLength(1);
  expect(after(-60, -60, undefined)).toHaveLength(1);
  expect(after(-60, -12.4, undefined)).toEqual([]);
});
