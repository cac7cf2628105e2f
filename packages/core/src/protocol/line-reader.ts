import type { ByteRange } from './byte-range.ts';

/** One line as it came: the bytes are the truth, the text a view of them. */
export interface RawLine extends ByteRange {
  /** UTF-8 text; bytes that are no UTF-8 show as U+FFFD. */
  readonly text: string;
  /** The line's bytes without its line break: a copy, made when it is asked for. */
  readonly bytes: Uint8Array;
  readonly byteLength: number;
  /** Where the line ends in the chunk that completed it: the index after its last byte there. */
  readonly endsAt: number;
  /** True when the line had no break and was cut at the limit; its rest follows as the next line. */
  readonly cut: boolean;
}

/** What has no line break yet, at one moment. Most are asked for nothing: their text is made when it is asked for. */
export interface PendingLine extends ByteRange {
  readonly text: string;
}

/** Splits a stream of bytes into lines; keeps what has no line break yet. */
export interface LineReader {
  /** Takes the next bytes and gives the lines they complete. Empty lines are dropped. */
  readonly push: (chunk: Uint8Array) => readonly RawLine[];
  /** What was received since the last line break: a prompt, a line on its way. */
  readonly pending: () => PendingLine;
  /** Gives what has no line break as a line of its own, if there is anything, and forgets it. */
  readonly flush: () => readonly RawLine[];
}

const LF = 0x0a;
const CR = 0x0d;
const asText = { [LF]: '\n', [CR]: '\r' } as const;
/** A line without a break is cut here, so that no stream of bytes can grow the buffer (DP-05). */
export const MAX_LINE_BYTES = 16_384;
/** What came is kept in arrays of this size, written once from front to back: lines are places in them. */
const SLAB_BYTES = 65_536;
const FIRST_SLAB_BYTES = 4_096;

const NO_LINES: readonly RawLine[] = [];

/** A line is a place in the slab: a flood of lines makes no copies. */
class Line implements RawLine {
  readonly text: string;
  readonly array: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly endsAt: number;
  readonly cut: boolean;

  // Six plain values and no object for them: this is made some hundred thousand times a second.
  constructor(
    text: string,
    array: Uint8Array,
    from: number,
    to: number,
    endsAt: number,
    cut: boolean,
  ) {
    this.text = text;
    this.array = array;
    this.from = from;
    this.to = to;
    this.endsAt = endsAt;
    this.cut = cut;
  }

  get byteLength(): number {
    return this.to - this.from;
  }

  get bytes(): Uint8Array {
    return this.array.slice(this.from, this.to);
  }
}

/** Streaming: a character whose bytes are not all here yet is not shown as broken. */
const pendingDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

class Pending implements PendingLine {
  readonly array: Uint8Array;
  readonly from: number;
  readonly to: number;
  #text: string | undefined;

  constructor(array: Uint8Array, from: number, to: number) {
    this.array = array;
    this.from = from;
    this.to = to;
  }

  get text(): string {
    if (this.#text === undefined) {
      const bytes = this.array.subarray(this.from, this.to);
      this.#text = bytes.length === 0 ? '' : pendingDecoder.decode(bytes, { stream: true });
      pendingDecoder.decode(); // forgets what was begun
    }
    return this.#text;
  }
}

export const NOTHING_PENDING: PendingLine = new Pending(new Uint8Array(0), 0, 0);

/** The text where every byte of it is one character (ASCII), so that lines are slices of it; else undefined. */
const asciiOf = (bytes: Uint8Array, decoder: TextDecoder): string | undefined => {
  const text = decoder.decode(bytes);
  return text.length === bytes.length && !text.includes('\ufffd') ? text : undefined;
};

export const createLineReader = (maxLineBytes = MAX_LINE_BYTES): LineReader => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let slab = new Uint8Array(FIRST_SLAB_BYTES);
  /** The pending bytes in it. */
  let begin = 0;
  let end = 0;

  /** What was written stays where it is: lines point there. */
  const append = (chunk: Uint8Array): void => {
    if (end + chunk.length > slab.length) {
      const pending = slab.subarray(begin, end);
      const grown = Math.min(SLAB_BYTES, slab.length * 2);
      slab = new Uint8Array(Math.max(grown, pending.length + chunk.length));
      slab.set(pending);
      begin = 0;
      end = pending.length;
    }
    slab.set(chunk, end);
    end += chunk.length;
  };

  // What one push works on; kept out of it, because functions made anew for every chunk cost more than its bytes.
  let pending = slab;
  let whole: string | undefined;
  let base = 0;
  let found: RawLine[] = [];

  const add = (from: number, to: number, cut: boolean): void => {
    const text = whole?.slice(from, to) ?? decoder.decode(pending.subarray(from, to));
    found.push(new Line(text, slab, begin + from, begin + to, begin + to - base, cut));
  };
  /** Cuts pieces off what lies before `to` until the rest is short enough; gives where the rest begins. */
  const cutOff = (from: number, to: number): number => {
    let start = from;
    for (; to - start > maxLineBytes; start += maxLineBytes) add(start, start + maxLineBytes, true);
    return start;
  };
  const next = (kind: typeof LF | typeof CR, from: number): number => {
    const at =
      whole === undefined ? pending.indexOf(kind, from) : whole.indexOf(asText[kind], from);
    return at < 0 ? Infinity : at;
  };

  const push = (chunk: Uint8Array): readonly RawLine[] => {
    append(chunk);
    // Each search is the platform's own, many times faster than a loop over the bytes here.
    let lf = chunk.indexOf(LF);
    let cr = chunk.indexOf(CR);
    if (lf < 0 && cr < 0 && end - begin <= maxLineBytes) return NO_LINES;

    // One decode for all that is pending, and only now that something is complete.
    pending = slab.subarray(begin, end);
    whole = asciiOf(pending, decoder);
    base = end - chunk.length;
    found = [];
    lf = lf < 0 ? Infinity : lf + base - begin;
    cr = cr < 0 ? Infinity : cr + base - begin;
    let start = 0;
    for (let at = Math.min(lf, cr); at !== Infinity; at = Math.min(lf, cr)) {
      if (at - start > maxLineBytes) start = cutOff(start, at);
      if (at > start) add(start, at, false);
      start = at + 1;
      if (at === lf) lf = next(LF, start);
      else cr = next(CR, start);
    }
    begin += cutOff(start, pending.length);
    whole = undefined;
    return found;
  };

  return {
    push,
    pending: () => (begin === end ? NOTHING_PENDING : new Pending(slab, begin, end)),
    flush: () => {
      if (begin === end) return NO_LINES;
      const text = decoder.decode(slab.subarray(begin, end));
      const line = new Line(text, slab, begin, end, 0, false);
      begin = end;
      return [line];
    },
  };
};
