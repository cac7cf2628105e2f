import { describe, expect, test } from 'vitest';
import { confirmed } from '../telemetry/confirmed.ts';
import { aPack } from '../telemetry/pack.fixture.ts';
import type { AlarmLimit } from './plan.ts';
import { QUANTITIES, SIDES, TRAITS, type Quantity, type Side } from './quantities.ts';
import { isBackWithin, isBeyond, isRepeated, newsOf, readingOf, reportedIn } from './reading.ts';
import { acknowledgedText, endedText, notMonitoredText, readingText } from './words.ts';

const limit = (quantity: Quantity, side: Side, value: number): AlarmLimit => ({
  quantity,
  side,
  value,
});

describe('the reading of a reply for a limit', () => {
  test.each([
    ['cellVoltage', 'high', { value: 3.304, numbers: [2] }, 'Cell 2: 3.304 V'],
    ['cellVoltage', 'low', { value: 3.302, numbers: [1, 4] }, 'Cell 1: 3.302 V'],
    ['cellSpread', 'high', { value: 2, numbers: [2, 1] }, 'Cells 2 and 1: 2 mV apart'],
    ['temperature', 'high', { value: 26, numbers: [2] }, 'Sensor 2: 26 °C'],
    ['temperature', 'low', { value: 25, numbers: [1] }, 'Sensor 1: 25 °C'],
    ['packVoltage', 'low', { value: 13.211, numbers: [] }, 'Pack voltage: 13.211 V'],
    ['chargeCurrent', 'high', { value: 0, numbers: [] }, 'Charge current: 0.00 A'],
    ['dischargeCurrent', 'high', { value: 12.4, numbers: [] }, 'Discharge current: 12.40 A'],
    ['power', 'high', { value: 164, numbers: [] }, 'Power: 164 W'],
    ['stateOfCharge', 'low', { value: 78.5, numbers: [] }, 'State of charge: 78.5 %'],
  ] as const)(
    '[OBD-126] the reading of a limit (%s, %s) has its value, its place and its text',
    (quantity, side, reading, text) => {
      const far = side === 'high' ? Infinity : -Infinity;
      expect(readingOf(aPack(1), limit(quantity, side, far))).toEqual(reading);
      expect(readingText(limit(quantity, side, far), reading)).toBe(text);
    },
  );

  test.each([
    ['cellVoltage', 'high', 3.3, 'Cell 2: 3.304 V and 3 other cells above 3.300 V'],
    ['cellVoltage', 'low', 3.303, 'Cell 1: 3.302 V and 2 other cells below 3.303 V'],
    ['cellVoltage', 'high', 3.35, 'Cell 2: 3.304 V'],
    ['temperature', 'high', 25, 'Sensor 2: 26 °C and 1 other sensor above 25 °C'],
  ] as const)('[OBD-126] the text of a limit (%s, %s, %d) has the farthest value and the number of the others beyond the limit', (quantity, side, value, text) => {
    const wanted = limit(quantity, side, value);
    const reading = readingOf(aPack(1), wanted);
    expect(reading && readingText(wanted, reading)).toBe(text);
  }); // oxfmt-ignore

  test('[OBD-126] a reading leaves out cells that are unread or not numbers', () => {
    const cells = [null, Number.NaN, 3.303, 3.399];
    const sample = aPack(1, { cellVoltagesV: cells, temperaturesC: [null, null] });
    expect(readingOf(sample, limit('cellVoltage', 'high', 3.35))).toEqual({ value: 3.399, numbers: [4] }); // oxfmt-ignore
    expect(readingOf(sample, limit('cellSpread', 'high', 50))?.value).toBe(96);
    expect(readingOf(sample, limit('temperature', 'low', 0))).toBeUndefined();
    expect(reportedIn(sample)).toContain('temperature');
    const none = aPack(1, { cellVoltagesV: [null, null], packVoltageV: Number.NaN });
    for (const quantity of ['cellVoltage', 'cellSpread', 'packVoltage', 'power'] as const) {
      expect(readingOf(none, limit(quantity, 'high', 1))).toBeUndefined();
    }
  });

  test('[OBD-118] a device reports the quantities of which its sample has values', () => {
    expect(reportedIn(aPack(1))).toEqual(QUANTITIES);
    const one = { cellVoltagesV: [3.3], temperaturesC: [], alarms: [], protections: [] };
    expect(reportedIn(one)).toEqual(['cellVoltage']);
    expect(reportedIn({ ...one, cellVoltagesV: [], packVoltageV: 13.2 })).toEqual(['packVoltage']);
  });

  test('[OBD-126] one cell that is read has no spread', () => {
    const sample = aPack(1, { cellVoltagesV: [null, 3.3] });
    expect(readingOf(sample, limit('cellSpread', 'high', 50))).toBeUndefined();
  });

  test('[OBD-126] the −40 °C of a broken sensor is reported as a sensor to check', () => {
    const sample = aPack(1, { temperaturesC: [25, -40] });
    const reading = readingOf(sample, limit('temperature', 'low', 0));
    expect(reading && readingText(limit('temperature', 'low', 0), reading)).toBe(
      'Sensor 2: −40 °C (check sensor)',
    );
  });

  test('[OBD-113] a held value is not a reading', () => {
    const sample = aPack(1);
    const known = confirmed(sample, [
      { key: 'cellVoltagesV', number: 2, reported: 4.1 },
      { key: 'currentA', reported: 300 },
      { key: 'temperaturesC' },
      { key: 'alarms', fault: 'cellOverVoltage' },
    ]);
    expect(known.cellVoltagesV).toEqual([3.302, null, 3.303, 3.302]);
    expect(known.temperaturesC).toEqual([null, null]);
    expect([known.currentA, known.packVoltageV]).toEqual([undefined, 13.211]);
    expect(confirmed(sample, [])).toBe(sample);
  });

  test('[OBD-112] for every quantity and limit there is a value at which the alarm clears', () => {
    for (const quantity of QUANTITIES) {
      const { least, most, sides, back } = TRAITS[quantity];
      for (const side of SIDES.filter((each) => sides.includes(each))) {
        for (const share of [0.2, 0.5, 0.8]) {
          const value = Number((least + (most - least) * share).toFixed(1));
          const at = limit(quantity, side, value);
          const inward = side === 'high' ? -1 : 1;
          expect(isBeyond(at, value)).toBe(true);
          expect(isBackWithin(at, value)).toBe(false);
          expect(isBeyond(at, value + inward * back(value) * 1.5)).toBe(false);
          expect(isBackWithin(at, value + inward * back(value) * 1.5)).toBe(true);
        }
      }
    }
  });
});

describe('the hysteresis of a limit', () => {
  test.each([
    ['cellVoltage', 'high', 3.65, 3.641, 3.64],
    ['cellVoltage', 'low', 2.8, 2.809, 2.81],
    ['cellSpread', 'high', 60, 56, 55],
    ['temperature', 'high', 45, 44, 43],
    ['temperature', 'low', 0, 1, 2],
    ['packVoltage', 'high', 58, 57.72, 57.7],
    ['chargeCurrent', 'high', 100, 95.1, 95],
    ['dischargeCurrent', 'high', 200, 190.1, 190],
    ['power', 'high', 5_000, 4_751, 4_750],
    ['stateOfCharge', 'low', 20, 20.9, 21],
  ] as const)(
    '[OBD-112] %s with the %s limit %d is still beyond it at %d and back at %d',
    (quantity, side, value, still, back) => {
      expect(isBackWithin(limit(quantity, side, value), still)).toBe(false);
      expect(isBackWithin(limit(quantity, side, value), back)).toBe(true);
    },
  );
});

describe('the texts of alarms', () => {
  const high = limit('cellVoltage', 'high', 3.65);
  const low = limit('temperature', 'low', -10.5);
  const pack = limit('packVoltage', 'high', 58);

  test('[OBD-114] a cleared alarm names its limit and its worst value with the place', () => {
    expect(endedText(high, { value: 3.702, numbers: [7] })).toBe(
      'Cleared: cell voltage below 3.650 V again, highest: cell 7, 3.702 V',
    );
    expect(endedText(low, { value: -12, numbers: [2, 1] })).toBe(
      'Cleared: temperature above −10.5 °C again, lowest: sensor 2, −12 °C',
    );
    expect(endedText(pack, { value: 59.1, numbers: [] })).toBe(
      'Cleared: pack voltage below 58.000 V again, highest: 59.100 V',
    );
    expect(acknowledgedText(limit('cellSpread', 'high', 50))).toBe(
      'Alarm acknowledged: Cell spread, high limit 50 mV',
    );
  });

  test('[OBD-115] the text says why limits are not monitored, and since when', () => {
    const texts = (['notConnected', 'elsewhere', 'noReply', 'busy', 'unreadable'] as const).map(
      (reason) => notMonitoredText({ kind: 'notMonitored', reason }),
    );
    expect(texts).toEqual([
      'Limits not monitored: the device is not connected',
      'Limits not monitored: live data runs on Home only',
      'Limits not monitored: the device does not answer',
      'Limits not monitored: your command is using the connection',
      'Limits not monitored: its replies are unreadable',
    ]);
    const since = new Date(2026, 10, 23, 9, 5, 7).getTime();
    expect(notMonitoredText({ kind: 'notMonitored', reason: 'noReply', since })).toBe(
      'Limits not monitored since 09:05:07: the device does not answer',
    );
  });
});

describe('repeated values of an earlier reply', () => {
  const ages = new Map([
    ['cellVoltagesV', 2_000],
    ['currentA', 2_000],
    ['socPercent', 100],
  ]);

  test('[OBD-111] [OBD-287] a value that the previous sample also had is not a new reading', () => {
    const repeated = QUANTITIES.filter((quantity) => isRepeated(quantity, ages, 2_000));
    expect(repeated).toEqual(['cellVoltage', 'cellSpread', 'chargeCurrent', 'dischargeCurrent']);
    expect(QUANTITIES.filter((quantity) => isRepeated(quantity, undefined, 0))).toEqual([]);
  });

  test.each([
    ['cellVoltagesV', ['cellVoltage', 'cellSpread']],
    ['temperaturesC', ['temperature']],
    ['packVoltageV', ['packVoltage']],
    ['currentA', ['chargeCurrent', 'dischargeCurrent']],
    ['socPercent', ['stateOfCharge']],
  ])(
    '[OBD-287] a repeated %s is no new reading of its own quantities only',
    (place, quantities) => {
      const olderByMs = new Map([[place, 2_000]]);
      expect(QUANTITIES.filter((quantity) => isRepeated(quantity, olderByMs, 2_000))).toEqual(quantities); // oxfmt-ignore
    },
  );

  test('[OBD-287] a power is repeated if voltage and current are', () => {
    const olderByMs = new Map([['packVoltageV', 2_000]]);
    expect(isRepeated('power', olderByMs, 2_000)).toBe(false);
    expect(isRepeated('power', olderByMs.set('currentA', 2_000), 2_000)).toBe(true);
  });

  test('[OBD-287] only cells and sensors with ages of their own are judged one by one', () => {
    const cells = new Map([['cellVoltagesV 2', 2_000]]);
    const news = newsOf(aPack(1), 'cellVoltage', cells, 2_000);
    expect(news?.cellVoltagesV).toEqual([3.302, null, 3.303, 3.302]);
    expect(news?.temperaturesC).toEqual([25, 26]);
    expect(newsOf(aPack(1), 'temperature', cells, 2_000)).toBeUndefined();
    expect(newsOf(aPack(1), 'cellSpread', cells, 2_000)).toBeUndefined();
    const sensors = new Map([['temperaturesC 1', 2_000]]);
    expect(newsOf(aPack(1), 'temperature', sensors, 2_000)?.temperaturesC).toEqual([null, 26]);
  });
});
