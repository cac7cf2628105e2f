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

  test('[DP-05] a line of exactly the limit is whole, and a longer one is cut, also before its line break', () => {
    const read = (...chunks: readonly string[]) => {
      const reader = createLineReader(4);
      return [...chunks.flatMap((chunk) => reader.push(bytes(chunk))), ...reader.flush()].map(
        ({ text, cut, byteLength }) => [text, cut, byteLength],
      );
    };
    expect(read('abcd', '\n')).toEqual([['abcd', false, 4]]);
    expect(read('abcd\n')).toEqual([['abcd', false, 4]]);
    const pieces = [
      ['abcd', true, 4],
      ['efgh', true, 4],
      ['i', false, 1],
    ];
    expect(read('abcdefghi\n')).toEqual(pieces);
    expect(read('abcde', 'fghi', '\n')).toEqual(pieces);
    expect(read('abcdefghi')).toEqual(pieces);
    expect(read('abcdefgh\n')).toEqual([
      ['abcd', true, 4],
      ['efgh', false, 4],
    ]);
    expect(read('x\nabcde\n')).toEqual([
      ['x', false, 1],
      ['abcd', true, 4],
      ['e', false, 1],
    ]);
  });

  test('[SR-33] each line has the index at which it ends in its chunk', () => {
    const reader = createLineReader();
    const ends = (text: string) => reader.push(bytes(text)).map((line) => [line.text, line.endsAt]);
    expect(ends('ab\r\nc\nde')).toEqual([
      ['ab', 2],
      ['c', 5],
    ]);
    expect(ends('f\n\ng\n')).toEqual([
      ['def', 1],
      ['g', 4],
    ]);
    expect(ends('hi')).toEqual([]);
    expect(ends('\n')).toEqual([['hi', 0]]);
  });

  test('[SR-33] lines keep their bytes and text while the stream goes on', () => {
    const reader = createLineReader();
    const sent = Array.from(
      { length: 20_000 },
      (_, at) => `line ${at}, ${at % 7 === 0 ? 'é' : 'e'}`,
    );
    const read = sent.flatMap((line) => reader.push(bytes(`${line}\r\n`)));
    expect(read.map(({ text }) => text)).toEqual(sent);
    expect(read.map((line) => new TextDecoder().decode(line.bytes))).toEqual(sent);
    expect(reader.pending().text).toBe('');
    expect(reader.flush()).toEqual([]);
  });

  test('[SR-29] a byte order mark is kept, because the bytes of a device are not a file', () => {
    const reader = createLineReader();
    const marked = '\uFEFFa\n\uFEFFb';
    expect(reader.push(bytes(marked)).map(({ text }) => text)).toEqual(['\uFEFFa']);
    expect(reader.pending().text).toBe('\uFEFFb');
    expect(reader.flush().map(({ text }) => text)).toEqual(['\uFEFFb']);
  });

  test('[SR-33] pending text is as received at that moment, and is flushed once', () => {
    const reader = createLineReader();
    reader.push(bytes('a\nready>'));
    const pending = reader.pending();
    reader.push(bytes(' more'));
    expect([pending.text, pending.text, reader.pending().text]).toEqual([
      'ready>',
      'ready>',
      'ready> more',
    ]);
    expect(reader.flush().map(({ text, cut, endsAt }) => [text, cut, endsAt])).toEqual([
      ['ready> more', false, 0],
    ]);
    expect(reader.flush()).toEqual([]);
    expect(reader.push(bytes('b\n')).map(({ text }) => text)).toEqual(['b']);
  });

  test('[TERM-10] the lines with their line breaks are all received bytes', () => {
    const breaks = fc.array(fc.constantFrom(0x0a, 0x0d), { maxLength: 6 });
    const words = fc.array(fc.constantFrom(0x00, 0x1b, 0x41, 0xc3, 0xff), {
      minLength: 1,
      maxLength: 9,
    });
    const cuts = fc.array(fc.nat(300), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(fc.tuple(breaks, words), { maxLength: 20 }), cuts, (parts, at) => {
        const all = Uint8Array.from(parts.flat(2));
        const edges = [0, ...at.filter((cut) => cut < all.length).sort((a, b) => a - b)];
        const reader = createLineReader(5);
        const lines = [
          ...edges.flatMap((from, index) => reader.push(all.subarray(from, edges[index + 1]))),
          ...reader.flush(),
        ];
        const whole = lines.flatMap(({ array, from, to, lead, tail }) => [
          ...array.subarray(from - lead, to + tail),
        ]);
        expect(whole).toEqual([...all]);
      }),
      { numRuns: 500 },
    );
  });

  test('[TERM-10] all line breaks that follow a line in its chunk belong to it, and later ones to the next line', () => {
    const reader = createLineReader();
    const breaks = (text: string) =>
      reader.push(bytes(text)).map((line) => [line.text, line.lead, line.tail]);
    expect(breaks('\na\r\n\n\rb\n\rc\r')).toEqual([
      ['a', 1, 4],
      ['b', 0, 2],
      ['c', 0, 1],
    ]);
    expect(breaks('\n')).toEqual([]);
    expect(breaks('d\n')).toEqual([['d', 1, 1]]);
  });

  test('[TERM-10] a line keeps the line breaks before it while the buffer grows', () => {
    const reader = createLineReader();
    const sent = Array.from({ length: 2_000 }, (_, at) => [`line ${at}\r`, '\n']).flat();
    const whole = sent
      .flatMap((chunk) => reader.push(bytes(chunk)))
      .map(({ array, from, to, lead, tail }) =>
        new TextDecoder().decode(array.subarray(from - lead, to + tail)),
      );
    expect(`${whole.join('')}\n`).toBe(sent.join(''));
  });

  test('[DP-05] at most 16 bytes of line breaks are counted before a line', () => {
    const reader = createLineReader();
    for (let chunk = 0; chunk < 100; chunk += 1) expect(reader.push(bytes('\r\n'))).toEqual([]);
    expect(reader.push(bytes('a\n')).map(({ text, lead, tail }) => [text, lead, tail])).toEqual([
      ['a', 16, 1],
    ]);
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
