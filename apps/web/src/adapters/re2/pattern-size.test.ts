import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { patternSize } from './pattern-size.ts';

describe('patternSize', () => {
  it.each([
    'CV=',
    '[0-9A-F]{2}(:[0-9A-F]{2}){15}',
    '(CV|TP|SOC)=([-0-9.]+,){0,128}',
    '(.?){1000}',
    '((a{10}){10}){5}',
    '.{200}x',
    String.raw`\p{L}+\d{1,3}[\]a-z]{4}\x{41}{3}`,
    String.raw`\Qa{1000}\E`,
    '[]a]{20}|[^]b]{20}',
    'a{,3}b{2,}',
  ])('[SE-14] the size is within a factor of two of the program of %s', (source) => {
    const size = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE).programSize();
    expect(patternSize(source)).toBeGreaterThan(size / 2 - 5);
    expect(patternSize(source)).toBeLessThan(size * 2 + 5);
  });

  it('[SE-14] the size of a pattern that takes seconds to compile is counted at once', () => {
    expect(patternSize('(.?){1000}'.repeat(90))).toBeGreaterThan(300_000);
    expect(patternSize('('.repeat(1_000))).toBeGreaterThanOrEqual(0);
  });
});
