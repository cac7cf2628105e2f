import type { Matcher } from '../ports/pattern-compiler.ts';
import { stripAnsi } from './ansi.ts';
import type { LogBlock } from './log-block.ts';
import { foldCase, isPlain, type PlainMatcher } from './matcher.ts';

/**
 * Limits of a step between two checks of the clock, in rows and in characters. A regular expression takes up to 0.1 µs
 * per character, and may read the row to its end again for every place in it.
 */
const ROWS_PER_STEP = 512;
const CHARACTERS_PER_STEP = 65_536;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
// Decodes each byte as one character, so that a text search finds bytes.
const byteDecoder = new TextDecoder('latin1');

/** Returns bytes as a text of the same length, only for searching. */
export const bytesAsText = (bytes: Uint8Array): string => byteDecoder.decode(bytes);

/** Whether the shown text or the bytes are searched. */
export type ScanIn = 'text' | 'bytes';

/** Whether every place in a row is counted, which takes longer, or only the rows with a match. */
export type ScanFor = 'rows' | 'places';

export interface Scanned {
  /** The matching rows in ascending order. */
  readonly rows: readonly number[];
  /** The number of places in each of these rows; 1 if only rows are counted. */
  readonly places: readonly number[];
  /** Whether a row may have more places than the matcher reports. */
  readonly isCut: boolean;
  /** The first row that was not searched. */
  readonly next: number;
}

interface Scan {
  readonly block: LogBlock;
  readonly matcher: Matcher;
  readonly where: ScanIn;
  readonly wanted: ScanFor;
}

/**
 * Returns the text of a row to search. It is a part of `whole`, the text of the arena from row `from` on, if that is
 * given.
 */
const rowText = (
  { block, where }: Scan,
  row: number,
  from: number,
  whole: string | undefined,
): string => {
  if (whole !== undefined) {
    const isText = where === 'text';
    const begin = (isText ? block.from(row) : block.bytesFrom(row)) - block.start(from);
    return whole.slice(begin, begin + (isText ? block.textLength(row) : block.byteLength(row)));
  }
  if (where === 'bytes') return bytesAsText(block.bytes(row));
  const text = block.text(row);
  return block.hasEscapesIn(row) ? stripAnsi(text) : text;
};

/**
 * Returns the arena as one text with one character per byte. Undefined if the text has another length, because its
 * positions would not be positions in the arena.
 */
const arenaText = ({ block, where }: Scan, from: number, to: number): string | undefined => {
  const arena = block.arena(from, to);
  if (where === 'bytes') return bytesAsText(arena);
  if (block.hasEscapes) return undefined;
  const text = decoder.decode(arena);
  return text.length === arena.length && !text.includes('\ufffd') ? text : undefined;
};

type Found = Omit<Scanned, 'next'>;

/** Searches rows `from` to `to` (exclusive) in one search of the arena. */
const scanArena = (
  { block, where, wanted }: Scan,
  { needle, isCaseSensitive }: PlainMatcher,
  from: number,
  to: number,
  whole: string,
): Found => {
  const text = isCaseSensitive ? whole : foldCase(whole);
  const base = block.start(from);
  const rows: number[] = [];
  const places: number[] = [];
  let row = from;
  for (let at = text.indexOf(needle); at >= 0;) {
    row = block.rowAt(base + at, row);
    if (row >= to) break;
    const begin = (where === 'text' ? block.from(row) : block.bytesFrom(row)) - base;
    const length = where === 'text' ? block.textLength(row) : block.byteLength(row);
    const end = begin + length;
    if (at < begin) at = text.indexOf(needle, begin);
    else if (at + needle.length > end) {
      at = text.indexOf(needle, at + 1); // a match that crosses the end of a row may hide one in the next row
    } else {
      const last = rows.length - 1;
      if (rows[last] === row) places[last] = (places[last] ?? 0) + 1;
      else {
        rows.push(row);
        places.push(1);
      }
      at = text.indexOf(needle, wanted === 'rows' ? end : at + needle.length);
    }
  }
  return { rows, places, isCut: false };
};

/** Returns the end of a step (exclusive). */
const stepEnd = ({ block }: Scan, from: number, to: number): number => {
  const last = block.rowAt(block.start(from) + CHARACTERS_PER_STEP, from);
  return Math.min(to, from + ROWS_PER_STEP, last + 1);
};

const scanRows = (scan: Scan, from: number, to: number): Scanned => {
  const { matcher, wanted } = scan;
  const rows: number[] = [];
  const places: number[] = [];
  let isCut = false;
  let next = from;
  const end = stepEnd(scan, from, to);
  const whole = arenaText(scan, from, end);
  for (let read = 0; next < end && read < CHARACTERS_PER_STEP;) {
    const text = rowText(scan, next, from, whole);
    const count = wanted === 'places' ? matcher.rangesIn(text).length : Number(matcher.isIn(text));
    if (count > 0) {
      rows.push(next);
      places.push(count);
    }
    if (count >= (matcher.mostPlaces?.(text.length) ?? Infinity)) isCut = true;
    read += text.length * (1 + count);
    next += 1;
  }
  return { rows, places, isCut, next };
};

/** Searches from row `from` to `to` (exclusive): all rows if that is fast, otherwise a part of them. */
export const scanBlock = (scan: Scan, from: number, to: number): Scanned => {
  const { block, matcher } = scan;
  if (isPlain(matcher) && to - from > 1) {
    const whole = arenaText(scan, from, block.count);
    if (whole !== undefined) return { ...scanArena(scan, matcher, from, to, whole), next: to };
  }
  return scanRows(scan, from, to);
};

/** Returns the text of an entry that the scan searched, to find its matches again. */
export const searchedText = (
  entry: { readonly text: string; readonly bytes: Uint8Array },
  where: ScanIn,
): string => (where === 'bytes' ? bytesAsText(entry.bytes) : stripAnsi(entry.text));
