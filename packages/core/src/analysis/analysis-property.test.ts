import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ohmic, steppedLoad, testColumns } from './columns.fixture.ts';
import type { Metric } from './metric.ts';
import { packFigures } from './pack-figures.ts';
import type { PackColumns } from './pack-columns.ts';
import { recordingFigures } from './recording-figures.ts';

const HOUR = 3_600;
const DAY_MS = 86_400_000;
const NOW = 1_000 * DAY_MS;

/** A charge that ends at 3.55 V, 1.8 h at 50 A, and an hour of rest at 7.5 % of LFP. */
const discharge = testColumns({
  seconds: 120 + 2.8 * HOUR,
  pollS: 5,
  currentA: (second) =>
    second < 100 ? 20 : second < 120 ? 2 : second <= 120 + 1.8 * HOUR ? -50 : 0,
  volts: (second, cell) =>
    second < 120 ? 3.55 : second <= 120 + 1.8 * HOUR ? 3 : 3.1635 + cell / 1_000,
  socPercent: (second) => (second < 120 ? 97 : 20),
});
/** Ten minutes of load steps; cell 3 has 1.3 mΩ, the others 1 mΩ. */
const drive = testColumns({
  seconds: 600,
  currentA: steppedLoad,
  volts: (second, cell) => ohmic(second, cell === 2 ? 1.3 : 1),
});
/** Thirty hours of cycles of two hours at 25 A. */
const cycles = testColumns({
  seconds: 30 * HOUR,
  pollS: 6,
  cells: 0,
  currentA: (second) => (Math.floor(second / HOUR) % 2 === 0 ? -25 : 25),
  socPercent: (second) => 50 + 25 * Math.sin((second / HOUR) * Math.PI),
});

/** The metrics of a recording, each as the numbers that it shows. */
const metricsOf = (columns: PackColumns) => {
  const { resistance, spread, capacity, socError, fullCycles, outside, chargeCycles } = packFigures(
    [recordingFigures(columns, { chemistry: 'lfp' })],
    NOW,
  );
  const numbers = <Value>(metric: Metric<Value>, of: (value: Value) => readonly number[]) =>
    metric.kind === 'known' ? of(metric.value).filter(Number.isFinite) : undefined;
  return {
    resistance: numbers(resistance, ({ milliOhm }) => [...milliOhm]),
    spread: numbers(spread, ({ spreadMv }) => [spreadMv]),
    capacity: numbers(capacity, ({ capacityAh }) => [capacityAh]),
    socError: numbers(socError, (value) => [value]),
    fullCycles: numbers(fullCycles, (value) => [value]),
    outside: numbers(outside, (value) => [value]),
    chargeCycles: numbers(chargeCycles, (value) => [value.cycles, value.meanDepth]),
  };
};
type Metrics = ReturnType<typeof metricsOf>;

/** How much each number may change, relative to it, plus 0.05. */
const TOLERANCE = 0.05;
const expectSame = (found: Metrics, right: Metrics): void => {
  for (const [name, numbers] of Object.entries(found)) {
    const expected = right[name as keyof Metrics]; // the keys are those of the same literal
    for (const [index, number] of (numbers ?? []).entries()) {
      const wanted = expected?.[index] ?? Number.NaN;
      expect(Math.abs(number - wanted), `${name}: ${number}, not ${wanted}`).toBeLessThanOrEqual(
        TOLERANCE * Math.abs(wanted) + 0.05,
      );
    }
  }
};

/** Returns the recording with the rows at these indexes. */
const rowsOf = (columns: PackColumns, rows: readonly number[]): PackColumns => {
  const pick = (column: Float64Array) =>
    Float64Array.from(rows, (row) => column[row] ?? Number.NaN);
  const { cells, volts, ...rest } = columns;
  return {
    ms: pick(rest.ms),
    wall: pick(rest.wall),
    packVoltageV: pick(rest.packVoltageV),
    currentA: pick(rest.currentA),
    socPercent: pick(rest.socPercent),
    sohPercent: pick(rest.sohPercent),
    designCapacityAh: pick(rest.designCapacityAh),
    temperatureLowC: pick(rest.temperatureLowC),
    temperatureHighC: pick(rest.temperatureHighC),
    rows: rows.length,
    cells,
    volts: Float32Array.from(
      rows.flatMap((row) => [...volts.subarray(row * cells, (row + 1) * cells)]),
    ),
  };
};
const all = ({ rows }: PackColumns): readonly number[] =>
  Array.from({ length: rows }, (_, row) => row);

const RECORDINGS = [discharge, drive, cycles].map((columns) => ({
  columns,
  right: metricsOf(columns),
}));
const recording = fc.constantFrom(...RECORDINGS);
/** Places in a recording, each 0..1. */
const place = fc.integer({ min: 0, max: 999 }).map((each) => each / 1_000);
const places = fc.array(place, { minLength: 1, maxLength: 8 });
const few = { numRuns: 8 };

test('the recordings of this test have the metrics that it compares', () => {
  expect(
    RECORDINGS.map(({ right }) =>
      Object.keys(right).filter((name) => right[name as keyof Metrics]),
    ),
  ).toEqual([
    ['spread', 'capacity', 'socError', 'outside'],
    ['resistance'],
    ['fullCycles', 'outside', 'chargeCycles'],
  ]);
});

test('[ANA-37] the figures do not depend on when a recording was made', () => {
  fc.assert(
    fc.property(recording, fc.integer({ min: 1, max: 500 }), ({ columns, right }, days) => {
      const later = (column: Float64Array) => column.map((each) => each + days * DAY_MS);
      expectSame(
        metricsOf({ ...columns, ms: later(columns.ms), wall: later(columns.wall) }),
        right,
      );
    }),
    few,
  );
});

test('[ANA-37] samples that occur twice do not change the figures', () => {
  fc.assert(
    fc.property(recording, places, ({ columns, right }, at) => {
      const twice = new Set(at.map((each) => Math.floor(each * columns.rows)));
      const rows = all(columns).flatMap((row) => (twice.has(row) ? [row, row] : [row]));
      const found = metricsOf(rowsOf(columns, rows));
      expectSame(found, right);
      const lost = Object.entries(right).filter(
        ([name, numbers]) => numbers !== undefined && found[name as keyof Metrics] === undefined,
      );
      expect(lost).toEqual([]);
    }),
    few,
  );
});

test('[ANA-37] a gap, or values that are missing for a time, changes no figure that is still shown', () => {
  fc.assert(
    fc.property(
      recording,
      places,
      place,
      fc.constantFrom('gap', 'currentA', 'socPercent', 'temperatureHighC', 'volts'),
      ({ columns, right }, at, length, what) => {
        const { rows, cells } = columns;
        const from = Math.floor((at[0] ?? 0) * rows);
        const to = Math.min(rows, from + Math.ceil(length * rows));
        const isLost = (row: number): boolean => row >= from && row < to;
        if (what === 'gap') {
          const left = rowsOf(
            columns,
            all(columns).filter((row) => !isLost(row)),
          );
          const { resistance, spread, capacity } = metricsOf(left); // the others describe the time that was recorded
          expectSame({ ...right, resistance, spread, capacity }, right);
          return;
        }
        const cut =
          what === 'volts'
            ? columns.volts.map((each, index) =>
                isLost(Math.floor(index / cells)) ? Number.NaN : each,
              )
            : columns[what].map((each, row) => (isLost(row) ? Number.NaN : each));
        const { resistance, spread, capacity, fullCycles, outside } = metricsOf({
          ...columns,
          [what]: cut,
        });
        expectSame({ ...right, resistance, spread, capacity }, right);
        // Up to a tenth of the time may be unknown.
        const least = fullCycles?.[0] ?? Infinity;
        expect(least).toBeGreaterThanOrEqual(0.8 * (right.fullCycles?.[0] ?? 0));
        expect(Math.max(0, ...(outside ?? []))).toBeLessThanOrEqual(right.outside?.[0] ?? 0);
      },
    ),
    { numRuns: 20 },
  );
});
