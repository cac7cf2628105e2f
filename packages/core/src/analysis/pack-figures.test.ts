import { expect, test } from 'vitest';
import { ohmic, steppedLoad, testColumns, type TestRecording } from './columns.fixture.ts';
import { firstLine } from './first-line.ts';
import { known, notEnough } from './metric.ts';
import { packFigures } from './pack-figures.ts';
import { figuresInSlices, recordingFigures } from './recording-figures.ts';
import { weakCells } from './weak-cells.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2026, 0);
const HOUR = 3_600;

/** A drive of 10 min in which cell 3 of 6 has a resistance of `milliOhm`; the others have 1 mΩ. */
const drive = (day: number, milliOhm: number, extra: Partial<TestRecording> = {}) =>
  recordingFigures(
    testColumns({
      seconds: 600,
      cells: 6,
      startedAt: BEGIN + day * DAY_MS,
      currentA: steppedLoad,
      volts: (second, cell) => ohmic(second, cell === 2 ? milliOhm : 1),
      ...extra,
    }),
  );

const NOW = BEGIN + 100 * DAY_MS;
const figuresOf = (...figures: Parameters<typeof packFigures>[0]) => packFigures(figures, NOW);
const lineOf = (...figures: Parameters<typeof packFigures>[0]) => firstLine(figuresOf(...figures));

test('[ANA-9] the first line names the weakest cell with its reason, steps and confidence', () => {
  expect(lineOf(drive(0, 1.31))).toEqual({
    kind: 'act',
    text: 'Cell 3 needs attention: resistance 31 % above the median; 60 steps, high confidence.',
  });
});

test('[ANA-9] a rise is reported only if three recordings show it, in any order', () => {
  const rising = [drive(2, 1.31), drive(0, 1.2), drive(1, 1.25)];
  expect(lineOf(...rising).text).toContain('31 % above the median, rising; 60 steps');
  expect(lineOf(drive(0, 1.31), drive(1, 1.3), drive(2, 1.31)).text).toContain(', not rising;');
  expect(lineOf(drive(0, 1.2), drive(2, 1.31)).text).not.toContain('rising');
});

test('[ANA-9] cells within 15 % of the median do not stand out', () => {
  expect(lineOf(drive(0, 1.14))).toMatchObject({
    kind: 'fine',
    text: expect.stringContaining('No cell stands out: resistances at most 14 % above the median'),
  });
  const blind = drive(0, 1, { volts: (s, cell) => (cell === 4 ? Number.NaN : ohmic(s, 1)) });
  expect(lineOf(blind).text).toContain('Not judged: 1 cell.');
});

test('[ANA-9] without enough data the first line states which data is needed', () => {
  const line = lineOf(drive(0, 1, { seconds: 60 }));
  expect(line.kind).toBe('unknown');
  expect(line.text).toMatch(/^Not enough data to compare the cells\. Needed: 30 load steps/);
  expect(lineOf().text).toBe('Not enough data to compare the cells. Needed: a recording.');
});

test('[ANA-9] cells are ranked by all reasons, and two reasons raise the confidence', () => {
  const rest = recordingFigures(
    testColumns({
      seconds: 2_400,
      cells: 6,
      startedAt: BEGIN + DAY_MS,
      volts: (_, cell) => (cell === 2 ? 3.27 : cell === 5 ? 3.279 : 3.3),
    }),
  );
  const pack = figuresOf(drive(0, 1.2), rest);
  expect(pack.weak.map(({ number }) => number)).toEqual([3, 6]);
  expect(pack.weak[0]).toMatchObject({
    reasons: [{ kind: 'resistance' }, { kind: 'rest' }],
    confidence: 'high',
  });
  expect(pack.weak[1]).toMatchObject({ confidence: 'medium' });
  expect(firstLine(pack).text).toBe(
    'Cell 3 needs attention: resistance 20 % above the median; 30 mV below the median at rest; 60 steps, high confidence. Also weak: cell 6.',
  );
});

test('[ANA-9] two reasons of medium confidence give a high one', () => {
  const spread = { spreadMv: 30, deviationMv: Float64Array.of(0, -30) };
  const [weak, ...others] = weakCells(
    notEnough('steps'),
    [],
    known(spread, 1, 'medium'),
    known(Float64Array.of(0, 5), 4, 'medium'),
  );
  expect(others).toEqual([]);
  expect(weak).toMatchObject({ number: 2, confidence: 'high' });
});

test('[ANA-9] the newest known value is used, even if a later recording does not contain it', () => {
  const pack = figuresOf(drive(1, 1.5), drive(0, 1.2), drive(2, 1, { seconds: 60 }));
  expect(pack.resistance.kind === 'known' && pack.resistance.value.milliOhm[2]).toBeCloseTo(1.5, 3);
  const worst = pack.trend.map(({ worstMilliOhm }) => worstMilliOhm?.toFixed(1));
  expect(worst).toEqual(['1.2', '1.5', undefined]);
});

test('[ANA-33] a recording from the future or from 1971 has no place in the time between recordings', () => {
  const ahead = drive(200, 1.5);
  const pack = figuresOf(ahead, drive(1, 1.3), drive(0, 1.2));
  expect(pack.resistance.kind === 'known' && pack.resistance.value.milliOhm[2]).toBeCloseTo(1.3, 3);
  expect(pack.trend.map(({ worstMilliOhm }) => worstMilliOhm?.toFixed(1))).toEqual([
    '1.5',
    '1.2',
    '1.3',
  ]);
  expect(firstLine(pack).text).not.toContain('rising'); // needs three recordings with a known time
  expect(figuresOf(ahead).resistance).toMatchObject({ kind: 'known' });
  const rest = (day: number, volts: number) =>
    recordingFigures(
      testColumns({
        seconds: 2_400,
        cells: 6,
        startedAt: BEGIN + day * DAY_MS,
        volts: (_, cell) => (cell === 2 ? volts : 3.301),
      }),
    );
  expect(figuresOf(rest(0, 3.3), rest(10, 3.2)).leakage.kind).toBe('known');
  expect(figuresOf(rest(0, 3.3), rest(200, 3.2)).leakage.kind).toBe('notEnough');
  expect(figuresOf(rest(-20_000, 3.3), rest(0, 3.2)).leakage.kind).toBe('notEnough'); // in 1971
});

test('[ANA-17] a recording is analysed in slices of at most one cell each', () => {
  const columns = testColumns({
    seconds: 600,
    cells: 40,
    currentA: steppedLoad,
    volts: (second, cell) => ohmic(second, 1 + cell / 100),
  });
  const slices = figuresInSlices(columns);
  let count = 0;
  let slice = slices.next();
  for (; slice.done !== true; slice = slices.next()) count += 1;
  expect(count).toBeGreaterThan(40);
  expect(slice.value).toEqual(recordingFigures(columns));
});

test('[ANA-5] the state of health is the measured capacity over the design, beside that of the BMS', () => {
  const end = 120 + 1.4 * HOUR;
  const worn = recordingFigures(
    testColumns({
      seconds: end + HOUR,
      currentA: (second) => (second < 100 ? 20 : second < 120 ? 2 : second <= end ? -50 : 0),
      volts: (second) => (second < 120 ? 3.55 : second <= end ? 3 : 3.1635),
      sohPercent: () => 99,
    }),
  );
  const pack = figuresOf(worn);
  expect(pack.soh.kind === 'known' ? pack.soh.value : 0).toBeCloseTo(70 / 0.925, 0);
  expect(pack.bmsSohPercent).toBe(99);
  expect(firstLine(pack).text).toMatch(/^The capacity is 76 % of the design: plan the replacement/);
});

test('[ANA-25] a design capacity of 0 counts as unknown: the one that the BMS reports is used, or no value is shown', () => {
  const use = { seconds: 25 * HOUR, pollS: 5, currentA: () => -20, socPercent: () => 50 };
  const of = (designCapacityAh: number) =>
    figuresOf(
      recordingFigures(testColumns({ ...use, designCapacityAh: () => designCapacityAh }), {
        capacityAh: 0,
      }),
    );
  const reported = of(100);
  expect(reported.fullCycles).toMatchObject({ kind: 'known', value: expect.closeTo(2.5, 3) });
  expect(reported.outside).toMatchObject({ kind: 'known', value: 0 });
  const unknown = of(0);
  for (const metric of [unknown.fullCycles, unknown.outside, unknown.soh, unknown.socError])
    expect(metric).toMatchObject({ kind: 'notEnough' });
});

test('[ANA-26] a value that later recordings do not contain has the time of its recording', () => {
  const short = drive(2, 1, { seconds: 60 });
  const pack = figuresOf(drive(1, 1.5), drive(0, 1.2), short);
  expect(pack.resistance).toMatchObject({ kind: 'known', at: BEGIN + DAY_MS });
  expect(firstLine(pack)).toMatchObject({ kind: 'act', at: BEGIN + DAY_MS });
  expect(lineOf(drive(0, 1.1), short)).toMatchObject({ kind: 'fine', at: BEGIN });
  expect(lineOf(drive(0, 1.2), drive(1, 1.5))).not.toHaveProperty('at');
});

test('[ANA-37] a pack whose device reports no current has neither full cycles nor a time outside of the limits', () => {
  const blind = recordingFigures(
    testColumns({ seconds: 25 * HOUR, pollS: 6, cells: 0, currentA: () => Number.NaN }),
  );
  expect(figuresOf(blind)).toMatchObject({
    fullCycles: notEnough('24 h of recordings with a known current; there are 0.0 h'),
    outside: notEnough('1 h of recordings with a known current'),
  });
  const seen = recordingFigures(testColumns({ seconds: 25 * HOUR, pollS: 6, cells: 0 }));
  expect(figuresOf(seen)).toMatchObject({ fullCycles: { value: 0 }, outside: { value: 0 } });
  expect(figuresOf(seen, blind).fullCycles.kind).toBe('notEnough');
});

test('[ANA-51] [ANA-52] a recording of a time that another recording of the pack covers is left out; sums are withheld if too much overlaps in part', () => {
  const day = (hours: number, startHour = 0, pollS = 5) =>
    recordingFigures(
      testColumns({
        seconds: hours * HOUR,
        pollS,
        startedAt: BEGIN + startHour * HOUR * 1_000,
        currentA: () => -10,
        socPercent: (second) => 100 - second / HOUR,
      }),
    );
  const whole = day(25);
  const once = figuresOf(whole);
  expect(once.fullCycles).toMatchObject({
    kind: 'known',
    value: expect.closeTo(1.25, 3) as number,
  });
  expect(once.leftOut).toBe(0);
  // A file that is imported twice, and an earlier file that the later one continues.
  for (const other of [whole, day(10), day(5, 8)]) {
    expect(figuresOf(whole, other)).toEqual({ ...once, leftOut: 1 });
    expect(figuresOf(other, whole)).toEqual({ ...once, leftOut: 1 });
  }
  expect(figuresOf(whole, day(25, 25))).toMatchObject({
    fullCycles: { value: expect.closeTo(2.5, 3) as number },
    leftOut: 0,
    overlapS: 0,
  });
  const shared = figuresOf(whole, day(10, 20));
  expect(shared).toMatchObject({ leftOut: 0, overlapS: 5 * HOUR });
  // Hours 20 to 24 are on the first day, and the last one on the next.
  expect(shared.trend.map(({ day: on, overlapS }) => [on, overlapS])).toEqual([
    ['2026-01-01', 0],
    ['2026-01-02', 0],
    ['2026-01-01', 4 * HOUR],
    ['2026-01-02', HOUR],
  ]);
  const text = 'recordings that overlap for at most 10 % of the time';
  const { fullCycles, chargeCycles, outside } = shared;
  expect([fullCycles, chargeCycles, outside]).toEqual(Array(3).fill(notEnough(text)));
  expect(figuresOf(whole, day(10, 23)).fullCycles.kind).toBe('known'); // 2 of 35 h
  // The shorter one has more samples.
  expect(figuresOf(day(25, 0, 600), day(5, 8))).toMatchObject({ leftOut: 0, overlapS: 5 * HOUR });
});

test('[ANA-51] recordings of a computer whose clock was at 1970 are all counted', () => {
  const drives = [drive(0, 1.2, { startedAt: 0 }), drive(0, 1.3, { startedAt: 0 })];
  expect(figuresOf(...drives)).toMatchObject({ leftOut: 0, overlapS: 0 });
  expect(figuresOf(...drives).trend).toHaveLength(2);
});
