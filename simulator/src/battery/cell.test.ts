import { describe, expect, test } from 'vitest';
import { cellVoltage, restingCell, stepCell } from './cell.ts';
import type { CellParameters, CellState } from './cell.ts';

/** The cell of acceptance A: one RC pair, constant rest voltage, no heat. */
const textbook: CellParameters = {
  capacityAh: 1e9,
  ocv: () => 3.3,
  impedance: () => ({ r0: 0.001, r1: 0.0015, tau1: 30, r2: 0, tau2: 1 }),
  resistanceScale: 1,
  chargeEfficiency: 1,
  heatCapacity: Infinity,
  cooling: 0,
};

const run = (state: CellState, current: number, seconds: number, dt: number): CellState => {
  let s = state;
  for (let step = 0; step < Math.round(seconds / dt); step += 1)
    s = stepCell(textbook, s, { current, shunt: 0, ambient: 25 }, dt);
  return s;
};

describe('acceptance A: the closed form of a step response', () => {
  const start = restingCell(0.5, 25);
  test.each([0.1, 1, 30])('the step response is exact with time steps of %d s', (dt) => {
    expect(cellVoltage(textbook, start, 100)).toBeCloseTo(3.2, 4);
    expect(cellVoltage(textbook, run(start, 100, 30, dt), 100)).toBeCloseTo(3.1052, 4);
    const settled = run(start, 100, 900, dt);
    expect(cellVoltage(textbook, settled, 100)).toBeCloseTo(3.05, 4);
    expect(cellVoltage(textbook, settled, 0)).toBeCloseTo(3.15, 4);
  });
});
