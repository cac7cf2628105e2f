/** A range of an array whose bytes no longer change. */
export interface ByteRange {
  readonly array: Uint8Array;
  readonly from: number;
  /** The index after the last byte. */
  readonly to: number;
}

/** The bytes of a line, with the line breaks (CR, LF) around them, which the line does not contain. */
export interface LineRange extends ByteRange {
  /** The number of bytes of line breaks directly before the line that do not follow another line. */
  readonly lead: number;
  /** The number of bytes of line breaks that follow the line. */
  readonly tail: number;
}

/** Returns the range of all bytes, without line breaks. */
export const rangeOf = (bytes: Uint8Array): LineRange => ({
  array: bytes,
  from: 0,
  to: bytes.length,
  lead: 0,
  tail: 0,
});

/**
 * One received line: its bytes, and its text as a view of them. A line is a range of a slab, so a flood of lines is not
 * copied:
 *
 *     slab   │ ␍ ␊ +A: 1 ␍ ␊ OK ␍ ␊ +B: 2          │ (64 KiB, written once from front to back)
 *              lead └line┘ tail └┘ tail └ pending ┘↑ next chunk
 *
 * The line breaks are counted, so that the log can show and save every received byte.
 */
export interface RawLine extends LineRange {
  /** UTF-8 text; bytes that are not UTF-8 become U+FFFD. */
  readonly text: string;
  /** A copy of the bytes without the line break, made on access. */
  readonly bytes: Uint8Array;
  readonly byteLength: number;
  /** The index after the line's last byte in the chunk that completed it. */
  readonly endsAt: number;
  /** The line was cut at the length limit; its rest follows as the next line. */
  readonly cut: boolean;
}

/** Text that has no line break yet, at one moment. It is decoded on access, because most of it is never read. */
export interface PendingLine extends ByteRange {
  readonly text: string;
}

const LF = 0x0a;
const CR = 0x0d;
const asText = { [LF]: '\n', [CR]: '\r' } as const;
/** Maximum number of line break bytes that are counted before a line. */
const LONGEST_LEAD = 16;
/** Maximum length of a line in bytes. A longer line is cut, so that no stream can make the buffer grow (DP-05). */
export const MAX_LINE_BYTES = 16_384;
const SLAB_BYTES = 65_536;
const FIRST_SLAB_BYTES = 4_096;

const NO_LINES: readonly RawLine[] = [];

class Line implements RawLine {
  readonly text: string;
  readonly array: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly endsAt: number;
  readonly cut: boolean;
  readonly lead: number;
  readonly tail: number;

  // Eight plain parameters instead of an object, because this runs several hundred thousand times per second.
  constructor(
    text: string,
    array: Uint8Array,
    from: number,
    to: number,
    endsAt: number,
    cut: boolean,
    lead: number,
    tail: number,
  ) {
    this.text = text;
    this.array = array;
    this.from = from;
    this.to = to;
    this.endsAt = endsAt;
    this.cut = cut;
    this.lead = lead;
    this.tail = tail;
  }

  get byteLength(): number {
    return this.to - this.from;
  }

  get bytes(): Uint8Array {
    return this.array.slice(this.from, this.to);
  }
}

/** The decoder is streaming, so that an incomplete character is not shown as a replacement character. */
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
      this.#text = pendingDecoder.decode(bytes, { stream: true });
      pendingDecoder.decode(); // drops the incomplete character
    }
    return this.#text;
  }
}

export const NOTHING_PENDING: PendingLine = new Pending(new Uint8Array(0), 0, 0);

/** Returns the text if every byte is one character, so that lines are slices of it; otherwise undefined. */
const sliceableText = (bytes: Uint8Array, decoder: TextDecoder): string | undefined => {
  const text = decoder.decode(bytes);
  return text.length === bytes.length ? text : undefined;
};

export const createLineReader = (maxLineBytes = MAX_LINE_BYTES) => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let slab = new Uint8Array(FIRST_SLAB_BYTES);
  let begin = 0;
  let end = 0;
  /** The number of line breaks before the pending bytes that follow no line. */
  let lead = 0;

  /** Appends a chunk. Written bytes never move, because lines refer to them. */
  const append = (chunk: Uint8Array): void => {
    if (end + chunk.length > slab.length) {
      const kept = slab.subarray(begin - lead, end);
      const grown = Math.min(SLAB_BYTES, slab.length * 2);
      slab = new Uint8Array(Math.max(grown, kept.length + chunk.length));
      slab.set(kept);
      begin = lead;
      end = kept.length;
    }
    slab.set(chunk, end);
    end += chunk.length;
  };

  // The state of one call of `push`. It is outside of the function, because creating functions for every chunk would
  // cost more than reading its bytes.
  let pending = slab;
  let whole: string | undefined;
  let base = 0;
  let found: RawLine[] = [];

  const add = (from: number, to: number, cut: boolean, tail: number): void => {
    const text = whole?.slice(from, to) ?? decoder.decode(pending.subarray(from, to));
    found.push(new Line(text, slab, begin + from, begin + to, begin + to - base, cut, lead, tail));
    lead = 0;
  };
  /** Cuts pieces off the text before `to` until the rest is short enough. Returns the start of the rest. */
  const cutOff = (from: number, to: number): number => {
    let start = from;
    for (; to - start > maxLineBytes; start += maxLineBytes)
      add(start, start + maxLineBytes, true, 0);
    return start;
  };
  const next = (kind: typeof LF | typeof CR, from: number): number => {
    const at =
      whole === undefined ? pending.indexOf(kind, from) : whole.indexOf(asText[kind], from);
    return at < 0 ? Infinity : at;
  };

  const push = (chunk: Uint8Array): readonly RawLine[] => {
    append(chunk);
    // The platform's own search is many times faster than a loop over the bytes.
    let lf = chunk.indexOf(LF);
    let cr = chunk.indexOf(CR);
    if (lf < 0 && cr < 0 && end - begin <= maxLineBytes) return NO_LINES;

    // All pending bytes are decoded together, and only when a line is complete.
    pending = slab.subarray(begin, end);
    whole = sliceableText(pending, decoder);
    base = end - chunk.length;
    found = [];
    lf = lf < 0 ? Infinity : lf + base - begin;
    cr = cr < 0 ? Infinity : cr + base - begin;
    let start = 0;
    for (let at = Math.min(lf, cr); at !== Infinity; at = Math.min(lf, cr)) {
      if (at - start > maxLineBytes) start = cutOff(start, at);
      let after = at + 1;
      while (after < pending.length && (pending[after] === LF || pending[after] === CR)) after += 1;
      if (at > start) add(start, at, false, after - at);
      else lead = Math.min(LONGEST_LEAD, lead + after - at);
      start = after;
      if (lf < start) lf = next(LF, start);
      if (cr < start) cr = next(CR, start);
    }
    begin += cutOff(start, pending.length);
    whole = undefined;
    return found;
  };

  return {
    /** Adds the next chunk and returns the lines that it completes. Empty lines are dropped. */
    push,
    /** Returns the bytes received since the last line break: a prompt, or the start of a line. */
    pending: (): PendingLine => (begin === end ? NOTHING_PENDING : new Pending(slab, begin, end)),
    /** Returns the pending text as a line of its own, if there is any. */
    flush: (): readonly RawLine[] => {
      if (begin === end) return NO_LINES;
      const text = decoder.decode(slab.subarray(begin, end));
      const line = new Line(text, slab, begin, end, 0, false, lead, 0);
      begin = end;
      lead = 0;
      return [line];
    },
  };
};

/** Splits a stream of bytes into lines. */
export type LineReader = ReturnType<typeof createLineReader>;
