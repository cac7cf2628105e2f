import { cellVoltage, restingCell, stepCell } from './cell.ts';
import type { CellParameters } from './cell.ts';

export interface CellRun {
  /** Current in A, positive = discharge. */
  readonly current: number;
  readonly seconds: number;
  /** Seconds between two samples. */
  readonly step: number;
  /** State of charge at the start, 0..1. */
  readonly soc: number;
  /** Temperature in °C of the cell at the start and of its surroundings. */
  readonly ambient: number;
}

export interface CellSample {
  readonly t: number;
  readonly volt: number;
  readonly celsius: number;
  readonly soc: number;
}

/** Longest time step of the model, in s. */
const longestStep = 1;

/** Simulates one cell at constant current. The first sample is at t = 0, when the current already flows. */
export function* runCell(cell: CellParameters, run: CellRun): Generator<CellSample> {
  let state = restingCell(run.soc, run.ambient);
  const input = { current: run.current, shunt: 0, ambient: run.ambient };
  const sample = (t: number): CellSample => ({
    t,
    volt: cellVoltage(cell, state, run.current),
    celsius: state.temperature,
    soc: state.soc,
  });
  yield sample(0);
  const parts = Math.max(1, Math.ceil(run.step / longestStep));
  const count = Math.floor(run.seconds / run.step + 1e-9);
  for (let i = 1; i <= count; i += 1) {
    for (let part = 0; part < parts; part += 1)
      state = stepCell(cell, state, input, run.step / parts);
    yield sample(i * run.step);
  }
}
