/** One line as it came: the bytes are the truth, the text a view of them. */
export interface RawLine {
  /** UTF-8 text; bytes that are no UTF-8 show as U+FFFD. */
  readonly text: string;
  /** The line's bytes without its line break. Put together when they are asked for. */
  readonly bytes: Uint8Array;
  readonly byteLength: number;
  /** Where the line ends in the chunk that completed it: the index after its last byte there. */
  readonly endsAt: number;
  /** Writes them into `target`, from `at` on. */
  readonly copyTo: (target: Uint8Array, at: number) => void;
  /** True when the line had no break and was cut at the limit; its rest follows as the next line. */
  readonly cut: boolean;
}

/** Splits a stream of bytes into lines; keeps what has no line break yet. */
export interface LineReader {
  /**
   * Takes the next bytes, and keeps the chunk: it must not change afterwards. Gives the lines it completes. Empty
   * lines are dropped.
   */
  readonly push: (chunk: Uint8Array) => readonly RawLine[];
  /** Text received since the last line break (a prompt, a line on its way). */
  readonly pendingLine: () => string;
  readonly pendingBytes: () => Uint8Array;
  /** Gives what has no line break as a line of its own, if there is anything, and forgets it. */
  readonly flush: () => readonly RawLine[];
}

const LF = 0x0a;
const CR = 0x0d;
const asText = { [LF]: '\n', [CR]: '\r' } as const;
/** A line without a break is cut here, so that no stream of bytes can grow the buffer (DP-05). */
export const MAX_LINE_BYTES = 16_384;

/** Where the bytes of a line, or of a part of it, stand in a chunk. */
interface Piece {
  readonly chunk: Uint8Array;
  readonly from: number;
  readonly to: number;
}

const copyPieces = (pieces: readonly Piece[], target: Uint8Array, begin: number): void => {
  let at = begin;
  for (const { chunk, from, to } of pieces) {
    target.set(chunk.subarray(from, to), at);
    at += to - from;
  }
};

const joined = (pieces: readonly Piece[], length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  copyPieces(pieces, bytes, 0);
  return bytes;
};

/** Index of the next line break of this kind; the chunk's length when there is none. */
const find = (
  chunk: Uint8Array,
  text: string | undefined,
  kind: typeof LF | typeof CR,
  from: number,
): number => {
  const at = text?.indexOf(asText[kind], from) ?? chunk.indexOf(kind, from);
  return at < 0 ? chunk.length : at;
};

/** A line within one chunk. It knows where its bytes are: a flood of lines makes no copies. */
class Line implements RawLine {
  readonly text: string;
  readonly chunk: Uint8Array;
  readonly from: number;
  readonly to: number;

  constructor(text: string, chunk: Uint8Array, from: number, to: number) {
    this.text = text;
    this.chunk = chunk;
    this.from = from;
    this.to = to;
  }

  get cut(): boolean {
    return false;
  }

  get byteLength(): number {
    return this.to - this.from;
  }

  get endsAt(): number {
    return this.to;
  }

  get bytes(): Uint8Array {
    return this.chunk.slice(this.from, this.to);
  }

  copyTo(target: Uint8Array, at: number): void {
    target.set(this.chunk.subarray(this.from, this.to), at);
  }
}

/** A line put together from several chunks, or cut off at the limit. */
class JoinedLine implements RawLine {
  readonly text: string;
  readonly byteLength: number;
  readonly endsAt: number;
  readonly cut: boolean;
  readonly pieces: readonly Piece[];

  constructor(
    text: string,
    { byteLength, endsAt, cut }: Pick<RawLine, 'byteLength' | 'endsAt' | 'cut'>,
    pieces: readonly Piece[],
  ) {
    this.text = text;
    this.byteLength = byteLength;
    this.endsAt = endsAt;
    this.cut = cut;
    this.pieces = pieces;
  }

  get bytes(): Uint8Array {
    return joined(this.pieces, this.byteLength);
  }

  copyTo(target: Uint8Array, at: number): void {
    copyPieces(this.pieces, target, at);
  }
}

export const createLineReader = (maxLineBytes = MAX_LINE_BYTES): LineReader => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let pieces: Piece[] = [];
  let pendingLength = 0;
  /** The pending bytes as text while all of them are ASCII, else undefined. */
  let pendingText: string | undefined = '';

  const takePending = (cut: boolean, endsAt: number): RawLine => {
    const text = pendingText ?? decoder.decode(joined(pieces, pendingLength));
    const line = new JoinedLine(text, { byteLength: pendingLength, endsAt, cut }, pieces);
    pieces = [];
    pendingLength = 0;
    pendingText = '';
    return line;
  };

  const append = (chunk: Uint8Array, from: number, to: number, text: string | undefined): void => {
    pieces.push({ chunk, from, to });
    pendingLength += to - from;
    if (pendingText !== undefined && text !== undefined) pendingText += text.slice(from, to);
    else pendingText = undefined;
  };

  /** Keeps an unbroken part of a chunk, cutting lines off whenever the limit is reached. */
  const keep = (
    chunk: Uint8Array,
    start: number,
    end: number,
    text: string | undefined,
    lines: RawLine[],
  ): void => {
    let from = start;
    while (end - from > maxLineBytes - pendingLength) {
      const to = from + maxLineBytes - pendingLength;
      append(chunk, from, to, text);
      lines.push(takePending(true, to));
      from = to;
    }
    if (end > from) append(chunk, from, end, text);
  };

  const push = (chunk: Uint8Array): readonly RawLine[] => {
    const lines: RawLine[] = [];
    // One decode for the chunk; where every byte is one character (ASCII), lines are slices of it.
    const whole = decoder.decode(chunk);
    const isAscii = whole.length === chunk.length && !whole.includes('\ufffd');
    const text = isAscii ? whole : undefined;
    let start = 0;
    // Each search is the platform's own, many times faster than a loop over the bytes here.
    let lf = find(chunk, text, LF, 0);
    let cr = find(chunk, text, CR, 0);
    while (lf < chunk.length || cr < chunk.length) {
      const at = Math.min(lf, cr);
      if (pendingLength > 0 || at - start > maxLineBytes) {
        keep(chunk, start, at, text, lines);
        if (pendingLength > 0) lines.push(takePending(false, at));
      } else if (at > start) {
        const own = text?.slice(start, at) ?? decoder.decode(chunk.subarray(start, at));
        lines.push(new Line(own, chunk, start, at));
      }
      start = at + 1;
      if (at === lf) lf = find(chunk, text, LF, start);
      else cr = find(chunk, text, CR, start);
    }
    if (start < chunk.length) keep(chunk, start, chunk.length, text, lines);
    return lines;
  };

  return {
    push,
    pendingBytes: () => joined(pieces, pendingLength),
    pendingLine: () =>
      pendingText ??
      // A fresh streaming decoder: a character whose bytes are not all here yet is not shown as broken.
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(joined(pieces, pendingLength), {
        stream: true,
      }),
    flush: () => (pendingLength === 0 ? [] : [takePending(false, 0)]),
  };
};
