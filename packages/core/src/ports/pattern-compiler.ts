import type { Result } from '../prelude/result.ts';

/** A range of a text in UTF-16 units. `to` is not included. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A compiled pattern. Its methods run in time proportional to the length of the text (RX-11). */
export interface Matcher {
  /** True if the text contains a match. This is faster than `rangesIn`. */
  readonly isIn: (text: string) => boolean;
  /** Returns all matches from left to right. No match is empty, and matches do not overlap. */
  readonly rangesIn: (text: string) => readonly TextRange[];
  /**
   * Returns the number of matches at which some of a text of this length may be left out. It may be lower after a call
   * of `rangesIn`. Absent if all are reported.
   */
  readonly mostPlaces?: (length: number) => number;
  /** Number of instructions of the compiled pattern; absent for plain text. The time of a search grows with it. */
  readonly size?: number;
}

export interface BadPattern {
  readonly kind: 'badPattern';
  /** The error, as a text for the user. */
  readonly message: string;
  /** Position of the error, counted from 0, if it is known. */
  readonly at?: number;
}

/**
 * Compiles regular expressions.
 *
 * Rules for implementations: matching takes time linear in the text. `^` and `$` match only the ends of the text. The
 * engine may be loaded at the first call; if that fails, the result is a bad pattern with the error as its message. The
 * call never rejects.
 */
export interface PatternCompiler {
  readonly compile: (
    source: string,
    options: { readonly isCaseSensitive: boolean },
  ) => Promise<Result<Matcher, BadPattern>>;
}
