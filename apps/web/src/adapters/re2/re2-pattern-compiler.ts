import { err, ok, type BadPattern, type PatternCompiler, type TextRange } from '@batbot/core';
import type * as Re2 from 're2js';
import { patternSize } from './pattern-size.ts';
import { requiredLiteral } from './required-literal.ts';

/** What the adapter needs of the engine. */
export type Re2Engine = Pick<typeof Re2, 'RE2JS' | 'RE2JSSyntaxException'>;

/**
 * One search is linear in the text, but all places of a text may take a search each to its end: `a(.*b)?` in a text of
 * nothing but `a`. So the number of places is bounded, and those of long texts by the characters such searches would read:
 * some 50 ns each, 20 ms in all.
 */
const MAX_PLACES = 200;
const MAX_CHARACTERS_READ = 400_000;

const mostPlaces = (length: number): number =>
  Math.min(MAX_PLACES, Math.ceil(MAX_CHARACTERS_READ / Math.max(1, length)));

/**
 * Instructions of one program. Matching takes time in proportion to the text and to the program: some 10 ms for a line
 * of 60 characters and a program of this size.
 */
const MAX_PROGRAM_SIZE = 2_000;

/** Instructions that are compiled in one task: some 10 ms. */
const SLICE_SIZE = 1_000;

const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/** What people know from other engines and RE2 leaves out, because it cannot be had in linear time. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'look-ahead and look-behind are not supported'],
  [/^\\[1-9]/, 'back references such as \\1 are not supported'],
  [/^\(\?>|^[*+?}]\+$/, 'atomic groups and possessive quantifiers are not supported'],
  [/^\{/, 'a repetition may ask for 1,000 times at most'],
];

/** What the engine puts before a pattern for which case does not count. */
const CASE_FLAG = /^\(\?i\)/;

/** A syntax error in the words of the user's pattern; the place is named when it is the only one of its kind. */
const badPattern = (source: string, error: string, where: string | null): BadPattern => {
  const part = where?.replace(CASE_FLAG, '') ?? null;
  const hint = HINTS.find(([shape]) => shape.test(part ?? ''))?.[1];
  const message = hint ?? (part === null ? error : `${error}: ${part}`);
  const at = part === null || part === '' ? -1 : source.indexOf(part);
  const isOnly = at >= 0 && at === source.lastIndexOf(part ?? '');
  return { kind: 'badPattern', message, ...(isOnly ? { at } : {}) };
};

/**
 * Regular expressions by RE2 (re2js): matching takes time in proportion to the text, so no pattern and no line can freeze
 * the page [RX-11]. The engine is loaded with the first pattern. Large patterns are compiled in a task each: `pause`
 * resolves in a later one.
 */
export const createRe2PatternCompiler = (
  loadEngine: () => Promise<Re2Engine>,
  pause: () => Promise<void> = nextTask,
): PatternCompiler => {
  let sliceSize = 0;
  const slice = async (size: number): Promise<void> => {
    if (sliceSize + size > SLICE_SIZE && sliceSize > 0) {
      await pause();
      sliceSize = 0;
    }
    sliceSize += size;
  };
  return {
    compile: async (source, { isCaseSensitive }) => {
      const size = patternSize(source);
      if (size > MAX_PROGRAM_SIZE) {
        const message = 'too large: use fewer or smaller repetitions such as {1000}';
        return err({ kind: 'badPattern', message });
      }
      let engine: Re2Engine;
      try {
        engine = await loadEngine();
      } catch {
        const message = 'the engine for regular expressions did not load; try again';
        return err({ kind: 'badPattern', message });
      }
      const { RE2JS, RE2JSSyntaxException } = engine;
      await slice(size);
      try {
        const pattern = RE2JS.compile(source, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
        const literal = requiredLiteral(source, isCaseSensitive);
        // The browser's own engine finds a plain text many times as fast, and cannot be made to run for ever by one.
        const sieve =
          literal === undefined
            ? undefined
            : new RegExp(
                literal.replace(/[^A-Za-z0-9 ]/g, String.raw`\$&`),
                isCaseSensitive ? '' : 'i',
              );
        const isIn = (text: string): boolean => (sieve?.test(text) ?? true) && pattern.test(text);
        return ok({
          size,
          mostPlaces,
          isIn,
          rangesIn: (text) => {
            const ranges: TextRange[] = [];
            // Whether there is one at all is known much sooner than where.
            if (!isIn(text)) return ranges;
            const most = mostPlaces(text.length);
            const matcher = pattern.matcher(text);
            while (ranges.length < most && matcher.find()) {
              const [from, to] = [matcher.start(), matcher.end()];
              if (to > from) ranges.push({ from, to });
            }
            return ranges;
          },
        });
      } catch (thrown) {
        const isSyntax = thrown instanceof RE2JSSyntaxException;
        return err(
          isSyntax
            ? badPattern(source, thrown.error, thrown.input)
            : { kind: 'badPattern', message: String(thrown) },
        );
      }
    },
  };
};

/** The engine as a chunk of its own: some 60 KB that only those load who look for a pattern. */
export const loadRe2 = (): Promise<Re2Engine> => import('re2js');
