import { describe, expect, test } from 'vitest';
import { agesOf, mergeReadings } from './merge-readings.ts';
import type { ProfileReading } from './profile-reading.ts';

const reading = (at: number, change: Partial<ProfileReading>): ProfileReading => ({
  recordId: `r${at}`,
  at,
  scalars: {},
  cells: [],
  temps: [],
  switches: {},
  others: [],
  texts: {},
  sources: [],
  ...change,
});

/** The ages at 1,000 ms of the values of these readings. */
const ages = (...readings: readonly ProfileReading[]): Record<string, number> => {
  const [pack, ...more] = mergeReadings(readings);
  if (pack === undefined || more.length > 0) throw new Error('not one pack');
  return Object.fromEntries(agesOf(pack, 1_000));
};

const number = (at: number) => ({ number: at, value: 25 });

describe('[OBD-247] the age of a value', () => {
  test('is that of its latest reading, and a value that was just read has none', () => {
    const first = reading(200, { scalars: { soc: 50, current: 1 }, switches: { charge: true } });
    const second = reading(700, { scalars: { current: 2 }, others: [{ name: 'fan', value: 3 }] });
    const last = reading(1_000, { scalars: { packVoltage: 52 } });
    expect(ages(first, second, last)).toEqual({
      socPercent: 800,
      switches: 800,
      currentA: 300,
      fan: 300,
    });
  });

  test.each([
    ['temps', 'temperaturesC'],
    ['cells', 'cellVoltagesV'],
  ] as const)(
    'is that of its oldest number for a list (%s), and each number has its own',
    (list, place) => {
      const first = reading(300, { [list]: [number(1), number(2)] });
      const last = reading(1_000, { [list]: [number(2)] });
      expect(ages(first, last)).toEqual({ [place]: 700, [`${place} 1`]: 700, [`${place} 2`]: 0 });
      expect(ages(last)).toEqual({});
    },
  );

  test('is its own if only its name is similar to that of a list', () => {
    const others = ['fan temps', 'my cells 3', 'old alarms here'].map((name) => ({
      name,
      value: 1,
    }));
    expect(ages(reading(400, { others }))).toEqual({
      'fan temps': 600,
      'my cells 3': 600,
      'old alarms here': 600,
    });
  });

  test('is that of the oldest record for the list of faults, and that of the records that report it for each fault', () => {
    const reportable = (alarms: ProfileReading['alarms'] = []) => ({ alarms, protections: [] });
    const slow = reading(100, {
      alarms: [],
      reportable: reportable(['cellUnderVoltage', 'shortCircuit']),
    });
    const fast = reading(900, {
      alarms: ['shortCircuit'],
      reportable: reportable(['shortCircuit', 'cellOverVoltage']),
    });
    expect(ages(slow, fast)).toEqual({
      alarms: 900,
      'alarms cellUnderVoltage': 900,
      'alarms shortCircuit': 900,
      'alarms cellOverVoltage': 100,
    });
    expect(ages(slow)).toEqual({ alarms: 900 });
  });

  test('is that of the oldest record for the balancing', () => {
    const first = reading(100, { balancing: [true] });
    const last = reading(900, { balancing: [false] });
    expect(ages(first, last)).toEqual({ balancing: 900 });
    expect(ages(last)).toEqual({ balancing: 100 });
  });
});

test('[OBD-247] a pack without balancing or faults reports neither', () => {
  const [pack] = mergeReadings([reading(1, { cells: [number(1)] })]);
  expect(pack?.sample).toEqual({
    alarms: [],
    protections: [],
    lacksFaults: true,
    cellVoltagesV: [25],
    temperaturesC: [],
  });
  expect([...(pack?.times ?? [])]).toEqual([['cells 1', 1]]);
});
