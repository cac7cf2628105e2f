import { expect, test } from 'vitest';
import { atOnce } from '../prelude/slices.ts';
import { testColumns } from './columns.fixture.ts';
import { type PackColumns } from './pack-columns.ts';
import {
  chargeCycles,
  fullCycles,
  sumDays,
  sumUsage,
  timeOutside,
  usageInSlices,
} from './usage.ts';

const HOUR = 3_600;

const usageByDay = (columns: PackColumns, capacityAh: number) =>
  atOnce(usageInSlices(columns, capacityAh));
const usageOf = (columns: PackColumns, capacityAh: number) =>
  sumUsage(usageByDay(columns, capacityAh));

test('[ANA-6] equivalent full cycles are half of the charge that flowed, per capacity', () => {
  const columns = testColumns({
    seconds: 24 * HOUR,
    cells: 0,
    currentA: (second) => (second < 12 * HOUR ? -25 : 25),
  });
  const usage = usageOf(columns, 100);
  expect(usage.dischargedAh).toBeCloseTo(300, 1);
  expect(usage.chargedAh).toBeCloseTo(300, 1);
  const found = fullCycles(usage, 100);
  expect(found).toMatchObject({ kind: 'known', n: 24 });
  expect(found.kind === 'known' ? found.value : 0).toBeCloseTo(3, 2);
  expect(fullCycles(usage, undefined)).toMatchObject({ kind: 'notEnough' });
});

test('[ANA-50] charge in and out do not cancel when the current changes its sign between two samples', () => {
  const columns = testColumns({
    seconds: HOUR,
    cells: 0,
    currentA: (second) => (Math.floor(second / 10) % 2 === 0 ? -60 : 20),
  });
  const usage = usageOf(columns, 100);
  expect(usage.chargedAh).toBeCloseTo(10, 1);
  expect(usage.dischargedAh).toBeCloseTo(30, 1);
});

test('[ANA-6] less than a day is not enough for cycles; several recordings add up', () => {
  const usage = usageOf(testColumns({ seconds: 13 * HOUR, cells: 0, currentA: () => -10 }), 100);
  expect(fullCycles(usage, 100)).toEqual({
    kind: 'notEnough',
    needs: '24 h of recordings; there are 13.0 h',
  });
  expect(chargeCycles([90, 10], usage)).toMatchObject({ kind: 'notEnough' });
  const both = sumUsage([usage, usage]);
  expect(fullCycles(both, 100)).toMatchObject({ kind: 'known', n: 26 });
  expect(chargeCycles([], both)).toMatchObject({ kind: 'notEnough' });
  expect(chargeCycles([90, 10, 60, 55, 60, 10], both)).toMatchObject({
    value: { cycles: 1.5, meanDepth: 60 },
  });
});

test('[ANA-8] time outside of the limits counts each second once: too cold to charge, too hot, above 1 C', () => {
  const columns = testColumns({
    seconds: HOUR,
    cells: 0,
    currentA: (second) => (second <= 360 ? 20 : second <= 720 ? -150 : -20),
    temperatureLowC: (second) => (second <= 360 ? -5 : second <= 1_080 && second > 540 ? 61 : 20),
  });
  // 6 min of charging at −5 °C, then 6 min of 1.5 C, of which the last 3 min and 6 more minutes are at 61 °C.
  const usage = usageOf(columns, 100);
  expect(usage.outsideS).toBeCloseTo(360 + 360 + 360, -1);
  expect(usage.highestC).toBe(61);
  const found = timeOutside(usage, 100);
  expect(found.kind === 'known' ? found.value : 0).toBeCloseTo(30, 0);
});

test('[ANA-8] gaps do not count as time, and unknown temperatures do not count as within the limits', () => {
  expect(usageOf(testColumns({ seconds: HOUR, pollS: 10 }), 100).seconds).toBe(0);
  const columns = testColumns({ seconds: HOUR });
  expect(usageOf({ ...columns, ms: columns.ms.map((each) => -each) }, 100).seconds).toBe(0);
  const blind = usageOf(testColumns({ seconds: HOUR, temperatureLowC: () => Number.NaN }), 100);
  expect(timeOutside(blind, 100)).toEqual({
    kind: 'notEnough',
    needs: '1 h of recordings with a known temperature',
  });
  const short = usageOf(testColumns({ seconds: HOUR - 4 }), 100);
  expect(timeOutside(short, 100)).toEqual(timeOutside(blind, 100));
  expect(timeOutside(blind, undefined)).toMatchObject({ needs: 'the design capacity of the pack' });
});

const NIGHT = Date.UTC(2026, 2, 12, 23);
/** Two hours over midnight: 10 A in, then from midnight 20 A out, one cell higher than the others. */
const overMidnight = (startedAt = NIGHT) =>
  testColumns({
    seconds: 2 * HOUR,
    startedAt,
    currentA: (second) => (second < HOUR ? 10 : -20),
    socPercent: (second) => (second < HOUR ? 60 : 50),
    temperatureLowC: (second) => (second < HOUR ? 15 : 30),
    volts: (second, cell) => 3.3 + (cell === 1 ? (second < HOUR ? 0.01 : 0.02) : 0),
  });

test('[ANA-21] a recording that passes midnight has the usage of two days', () => {
  const days = usageByDay(overMidnight(), 100);
  expect(days).toMatchObject([
    { day: '2026-03-12', samples: 1_800, seconds: 3_598, lowestC: 15, highestC: 15 },
    { day: '2026-03-13', samples: 1_801, seconds: 3_602, lowestSocPercent: 50, cellSamples: 1_801 },
  ]);
  expect(days.map(({ chargedAh }) => chargedAh)).toEqual([
    expect.closeTo(10, 1),
    expect.closeTo(0, 1),
  ]);
  expect(days.map(({ dischargedAh }) => dischargedAh)).toEqual([
    expect.closeTo(0, 1),
    expect.closeTo(20, 1),
  ]);
  expect(days.map((each) => each.meanSpreadMv?.toFixed(1))).toEqual(['10.0', '20.0']);
});

test('[ANA-17] a long day is summed up in slices, with the usage of the whole day', () => {
  const columns = testColumns({
    seconds: 13 * HOUR,
    startedAt: NIGHT + 2 * HOUR * 1_000,
    currentA: () => 10,
    volts: (_, cell) => 3.3 + (cell === 1 ? 0.01 : 0),
  });
  const slices = usageInSlices(columns, 100);
  let count = 0;
  let slice = slices.next();
  for (; slice.done !== true; slice = slices.next()) count += 1;
  expect(count).toBe(3); // 23,401 samples
  const [day, next] = slice.value;
  expect(next).toBeUndefined();
  expect(day).toMatchObject({ samples: 23_401, cellSamples: 23_401, seconds: 13 * HOUR });
  expect(day?.chargedAh).toBeCloseTo(130, 6);
  expect(day?.meanSpreadMv).toBeCloseTo(10, 3);
});

test('[ANA-21] the recordings of one day add up: sums, extremes, and the mean of all samples', () => {
  const short = testColumns({ seconds: 2, cells: 0, startedAt: NIGHT, temperatureLowC: () => 5 });
  const parts = [overMidnight(), short, overMidnight(NIGHT - 2 * HOUR * 1_000)];
  const days = sumDays(parts.flatMap((each) => usageByDay(each, 100)));
  expect(days).toMatchObject([
    { day: '2026-03-12', samples: 1_800 + 2 + 3_601, cellSamples: 5_401, lowestC: 5, highestC: 30 },
    { day: '2026-03-13', samples: 1_801 },
  ]);
  expect(days[0]?.meanSpreadMv).toBeCloseTo((3_600 * 10 + 1_801 * 20) / 5_401, 1);
  expect(days[0]?.highestSpreadMv).toBeCloseTo(20, 1);
});

test('[ANA-41] days are in their order, also if the clock was set back over midnight', () => {
  const columns = overMidnight(NIGHT + HOUR * 1_000);
  for (const [row, wall] of columns.wall.entries()) {
    if (row >= 900) columns.wall[row] = wall - HOUR * 1_000;
  }
  const days = usageByDay(columns, 100);
  expect(days.map(({ day, samples }) => [day, samples])).toEqual([
    ['2026-03-12', 900],
    ['2026-03-13', 2_701],
  ]);
  expect(sumDays([...days].reverse())).toEqual(days);
});

test('[ANA-21] a value that was not reported is unknown, and a sample without a valid time has the day before it', () => {
  const columns = testColumns({
    seconds: 4,
    cells: 1,
    startedAt: NIGHT,
    temperatureLowC: () => Number.NaN,
  });
  columns.wall.set([Number.NaN, 1e300], 1);
  expect(usageByDay(columns, 100)).toMatchObject([
    {
      day: '2026-03-12',
      samples: 3,
      cellSamples: 0,
      meanSpreadMv: null,
      highestC: null,
      lowestSocPercent: null,
    },
  ]);
});
