import { expect, test } from 'vitest';
import type { AlarmLimit, RaisedAlarm } from '@batbot/core/alarms';
import { chartLimitsOf, marksOf, NO_MARKS } from './alarm-marks.ts';

const raised = (
  kind: RaisedAlarm['kind'],
  quantity: AlarmLimit['quantity'],
  numbers: readonly number[],
  change: Partial<RaisedAlarm> = {},
): RaisedAlarm => {
  const reading = { value: 1, numbers };
  const limit = { quantity, side: 'high', value: 1 } as const;
  const incident = { since: 0, worst: reading, last: reading };
  return { kind, limit, incident, now: reading, ...change };
};

test('[OBD-129] cells, sensors and cards beyond a limit are marked, and cleared alarms are not', () => {
  const marks = marksOf([
    raised('active', 'cellVoltage', [7]),
    raised('acknowledged', 'cellSpread', [7, 3]),
    raised('active', 'temperature', [2]),
    raised('returned', 'power', []),
  ]);
  expect([...marks.cells]).toEqual([7, 3]);
  expect([...marks.sensors]).toEqual([2]);
  expect([...marks.quantities]).toEqual(['cellVoltage', 'cellSpread', 'temperature']);
  expect(marksOf([raised('returned', 'power', [])])).toBe(NO_MARKS);
});

test('[OBD-133] a value back within its limit is not marked, even if its alarm is not cleared; a missing value is marked', () => {
  const near = { now: { value: 0.995, numbers: [7] } };
  expect(marksOf([raised('active', 'cellVoltage', [7], near)])).toBe(NO_MARKS);
  const unread = raised('active', 'cellVoltage', [7], { now: undefined });
  expect([...marksOf([unread]).cells]).toEqual([7]);
});

test('[OBD-129] a limit is drawn in the chart of its quantity; a discharge limit is negative there', () => {
  const limit = (quantity: AlarmLimit['quantity'], side: AlarmLimit['side']): AlarmLimit => ({
    quantity,
    side,
    value: 5,
  });
  expect(
    chartLimitsOf([
      limit('cellVoltage', 'low'),
      limit('cellVoltage', 'high'),
      limit('chargeCurrent', 'high'),
      limit('dischargeCurrent', 'high'),
      limit('power', 'high'),
    ]),
  ).toEqual([
    { column: 'cellLowV', value: 5 },
    { column: 'cellHighV', value: 5 },
    { column: 'currentA', value: 5 },
    { column: 'currentA', value: -5 },
  ]);
});
