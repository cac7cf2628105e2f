import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReader } from './row-check.ts';
import { createSampleReader } from './sample-rows.ts';

beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => vi.unstubAllEnvs());

/** Reads rows of a logger that writes local times. Returns the times in UTC, or why a row is refused. */
const read = (times: readonly string[]) => {
  const reader = createReader(2, (cellIn) =>
    createSampleReader(
      [
        { target: 'time', column: 0, unit: 'date' },
        { target: 'packVoltageV', column: 1, unit: 'V' },
      ],
      {
        encoding: 'utf-8',
        delimiter: ';',
        headerRow: 1,
        timeZone: 'local',
        dateOrder: 'dmy',
        decimal: 'point',
        startsAt: 0,
        positiveCurrent: 'charging',
      },
      cellIn,
      ['time', 'voltage'],
    ),
  );
  return times.map((time, index) => {
    const row = reader([time, '52.1'], index + 2);
    return row.kind === 'sample' ? new Date(row.wall).toISOString().slice(11, 16) : row.reason;
  });
};

test('[REC-133] in local times, the hour that the end of summer time repeats follows the first one', () => {
  const night = ['01:30', '02:00', '02:30', '02:59', '02:00', '02:30', '02:59', '03:00', '03:30'];
  expect(read(night.map((time) => `2026-10-25 ${time}:00`))).toEqual([
    ...['23:30', '00:00', '00:30', '00:59', '01:00', '01:30', '01:59', '02:00', '02:30'],
  ]);
});

test('[REC-133] a time that goes back is refused outside of the repeated hour, and in it if it goes back by seconds', () => {
  expect(read(['2026-10-25 02:30:02', '2026-10-25 02:30:00', '2026-10-25 02:30:04'])).toEqual([
    '00:30',
    'The time is before that of line 2.',
    '00:30',
  ]);
  expect(read(['2026-10-25 01:30:00', '2026-10-25 01:00:00'])[1]).toContain('before');
});

test('[IMP-29] local times that the start of summer time leaves out are refused, and those after them are not', () => {
  const night = ['01:30', '02:00', '02:59', '03:00', '03:30'];
  const reason = expect.stringMatching(/^“2026-03-29 02:.*does not exist in local time/) as string;
  expect(read(night.map((time) => `2026-03-29 ${time}:00`))).toEqual([
    ...['00:30', reason, reason, '01:00', '01:30'],
  ]);
});
