import type { Matcher } from '../ports/pattern-compiler.ts';
import { stripAnsi } from './ansi.ts';
import type { LogBlock } from './log-block.ts';
import { foldCase, isPlain, type PlainMatcher } from './matcher.ts';

/**
 * Rows looked at one by one before the clock is asked, and the bytes of them: a regular expression takes some
 * microseconds for a short row, some milliseconds for one of 16 KiB.
 */
const ROWS_PER_STEP = 64;
const BYTES_PER_STEP = 16_384;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
// One character for each byte, whatever the byte: so a text can be searched for bytes.
const byteDecoder = new TextDecoder('latin1');

/** Bytes as a text of as many characters: only for being searched by another one. */
export const bytesAsText = (bytes: Uint8Array): string => byteDecoder.decode(bytes);

/** What an entry is searched in: what is read on the screen, or its bytes. */
export type ScanIn = 'text' | 'bytes';

/** Whether every place in a row is counted, which takes longer, or it is enough to know that there is one. */
export type ScanFor = 'rows' | 'places';

export interface Scanned {
  /** Rows that match, rising. */
  readonly rows: readonly number[];
  /** Places in each of these rows; 1 where only rows are looked for. */
  readonly places: readonly number[];
  /** Whether a row may have more places than the matcher tells. */
  readonly isCut: boolean;
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

interface Scan {
  readonly block: LogBlock;
  readonly matcher: Matcher;
  readonly where: ScanIn;
  readonly wanted: ScanFor;
}

type Found = Omit<Scanned, 'next'>;

/** From row `from` up to row `to`, all at once. */
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
      at = text.indexOf(needle, at + 1); // what reaches beyond the row's end may hide the next row's
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

const scanRows = ({ block, matcher, where, wanted }: Scan, from: number, to: number): Scanned => {
  const rows: number[] = [];
  const places: number[] = [];
  let isCut = false;
  let next = from;
  for (let bytes = 0; next < to && next - from < ROWS_PER_STEP && bytes < BYTES_PER_STEP;) {
    const text = rowText(block, next, where);
    const count = wanted === 'places' ? matcher.rangesIn(text).length : Number(matcher.isIn(text));
    if (count > 0) {
      rows.push(next);
      places.push(count);
    }
    if (count >= (matcher.mostPlaces?.(text.length) ?? Infinity)) isCut = true;
    bytes += text.length;
    next += 1;
  }
  return { rows, places, isCut, next };
};

/** Looks from row `from` on, up to row `to` at most: the whole rest where that is quick, else some rows. */
export const scanBlock = (scan: Scan, from: number, to: number): Scanned => {
  const { block, matcher, where } = scan;
  if (isPlain(matcher) && to - from > 1) {
    const whole = arenaText(block, from, where);
    if (whole !== undefined) return { ...scanArena(scan, matcher, from, to, whole), next: to };
  }
  return scanRows(scan, from, to);
};

/** What of an entry is searched, for showing where the matches are. */
export const searchedText = (
  entry: { readonly text: string; readonly bytes: Uint8Array },
  where: ScanIn,
): string => (where === 'bytes' ? bytesAsText(entry.bytes) : stripAnsi(entry.text));
