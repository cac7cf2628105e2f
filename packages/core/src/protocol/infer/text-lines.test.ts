import { describe, expect, test } from 'vitest';
import { MAX_LINE_CHARACTERS, readableLines } from './text-lines.ts';

const readLine = (line: string): string | undefined => readableLines([line]).lines[0];

test.each([
  ['\u001b[31mSOC: 5\u001b[0m', 'SOC: 5'],
  ['\u001b[1;31mSOC\u001b[?25h', 'SOC'],
  ['\u001b]SOC', ']SOC'],
  ['a\u0000b\u0008c\u000bd\u000ce\u000ef\u001fg\u007fh', 'abcdefgh'],
  ['a\tb \r', 'a\tb'],
  ['  SOC: 5  ', '  SOC: 5'],
  ['5\u00a0ºC − ä', '5 °C - ä'],
])('[OBD-184] control characters are removed: %j', (line, text) => {
  const { lines, whole } = readableLines([line]);
  expect([lines, whole]).toEqual([[text], [text]]);
});

describe('[OBD-184] what a logger writes before a line is removed', () => {
  test.each([
    // a date, with or without a time
    ...['2024-01-02 10:20:30 ', '2024/01/02 10:20 ', '2024.01.02 ', '02.01.2024 ', '2-1-2024: '],
    ...['[2024-01-02T10:20:30.123Z] ', '2024-01-02T10:20:30+01:00 ', '2024-01-02T10:20:30-0100 '],
    ...['2024-01-02_10:20:30,123456789 | ', '2024-01-02, 10:20:30 > ', '2024-01-02T10:20:30;'],
    ...['2024-01-02-10:20:30,', '2024-01-02 -  ', '[2024-01-02]: ', '12/31/2024 1:02:03 '],
    // a time, with or without a date
    ...['10:20:30 ', '1:20 ', '[10:20:30] ', '[10:20:30.123]', '10:20:30,5 ', '10:20:30, '],
    ...['10:20:30;', '10:20:30|', '10:20:30 > ', '10:20:30 - ', '10:20:30\t'],
    ...['10:20:30 2024-01-02 ', '10:20:30 02.01.2024; ', '[10:20]  2024/01/02 | '],
    // seconds or a counter
    ...['[  12.345678] ', '[12]: ', '[1234567890.123456789]', '(1436509052.249713) ', '(12)  '],
    // a level
    ...['[V] ', '[D]', '[I]: ', '[W] ', '[E] ', '[C]  ', '[TRACE] ', '[DEBUG] ', '[INFO] '],
    ...['[NOTICE] ', '[WARN] ', '[WARNING] ', '[ERROR]: ', '[info] ', 'TRACE:', 'DEBUG: '],
    ...['INFO: ', 'NOTICE :  ', 'WARN - ', 'WARNING | ', 'ERROR: ', 'error:', 'INFO [I] '],
    ...['ERROR (5) ', 'TRACE [1]', 'DEBUG [D] ', 'NOTICE [1] ', 'WARN  [1] ', 'WARNING [1] '],
    // the name of a module
    ...['I (12345) bms: ', 'V (1) a.b-c_d: ', 'D (123456789012) bms:  ', 'W (1) b: ', 'E (1) b: '],
    ...['[bms:123]: ', '[bms.x-y_z:12345]:', 'D/bms(123): ', 'E/bms( 123): ', 'I/b.m-s: '],
    ...['I/bms (12):  ', 'V/b: ', 'W/b: '],
    // several
    ...['[10:20:30][I][bms:123]: ', '2024-01-02 10:20:30 INFO: [bms:12]: ', 'INFO: 10:20:30 '],
  ])('%j', (prefix) => {
    const line = `${prefix}SOC: 5`;
    expect(readableLines([line])).toEqual({ lines: ['SOC: 5'], whole: [line], prefix: '' });
  });

  test('a counter before a number is removed', () => {
    expect(readLine('12345  6 V')).toBe('6 V');
    expect(readLine('1234567   6 V')).toBe('6 V');
  });

  test('at most four prefixes of one form are removed', () => {
    expect(readLine('[1] [2] [3] [4] SOC: 5')).toBe('SOC: 5');
    expect(readLine('[1] [2] [3] [4] [5] SOC: 5')).toBe('[5] SOC: 5');
  });

  test.each([
    ...['2024-01-02SOC: 5', '24-01-02 SOC: 5', 'x 2024-01-02 SOC: 5', '2024-1-02 SOC: 5'],
    ...['123-1-2024 SOC', '100:20 SOC', '10:20:30:SOC', '10:20:30SOC', 'x [10:20:30]SOC', '1:2 x'],
    ...['[12345678901] SOC', '[12.1234567890] SOC', 'x [12] SOC', '(12)SOC', '(12345678901) SOC'],
    ...[
      '(12.1234567890) SOC',
      'x (12) SOC',
      '1234  6 V',
      '12345 6 V',
      '12345  SOC',
      'x 12345  6 V',
    ],
    ...['[X] SOC', '[FATAL] SOC', 'x [I] SOC', '[II] SOC', 'INFO SOC: 5', 'INFO[x]', 'x INFO: SOC'],
    ...['x INFO [1] SOC', 'x I (12) bms: SOC', 'I (12) bms:SOC', 'X (12) bms: SOC'],
    ...['i (12) bms: SOC', 'I (1234567890123) bms: SOC', 'I (12) b ms: SOC', 'I (x) bms: SOC'],
    ...['[bms:123456]: SOC', '[bms:12] SOC', '[b c:12]: SOC', 'x [bms:12]: SOC', '[bms:x]: SOC'],
    ...['I/bms:SOC', 'X/bms: SOC', 'x I/bms: SOC', 'I/b ms: SOC', 'I/bms(x): SOC'],
    // nothing would be left
    ...['2024-01-02', 'INFO:', '[10:20:30]', '[12]', '[I]'],
  ])('but not %j', (line) => {
    expect(readLine(line)).toBe(line);
  });

  test('a name has at most 32 characters', () => {
    for (const [before, after] of [
      ['I (1) ', ': '],
      ['[', ':1]: '],
      ['I/', ': '],
    ] as const) {
      const [short, long] = [32, 33].map(
        (length) => `${before}${'n'.repeat(length)}${after}SOC 5`,
      ) as [string, string]; // two lengths
      expect([readLine(short), readLine(long)]).toEqual(['SOC 5', long]);
    }
  });
});

test('[OBD-187] a line with more than 4096 characters is not read', () => {
  const [short, long] = [0, 1].map((more) => 'x'.repeat(MAX_LINE_CHARACTERS + more));
  expect(MAX_LINE_CHARACTERS).toBe(4096);
  expect(readableLines([short ?? '', long ?? ''])).toEqual({
    lines: [short, ''],
    whole: [short, ''],
    prefix: '',
  });
});
