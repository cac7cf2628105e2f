import { describe, expect, test } from 'vitest';
import { meaning } from './meaning.fixture.ts';

describe('[OBD-173] a voltage', () => {
  test.each([
    ['pack voltage', '52.1 V', 'packVoltage 3'],
    ['battery voltage', '52.1', 'packVoltage 3'],
    ['battery', '52.1 V', 'packVoltage 3'],
    ['battery/voltage', '52.1 V', 'packVoltage 2'],
    ['voltage', '52.1 V', 'packVoltage 1'],
    ['V', '52.1', 'packVoltage 1'],
    ['volts', '52.1', 'packVoltage 1'],
    ['voltage now', '52.1 V', 'packVoltage 1'],
    ['module voltage', '52.1 V', 'packVoltage 1'],
    ['now', '52.1 V', undefined],
    ['output voltage', '52.1 V', 'packVoltage 0'],
    ['output max voltage', '52.1 V', undefined],
    ['max voltage', '52.1 V', undefined],
    ['xyz voltage', '52.1 V', undefined],
    ['pack state', '52.1 V', undefined],
    ['cell 3', '3.3 V', 'cell 3'],
    ['cell voltage 3', '3.3 V', 'cell 3'],
    ['c3', '3.3 V', 'cell 3'],
    ['v3', '3.3 V', 'cell 1'],
    ['voltage 3', '3.3 V', undefined],
    ['cell', '3.3 V', undefined],
    ['cell voltage', '3.3 V', undefined],
    ['max cell 3', '3.3 V', undefined],
    ['pack v3', '3.3 V', undefined],
    ['voltages', '3.3, 3.4, 3.5 V', 'cell 1'],
    ['xyz cell 3', '3.3 V', undefined],
    ['cells', '3.3, 3.4, 3.5 V', 'cell 3'],
    ['cell 3', '3.301', 'cell 2'],
    ['c3', '3.301', 'cell 1'],
    ['cells', '16', 'cellCount 1'],
    ['c', '16', undefined],
    ['cell count', '16', 'cellCount 2'],
    ['number of cells', '16', 'cellCount 2'],
    ['cell count', '16 V', undefined],
    ['xyz cell count', '16', undefined],
    ['cell count max', '16', undefined],
  ])('%s: %s is %s', (path, text, expected) => {
    expect(meaning(path, text)).toBe(expected);
  });
});

describe('[OBD-173] a current', () => {
  test.each([
    ['pack current', '3 A', 'current 3'],
    ['battery/current', '3 A', 'current 2'],
    ['current', '3 A', 'current 1'],
    ['current', '3', 'current 1'],
    ['i', '3', 'current 1'],
    ['amps', '3', 'current 1'],
    ['battery amps', '3', 'current 3'],
    ['module current', '3 A', 'current 1'],
    ['pack current 2', '3 A', undefined],
    ['battery amp', '3', 'current 3'],
    ['remaining amps', '50', undefined],
    ['soc ampere', '50', undefined],
    ['capacity amperes', '50', undefined],
    ['amp capacity', '50', undefined],
    ['charge current', '3 A', 'chargeCurrent 1'],
    ['pack discharge current', '3 A', 'dischargeCurrent 3'],
    ['discharge', '3 A', 'dischargeCurrent 1'],
    ['charge discharge current', '3 A', undefined],
    ['output current', '3 A', 'current 0'],
    ['output charge current', '3 A', undefined],
    ['max current', '3 A', undefined],
    ['xyz current', '3 A', undefined],
    ['current 2', '3 A', undefined],
    ['cell current', '3 A', undefined],
  ])('%s: %s is %s', (path, text, expected) => {
    expect(meaning(path, text)).toBe(expected);
  });
});

describe('[OBD-173] a percentage', () => {
  test.each([
    ['soc', '50 %', 'soc 6'],
    ['soc', '50', 'soc 6'],
    ['pack soc', '50', 'soc 6'],
    ['state of charge', '50 %', 'soc 6'],
    ['state of charge', '50', 'soc 6'],
    ['charge state', '50 %', 'soc 6'],
    ['charge state', '50', undefined],
    ['charge', '50 %', 'soc 5'],
    ['percent', '50', 'soc 5'],
    ['pack level', '50 %', 'soc 5'],
    ['pack level', '50', 'soc 5'],
    ['charge level', '50', 'soc 5'],
    ['battery/level', '50 %', 'soc 5'],
    ['level', '50 %', undefined],
    ['level', '50', undefined],
    ['battery/level', '50', undefined],
    ['remaining', '50 %', 'soc 4'],
    ['capacity', '50 %', 'soc 4'],
    ['battery', '50 %', 'soc 2'],
    ['battery/now', '50 %', 'soc 2'],
    ['now', '50 %', undefined],
    ['charge current', '50 %', undefined],
    ['charge current percent', '50', undefined],
    ['charge current now', '50 %', undefined],
    ['current charge', '50 %', 'soc 5'],
    ['battery', '50', undefined],
    ['battery charge', '50', 'soc 5'],
    ['battery/charge', '50', 'soc 5'],
    ['battery charging', '1', undefined],
    ['battery charge', '50.5', undefined],
    ['battery charge state', '50', undefined],
    ['soc 2', '50 %', undefined],
    ['xyz soc', '50 %', undefined],
    ['soc min', '20 %', undefined],
    ['soh', '98 %', 'soh 3'],
    ['soh', '98', 'soh 3'],
    ['health', '98 %', 'soh 3'],
    ['health', '11', 'soh 3'],
    ['health', '10', undefined],
    ['state of health', '10', 'soh 3'],
    ['soh charge', '98 %', undefined],
  ])('%s: %s is %s', (path, text, expected) => {
    expect(meaning(path, text)).toBe(expected);
  });
});

describe('[OBD-181] a capacity', () => {
  test.each([
    ['remaining capacity', '50 Ah', 'remaining 3'],
    ['remaining capacity', '50', 'remaining 3'],
    ['remaining', '50', 'remaining 3'],
    ['remaining full capacity', '50 Ah', undefined],
    ['remaining design capacity', '50 Ah', undefined],
    ['design capacity', '100 Ah', 'capacity 5'],
    ['design', '100 Ah', 'capacity 5'],
    ['full capacity', '100 Ah', 'fullCapacity 1'],
    ['total capacity', '100 Ah', 'capacity 4'],
    ['gesamt kapazität', '100 Ah', 'capacity 4'],
    ['total charge capacity', '100 Ah', 'capacity 1'],
    ['capacity', '100 Ah', 'capacity 1'],
    ['capacity', '100', 'capacity 1'],
    ['charge', '50 Ah', 'remaining 1'],
    ['charge', '50', 'remaining 1'],
    ['charge now', '50 Ah', undefined],
    ['pack', '50 Ah', undefined],
    ['max capacity', '50 Ah', undefined],
    ['xyz capacity', '50 Ah', undefined],
    ['capacity 2', '50 Ah', undefined],
    ['charge 2', '50', undefined],
    ['xyz charge', '50', undefined],
    ['discharge', '50', undefined],
  ])('%s: %s is %s', (path, text, expected) => {
    expect(meaning(path, text)).toBe(expected);
  });
});

describe('[OBD-173] a temperature', () => {
  test.each([
    ['temp', '25 C', 'temperature 1'],
    ['temp', '25', 'temperature 1'],
    ['t1', '25', 'temperature 1'],
    ['cell temp', '25', 'temperature 2'],
    ['sensor temp 1', '25', 'temperature 2'],
    ['internal temp', '25', 'temperature 2'],
    ['sensor 1', '25 C', 'temperature 2'],
    ['cell 1', '25 C', 'temperature 2'],
    ['pack', '25 C', 'temperature 1'],
    ['internal', '25 C', 'temperature 2'],
    ['sensor 1', '25', undefined],
    ['now', '25 C', undefined],
    ['module', '25 C', undefined],
    ['temps', '4', undefined],
    ['cell temps', '4', undefined],
    ['c1 temp', '25', 'temperature 2'],
    ['temperatures', '4', undefined],
    ['temps', '4.0', 'temperature 1'],
    ['temps', '25, 26, 27', 'temperature 1'],
    ['temps 1', '25', 'temperature 1'],
    ['ambient temp', '25 C', undefined],
    ['xyz temp', '25 C', undefined],
    ['mosfet temp', '25 C', undefined],
  ])('%s: %s is %s', (path, text, expected) => {
    expect(meaning(path, text)).toBe(expected);
  });
});

describe('[OBD-173] other values', () => {
  test.each([
    ['cycles', '12', 'cycles 1'],
    ['cycle count', '12', 'cycles 1'],
    ['charge cycles', '12', 'cycles 1'],
    ['cycles 2', '12', undefined],
    ['max cycles', '12', undefined],
    ['xyz cycles', '12', undefined],
    ['power', '100 W', 'power 0'],
    ['power', '100', 'power 0'],
    ['anything', '100 W', 'power 0'],
    ['power temp', '25', undefined],
    ['power fet', '25', undefined],
    ['v power', '25', undefined],
    ['i power', '25', undefined],
    ['power voltage', '25', undefined],
    ['power current', '25', undefined],
    ['energy', '100 Wh', undefined],
    ['time', '100 s', undefined],
    ['voltage', '50 Hz', undefined],
    ['xyz', '12', undefined],
    ['12', '12', undefined],
  ])('%s: %s is %s', (path, text, expected) => {
    expect(meaning(path, text)).toBe(expected);
  });

  test.each([
    ['charge fet', 'on', 'switch 1'],
    ['mosfet', 'on', 'switch 1'],
    ['discharge switch', 'off', 'switch 1'],
    ['charge', 'on', undefined],
    ['max fet', 'on', undefined],
    ['xyz fet', 'on', undefined],
    ['fet 2', 'on', undefined],
    ['fet', '1', undefined],
  ])('[OBD-172] a switch: %s: %s is %s', (path, text, expected) => {
    expect(meaning(path, text)).toBe(expected);
  });

  test.each([
    ['state', 'charging', 'direction 1'],
    ['battery status', 'discharging', 'direction 1'],
    ['mode', 'charging', 'direction 1'],
    ['current direction', 'charging', 'direction 1'],
    ['zustand', 'charging', 'direction 1'],
    ['état', 'charging', 'direction 1'],
    ['état', 'xyz', undefined],
    ['battery', 'charging', undefined],
    ['xyz state', 'charging', undefined],
    ['charger state', 'charging', undefined],
    ['moder', 'charging', undefined],
    ['battery modes', 'charging', undefined],
    ['battery xmode', 'charging', undefined],
    ['state', '1', undefined],
  ])('[OBD-294] a direction: %s: %s is %s', (path, text, expected) => {
    expect(meaning(path, text)).toBe(expected);
  });
});
