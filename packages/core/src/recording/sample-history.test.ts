import { expect, test } from 'vitest';
import { sampleRow } from './sample-columns.ts';
import { createSampleHistory, NO_SAMPLES, sampleIndexAt } from './sample-history.ts';

const row = (ms: number) =>
  sampleRow(
    { alarms: [], protections: [], cellVoltagesV: [3.3, 3.4], temperaturesC: [], balancing: [] },
    ms,
    ms,
  );

test('[REC-40] the history keeps every sample up to its limit, then discards the older half', () => {
  const addSample = createSampleHistory(5, 1_000);
  let view = addSample(row(0));
  for (let ms = 1; ms < 1_000; ms += 1) view = addSample(row(ms));
  expect([view.length, view.columns.ms[0], view.startedAt]).toEqual([1_000, 0, 5]);
  view = addSample(row(1_000));
  expect([view.length, view.columns.ms[0], view.columns.ms.at(-1)]).toEqual([501, 500, 1_000]);
  expect(view.columns.cellHighV.at(-1)).toBe(3.4);
  expect(view.columns.packVoltageV.at(-1)).toBeNaN();
});

test('[REC-41] a view does not change when samples are added later', () => {
  const addSample = createSampleHistory(0, 4);
  const views = [0, 1, 2, 3, 4, 5].map((ms) => addSample(row(ms)));
  expect(views.map(({ columns }) => [...columns.ms])).toEqual([
    [0],
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
    [2, 3, 4],
    [2, 3, 4, 5],
  ]);
});

test('[OBD-94] the sample at a given time is the last one before it', () => {
  const addSample = createSampleHistory(0);
  const view = [2_000, 4_000, 9_000].map((ms) => addSample(row(ms))).at(-1);
  expect(
    [0, 2_000, 3_999, 4_000, 99_000].map((ms) => sampleIndexAt(view ?? NO_SAMPLES, ms)),
  ).toEqual([0, 0, 0, 1, 2]);
  expect(sampleIndexAt(NO_SAMPLES, 5)).toBe(-1);
});
