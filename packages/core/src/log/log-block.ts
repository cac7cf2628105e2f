import { firstWhere } from '../prelude/binary-search.ts';
import type { Origin } from '../link/traffic.ts';
import type { Direction, LogEntry, NewEntry } from './log-entry.ts';

/** The directions, encoded in two bits of an entry's flags. */
const DIRECTIONS: readonly Direction[] = ['received', 'sent', 'system'];
const BACKGROUND = 4;
const ESCAPES = 8;

const ESC = '\u001b';
/**
 * The used share above which memory is not copied to a smaller array. The share for columns is lower, because they are
 * small compared with the bytes.
 */
const WELL_USED_BYTES = 0.95;
const WELL_USED_ROWS = 0.75;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Lines that are adjacent in the received chunk, so that they are copied into the arena together. */
interface Run {
  readonly array: Uint8Array;
  readonly from: number;
  readonly at: number;
  to: number;
}

/**
 * Consecutive entries, stored as bytes and columns of numbers. A million objects would need three times the memory, and
 * a second of garbage collection. A block grows at its end until it is full; written bytes never change.
 *
 *   arena   | record of row 0 | gap | record of row 1             | gap | record of row 2 | … free |
 *             received:                sent, system:
 *             line breaks|text|breaks  text in UTF-8 | bytes
 *             ^ starts[0]       ^ ends[0]                                                   ^ used
 *
 *   columns   ats, times, starts, leads, ends, textLengths, flags: one number for each row
 *   flags     bits 0–1 direction, bit 2 background, bit 3 escapes
 *
 * Received lines that are adjacent in their chunk are adjacent in the arena (`Run`); other records are one byte apart. A
 * search of the whole arena skips matches that begin in one record and end in another.
 */
export class LogBlock {
  readonly firstId: number;
  count = 0;
  /** The number of used bytes of the arena. */
  used = 0;
  /** Whether any text contains an escape, so that the shown text differs from it. */
  hasEscapes = false;
  #arena: Uint8Array;
  #run: Run | undefined;
  #ats: Float64Array;
  #times: Float64Array;
  #starts: Uint32Array;
  /** The number of bytes of a record before its text: the line breaks before a received line. */
  #leads: Uint8Array;
  #ends: Uint32Array;
  #textLengths: Uint32Array;
  #flags: Uint8Array;

  constructor(firstId: number, rows: number, bytes: number) {
    this.firstId = firstId;
    this.#arena = new Uint8Array(bytes);
    this.#ats = new Float64Array(rows);
    this.#times = new Float64Array(rows);
    this.#starts = new Uint32Array(rows);
    this.#leads = new Uint8Array(rows);
    this.#ends = new Uint32Array(rows);
    this.#textLengths = new Uint32Array(rows);
    this.#flags = new Uint8Array(rows);
  }

  /** Adds an entry. Returns false if the block is full and nothing was added. */
  add(entry: NewEntry, ownText: Uint8Array | undefined): boolean {
    const row = this.count;
    const { source, text } = entry;
    const { lead, tail } = source;
    const from = source.from - lead;
    const to = source.to + tail;
    const length = to - from;
    const run = this.#run;
    const isNext =
      run !== undefined && ownText === undefined && source.array === run.array && from === run.to;
    const start = isNext ? run.at + from - run.from : this.used;
    const end = start + length + (ownText?.length ?? 0);
    if (row === this.#flags.length || end >= this.#arena.length) return false;
    if (isNext) run.to = to;
    else {
      this.#write();
      if (ownText !== undefined) this.#arena.set(ownText, start);
      const at = end - length;
      this.#run = { array: source.array, from, to, at };
    }
    this.#ats[row] = entry.at;
    this.#times[row] = entry.ms;
    this.#starts[row] = start;
    this.#leads[row] = ownText === undefined ? lead : 0;
    this.#ends[row] = end;
    this.#textLengths[row] = ownText?.length ?? length - lead - tail;
    let flags = DIRECTIONS.indexOf(entry.direction);
    if (entry.origin === 'background') flags |= BACKGROUND;
    if (text.includes(ESC)) {
      flags |= ESCAPES;
      this.hasEscapes = true;
    }
    this.#flags[row] = flags;
    this.used = end + 1;
    this.count = row + 1;
    return true;
  }

  /** Copies the pending run into the arena. Called before every read. */
  #write(): void {
    if (this.#run === undefined) return;
    const { array, from, to, at } = this.#run;
    this.#arena.set(array.subarray(from, to), at);
    this.#run = undefined;
  }

  /** Frees the unused memory. Called when no more entries will be added. */
  seal(): void {
    this.#write();
    if (this.used < this.#arena.length * WELL_USED_BYTES) {
      this.#arena = this.#arena.slice(0, this.used);
    }
    if (this.count >= this.#flags.length * WELL_USED_ROWS) return;
    this.#ats = this.#ats.slice(0, this.count);
    this.#times = this.#times.slice(0, this.count);
    this.#starts = this.#starts.slice(0, this.count);
    this.#leads = this.#leads.slice(0, this.count);
    this.#ends = this.#ends.slice(0, this.count);
    this.#textLengths = this.#textLengths.slice(0, this.count);
    this.#flags = this.#flags.slice(0, this.count);
  }

  direction(row: number): Direction {
    return DIRECTIONS[(this.#flags[row] ?? 0) & 3] ?? 'system';
  }

  origin(row: number): Origin {
    return ((this.#flags[row] ?? 0) & BACKGROUND) === 0 ? 'user' : 'background';
  }

  hasEscapesIn(row: number): boolean {
    return ((this.#flags[row] ?? 0) & ESCAPES) !== 0;
  }

  at(row: number): number {
    return this.#ats[row] ?? 0;
  }

  ms(row: number): number {
    return this.#times[row] ?? 0;
  }

  /** Returns where a record begins in the arena. */
  start(row: number): number {
    return this.#starts[row] ?? 0;
  }

  /** Returns where the text of a record begins. */
  from(row: number): number {
    return this.start(row) + (this.#leads[row] ?? 0);
  }

  /** Returns the number of bytes of the text in UTF-8, which is never smaller than its columns on the screen. */
  textLength(row: number): number {
    return this.#textLengths[row] ?? 0;
  }

  /** Returns where the bytes of a record begin. The text of a received entry is a part of its bytes. */
  bytesFrom(row: number): number {
    return this.start(row) + (this.direction(row) === 'received' ? 0 : this.textLength(row));
  }

  byteLength(row: number): number {
    return (this.#ends[row] ?? 0) - this.bytesFrom(row);
  }

  text(row: number): string {
    this.#write();
    const from = this.from(row);
    return decoder.decode(this.#arena.subarray(from, from + this.textLength(row)));
  }

  bytes(row: number): Uint8Array {
    this.#write();
    return this.#arena.slice(this.bytesFrom(row), this.#ends[row] ?? 0);
  }

  /**
   * Returns the arena from the record of this row up to that of row `end`, or to the end of the used part. Read only.
   */
  arena(row: number, end = this.count): Uint8Array {
    this.#write();
    return this.#arena.subarray(this.start(row), end < this.count ? this.start(end) : this.used);
  }

  /** Returns the row whose record contains this place of the arena. */
  rowAt(place: number, fromRow: number): number {
    // An exponential search: if many rows match, the next one is near.
    let step = 1;
    while (fromRow + step < this.count && (this.#ends[fromRow + step] ?? 0) <= place) step *= 2;
    const last = Math.min(fromRow + step, this.count - 1);
    return firstWhere(fromRow + (step >>> 1), last, (row) => (this.#ends[row] ?? 0) > place);
  }
}

/** Returns the text of an entry if it differs from its bytes. */
export const ownTextOf = ({ direction, text }: NewEntry): Uint8Array | undefined =>
  direction === 'received' ? undefined : encoder.encode(text);

/** An entry that reads its values from a row of a block. */
export class BlockEntry implements LogEntry {
  readonly id: number;
  readonly #block: LogBlock;
  readonly #row: number;
  #text: string | undefined;

  constructor(block: LogBlock, row: number) {
    this.id = block.firstId + row;
    this.#block = block;
    this.#row = row;
  }

  get at(): number {
    return this.#block.at(this.#row);
  }

  get ms(): number {
    return this.#block.ms(this.#row);
  }

  get direction(): Direction {
    return this.#block.direction(this.#row);
  }

  get origin(): Origin {
    return this.#block.origin(this.#row);
  }

  get text(): string {
    return (this.#text ??= this.#block.text(this.#row));
  }

  get byteLength(): number {
    return this.#block.byteLength(this.#row);
  }

  get bytes(): Uint8Array {
    return this.#block.bytes(this.#row);
  }
}
