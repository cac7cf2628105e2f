import { packColumns, type PackColumns } from '@batbot/core/analysis';
import { cellVoltages, stepPack, type PackParameters, type PackState } from '../battery/pack.ts';
import { createShunt } from '../bms/measure.ts';
import { noiseAt } from '../random/seeded-random.ts';

export interface Recorded {
  readonly parameters: PackParameters;
  readonly state: PackState;
  /** Current in A at a time in s, positive = discharge, as in the simulator. */
  readonly load: (seconds: number, volts: readonly number[]) => number;
  readonly seconds: number;
  readonly capacityAh: number;
  /** Seconds by which the voltages of a sample are older than its current. */
  readonly skewS?: number;
  /** Standard deviation of a cell reading in mV. */
  readonly noiseMv?: number;
  readonly startedAt?: number;
  /** Seconds between two steps of the model, and between two samples. */
  readonly stepS?: number;
  readonly pollS?: number;
  readonly ambient?: number;
  /** State of charge in percent that the BMS reports. Default: none. */
  readonly soc?: (state: PackState) => number;
  readonly seed?: number;
}

/**
 * Records a simulated pack as the app does: a sample per poll, cells in whole mV with noise, the current of a shunt with
 * its gain error and offset, positive while charging. Returns the recording and the true state at its end.
 */
export const recordPack = (
  options: Recorded,
): { readonly columns: PackColumns; readonly state: PackState } => {
  const { parameters, load, seconds, skewS = 0, stepS = 0.1, pollS = 2, seed = 1 } = options;
  const cells = parameters.cells.length;
  const rows = Math.floor(seconds / pollS);
  const column = (value = Number.NaN) => new Float64Array(rows).fill(value);
  const [ms, wall, currentA, packVoltageV, socPercent] = [
    column(),
    column(),
    column(),
    column(),
    column(),
  ];
  const [temperatureLowC, temperatureHighC] = [column(), column()];
  const volts = new Float32Array(rows * cells);
  const shunt = createShunt(seed);
  const bleeding = parameters.cells.map(() => false);
  const ambient = options.ambient ?? 25;
  const steps = Math.round(1 / stepS);
  const every = Math.round(pollS / stepS);
  const middle = every >> 1;
  const late = Math.round(skewS / stepS);
  let state = options.state;
  let truth = cellVoltages(parameters, state, 0);
  for (let step = 0; step < rows * every; step += 1) {
    const current = load(step / steps, truth);
    state = stepPack(parameters, state, { current, ambient, bleeding }, stepS);
    truth = cellVoltages(parameters, state, current);
    const row = Math.floor(step / every);
    if (step % every === middle - late) {
      for (const [cell, volt] of truth.entries()) {
        const noise = (options.noiseMv ?? 0.8) * noiseAt(seed, step, cell);
        volts[row * cells + cell] = Math.round(volt * 1_000 + noise) / 1_000;
      }
      packVoltageV[row] = truth.reduce((sum, each) => sum + each, 0);
    }
    if (step % every === middle) {
      ms[row] = step * stepS * 1_000;
      wall[row] = (options.startedAt ?? 0) + (ms[row] ?? 0);
      currentA[row] = -shunt(current);
      socPercent[row] = options.soc === undefined ? Number.NaN : options.soc(state);
      const warm = state.cells.map(({ temperature }) => temperature);
      temperatureLowC[row] = Math.round(Math.min(...warm));
      temperatureHighC[row] = Math.round(Math.max(...warm));
    }
  }
  const columns = {
    ms,
    wall,
    currentA,
    packVoltageV,
    socPercent,
    sohPercent: column(),
    designCapacityAh: column(options.capacityAh),
    temperatureLowC,
    temperatureHighC,
  };
  return { columns: packColumns([{ columns, cells: { cells, volts } }]), state };
};
