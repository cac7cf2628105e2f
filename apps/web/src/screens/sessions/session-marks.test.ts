import { expect, test } from 'vitest';
import type { SampleColumns, SampleSeries, SessionEvent } from '@batbot/core';
import { sessionMarks } from './session-marks.ts';

test('[PAGE-67] notes, markers and passed limits are listed as text and in order of time', () => {
  const zeros = new Float64Array(2);
  const columns: Partial<SampleColumns> = {
    ms: Float64Array.of(0, 2_000),
    socPercent: Float64Array.of(50, 20),
    cellLowV: zeros,
    cellHighV: zeros,
    alarms: zeros,
    protections: Float64Array.of(2, 0),
  };
  const series = { startedAt: 0, length: 2, columns } as SampleSeries; // the columns that the marks are read from
  const event = (ms: number, kind: SessionEvent['kind'], text: string) => ({
    ms,
    wall: ms,
    kind,
    text,
  });
  const events = [
    event(1_000, 'note', 'cell 3'),
    event(500, 'system', 'x'),
    event(3_000, 'marker', 'y'),
  ];
  expect(sessionMarks({ series, events }).map(({ ms, kind, text }) => [ms, kind, text])).toEqual([
    [0, 'limit', 'Protection: Cell under-voltage'],
    [1_000, 'note', 'cell 3'],
    [2_000, 'limit', 'Protection: Cell under-voltage, ended'],
    [2_000, 'limit', 'State of charge at 20 % or below'],
    [3_000, 'marker', 'y'],
  ]);
});
