import { describe, expect, test } from 'vitest';
import type { Reading } from '../bms/reading.ts';
import { readingOf } from './foreign/reading.fixture.ts';
import { balancingMask, nativeAnswer } from './native-dialect.ts';

// The reading of the worked examples in the description of the protocol.
const example = readingOf({
  packMv: 13_211,
  cells: [3302, 3304, 3303, 3302],
  temperatures: [25, 26],
  balancing: [false, true, false, false],
});

const golden = {
  compact:
    '\r\n+ADATA: 1,17,86405,4,2,13211,-1240,785,990,10000,7772,123,3,0000,0000,' +
    '3302,3304,3303,3302,25,26,2\r\n\r\nOK\r\n',
  labelled:
    '\r\n+ADATA: VER=1,SEQ=17,UP=86405,NC=4,NT=2\r\n' +
    '\r\n+ADATA: V=13.211,I=-12.40,SOC=78.5,SOH=99.0,CAP=100.00,REM=77.72,CYC=123\r\n' +
    '\r\n+ADATA: CV=3302,3304,3303,3302\r\n' +
    '\r\n+ADATA: CT=25,26\r\n' +
    '\r\n+ADATA: BAL=2,FET=3,ALM=0000,PRT=0000\r\n' +
    '\r\nOK\r\n',
};

const wide = (cells: number, temperatures: number): Reading => ({
  ...example,
  cells: Array.from({ length: cells }, () => 3302),
  temperatures: Array.from({ length: temperatures }, () => 25),
  balancing: Array.from({ length: cells }, () => false),
});

describe('native reply to a poll', () => {
  test('the compact and the labelled reply match the hand-written bytes', () => {
    expect(nativeAnswer({ reading: example, sequence: 17, verbose: false })).toBe(golden.compact);
    expect(nativeAnswer({ reading: example, sequence: 17, verbose: true })).toBe(golden.labelled);
  });

  test('a compact reply has 16 + N + M tokens', () => {
    const text = nativeAnswer({ reading: wide(128, 64), sequence: 1, verbose: false });
    expect(text.split('\r\n')[1]?.split(',')).toHaveLength(16 + 128 + 64);
  });

  test('the size of a reply grows with cells and temperatures as in the table of sizes', () => {
    const size = (cells: number, temperatures: number, verbose: boolean) =>
      nativeAnswer({ reading: wide(cells, temperatures), sequence: 1, verbose }).length;
    for (const [verbose, small, middle, large] of [
      [false, 162, 643, 932],
      [true, 311, 792, 1081],
    ] as const) {
      expect(size(96, 24, verbose) - size(16, 4, verbose)).toBe(middle - small);
      expect(size(128, 64, verbose) - size(96, 24, verbose)).toBe(large - middle);
    }
  });

  test('a checksum is the XOR of the line before the star', () => {
    const text = nativeAnswer({ reading: example, sequence: 17, verbose: false }, true);
    const [body = '', sum = ''] = (text.split('\r\n')[1] ?? '').split('*');
    const xor = Buffer.from(body).reduce((all, byte) => all ^ byte, 0);
    expect(Number.parseInt(sum, 16)).toBe(xor);
  });

  test('the balancing mask has cell 1 in its lowest bit and one digit for four cells', () => {
    const only = (cell: number, of: number) => Array.from({ length: of }, (_, i) => i === cell - 1);
    expect(balancingMask(only(2, 4))).toBe('2');
    expect(balancingMask(only(1, 16))).toBe('0001');
    expect(balancingMask(only(128, 128))).toBe(`8${'0'.repeat(31)}`);
    expect(balancingMask(only(5, 6))).toBe('10');
  });

  test('without temperatures no temperature line is sent', () => {
    const text = nativeAnswer({ reading: wide(4, 0), sequence: 1, verbose: true });
    expect(text).toContain('NT=0');
    expect(text).not.toContain('CT=');
  });
});
