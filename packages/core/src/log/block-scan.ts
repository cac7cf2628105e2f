import type { Matcher } from '../ports/pattern-compiler.ts';
import { stripAnsi } from './ansi.ts';
import type { LogBlock } from './log-block.ts';
import { foldCase, isPlain, type PlainMatcher } from './matcher.ts';

/** Rows looked at one by one before the clock is asked: a regular expression takes some microseconds for each. */
const ROWS_PER_STEP = 64;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
// One character for each byte, whatever the byte: so a text can be searched for bytes.
const byteDecoder = new TextDecoder('latin1');

/** Bytes as a text of as many characters: only for being searched by another one. */
export const bytesAsText = (bytes: Uint8Array): string => byteDecoder.decode(bytes);

/** What an entry is searched in: what is read on the screen, or its bytes. */
export type ScanIn = 'text' | 'bytes';

export interface Scanned {
  /** Rows that match, rising. */
  readonly rows: readonly number[];
  /** The first row not looked at. */
  readonly next: number;
}

const rowText = (block: LogBlock, row: number, where: ScanIn): string => {
  if (where === 'bytes') return bytesAsText(block.bytes(row));
  const text = block.text(row);
  return block.hasEscapesIn(row) ? stripAnsi(text) : text;
};

/**
 * The arena as one text with a character for each byte, or undefined where that is not so: then a place in the text
 * would not be the place in the arena.
 */
const arenaText = (block: LogBlock, from: number, where: ScanIn): string | undefined => {
  const arena = block.arenaFrom(from);
  if (where === 'bytes') return bytesAsText(arena);
  if (block.hasEscapes) return undefined;
  const text = decoder.decode(arena);
  return text.length === arena.length && !text.includes('\ufffd') ? text : undefined;
};

const scanArena = (
  block: LogBlock,
  from: number,
  { needle, isCaseSensitive }: PlainMatcher,
  where: ScanIn,
  whole: string,
): readonly number[] => {
  const text = isCaseSensitive ? whole : foldCase(whole);
  const base = block.from(from);
  const rows: number[] = [];
  let row = from;
  for (let at = text.indexOf(needle); at >= 0;) {
    row = block.rowAt(base + at, row);
    const begin = (where === 'text' ? block.from(row) : block.bytesFrom(row)) - base;
    const length = where === 'text' ? block.textLength(row) : block.byteLength(row);
    const end = begin + length;
    if (at < begin) at = text.indexOf(needle, begin);
    else {
      const isInside = at + needle.length <= end;
      if (isInside) rows.push(row);
      // Once is enough for a row; what reaches beyond its end may hide the next row's.
      at = text.indexOf(needle, isInside ? end : at + 1);
    }
  }
  return rows;
};

/** Looks from row `from` on, up to row `to` at most: the whole rest where that is quick, else some rows. */
export const scanBlock = (
  block: LogBlock,
  from: number,
  to: number,
  matcher: Matcher,
  where: ScanIn,
): Scanned => {
  if (isPlain(matcher) && to - from > 1) {
    const whole = arenaText(block, from, where);
    if (whole !== undefined) {
      const rows = scanArena(block, from, matcher, where, whole).filter((row) => row < to);
      return { rows, next: to };
    }
  }
  const next = Math.min(to, from + ROWS_PER_STEP);
  const rows: number[] = [];
  for (let row = from; row < next; row += 1) {
    if (matcher.isIn(rowText(block, row, where))) rows.push(row);
  }
  return { rows, next };
};

/** What of an entry is searched, for showing where the matches are. */
export const searchedText = (
  entry: { readonly text: string; readonly bytes: Uint8Array },
  where: ScanIn,
): string => (where === 'bytes' ? bytesAsText(entry.bytes) : stripAnsi(entry.text));
