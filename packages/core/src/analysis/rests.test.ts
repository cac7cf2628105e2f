import { expect, test } from 'vitest';
import { testColumns } from './columns.fixture.ts';
import { cellLeakage, findRests, restSpread } from './rests.ts';

const HOUR = 3_600;
const DAY_MS = 86_400_000;
const volts = (_: number, cell: number) => 3.3 - cell / 1_000;

test('[ANA-3] the spread at rest is highest minus lowest cell, and each cell has its deviation from the median', () => {
  const rests = findRests(testColumns({ seconds: HOUR, cells: 5, volts }));
  expect(rests).toHaveLength(1);
  const spread = restSpread(rests);
  if (spread.kind !== 'known') throw new Error(spread.needs);
  expect(spread.value.spreadMv).toBeCloseTo(4, 3);
  expect(Array.from(spread.value.deviationMv, Math.round)).toEqual([2, 1, 0, -1, -2]);
  expect(spread).toMatchObject({ n: 1, confidence: 'high' });
});

test.each([
  ['shorter than 30 min', { seconds: HOUR / 2 - 10 }],
  ['with 2 % of the capacity as current', { seconds: HOUR, currentA: () => -2 }],
  ['with an unknown current', { seconds: HOUR, currentA: () => Number.NaN }],
  ['with gaps of more than a minute', { seconds: HOUR, pollS: 61 }],
  ['of a pack of unknown capacity', { seconds: HOUR, designCapacityAh: () => Number.NaN }],
])('[ANA-3] a time %s is no rest', (_, recording) => {
  expect(restSpread(findRests(testColumns(recording)))).toEqual({
    kind: 'notEnough',
    needs: 'a rest of 30 min with a current below 2 % of the capacity',
  });
});

test('[ANA-3] without a rest at which every cell is read, the spread is unknown; a place that was never read has no cell', () => {
  const spreadOf = (unread: (second: number, cell: number) => boolean) => {
    const recording = {
      seconds: 3 * HOUR,
      cells: 4,
      volts: (second: number, cell: number) =>
        unread(second, cell) ? Number.NaN : volts(second, cell),
      currentA: (second: number) => (second > HOUR && second < HOUR + 60 ? -50 : 0),
    };
    return restSpread(findRests(testColumns(recording)));
  };
  const spread = (mv: number) => ({ kind: 'known', value: { spreadMv: expect.closeTo(mv, 3) } });
  expect(spreadOf(() => false)).toMatchObject(spread(3));
  expect(spreadOf((_, cell) => cell === 3)).toMatchObject(spread(2));
  // The longest rest lacks the cell, the shorter one has it.
  expect(spreadOf((second, cell) => cell === 3 && second > 2 * HOUR)).toMatchObject(spread(3));
  expect(spreadOf((second, cell) => cell === 3 && second > 1_000)).toEqual({
    kind: 'notEnough',
    needs: 'a rest of 30 min with a current below 2 % of the capacity, at which every cell is read',
  });
});

test('[ANA-3] a rest ends with the load, and the next one starts after it', () => {
  const currentA = (second: number) => (second > 2_000 && second < 2_400 ? -50 : 0.5);
  const rests = findRests(testColumns({ seconds: 5_000, currentA }));
  expect(rests.map(({ row }) => row)).toEqual([1_000, 2_500]);
});

const restAt = (days: number, each: (cell: number) => number, cells = 4) =>
  findRests(
    testColumns({
      seconds: HOUR,
      startedAt: days * DAY_MS,
      cells,
      volts: (_, cell) => each(cell),
    }),
  );

test('[ANA-4] the leak of a cell is the voltage it loses per day between two rests, relative to the median', () => {
  const first = restAt(0, () => 3.7);
  const last = restAt(4, (cell) => (cell === 1 ? 3.662 : 3.69));
  const leak = cellLeakage([...last, ...first]);
  if (leak.kind !== 'known') throw new Error(leak.needs);
  expect(Array.from(leak.value, Math.round)).toEqual([0, 7, 0, 0]);
  expect(leak.n).toBe(4);
});

test.each([
  { text: 'one rest', days: 5, volt: 3.7, cells: 4, single: true },
  { text: 'rests less than 3 days apart', days: 2.9, volt: 3.7, cells: 4, single: false },
  { text: 'rests at another state of charge', days: 5, volt: 3.8, cells: 4, single: false },
  { text: 'rests of another number of cells', days: 5, volt: 3.7, cells: 5, single: false },
])('[ANA-4] $text: not enough for a leak', ({ days, volt, cells, single }) => {
  const rests = [...(single ? [] : restAt(0, () => 3.7)), ...restAt(days, () => volt, cells)];
  expect(cellLeakage(rests)).toEqual({
    kind: 'notEnough',
    needs: 'two rests of 30 min at least 3 days apart, at a similar state of charge',
  });
});

test('[ANA-46] a cell with less charge is not called leaking because the pack is elsewhere on the steep end of LFP', () => {
  const cells = (typical: number, lower: number) => (cell: number) =>
    cell === 1 ? lower : typical;
  // 5 and 3 % of the curve, and 4.5 and 2.5 %: no cell lost charge.
  const steep = [restAt(0, cells(3.072, 2.956)), restAt(3, cells(3.043, 2.91))].flat();
  expect(cellLeakage(steep)).toEqual({
    kind: 'notEnough',
    needs:
      'two rests of 30 min at least 3 days apart, at a similar state of charge outside of the steep parts of the rest curve',
  });
  // On the plateau the same cell is known to keep its charge.
  const flat = cellLeakage([restAt(0, cells(3.302, 3.3)), restAt(10, cells(3.301, 3.299))].flat());
  if (flat.kind !== 'known') throw new Error(flat.needs);
  expect(Math.abs(flat.value[1] ?? Number.NaN)).toBeLessThan(0.5);
});

test('[ANA-46] a voltage that is read in steps of 10 mV shows no leak of one step', () => {
  const leakOver = (days: number, volt: number, last = 3.7) => {
    const cells = (of: number) => (cell: number) => [3.7, of, 3.7, last][cell] ?? Number.NaN;
    return cellLeakage([...restAt(0, cells(3.7)), ...restAt(days, cells(volt))]);
  };
  expect(leakOver(4, 3.69).kind).toBe('notEnough');
  expect(leakOver(4, 3.69, Number.NaN).kind).toBe('notEnough'); // a cell is not read
  const far = leakOver(20, 3.5);
  expect(far.kind === 'known' && far.value[1]).toBeCloseTo(10, 0);
});
