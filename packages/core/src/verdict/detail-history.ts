import type { PackSample } from '../protocol/pack-sample.ts';

/** The values of one cell or sensor over time. A null interrupts the line. */
export interface DetailSeries {
  /** Seconds since the epoch. */
  readonly x: readonly number[];
  readonly values: readonly (number | null)[];
}

/** Maximum number of rows: three hours of polls. */
const MOST_ROWS = 5_400;
/** The gap between two rows that interrupts a line: three missed polls. */
const GAP_S = 6.5;

/** Collects every cell and sensor of the latest replies of one pack. At the limit, the older half is dropped. */
export const createDetailHistory = () => {
  let rows: {
    readonly at: number;
    readonly cells: Float32Array;
    readonly sensors: Float32Array;
  }[] = [];

  const packed = (values: readonly (number | null)[]): Float32Array =>
    Float32Array.from(values, (value) => value ?? Number.NaN);

  return {
    add: (sample: PackSample, wall: number): void => {
      if (rows.length >= MOST_ROWS) rows = rows.slice(MOST_ROWS / 2);
      rows.push({
        at: wall / 1_000,
        cells: packed(sample.cellVoltagesV),
        sensors: packed(sample.temperaturesC),
      });
    },
    series: (kind: 'cells' | 'sensors', number: number): DetailSeries => {
      const x: number[] = [];
      const values: (number | null)[] = [];
      for (const row of rows) {
        const before = x.at(-1);
        if (before !== undefined && row.at - before > GAP_S) {
          x.push((before + row.at) / 2);
          values.push(null);
        }
        const value = row[kind][number - 1] ?? Number.NaN;
        x.push(row.at);
        // The values are rounded to the digits that devices report, because a 32-bit number has more digits than were
        // measured.
        values.push(Number.isNaN(value) ? null : Math.round(value * 10_000) / 10_000);
      }
      return { x, values };
    },
    forget: (): void => {
      rows = [];
    },
  };
};
