import { joinBytes } from '../prelude/join-bytes.ts';
import { LINE_FEED, LONGEST_LINE } from './seal-lines.ts';

/** A line of a file, without its line feed. */
export interface RawLine {
  /** The line number, counted from 1. */
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** False for a last line without a line feed. */
  readonly isEnded: boolean;
  /**
   * True if the line is longer than any sealed line. `bytes` is then its beginning, one byte longer than the limit, so
   * that it differs from every sealed line.
   */
  readonly isCut: boolean;
}

/** Splits a file that arrives in parts into lines. It keeps at most one part and one line in memory. */
export async function* rawLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<RawLine, void> {
  let number = 0;
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  let isSkipping = false;

  const take = (isEnded: boolean, isCut: boolean): RawLine => {
    const bytes = joinBytes(pending);
    number += 1;
    pending = [];
    held = 0;
    return { number, bytes, isEnded, isCut };
  };

  for await (const part of file) {
    let from = 0;
    while (from < part.length) {
      const found = part.indexOf(LINE_FEED, from);
      const end = found < 0 ? part.length : found;
      if (!isSkipping) {
        const kept = part.slice(from, Math.min(end, from + LONGEST_LINE + 1 - held));
        pending.push(kept);
        held += kept.length;
        if (held > LONGEST_LINE) {
          isSkipping = true;
          yield take(true, true);
        } else if (found >= 0) yield take(true, false);
      }
      if (found >= 0) isSkipping = false;
      from = end + 1;
    }
  }
  if (held > 0) yield take(false, false);
}
