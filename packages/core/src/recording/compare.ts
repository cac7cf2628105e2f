import { isCoarseVoltage } from '../prelude/coarse-voltage.ts';
import { median } from '../prelude/median.ts';
import type { PackSample } from '../protocol/pack-sample.ts';
import { cellStats, extremeSensor, millivoltsBetween, powerOf } from '../telemetry/pack-summary.ts';

export type ComparedValue =
  | 'packVoltageV'
  | 'currentA'
  | 'powerW'
  | 'socPercent'
  | 'sohPercent'
  | 'remainingAh'
  | 'designCapacityAh'
  | 'cycles'
  | 'cellLowV'
  | 'cellHighV'
  | 'cellAverageV'
  | 'cellDeltaMv'
  | 'temperatureLowC'
  | 'temperatureHighC';

/** A value at two moments; `delta` is after minus before, if both are known. */
export interface ComparedRow {
  readonly value: ComparedValue;
  readonly before?: number;
  readonly after?: number;
  readonly delta?: number;
}

/**
 * A cell or a sensor at two moments; `number` counts from 1. A value is `null` if it was not read or does not exist.
 */
export interface ComparedCell {
  readonly number: number;
  readonly before: number | null;
  readonly after: number | null;
  /** The change, in whole millivolts for cells and in degrees for sensors. */
  readonly delta: number | null;
  /** The deviation of the cell at the first moment, in whole millivolts. Work on a pack is meant to reduce it. */
  readonly offBefore: number | null;
  readonly offAfter: number | null;
}

export interface Comparison {
  readonly values: readonly ComparedRow[];
  readonly cells: readonly ComparedCell[];
  readonly temperatures: readonly Omit<ComparedCell, 'offBefore' | 'offAfter'>[];
  /** The cell whose change is an outlier among all changes; undefined if there is none. */
  readonly mostMoved?: number;
  /**
   * The currents in A. Set if they differ so much that cell voltages cannot be compared, because every cell sags under
   * load.
   */
  readonly currents?: { readonly before: number; readonly after: number };
}

/** The smallest relative change in mV that is not noise. */
const LEAST_MOVE_MV = 3;
/** The same for a device that reads voltages in steps of 10 mV: two steps. */
const LEAST_COARSE_MOVE_MV = 20; // REC-136
/** An outlier is at least this many times the next change. */
const STANDS_OUT = 2;
/** The smallest difference of currents in A that puts different loads on the cells. */
const SAME_LOAD_A = 1;

const valuesOf = (sample: PackSample): Readonly<Record<ComparedValue, number | undefined>> => {
  const cells = cellStats(sample.cellVoltagesV);
  return {
    packVoltageV: sample.packVoltageV,
    currentA: sample.currentA,
    powerW: powerOf(sample),
    socPercent: sample.socPercent,
    sohPercent: sample.sohPercent,
    remainingAh: sample.remainingAh,
    designCapacityAh: sample.designCapacityAh,
    cycles: sample.cycles,
    cellLowV: cells?.lowest.volts,
    cellHighV: cells?.highest.volts,
    cellAverageV: cells?.averageV,
    cellDeltaMv: cells !== undefined && cells.readCount > 1 ? cells.deltaMv : undefined,
    temperatureLowC: extremeSensor(sample, -1)?.celsius,
    temperatureHighC: extremeSensor(sample, 1)?.celsius,
  };
};

/** Subtracts two values. Devices report few decimals, so anything below a millionth is a rounding error. */
const difference = (before: number, after: number): number =>
  Math.round((after - before) * 1e6) / 1e6;

const numbersTo = (length: number): readonly number[] =>
  Array.from({ length }, (_, index) => index);

/** Compares two samples; their numbers of cells may differ. */
export const comparePacks = (before: PackSample, after: PackSample): Comparison => {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const values = (Object.keys(was) as ComparedValue[]).flatMap((value): readonly ComparedRow[] => {
    const [a, b] = [was[value], is[value]];
    if (a === undefined && b === undefined) return [];
    return [
      {
        value,
        ...(a === undefined ? {} : { before: a }),
        ...(b === undefined ? {} : { after: b }),
        ...(a === undefined || b === undefined ? {} : { delta: difference(a, b) }),
      },
    ];
  });

  const off = (volts: number | null, average: number | undefined): number | null =>
    volts === null || average === undefined ? null : millivoltsBetween(average, volts);
  const cells = numbersTo(Math.max(before.cellVoltagesV.length, after.cellVoltagesV.length)).map(
    (index): ComparedCell => {
      const [a, b] = [before.cellVoltagesV[index] ?? null, after.cellVoltagesV[index] ?? null];
      return {
        number: index + 1,
        before: a,
        after: b,
        delta: a === null || b === null ? null : millivoltsBetween(a, b),
        offBefore: off(a, was.cellAverageV),
        offAfter: off(b, is.cellAverageV),
      };
    },
  );
  const temperatures = numbersTo(
    Math.max(before.temperaturesC.length, after.temperaturesC.length),
  ).map((index) => {
    const [a, b] = [before.temperaturesC[index] ?? null, after.temperaturesC[index] ?? null];
    const delta = a === null || b === null ? null : difference(a, b);
    return { number: index + 1, before: a, after: b, delta };
  });

  const moves = cells.flatMap(({ delta }) => (delta === null ? [] : [delta]));
  const common = median(moves);
  const [most, next] = cells
    .flatMap(({ number, delta }) =>
      delta === null ? [] : [{ number, relativeMv: Math.abs(delta - common) }],
    )
    .toSorted((a, b) => b.relativeMv - a.relativeMv);
  const isCoarse = [...before.cellVoltagesV, ...after.cellVoltagesV].every(isCoarseVoltage);
  const leastMv = isCoarse ? LEAST_COARSE_MOVE_MV : LEAST_MOVE_MV;
  const isOutlier =
    most !== undefined &&
    most.relativeMv >= Math.max(leastMv, STANDS_OUT * (next?.relativeMv ?? 0));
  const currents =
    was.currentA === undefined || is.currentA === undefined
      ? undefined
      : { before: was.currentA, after: is.currentA };
  const differInLoad =
    currents !== undefined && Math.abs(difference(currents.before, currents.after)) >= SAME_LOAD_A;
  return {
    values,
    cells,
    temperatures,
    ...(isOutlier ? { mostMoved: most.number } : {}),
    ...(differInLoad ? { currents } : {}),
  };
};
