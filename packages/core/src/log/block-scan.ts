import type { Matcher } from '../ports/pattern-compiler.ts';
import { stripAnsi } from './ansi.ts';
import type { LogBlock } from './log-block.ts';
import { foldCase, isPlain, type PlainMatcher } from './matcher.ts';

/**
 * The largest step between two looks at the clock, in rows and in characters: a regular expression takes up to 0.1 µs for
 * each character, and may read the row to its end once more for every place in it.
 */
const ROWS_PER_STEP = 512;
const CHARACTERS_PER_STEP = 65_536;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
// One character for each byte, so that a text search finds bytes.
const byteDecoder = new TextDecoder('latin1');

/** Bytes as a text of the same length, only for searching. */
export const bytesAsText = (bytes: Uint8Array): string => byteDecoder.decode(bytes);

/** Whether the text as shown is searched, or the bytes. */
export type ScanIn = 'text' | 'bytes';

/** Whether every place in a row is counted, which takes longer, or only rows with a match. */
export type ScanFor = 'rows' | 'places';

export interface Scanned {
  /** Rows that match, ascending. */
  readonly rows: readonly number[];
  /** Number of places in each of these rows; 1 if only rows are searched for. */
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

/** The text of a row to search, from `whole` if there is one: the arena's text from row `from` on. */
const rowText = (
  { block, where }: Scan,
  row: number,
  from: number,
  whole: string | undefined,
): string => {
  if (whole !== undefined) {
    const isText = where === 'text';
    const begin = (isText ? block.from(row) : block.bytesFrom(row)) - block.from(from);
    return whole.slice(begin, begin + (isText ? block.textLength(row) : block.byteLength(row)));
  }
  if (where === 'bytes') return bytesAsText(block.bytes(row));
  const text = block.text(row);
  return block.hasEscapesIn(row) ? stripAnsi(text) : text;
};

/**
 * The arena as one text with one character for each byte. Undefined if the text has another length: then positions in the
 * text would not be positions in the arena.
 */
const arenaText = ({ block, where }: Scan, from: number, to: number): string | undefined => {
  const arena = block.arena(from, to);
  if (where === 'bytes') return bytesAsText(arena);
  if (block.hasEscapes) return undefined;
  const text = decoder.decode(arena);
  return text.length === arena.length && !text.includes('\ufffd') ? text : undefined;
};

type Found = Omit<Scanned, 'next'>;

/** Searches rows `from` to `to` (exclusive) at once. */
const scanArena = (
  { block, where, wanted }: Scan,
  { needle, isCaseSensitive }: PlainMatcher,
  from: number,
  to: number,
  whole: string,
): Found => {
  const text = isCaseSensitive ? whole : foldCase(whole);
  const base = block.from(from);
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
      at = text.indexOf(needle, at + 1); // a match across the row's end may hide one in the next row
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

/** The end of a step, exclusive. */
const stepEnd = ({ block }: Scan, from: number, to: number): number => {
  const last = block.rowAt(block.from(from) + CHARACTERS_PER_STEP, from);
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

/** Searches from row `from` to `to` (exclusive): all rows if that is quick, else some. */
export const scanBlock = (scan: Scan, from: number, to: number): Scanned => {
  const { block, matcher } = scan;
  if (isPlain(matcher) && to - from > 1) {
    const whole = arenaText(scan, from, block.count);
    if (whole !== undefined) return { ...scanArena(scan, matcher, from, to, whole), next: to };
  }
  return scanRows(scan, from, to);
};

/** The searched form of an entry, to find its matches again. */
export const searchedText = (
  entry: { readonly text: string; readonly bytes: Uint8Array },
  where: ScanIn,
): string => (where === 'bytes' ? bytesAsText(entry.bytes) : stripAnsi(entry.text));
