import { describe, expect, test } from 'vitest';
import { cellRun } from './number-run.ts';
import { numberOf, type WrittenNumber } from './quantity.ts';

const numbers = (text: string): readonly WrittenNumber[] =>
  text.split(' ').flatMap((each) => numberOf(each, 'point') ?? []);

const runOf = (text: string) => cellRun(numbers(text));

describe('[OBD-180] numbers in the range of a cell', () => {
  test.each([
    ['V', '2.00 3.30 4.50', { from: 0, length: 3, factor: 1 }],
    ['mV', '2000 3300 4500', { from: 0, length: 3, factor: 0.001 }],
    ['after other numbers', '1 50 3.30 3.31 3.32 7', { from: 2, length: 3, factor: 1 }],
    ['the first of two', '3.30 3.31 3.32 1 3.3 3.34 3.35 3.36', { from: 0, length: 3, factor: 1 }],
    [
      'the longer of two',
      '3.30 3.31 3.32 1 3.33 3.34 3.35 3.36',
      { from: 4, length: 4, factor: 1 },
    ],
    [
      'the longer unit',
      '3.30 3.31 3.32 3300 3301 3302 3303',
      { from: 3, length: 4, factor: 0.001 },
    ],
  ])('%s', (_, text, run) => {
    expect(runOf(text)).toEqual(run);
  });

  test.each([
    ['', ''],
    ['only two', '3.30 3.31'],
    ['one decimal', '3.3 3.4 3.5'],
    ['too low in V', '1.99 3.30 3.31'],
    ['too high in V', '4.51 3.30 3.31'],
    ['too low in mV', '1999 3300 3301'],
    ['too high in mV', '4501 3300 3301'],
    ['mV with decimals', '3300.5 3301.5 3302.5'],
    ['two of each unit', '3.30 3.31 3300 3301'],
  ])('are no run: %s %s', (_, text) => {
    expect(runOf(text)).toBeUndefined();
  });

  test('are at most 256', () => {
    const cells = (count: number) => Array.from({ length: count }, () => '3.30').join(' ');
    expect(runOf(cells(257))).toEqual({ from: 0, length: 256, factor: 1 });
  });
});

describe('[OBD-180] a run of at least four cells that add up to another number', () => {
  const CELLS = '3.30 3.31 3.32 3.33'; // 13.26 V
  const run = { from: 0, length: 4, factor: 1 };

  test.each([
    ['V', '13.26', 1],
    ['tenths of a volt', '133', 0.1],
    ['hundredths', '1326', 0.01],
    ['mV', '13260', 0.001],
  ])('in %s', (_, pack, factor) => {
    expect(runOf(`${CELLS} ${pack}`)).toEqual({ ...run, pack: { at: 4, factor } });
    expect(runOf(`${pack} ${CELLS}`)).toEqual({ ...run, from: 1, pack: { at: 0, factor } });
    expect(runOf(`7 ${pack} ${CELLS}`)).toEqual({ ...run, from: 2, pack: { at: 1, factor } });
  });

  test('may be in mV', () => {
    const expected = { ...run, factor: 0.001, pack: { at: 4, factor: 0.01 } };
    expect(runOf('3300 3310 3320 3330 1326')).toEqual(expected);
  });

  // Half a percent of 16 V is 0.08 V; half a percent of 400 V is 2 V.
  test.each([
    ['4.00 4.00 4.00 4.00 15.0', 1],
    ['4.00 4.00 4.00 4.00 17.0', 1],
    ['4.00 4.00 4.00 4.00 1593', 0.01],
    ['4.00 4.00 4.00 4.00 1607', 0.01],
    [`${'4.00 '.repeat(100)}398`, undefined],
    [`${'4.00 '.repeat(100)}398.1`, 1],
    [`${'4.00 '.repeat(100)}402.0`, 1],
  ])('with a tolerance: %s', (text, factor) => {
    expect(runOf(text)?.pack?.factor).toBe(factor);
  });

  test.each([...['14.9', '17.1', '158', '162', '1591', '1609', '15919', '16081', '16', '0.016']])(
    '%s is not the sum of four cells of 4 V',
    (pack) => {
      expect(runOf(`4.00 4.00 4.00 4.00 ${pack}`)).toEqual(run);
    },
  );

  test('three cells and their sum are no proof', () => {
    expect(runOf('3.30 3.31 3.32 9.93')).toEqual({ from: 0, length: 3, factor: 1 });
  });

  test('a number of the run itself is not its sum', () => {
    const mV = Array.from({ length: 10 }, () => '4000').join(' '); // 40 V in sum, and 40 V in hundredths
    expect(runOf(mV)).toEqual({ from: 0, length: 10, factor: 0.001 });
  });

  test('is better than a longer run without a sum, before and after it', () => {
    const longer = '4.00 4.01 4.02 4.03 4.04';
    const pack = { at: 4, factor: 1 };
    expect(runOf(`${CELLS} 13.26 7 ${longer}`)).toEqual({ ...run, pack });
    expect(runOf(`${longer} 7 13.26 ${CELLS}`)).toEqual({
      ...run,
      from: 7,
      pack: { at: 6, factor: 1 },
    });
  });

  test('of two runs the longer one is used, of equally long runs the first', () => {
    const four = '4.00 4.00 4.00 4.00 16.0';
    const five = '3.00 3.00 3.00 3.00 3.10 15.1';
    expect(runOf(`${four} ${five}`)?.length).toBe(5);
    expect(runOf(`${five} ${four}`)?.length).toBe(5);
    expect(runOf(`${four} ${four}`)?.from).toBe(0);
  });
});
