import { describe, expect, test } from 'vitest';
import { createMemory, inferReply } from './infer-reply.ts';
import { rangeOf, type Numbering } from './numbering.ts';

/** Reads the first text four times, then the second one. */
const readAfter = (before: readonly string[], now: readonly string[]) => {
  const memory = createMemory();
  for (let count = 0; count < 4; count += 1) inferReply(before, memory);
  const { cellVoltagesV, temperaturesC } = inferReply(now, memory)?.sample ?? {};
  return { cellVoltagesV, temperaturesC };
};

/** Returns the lines without those at these places. */
const without = (lines: readonly string[], ...places: readonly number[]): readonly string[] =>
  lines.filter((_, at) => !places.includes(at));

const CELLS = ['Cell0: 3.301 V', 'Cell1: 3.302 V', 'Cell2: 3.303 V', 'Cell3: 3.304 V'];
const SENSORS = ['SOC: 50 %', 'Temp1: 21 C', 'Temp2: 22 C', 'Temp3: 23 C'];

describe('[OBD-324] a cell or sensor that the device leaves out', () => {
  test.each([
    ['the first of four from 0', CELLS.slice(1), [null, 3.302, 3.303, 3.304]],
    ['one of the middle', without(CELLS, 1), [3.301, null, 3.303, 3.304]],
    ['the last', CELLS.slice(0, 3), [3.301, 3.302, 3.303, null]],
    ['none', CELLS, [3.301, 3.302, 3.303, 3.304]],
  ])('keeps the numbers of the other cells: %s', (_, now, cells) => {
    expect(readAfter(CELLS, now).cellVoltagesV).toEqual(cells);
  });

  test.each([
    ['the first', without(SENSORS, 1), [null, 22, 23]],
    ['the first two', without(SENSORS, 1, 2), [null, null, 23]],
    ['the last', SENSORS.slice(0, 3), [21, 22, null]],
  ])('keeps the numbers of the other sensors: %s', (_, now, sensors) => {
    expect(readAfter(SENSORS, now).temperaturesC).toEqual(sensors);
  });

  test('keeps the numbers of sensors with another name', () => {
    const before = [...SENSORS, 'Cell temp1: 31 C', 'Cell temp2: 32 C'];
    const all = readAfter(before, before).temperaturesC;
    const last = readAfter(before, without(before, 3)).temperaturesC;
    expect(last).toEqual(all?.map((celsius) => (celsius === 23 ? null : celsius)));
  });

  test('is not assumed after a number that came once: another lowest number counts from the next replies on', () => {
    const memory = createMemory();
    const wrong = CELLS.map((line) => line.replace('Cell3', 'Cell9'));
    inferReply(wrong, memory);
    for (let count = 0; count < 4; count += 1) inferReply(CELLS, memory);
    expect(inferReply(CELLS, memory)?.sample.cellVoltagesV).toEqual([3.301, 3.302, 3.303, 3.304]);
    inferReply(wrong, memory);
    expect(inferReply(CELLS, memory)?.sample.cellVoltagesV).toHaveLength(4);
  });
});

describe('[OBD-324] the numbers that a device uses', () => {
  const after = (...before: readonly (readonly number[])[]) => {
    const numbering: Numbering = new Map();
    for (const numbers of before) rangeOf(numbering, 'Cell', numbers);
    return rangeOf(numbering, 'Cell', [3]);
  };
  const others = (count: number) => Array.from({ length: count }, (_, at) => [100 + at]);
  test.each([
    ['are known when they came three times', [[0, 3], [0, 3], [0, 3]], { first: 0, last: 3 }],
    ['are not known before', [[0, 3], [0, 3]], { first: 3, last: 3 }],
    ['are not known if another lowest one came', [[0, 3], [1, 3], [2, 3]], { first: 3, last: 3 }],
    ['are not known if another highest one came', [[3, 4], [3, 5], [3, 6]], { first: 3, last: 3 }],
    ['are known if others came between', [[0, 3], [0, 3], ...others(62), [0, 3]], { first: 0, last: 3 }],
    ['are not known if 63 others came between', [[0, 3], [0, 3], ...others(63), [0, 3]], { first: 3, last: 3 }],
  ])('%s', (_, before, range) => {
    expect(after(...before)).toEqual(range);
  }); // oxfmt-ignore

  test('[DP-05] are known of at most 256 names', () => {
    const numbering: Numbering = new Map();
    for (let name = 0; name < 256; name += 1) rangeOf(numbering, `name ${name}`, [0]);
    rangeOf(numbering, 'name 0', [0]);
    expect(numbering.size).toBe(256);
    rangeOf(numbering, 'one more', [0]);
    expect(numbering.size).toBe(1);
  });
});
