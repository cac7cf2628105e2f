import type { Result } from '../prelude/result.ts';

/** A place in a text: UTF-16 units, `to` not included. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Finds a pattern in texts, in time proportional to the text (RX-11). */
export interface Matcher {
  /** Whether it occurs at all; cheaper than finding the places. */
  readonly isIn: (text: string) => boolean;
  /** All places from left to right; none is empty, none lies in another. */
  readonly rangesIn: (text: string) => readonly TextRange[];
  /** The largest number of places that is reported for a text of this length; absent where all are. */
  readonly mostPlaces?: (length: number) => number;
  /** Instructions of its program; absent for plain text. Time also grows in proportion to it. */
  readonly size?: number;
}

export interface BadPattern {
  readonly kind: 'badPattern';
  /** What is wrong, for the user. */
  readonly message: string;
  /** Where, counted from 0, if that is known. */
  readonly at?: number;
}

/**
 * Regular expressions from an engine that always ends: its time must be linear in the
 * text. May load that engine at the first call; an engine that fails to load is a bad pattern with that message.
 * `^` and `$` are the text's ends. Never rejects.
 */
export interface PatternCompiler {
  readonly compile: (
    source: string,
    options: { readonly isCaseSensitive: boolean },
  ) => Promise<Result<Matcher, BadPattern>>;
}
