import { describe, expect, test } from 'vitest';
import { parseHexText, toHexText } from './hex.ts';

describe('hexadecimal text', () => {
  test.each([
    ['41540D0A', [0x41, 0x54, 0x0d, 0x0a]],
    ['41 54,0d\t0A\n', [0x41, 0x54, 0x0d, 0x0a]],
    ['0x41 0X54 0d', [0x41, 0x54, 0x0d]],
    ['0x410x54', [0x41, 0x54]],
    ['0x41\n0x54 ', [0x41, 0x54]],
    ['00 80 ff', [0x00, 0x80, 0xff]],
  ])('[TERM-4] %j is read as its bytes', (text, bytes) => {
    expect(parseHexText(text)).toEqual({ ok: true, value: Uint8Array.from(bytes) });
  });

  test.each([
    ['', { kind: 'empty' }],
    [' , ', { kind: 'empty' }],
    ['0x', { kind: 'empty' }],
    ['415 ', { kind: 'oddDigits', position: 2 }],
    ['1 2', { kind: 'oddDigits', position: 0 }],
    ['41 0x5,4', { kind: 'oddDigits', position: 5 }],
    ['1 G', { kind: 'oddDigits', position: 0 }],
    ['41 5G', { kind: 'notHex', character: 'G', position: 4 }],
    ['AT', { kind: 'notHex', character: 'T', position: 1 }],
    ['40x41', { kind: 'notHex', character: 'x', position: 2 }],
    ['1x', { kind: 'notHex', character: 'x', position: 1 }],
    ['x41', { kind: 'notHex', character: 'x', position: 0 }],
    ['0', { kind: 'oddDigits', position: 0 }],
  ] as const)('[TERM-4] %j is refused with the reason and the position', (text, error) => {
    expect(parseHexText(text)).toEqual({ ok: false, error });
  });

  test('[TERM-4] bytes are shown as pairs of upper-case digits', () => {
    expect(toHexText(Uint8Array.of(0x41, 0x00, 0x0d, 0xfe))).toBe('41 00 0D FE');
    expect(toHexText(new Uint8Array())).toBe('');
  });
});
