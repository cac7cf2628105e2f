import { withoutStale } from '../telemetry/without-stale.ts';
import type { PackReply } from './cell-statistics.ts';

/** The values of one cell or sensor over time. A null interrupts the line. */
export interface DetailSeries {
  /**
   * Increasing times in seconds since the epoch. Their distances follow the monotonic clock, as in the charts of the
   * pack [REC-61].
   */
  readonly x: readonly number[];
  readonly values: readonly (number | null)[];
}

/** Maximum number of rows: three hours of polls. */
const MOST_ROWS = 5_400;
/** The gap between two rows that interrupts a line: three missed polls. */
const GAP_S = 6.5;
/** Difference by which the clocks diverge only if the computer slept or its clock was set. */
const CLOCK_PART_S = 5;

/** Collects every cell and sensor of the latest replies of one pack. At the limit, the older half is dropped. */
export const createDetailHistory = () => {
  let rows: {
    /** Monotonic time, and wall-clock time, in seconds. */
    readonly at: number;
    readonly wall: number;
    readonly cells: Float32Array;
    readonly sensors: Float32Array;
  }[] = [];

  /** The wall-clock time at monotonic time 0, when the first row was added. */
  let epoch = 0;

  const packed = (values: readonly (number | null)[]): Float32Array =>
    Float32Array.from(values, (value) => value ?? Number.NaN);

  return {
    add: ({ sample, olderByMs, at, wall }: PackReply): void => {
      const { cellVoltagesV, temperaturesC } = withoutStale(sample, olderByMs);
      if (at / 1_000 <= (rows.at(-1)?.at ?? -Infinity)) return; // a late reply: see `ReceivedLine.mayBeOlderMs`
      if (rows.length === 0) epoch = (wall - at) / 1_000;
      if (rows.length >= MOST_ROWS) rows = rows.slice(MOST_ROWS / 2);
      rows.push({
        at: at / 1_000,
        wall: wall / 1_000,
        cells: packed(cellVoltagesV),
        sensors: packed(temperaturesC),
      });
    },
    series: (kind: 'cells' | 'sensors', number: number): DetailSeries => {
      const x: number[] = [];
      const values: (number | null)[] = [];
      for (const [index, row] of rows.entries()) {
        const before = rows[index - 1] ?? row;
        const passed = row.at - before.at;
        if (passed > GAP_S || Math.abs(row.wall - before.wall - passed) > CLOCK_PART_S) {
          x.push(epoch + (before.at + row.at) / 2);
          values.push(null);
        }
        const value = row[kind][number - 1] ?? Number.NaN;
        x.push(epoch + row.at);
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
