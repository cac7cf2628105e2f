import type { BadPattern, Matcher, PatternCompiler, TextRange } from '../ports/pattern-compiler.ts';
import { err, ok, type Result } from '../prelude/result.ts';
import { countText } from '../prelude/number-text.ts';

/** A text or regular expression to search for. */
export interface Query {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

/**
 * A matcher that finds plain text in many lines at once. `needle` is the text to find, in lower case if case is
 * ignored.
 */
export interface PlainMatcher extends Matcher {
  readonly needle: string;
  readonly isCaseSensitive: boolean;
}

/** Maximum length of a pattern in characters. Longer patterns are refused. */
export const MAX_PATTERN_LENGTH = 1_000;

/** Returns the text in lower case without changing its length: `İ` would become two characters. */
export const foldCase = (text: string): string => {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const each = text.charAt(at);
    const low = each.toLowerCase();
    folded += low.length === 1 ? low : each;
  }
  return folded;
};

/** Creates a matcher of a plain text that is not empty. */
export const plainMatcher = (text: string, isCaseSensitive: boolean): PlainMatcher => {
  const fold = isCaseSensitive ? (each: string): string => each : foldCase;
  const needle = fold(text);
  return {
    needle,
    isCaseSensitive,
    isIn: (haystack) => fold(haystack).includes(needle),
    rangesIn: (haystack) => {
      const folded = fold(haystack);
      const ranges: TextRange[] = [];
      for (let from = folded.indexOf(needle); from >= 0;) {
        const to = from + needle.length;
        ranges.push({ from, to });
        from = folded.indexOf(needle, to);
      }
      return ranges;
    },
  };
};

export const isPlain = (matcher: Matcher): matcher is PlainMatcher => 'needle' in matcher;

export type MatcherOf = (query: Query) => Promise<Result<Matcher | undefined, BadPattern>>;

/** Creates a function that compiles queries. It returns undefined for an empty pattern. */
export const createMatcherOf =
  (compiler: PatternCompiler): MatcherOf =>
  async ({ pattern, isRegex, isCaseSensitive }) => {
    if (pattern === '') return ok(undefined);
    if (pattern.length > MAX_PATTERN_LENGTH) {
      const message = `longer than ${countText(MAX_PATTERN_LENGTH)} characters`;
      return err({ kind: 'badPattern', message });
    }
    if (!isRegex) return ok(plainMatcher(pattern, isCaseSensitive));
    return compiler.compile(pattern, { isCaseSensitive });
  };
