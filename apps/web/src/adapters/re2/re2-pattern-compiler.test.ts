import { describe, expect, test } from 'vitest';
import { createRe2PatternCompiler, loadRe2 } from './re2-pattern-compiler.ts';

const compiler = createRe2PatternCompiler(loadRe2);

const matcherOf = async (source: string, isCaseSensitive = false) => {
  const made = await compiler.compile(source, { isCaseSensitive });
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
};

const problemOf = async (source: string) => {
  const made = await compiler.compile(source, { isCaseSensitive: false });
  return made.ok ? undefined : made.error;
};

describe('regular expressions by RE2', () => {
  test('[TERM-61] every match is found, ignoring case by default', async () => {
    const text = 'Cell 12 low, cell 7 low';
    expect((await matcherOf('cell \\d+')).rangesIn(text)).toEqual([
      { from: 0, to: 7 },
      { from: 13, to: 19 },
    ]);
    const sensitive = await matcherOf('cell \\d+', true);
    expect(sensitive.rangesIn(text)).toEqual([{ from: 13, to: 19 }]);
    expect(sensitive.isIn('Cell 12')).toBe(false);
    expect((await matcherOf('電池$')).rangesIn('電池, 電池')).toEqual([{ from: 4, to: 6 }]);
  });

  test('[TERM-61] an empty match is ignored', async () => {
    expect((await matcherOf('x*')).rangesIn('axxb')).toEqual([{ from: 1, to: 3 }]);
  });

  test.each([
    ['a(?=b)', 'look-ahead and look-behind are not supported', 1],
    ['(?<!a)b', 'look-ahead and look-behind are not supported', undefined],
    ['(a)\\1', 'back references such as \\1 are not supported', 3],
    ['a{2000}', 'a repetition may ask for 1,000 times at most', 1],
    ['[z-a]', 'invalid character class range: z-a', 1],
    ['(a', 'missing closing ): (a', 0],
  ])('[TERM-62] the error in %s is reported', async (source, message, at) => {
    const problem = await problemOf(source);
    expect(problem).toMatchObject({ kind: 'badPattern', message });
    if (at !== undefined) expect(problem?.at).toBe(at);
  });

  test('[TERM-62] an engine that fails to load is reported', async () => {
    const broken = createRe2PatternCompiler(() => Promise.reject(new Error('offline')));
    const made = await broken.compile('a', { isCaseSensitive: true });
    expect(!made.ok && made.error.message).toMatch(/did not load/);
  });

  test('[SE-14] patterns are compiled in slices with pauses between them', async () => {
    let pauses = 0;
    const sliced = createRe2PatternCompiler(loadRe2, () => {
      pauses += 1;
      return Promise.resolve();
    });
    const compile = (source: string) => sliced.compile(source, { isCaseSensitive: false });
    for (let index = 0; index < 100; index += 1) await compile(`CV${index}=`);
    expect(pauses).toBe(0);
    await Promise.all(Array.from({ length: 10 }, () => compile('[a-z]{900}')));
    expect(pauses).toBe(10);
  });

  test('[SE-14] a due timer fires between two large patterns', async () => {
    const events: string[] = [];
    await matcherOf('[a-z]{900}');
    setTimeout(() => events.push('timer'));
    await matcherOf('[a-z]{900}');
    events.push('compiled');
    expect(events).toEqual(['timer', 'compiled']);
  });

  // A backtracking engine would take 2 to the power of a million steps: the end of the test is the proof.
  test('[RX-11] patterns with exponential backtracking in other engines are linear in 1 MB of text', async () => {
    const text = `${'a'.repeat(1_000_000)}b`;
    for (const source of ['(a+)+$', '(a|aa)+$', '(.*)*x', '(a?){50}a{50}c']) {
      const matcher = await matcherOf(source);
      expect(matcher.isIn(text)).toBe(false);
      expect(matcher.rangesIn(text)).toEqual([]);
    }
  });

  test('[RX-11] the number of matches is limited in a line where each search reads to the end', async () => {
    const matcher = await matcherOf('a(.*b)?');
    for (const [length, most] of [
      [500, 200],
      [16_384, 25],
    ] as const) {
      expect(matcher.mostPlaces?.(length)).toBe(most);
      expect(matcher.rangesIn('a'.repeat(length))).toHaveLength(most);
    }
  });

  test('[RX-11] searches with an empty match are limited too, and the matches then count as incomplete', async () => {
    const matcher = await matcherOf('(a.*b)?');
    expect(matcher.rangesIn(`${'a'.repeat(500)}b${'a'.repeat(99)}`)).toEqual([
      { from: 0, to: 501 },
    ]);
    expect(matcher.mostPlaces?.(600)).toBe(200);
    expect(matcher.rangesIn('a'.repeat(16_384))).toEqual([]);
    expect(matcher.mostPlaces?.(16_384)).toBe(0);
  });
});
