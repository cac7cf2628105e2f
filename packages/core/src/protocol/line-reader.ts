/** One line as it came: the bytes are the truth, the text a view of them. */
export interface RawLine {
  /** UTF-8 text; bytes that are no UTF-8 show as U+FFFD. */
  readonly text: string;
  /** The line's bytes without its line break. */
  readonly bytes: Uint8Array;
  /** True when the line had no break and was cut at the limit; its rest follows as the next line. */
  readonly cut: boolean;
}

/** Splits a stream of bytes into lines; keeps what has no line break yet. */
export interface LineReader {
  /** Takes the next bytes; gives the lines they complete. Empty lines are dropped. */
  readonly push: (chunk: Uint8Array) => readonly RawLine[];
  /** Text received since the last line break (a prompt, a line on its way). */
  readonly pendingLine: () => string;
  readonly pendingBytes: () => Uint8Array;
  /** Gives what has no line break as a line of its own, if there is anything, and forgets it. */
  readonly flush: () => readonly RawLine[];
}

const LF = 0x0a;
const CR = 0x0d;
/** A line without a break is cut here, so that no stream of bytes can grow the buffer (DP-05). */
export const MAX_LINE_BYTES = 16_384;

const isBreak = (byte: number | undefined): boolean => byte === LF || byte === CR;

export const createLineReader = (maxLineBytes = MAX_LINE_BYTES): LineReader => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const pending = new Uint8Array(maxLineBytes);
  let pendingLength = 0;

  const toLine = (bytes: Uint8Array, cut: boolean): RawLine => ({
    text: decoder.decode(bytes),
    bytes,
    cut,
  });

  const takePending = (cut: boolean): RawLine => {
    const line = toLine(pending.slice(0, pendingLength), cut);
    pendingLength = 0;
    return line;
  };

  /** Keeps the unbroken rest of a chunk, cutting lines off whenever the limit is reached. */
  const keep = (rest: Uint8Array, lines: RawLine[]): void => {
    let from = 0;
    while (rest.length - from > maxLineBytes - pendingLength) {
      const room = maxLineBytes - pendingLength;
      pending.set(rest.subarray(from, from + room), pendingLength);
      pendingLength = maxLineBytes;
      lines.push(takePending(true));
      from += room;
    }
    pending.set(rest.subarray(from), pendingLength);
    pendingLength += rest.length - from;
  };

  const push = (chunk: Uint8Array): readonly RawLine[] => {
    const lines: RawLine[] = [];
    // One decode for the chunk; where every byte is one character (ASCII), lines are slices of it.
    const whole = decoder.decode(chunk);
    const text = whole.length === chunk.length ? whole : undefined;
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (!isBreak(chunk[at])) continue;
      if (pendingLength > 0) {
        keep(chunk.subarray(start, at), lines);
        if (pendingLength > 0) lines.push(takePending(false));
      } else if (at - start > maxLineBytes) {
        keep(chunk.subarray(start, at), lines);
        lines.push(takePending(false));
      } else if (at > start) {
        const bytes = chunk.slice(start, at);
        lines.push(
          text === undefined
            ? toLine(bytes, false)
            : { text: text.slice(start, at), bytes, cut: false },
        );
      }
      start = at + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start), lines);
    return lines;
  };

  return {
    push,
    pendingBytes: () => pending.slice(0, pendingLength),
    // A fresh streaming decoder: a character whose bytes are not all here yet is not shown as broken.
    pendingLine: () =>
      pendingLength === 0
        ? ''
        : new TextDecoder('utf-8', { ignoreBOM: true }).decode(pending.slice(0, pendingLength), {
            stream: true,
          }),
    flush: () => (pendingLength === 0 ? [] : [takePending(false)]),
  };
};
