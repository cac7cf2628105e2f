import type { SeededRandom } from '../random/seeded-random.ts';
import { cellVoltage, restingCell, stepCell } from './cell.ts';
import type { CellParameters, CellState } from './cell.ts';

/** A string of cells in series. */
export interface PackParameters {
  readonly cells: readonly CellParameters[];
  /** Self-discharge current in A of each cell. It flows at all times and not through the terminals. */
  readonly leaks: readonly number[];
  /** Total resistance in ohm of bars, contactors and shunt. */
  readonly busOhm: number;
}

export interface PackState {
  readonly cells: readonly CellState[];
}

/** Resistance in ohm through which a cell is balanced. */
const bleedOhm = 33;

/** The deviations of one cell from the others. Default of each: the spread of a good pack. */
export interface CellDefect {
  /** Index of the cell, from 0. */
  readonly cell: number;
  readonly capacityScale?: number;
  readonly resistanceScale?: number;
  /** Added to the cell's state of charge. */
  readonly socOffset?: number;
  readonly leakA?: number;
}

export interface PackPlan {
  readonly count: number;
  readonly cell: CellParameters;
  /** State of charge, 0..1. */
  readonly soc: number;
  /** Temperature in °C. */
  readonly temperature: number;
  readonly defects?: readonly CellDefect[];
}

/** Builds a pack with the standard deviations of production: capacity 1 %, resistance 5 %, charge 0.5 %. */
export const buildPack = (
  plan: PackPlan,
  random: SeededRandom,
): { readonly parameters: PackParameters; readonly state: PackState } => {
  const spread = random.fork('cell spread');
  const drawn = Array.from({ length: plan.count }, (_, index) => {
    const defect = plan.defects?.find(({ cell }) => cell === index);
    const capacityScale = (1 + 0.01 * spread.gaussian()) * (defect?.capacityScale ?? 1);
    const resistanceScale =
      Math.max(0.5, 1 + 0.05 * spread.gaussian()) * (defect?.resistanceScale ?? 1);
    const soc = plan.soc + 0.005 * spread.gaussian() + (defect?.socOffset ?? 0);
    return { capacityScale, resistanceScale, soc, leakA: defect?.leakA ?? 0 };
  });
  return {
    parameters: {
      cells: drawn.map((d) => scaleCell(plan.cell, d.capacityScale, d.resistanceScale)),
      leaks: drawn.map((d) => d.leakA),
      busOhm: 0.0005 + plan.count * 0.00002,
    },
    state: {
      cells: drawn.map((d) => restingCell(Math.min(1, Math.max(0, d.soc)), plan.temperature)),
    },
  };
};

const scaleCell = (cell: CellParameters, capacity: number, resistance: number): CellParameters => ({
  ...cell,
  capacityAh: cell.capacityAh * capacity,
  resistanceScale: resistance,
});

const at = <T>(list: readonly T[], index: number): T => list[index] as T; // callers use indexes of the pack

/** Returns the terminal voltage (V) of each cell at a current (A, positive = discharge). */
export const cellVoltages = (p: PackParameters, s: PackState, current: number): readonly number[] =>
  s.cells.map((cell, i) => cellVoltage(at(p.cells, i), cell, current));

/** Returns the voltage (V) at the pack's terminals from the voltages of its cells. */
export const packVoltage = (p: PackParameters, cells: readonly number[], current: number): number =>
  cells.reduce((sum, volt) => sum + volt, 0) - current * p.busOhm;

/** Returns the pack after `dt` seconds. `bleeding[i]` is true if cell i is being balanced. */
export const stepPack = (
  p: PackParameters,
  s: PackState,
  input: {
    readonly current: number;
    readonly ambient: number;
    readonly bleeding: readonly boolean[];
  },
  dt: number,
): PackState => ({
  cells: s.cells.map((cell, i) => {
    const parameters = at(p.cells, i);
    const bleed = input.bleeding[i] ? cellVoltage(parameters, cell, input.current) / bleedOhm : 0;
    const shunt = bleed + (p.leaks[i] ?? 0);
    return stepCell(
      parameters,
      cell,
      { current: input.current, shunt, ambient: input.ambient },
      dt,
    );
  }),
});

/** Returns the mean state of charge, 0..1. */
export const meanSoc = (s: PackState): number =>
  s.cells.reduce((sum, cell) => sum + cell.soc, 0) / s.cells.length;
