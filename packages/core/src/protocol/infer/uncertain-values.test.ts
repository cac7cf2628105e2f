import { describe, expect, test } from 'vitest';
import { createMemory, inferReply } from './infer-reply.ts';

const read = (...lines: readonly string[]) => {
  const { sample, evidence = [], packs } = inferReply(lines) ?? {};
  const places = new Set(evidence.map(({ place }) => place.split(' ')[0]));
  const values = Object.entries(sample ?? {}).filter(([place]) => places.has(place));
  return { values: Object.fromEntries(values), packs };
};

test('[OBD-302] the second number of two capacities may be that of the aged battery, and is not the design capacity', () => {
  expect(read('Remaining: 50 of 95 Ah', 'SOC: 53 %').values).toEqual({
    socPercent: 53,
    remainingAh: 50,
  });
  expect(read('Remaining: 50 of 95 Ah', 'Design capacity: 100 Ah').values).toEqual({
    remainingAh: 50,
    designCapacityAh: 100,
  });
});

describe('[OBD-303] a level that may be a number of bars', () => {
  test('is not a state of charge', () => {
    expect(read('battery_level=2').values).toEqual({});
    expect(read('battery_level=2 %').values).toEqual({ socPercent: 2 });
  });
  test('is one after a higher number of the same name', () => {
    const memory = createMemory();
    const levels = ['battery_level=11', 'battery_level=10', 'charge_level=4'].map(
      (line) => inferReply([line], memory)?.sample.socPercent,
    );
    expect(levels).toEqual([11, 10, undefined]);
  });
});

describe('[OBD-307] a state of charge that may be per mille', () => {
  const percents = (...replies: readonly (readonly string[])[]) => {
    const memory = createMemory();
    return replies.map((lines) => inferReply(lines, memory)?.sample.socPercent);
  };
  const battery = 'Pack voltage: 52.1 V';
  test.each([
    ['a state of health', ['SOC: 95', 'SOH: 998', battery]],
    ['a remaining capacity', ['SOC: 95', 'Remaining: 9.5 Ah', 'Full capacity: 100 Ah']],
    ['another pack', ['Pack 1', 'SOC: 950', 'Pack 2', 'SOC: 95', battery]],
    ['its total', ['SOC: 95 of 1000', battery]],
  ])('by %s', (_, lines) => {
    const later = [lines.find((line) => line.startsWith('SOC'))?.replace(/\d+.*/, '50') ?? ''];
    if (lines[0] === 'Pack 1') later.unshift('Pack 1');
    expect(percents(lines, [...later, battery])).toEqual([undefined, undefined]);
  });
  test.each([
    ['SOC (0.1 %): 95', undefined],
    ['SOC (1/1000): 95', undefined],
    ['SOC (‰): 95', 9.5],
    ['SOC ‰: 95', 9.5],
    ['SOC: 95 ‰', 9.5],
    ['SOC=95 ‰ SOH=998 ‰', 9.5],
  ])('by its unit: %s is %s', (line, percent) => {
    expect(percents([line, battery])).toEqual([percent]);
  });
  test('is listed under its own name', () => {
    expect(inferReply(['SOC: 95', 'SOH: 998', battery])?.others).toEqual([
      { key: 'SOC', text: '95' },
      { key: 'SOH', text: '998' },
    ]);
  });
});

test('[OBD-300] a temperature with a scale in its name is not read', () => {
  expect(read('Battery temp (0.1C): 25', 'SOC: 50 %').values).toEqual({ socPercent: 50 });
});

test('[OBD-304] the voltage of a module is not shown as that of the pack if only one module has a value of a battery', () => {
  const { packs } = read(
    ...['== Module 1 ==', 'Voltage: 25.0 V', 'Temp 1: 20 C'],
    ...['== Module 2 ==', 'Voltage: 25.1 V', 'SOC: 50 %'],
  );
  expect(
    packs?.map(({ label, sample }) => [label, sample.packVoltageV, sample.socPercent]),
  ).toEqual([
    ['1', 25, undefined],
    ['2', 25.1, 50],
  ]);
});

test('[OBD-178] a number that may be two numbers is not shown', () => {
  const cells = 'Cells: 3301,3302,3303,3304';
  const cellVoltagesV = [3.301, 3.302, 3.303, 3.304];
  expect(read('Temperature: 21,5 C', cells).values).toEqual({ cellVoltagesV });
  expect(read('Temperatures: 21,5 22,0', cells).values).toEqual({ cellVoltagesV });
  expect(read('Temperatures: 21 22', cells).values).toEqual({
    cellVoltagesV,
    temperaturesC: [21, 22],
  });
  const { others } = inferReply(['Temperature 21,5 C', 'Temperatures: 21 22', cells]) ?? {};
  expect(others).toEqual([{ key: 'Temperature', text: '21,5 C' }]);
});

describe('[OBD-173] a value that a battery and other devices have', () => {
  test.each([
    ['Temp: 25 C', { temperaturesC: [25] }],
    ['Voltage: 52.8 V', { packVoltageV: 52.8 }],
    ['Current: 3 A', { currentA: 3 }],
  ])('%s is read after a reply that only a battery gives', (text, values) => {
    const later = (first: string) => {
      const memory = createMemory();
      inferReply(first.split('\n'), memory);
      return inferReply([text], memory)?.sample;
    };
    expect(later('SOC: 80 %')).toMatchObject(values);
    expect(later('Uptime: 3')).toBeUndefined();
  });
});
