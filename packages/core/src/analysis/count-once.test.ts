import { expect, test } from 'vitest';
import { ohmic, steppedLoad, testColumns } from './columns.fixture.ts';
import { packColumns } from './pack-columns.ts';
import { packFigures } from './pack-figures.ts';
import { recordingFigures, type RecordingFigures } from './recording-figures.ts';

const HOUR = 3_600;
const BEGIN = Date.UTC(2026, 0);
const NOW = BEGIN + 100 * 24 * HOUR * 1_000;

/** A recording at −10 A with samples in these hours only. */
const during = (
  hours: readonly (readonly [from: number, to: number])[],
  { pollS = 5, cells = 1, areCellsRead = true, isCurrentKnown = true } = {},
) =>
  recordingFigures(
    packColumns(
      hours.map(([from, to]) => {
        const fromMs = from * HOUR * 1_000;
        const columns = testColumns({
          seconds: (to - from) * HOUR,
          pollS,
          cells,
          volts: () => (areCellsRead ? 3.3 : Number.NaN),
          startedAt: BEGIN + fromMs,
          currentA: () => (isCurrentKnown ? -10 : Number.NaN),
          socPercent: (second) => 100 - second / HOUR,
        });
        const ms = columns.ms.map((each) => each + fromMs);
        return { columns: { ...columns, ms }, cells: { cells, volts: columns.volts } };
      }),
    ),
  );

/** Returns what recordings make up together, in either order. */
const figuresOf = (...recordings: readonly RecordingFigures[]) => {
  const { leftOut, overlapS, fullCycles, chargeCycles, outside, trend } = packFigures(
    recordings,
    NOW,
  );
  const other = packFigures([...recordings.slice(1), ...recordings.slice(0, 1)], NOW);
  expect(other).toMatchObject({ leftOut, overlapS, fullCycles, chargeCycles, outside });
  const dischargedAh = trend.reduce((sum, point) => sum + point.dischargedAh, 0);
  const kinds = [fullCycles, chargeCycles, outside].map(({ kind }) => kind);
  return { leftOut, overlapS, dischargedAh: Math.round(dischargedAh), kinds };
};

test('[ANA-51] a recording of a time in which another one has no samples is counted', () => {
  const interrupted = during([
    [0, 1],
    [20, 21],
  ]);
  expect(figuresOf(interrupted, during([[5, 6]]))).toMatchObject({
    leftOut: 0,
    overlapS: 0,
    dischargedAh: 30,
  });
  expect(figuresOf(interrupted, during([[20.2, 20.8]]))).toMatchObject({
    leftOut: 1,
    dischargedAh: 20,
  });
  // Half of it is in the gap.
  expect(figuresOf(interrupted, during([[0.5, 1.5]]))).toMatchObject({
    leftOut: 0,
    overlapS: HOUR / 2,
  });
});

test('[ANA-51] a recording with interruptions is left out if another one has these times', () => {
  const parts = [
    [1, 2],
    [3, 4],
  ] as const;
  expect(figuresOf(during([[0, 5]]), during(parts))).toMatchObject({ leftOut: 1 });
  // Its samples are 2.5 s earlier or later, as those of another computer.
  const late = parts.map(([from, to]) => [from + 2.5 / HOUR, to + 2.5 / HOUR] as const);
  expect(figuresOf(during(parts), during(late))).toMatchObject({ leftOut: 1, dischargedAh: 20 });
  expect(figuresOf(during([[0, 2], parts[1]]), during([[1, 4]]))).toMatchObject({
    leftOut: 0,
    overlapS: 2 * HOUR,
  });
});

test('[ANA-51] a recording with cell voltages is not left out for one without', () => {
  expect(figuresOf(during([[0, 5]], { cells: 0 }), during([[1, 2]]))).toMatchObject({
    leftOut: 0,
    overlapS: HOUR,
  });
  expect(figuresOf(during([[0, 5]]), during([[1, 2]], { cells: 0 }))).toMatchObject({ leftOut: 1 });
});

test('[ANA-57] columns of cells that were not read do not count as cells', () => {
  const empty = during([[0, 5]], { cells: 2, areCellsRead: false });
  expect(empty).toMatchObject({ cells: 0, places: 2 });
  expect(figuresOf(empty, during([[1, 2]]))).toMatchObject({ leftOut: 0, overlapS: HOUR });
});

test('[ANA-51] a recording is compared with each other one, not with the longest only', () => {
  const dense = during([[1, 5]]);
  const sparse = during([[0, 10]], { pollS: 30 });
  const blind = during([[0, 10]], { isCurrentKnown: false });
  expect(figuresOf(sparse, dense, dense)).toMatchObject({ leftOut: 1 });
  expect(figuresOf(blind, dense, during([[2, 3]]))).toMatchObject({ leftOut: 1 });
});

test('[ANA-52] only time with samples of both recordings overlaps', () => {
  const first = during([
    [0, 1],
    [30, 31],
  ]);
  expect(figuresOf(first, during([[2, 32]]))).toEqual({
    leftOut: 0,
    overlapS: HOUR,
    dischargedAh: 320,
    kinds: ['known', 'known', 'known'],
  });
  // Hours 0.6 to 1 are in three recordings.
  const [second, third] = [during([[0.5, 26]]), during([[0.6, 27]])];
  expect(figuresOf(first, second, third)).toMatchObject({
    overlapS: (0.5 + 25.4) * HOUR,
    kinds: ['notEnough', 'notEnough', 'notEnough'],
  });
});

test('[ANA-51] of a recording with more than 200 gaps, the longest ones count', () => {
  // Gaps of 0.1 h, and one of 2 h.
  const often = during(
    Array.from({ length: 250 }, (_, at) => {
      const from = at * 0.2 + (at > 100 ? 2 : 0);
      return [from, from + 0.1] as const;
    }),
  );
  expect(often.periods.length).toBeLessThanOrEqual(201);
  expect(figuresOf(often, during([[20.5, 22]]))).toMatchObject({ leftOut: 0, overlapS: 0 });
  expect(figuresOf(often, often)).toMatchObject({ leftOut: 1 });
  // 250 gaps of 1 h, of which the first 200 count.
  const hourly = during(Array.from({ length: 251 }, (_, at) => [2 * at, 2 * at + 1] as const));
  expect(hourly.periods).toHaveLength(201);
  expect(hourly.periods.slice(-2)).toMatchObject([
    [BEGIN + 398 * HOUR * 1_000, BEGIN + 399 * HOUR * 1_000],
    [BEGIN + 400 * HOUR * 1_000, BEGIN + 501 * HOUR * 1_000],
  ]);
  expect(figuresOf(hourly, during([[21.2, 21.8]]))).toMatchObject({ leftOut: 0, overlapS: 0 });
  expect(figuresOf(hourly, hourly)).toMatchObject({ leftOut: 1 });
});

test('[ANA-51] a file that was imported again when it was longer counts once, also with more than 200 gaps', () => {
  const sessions = (count: number, hours: number, everyH: number) =>
    during(Array.from({ length: count }, (_, at) => [at * everyH, at * everyH + hours] as const));
  for (const [shorter, longer] of [
    [sessions(201, 0.25, 1), sessions(600, 0.25, 1)],
    [sessions(190, 0.05, 0.55), sessions(400, 0.05, 0.55)],
  ] as const) {
    expect(figuresOf(longer, shorter)).toMatchObject({ leftOut: 1, overlapS: 0 });
  }
});

test('[ANA-54] a recording is not left out for one whose samples are too far apart for resistances', () => {
  const stepsEvery = (pollS: number, fromH: number, hours: number) =>
    recordingFigures(
      testColumns({
        seconds: hours * HOUR,
        pollS,
        startedAt: BEGIN + fromH * HOUR * 1_000,
        currentA: steppedLoad,
        volts: (second) => ohmic(second, 1),
      }),
    );
  const together = (denseS: number, sparseS: number) =>
    packFigures([stepsEvery(sparseS, 0, 30), stepsEvery(denseS, 2, 1)], NOW);
  for (const [denseS, sparseS] of [
    [2, 3],
    [2, 4],
    [2, 4.4],
    [2, 5],
    [2, 6],
    [2.4, 5],
  ] as const) {
    expect(together(denseS, sparseS)).toMatchObject({
      leftOut: 0,
      overlapS: expect.closeTo(HOUR, -1) as number,
      resistance: { kind: 'known' },
      fullCycles: { kind: 'known' },
    });
  }
  for (const denseS of [0.5, 0.9, 2]) {
    expect(together(denseS, 2)).toMatchObject({
      leftOut: 1,
      overlapS: 0,
      resistance: { kind: 'known' },
    });
  }
  const dense = stepsEvery(2, 0, 1);
  expect(figuresOf({ ...dense, closeS: 0 }, dense)).toMatchObject({ leftOut: 1 });
  // Both have no resistances.
  expect(together(3, 8)).toMatchObject({ leftOut: 0 }); // its current is known between these samples only
  expect(together(3, 6)).toMatchObject({ leftOut: 1 });
});
