import { describe, expect, test } from 'vitest';
import { inBase, unitMeaning, type Kind } from './quantity.ts';

describe('[OBD-173] a unit', () => {
  // The names of each unit, and what 100 of it are in the unit in which the app shows the quantity.
  test.each<[string, Kind, number]>([
    ['V Volt volts VDC', 'voltage', 100],
    ['dV', 'voltage', 10],
    ['cV', 'voltage', 1],
    ['mV mv millivolt millivolts', 'voltage', 0.1],
    ['µV μV uV', 'voltage', 0.0001],
    ['kV', 'voltage', 100_000],
    ['A amp Amps ampere amperes ADC', 'current', 100],
    ['dA', 'current', 10],
    ['cA', 'current', 1],
    ['mA milliamps', 'current', 0.1],
    ['µA uA', 'current', 0.0001],
    ['kA', 'current', 100_000],
    ['Ah AH amphours', 'charge', 100],
    ['mAh mah MAH', 'charge', 0.1],
    ['µAh uAh', 'charge', 0.0001],
    ['% pct percent Prozent', 'percent', 100],
    ['‰', 'percent', 10],
    ['°C ℃ ºC degC C Celsius', 'temperature', 100],
    ['mC m°C', 'temperature', 0.1],
    ['°F ℉ degF F Fahrenheit', 'temperature', 37.777777778],
    ['K Kelvin', 'temperature', -173.15],
    ['W watt watts', 'power', 100],
    ['mW', 'power', 0.1],
    ['kW KW', 'power', 100_000],
    ['Wh WH', 'energy', 100],
    ['mWh', 'energy', 0.1],
    ['kWh', 'energy', 100_000],
    ['s sec secs second seconds sek', 'time', 100],
    ['ms', 'time', 0.1],
    ['min mins minute minutes', 'time', 6000],
    ['h hour hours', 'time', 360_000],
    [
      'Hz kHz MHz GHz ohm ohms mOhm Ω ω mΩ µΩ va var kva rpm km m mm kg g kB MB GB bytes byte bit bits bool',
      'other',
      100,
    ],
    [
      'baud bar Pa hPa dB dBm ppm x VAC AAC Vrms Arms nm km/h kmh mph C/min °/s deg raw LSB rel',
      'other',
      100,
    ],
    ['MV MA MW MVh MAh MWh', 'other', 100],
  ])('%s: %s', (names, kind, base) => {
    for (const name of names.split(' ')) {
      const unit = unitMeaning(name);
      expect([name, unit?.kind]).toEqual([name, kind]);
      expect([name, unit && inBase({ value: 100, decimals: 0, unit })]).toEqual([name, base]);
    }
  });

  test('has an offset only if its zero is not that of °C', () => {
    expect(unitMeaning('mV')).toEqual({ kind: 'voltage', factor: 0.001 });
    expect(unitMeaning('K')).toEqual({ kind: 'temperature', factor: 1, offset: -273.15 });
  });

  test('may be written with spaces', () => {
    const celsius = { kind: 'temperature', factor: 1 };
    for (const name of [' °C ', 'deg C', 'deg.C', 'DegC', 'deg c'])
      expect(unitMeaning(name)).toEqual(celsius);
    expect(unitMeaning('deg F')).toEqual(unitMeaning('°F'));
  });

  test.each(['', 'foo', 'deg  C', 'deg K', 'deg Cx', 'xdeg C', 'xMV', 'MVx', 'Mh', 'constructor'])(
    'is not %j',
    (name) => {
      expect(unitMeaning(name)).toBeUndefined();
    },
  );
});

test('[OBD-16] a number without a unit is not converted, and errors of binary fractions are rounded away', () => {
  expect(inBase({ value: 12.5, decimals: 1 })).toBe(12.5);
  expect(inBase({ value: 1.1, decimals: 1, unit: { kind: 'voltage', factor: 3 } })).toBe(3.3);
  expect(
    inBase({ value: 1, decimals: 0, unit: { kind: 'temperature', factor: 2, offset: 3 } }),
  ).toBe(5);
});
