import { describe, expect, test } from 'vitest';
import { copyParts, LONGEST_COPY, shortText } from './copy-text.ts';
import { gatherParts } from './gather-parts.ts';

const clipboard = (refuses = false) => {
  const written: string[] = [];
  return {
    written,
    writeText: async (text: string): Promise<void> => {
      if (refuses) throw new Error('not allowed');
      written.push(text);
    },
  };
};

describe('copying and saving long texts', () => {
  test('[TERM-172] a text is copied as a whole, or the refusal is reported', async () => {
    const page = clipboard();
    expect(await copyParts(page, ['one\n', 'two\n'])).toBe('copied');
    expect(page.written).toEqual(['one\ntwo\n']);
    expect(await copyParts(clipboard(true), ['one\n'])).toBe('refused');
    expect(await copyParts(undefined, ['one\n'])).toBe('refused'); // a page without https
  });

  test('[TERM-172] a text that is too long is neither built to its end nor copied', async () => {
    let made = 0;
    const endless = function* (): Generator<string> {
      for (;;) {
        made += 1;
        yield 'x'.repeat(LONGEST_COPY / 4);
      }
    };
    const page = clipboard();
    expect(await copyParts(page, endless())).toBe('tooLong');
    expect([made, page.written]).toEqual([5, []]);
  });

  test('[TERM-172] a file of several pieces contains the whole text', async () => {
    const parts = Array.from({ length: 30 }, (_, index) => `é${index} `.repeat(20_000));
    const pieces = await gatherParts(parts);
    expect(pieces.length).toBeGreaterThan(2);
    expect(await new Blob([...pieces]).text()).toBe(parts.join(''));
  });

  test('[TERM-172] an empty text or a text of one part is returned without waiting', () => {
    expect([shortText([]), shortText(['a']), shortText(['a', 'b'])]).toEqual(['', 'a', undefined]);
  });
});
