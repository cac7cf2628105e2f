import { expect, test } from 'vitest';
import { rawLines, type RawLine } from './raw-lines.ts';
import { LONGEST_LINE } from './seal-lines.ts';
import { inParts } from './sealing.fixture.ts';

const linesOf = async (text: string, size?: number): Promise<readonly unknown[]> => {
  const found: unknown[] = [];
  const shown = ({ number, bytes, isEnded, isCut }: RawLine) => [
    number,
    bytes.length > 20 ? bytes.length : new TextDecoder().decode(bytes),
    ...(isEnded ? [] : ['not ended']),
    ...(isCut ? ['cut'] : []),
  ];
  for await (const line of rawLines(inParts(new TextEncoder().encode(text), size)))
    found.push(shown(line));
  return found;
};

test('[REC-80] a file is split at line feeds, however it arrives', async () => {
  for (const size of [1, 2, 3, 100]) {
    expect(await linesOf('', size)).toEqual([]);
    expect(await linesOf('ab\ncd\n', size)).toEqual([
      [1, 'ab'],
      [2, 'cd'],
    ]);
    expect(await linesOf('\nab\n\ncd', size)).toEqual([
      [1, ''],
      [2, 'ab'],
      [3, ''],
      [4, 'cd', 'not ended'],
    ]);
  }
});

test('[REC-81] a line above the limit is cut and counts as one line', async () => {
  const longest = 'x'.repeat(LONGEST_LINE);
  for (const size of [1_000, LONGEST_LINE, 3 * LONGEST_LINE]) {
    expect(await linesOf(`${longest}\nab\n`, size)).toEqual([
      [1, LONGEST_LINE],
      [2, 'ab'],
    ]);
    expect(await linesOf(`ab\n${longest}x\ncd\n`, size)).toEqual([
      [1, 'ab'],
      [2, LONGEST_LINE + 1, 'cut'],
      [3, 'cd'],
    ]);
    expect(await linesOf(`${longest}${longest}x`, size)).toEqual([[1, LONGEST_LINE + 1, 'cut']]);
  }
});
