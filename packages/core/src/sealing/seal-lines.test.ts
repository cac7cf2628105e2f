import { describe, expect, test } from 'vitest';
import {
  checkLineText,
  readLineOfSeal,
  sealedBytes,
  signatureLineText,
  tagOf,
} from './seal-lines.ts';

const CHECK = { tags: ['811c9dc5', 'e40c292c'], sha256: 'ab'.repeat(32), ms: 12.5 };
const check = checkLineText(CHECK);
const signature = signatureLineText(Uint8Array.of(0xab, 0x01), 7);

describe('the lines of a seal', () => {
  test('[REC-80] check lines and signatures are read as they were written', () => {
    expect(readLineOfSeal(check)).toEqual({ kind: 'check', ...CHECK });
    const empty = { tags: [], sha256: '', ms: 0 };
    expect(readLineOfSeal(checkLineText(empty))).toEqual({ kind: 'check', ...empty });
    expect(readLineOfSeal(signature)).toEqual({
      kind: 'signature',
      signature: Uint8Array.of(0xab, 0x01),
      ms: 7,
    });
  });

  test('[REC-82] a line that this app would write differently is not a line of the seal', () => {
    const written = [
      ...[check, signature].flatMap((line) => [
        ` ${line}`,
        `${line} `,
        line.replace('"ms":', '"ms": '),
        line.replace('"hex":""', '"hex":"","x":1'),
        line.replace('"hex":""', '"hex":"41"'),
        line.replace('"dir":"rx"', '"dir":"tx"'),
        line.slice(0, -1),
      ]),
      check.replace('"sha256":', '"signature":"ab","sha256":'),
      check.replace('"ms":12.5', '"ms":1.25e1'),
      signature.replace('ab01', 'AB01'),
      signature.replace('ab01', 'ab0'),
      '{"dir":"rx","ms":0,"hex":""}',
    ];
    for (const line of written) expect([line, readLineOfSeal(line)]).toEqual([line, undefined]);
  });

  test('[REC-82] bytes have one form, and a tag is the FNV-1a hash of a line', () => {
    expect(sealedBytes('00ff')).toEqual(Uint8Array.of(0, 255));
    expect([sealedBytes('00FF'), sealedBytes('0')]).toEqual([undefined, undefined]);
    // The values for "", "a" and "foobar" of the authors of the hash.
    expect(['', 'a', 'foobar'].map((text) => tagOf(new TextEncoder().encode(text)))).toEqual([
      '811c9dc5',
      'e40c292c',
      'bf9cf968',
    ]);
  });
});
