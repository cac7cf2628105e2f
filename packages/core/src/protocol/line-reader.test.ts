import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineReader, MAX_LINE_BYTES, type LineReader } from './line-reader.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const texts = (chunks: readonly Uint8Array[], limit?: number): readonly string[] => {
  const reader = createLineReader(limit);
  const lines = chunks.flatMap((chunk) => reader.push(chunk));
  return [...lines, ...reader.flush()].map((line) => line.text);
};

const pendingLength = (reader: LineReader): number => {
  const { from, to } = reader.pending();
  return to - from;
};

describe('the line reader', () => {
  test('[TERM-12] lines end at CR or LF, and empty lines are dropped', () => {
    expect(texts([bytes('a\rb\nc\r\n\r\n\nd\r\n')])).toEqual(['a', 'b', 'c', 'd']);
  });

  test('[DP-04] a line break that is split over chunks is one break', () => {
    expect(texts([bytes('a\r'), bytes('\nb\r'), bytes('\n')])).toEqual(['a', 'b']);
  });

  test('[SR-29] characters that are split over chunks are joined, and bytes are unchanged', () => {
    const reader = createLineReader();
    expect(reader.push(Uint8Array.of(0xff, 0x00, 0xe2, 0x82))).toEqual([]);
    expect(reader.pending().text).toBe('\ufffd\u0000');
    const [line] = reader.push(Uint8Array.of(0xac, 0x0a));
    expect(line?.text).toBe('\ufffd\u0000€');
    expect([...(line?.bytes ?? [])]).toEqual([0xff, 0x00, 0xe2, 0x82, 0xac]);
  });

  test('[DP-05] 10 MB without a line break are cut into pieces of limited size without loss', () => {
    const reader = createLineReader();
    let seen = 0;
    for (let each = 0; each < 160; each += 1) {
      for (const line of reader.push(new Uint8Array(65_536).fill(0x41))) {
        expect(line.cut).toBe(true);
        seen += line.bytes.length;
      }
      expect(pendingLength(reader)).toBeLessThanOrEqual(MAX_LINE_BYTES);
    }
    expect(seen + pendingLength(reader)).toBe(160 * 65_536);
  });

  test('[SR-33] chunk boundaries do not affect the lines', () => {
    const stream = fc.array(
      fc.constantFrom(0x0a, 0x0d, 0x41, 0x00, 0xff, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0x3e),
      { maxLength: 200 },
    );
    const cuts = fc.array(fc.nat(200), { maxLength: 20 });
    fc.assert(
      fc.property(stream, cuts, fc.constantFrom(5, 16, 1_000), (all, at, limit) => {
        const whole = Uint8Array.from(all);
        const edges = [0, ...at.filter((cut) => cut < whole.length).sort((a, b) => a - b)];
        const chunks = edges.map((from, index) => whole.subarray(from, edges[index + 1]));
        expect(texts(chunks, limit)).toEqual(texts([whole], limit));
      }),
      { numRuns: 500 },
    );
  });
});
