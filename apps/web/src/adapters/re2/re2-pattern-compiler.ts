import { err, ok, type BadPattern, type PatternCompiler, type TextRange } from '@batbot/core';
import type * as Re2 from 're2js';
import { patternSize } from './pattern-size.ts';
import { requiredLiteral } from './required-literal.ts';

/** The used part of the engine. */
export type Re2Engine = Pick<typeof Re2, 'RE2JS' | 'RE2JSSyntaxException'>;

/**
 * Limits of the matches in one text. One search takes linear time, but each match of a text may need a search to its
 * end, as for `a(.*b)?` in a text that contains only `a`. So the number of matches is limited. For long texts, the
 * number of characters read by such searches is limited too: some 50 ns each, 20 ms in total. This includes searches
 * with an empty match, as for `(a.*b)?`.
 */
const MAX_PLACES = 200;
const MAX_CHARACTERS_READ = 400_000;

const mostSearches = (length: number): number =>
  Math.ceil(MAX_CHARACTERS_READ / Math.max(1, length));

/**
 * Limit of the instructions of a program. The time of a match is proportional to the lengths of the text and the
 * program: some 10 ms for a line of 60 characters and a program of this size.
 */
const MAX_PROGRAM_SIZE = 2_000;

/** Instructions that are compiled in one task, which takes some 10 ms. */
const SLICE_SIZE = 1_000;

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Messages for features of other engines that RE2 lacks, because they cannot run in linear time. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'look-ahead and look-behind are not supported'],
  [/^\\[1-9]/, 'back references such as \\1 are not supported'],
  [/^\(\?>|^[*+?}]\+$/, 'atomic groups and possessive quantifiers are not supported'],
  [/^\{/, 'a repetition may ask for 1,000 times at most'],
];

/** The flag that the engine inserts before a case-insensitive pattern. */
const CASE_FLAG = /^\(\?i\)/;

/** Describes a syntax error with the user's pattern. The position is set if the faulty part occurs only once. */
const badPattern = (source: string, error: string, where: string | null): BadPattern => {
  const part = where?.replace(CASE_FLAG, '') ?? null;
  const hint = HINTS.find(([shape]) => shape.test(part ?? ''))?.[1];
  const message = hint ?? (part === null ? error : `${error}: ${part}`);
  const at = part === null || part === '' ? -1 : source.indexOf(part);
  const isOnly = at >= 0 && at === source.lastIndexOf(part ?? '');
  return { kind: 'badPattern', message, ...(isOnly ? { at } : {}) };
};

/**
 * Compiles regular expressions with RE2 (re2js). The time of a match is proportional to the length of the text, so no
 * pattern and no line can freeze the page [RX-11]. The engine is loaded with the first pattern. Large patterns are
 * compiled in separate tasks: `pause` resolves in a later task.
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
        // The browser's own engine finds a plain text much faster, and a plain text cannot cause backtracking.
        const sieve =
          literal === undefined
            ? undefined
            : new RegExp(
                literal.replace(/[^A-Za-z0-9 ]/g, String.raw`\$&`),
                isCaseSensitive ? '' : 'i',
              );
        const isIn = (text: string): boolean => (sieve?.test(text) ?? true) && pattern.test(text);
        let hasLeftOut = false;
        return ok({
          size,
          // After empty matches have used up the searches of a text, it is not known how many matches it has.
          mostPlaces: (length) => (hasLeftOut ? 0 : Math.min(MAX_PLACES, mostSearches(length))),
          isIn,
          rangesIn: (text) => {
            const ranges: TextRange[] = [];
            // Testing for any match is much faster than finding its position.
            if (!isIn(text)) return ranges;
            const most = mostSearches(text.length);
            const matcher = pattern.matcher(text);
            let searches = 0;
            while (searches < most && ranges.length < MAX_PLACES && matcher.find()) {
              const [from, to] = [matcher.start(), matcher.end()];
              if (to > from) ranges.push({ from, to });
              searches += 1;
            }
            if (searches === most && ranges.length < most) hasLeftOut = true;
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

/** Loads the engine, a separate chunk of some 60 KB that is needed only for regular expressions. */
export const loadRe2 = (): Promise<Re2Engine> => import('re2js');
