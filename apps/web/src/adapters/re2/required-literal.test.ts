import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { createRe2PatternCompiler, loadRe2 } from './re2-pattern-compiler.ts';
import { requiredLiteral } from './required-literal.ts';

/** Parts of random patterns, including unusual ones. */
const PIECES = [
  ...[
    'abc',
    'ABC',
    'b',
    'desk',
    'K',
    '-',
    ' ',
    'é',
    '\u212A',
    '.',
    '^',
    '$',
    '|',
    '(',
    ')',
    '(?i)',
  ],
  ...['[abc]', '[^b]', '[]a]', '[[:alpha:]]', '[a\\]b]', '\\d', '\\b', '\\.', '\\x41', '\\Q.\\E'],
  ...['*', '+', '?', '*?', '{2}', '{0,1}', '{1,}', '{', '}', '{a'],
];
const TEXT_PIECES = [
  'abc',
  'ABC',
  'aBc',
  'b',
  'desk',
  'DESK',
  'deſ\u212A',
  'ſ',
  '\u212A',
  'A',
  '.',
  '-',
  ' ',
  '1',
];

const places = (pattern: RE2JS, text: string): readonly (readonly [number, number])[] => {
  const found: (readonly [number, number])[] = [];
  const matcher = pattern.matcher(text);
  while (matcher.find())
    if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()]);
  return found;
};

const compiled = (source: string, flags: number): RE2JS | undefined => {
  try {
    return RE2JS.compile(source, flags);
  } catch {
    return undefined;
  }
};

describe('the text that every match of a pattern contains', () => {
  test.each([
    ['needle.*end$', true, 'needle'],
    ['^\\+cell: \\d+', true, '+cell: '],
    ['\\+ADATA: \\w', false, '+ADATA: '],
    ['volts?=', true, 'volt'],
    ['volts+=', true, 'volts'],
    ['abcx{0,2}defg', true, 'defg'],
    ['(long text)?end', true, 'end'],
    ['[long text]end', true, 'end'],
    ['desk lamp', false, ' lamp'],
    ['one|other', true, undefined],
    ['(?i)needle', true, undefined],
    ['\\x41bcde', true, undefined],
    ['\\d+', true, undefined],
  ])(
    '[TERM-61] the required text of %s (case-sensitive: %s) is %s',
    (source, isCaseSensitive, literal) => {
      expect(requiredLiteral(source, isCaseSensitive)).toBe(literal);
    },
  );

  test('[TERM-61] the required text never hides a match, for any pattern and text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 7 }),
        fc.array(fc.constantFrom(...TEXT_PIECES), { maxLength: 8 }),
        fc.boolean(),
        async (pieces, texts, isCaseSensitive) => {
          const source = pieces.join('');
          const text = texts.join('');
          const bare = compiled(source, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
          fc.pre(bare !== undefined);
          const made = await createRe2PatternCompiler(loadRe2).compile(source, { isCaseSensitive });
          const found = made.ok ? made.value.rangesIn(text) : [];
          expect(found.map(({ from, to }) => [from, to])).toEqual(places(bare, text));
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
