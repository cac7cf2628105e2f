/** The number of unsolicited lines after which their shape is known. */
const KNOWN_AFTER = 3;
/** Maximum number of remembered shapes. No record has as many lines. */
const MOST_SHAPES = 1_024;
/** A reply has no such pause between its lines. */
const REPLY_PAUSE_MS = 150;

/**
 * Returns what lines of one kind have in common: the name of the first value, or the text without its decimal and
 * hexadecimal numbers.
 */
export const streamShape = (line: string): string =>
  /^[^\d\s=:,;\t]{1,24}[^=:,;\t]{0,16}[=:\t]/.exec(line)?.[0] ??
  line.slice(0, 64).replace(/[-+]?\b(?:\d+\.\d+|[\dA-F]{2,}|\d)\b/gi, '#');

/**
 * Learns the shapes of the lines that a device sends by itself, so that they are not taken as the answer to a command.
 * A shape is known after three such lines arrived while no reply was awaited.
 */
export const createStreamShapes = () => {
  /** By shape: the number of counted lines. */
  const counts = new Map<string, number>();
  let known = 0;
  /** By shape: the number of replies that may have contained it, and the last of them. */
  const late = new Map<string, { readonly times: number; readonly reply: number }>();
  /** The number of the reply that may be arriving. */
  let reply = 0;
  let lateAt = -Infinity;
  let isInterrupted = false;
  return {
    /** Adds the shape of a line that no command asked for. `isCounted`: no reply was awaited. */
    note: (shape: string, isCounted: boolean): void => {
      isInterrupted = true;
      const count = counts.get(shape);
      if (count === undefined ? counts.size >= MOST_SHAPES : count >= KNOWN_AFTER || !isCounted)
        return;
      const next = (count ?? 0) + (isCounted ? 1 : 0);
      counts.set(shape, next);
      if (next === KNOWN_AFTER) known += 1;
    },
    /** Whether the line, or the beginning of one, has a known shape. */
    includes: (line: string): boolean =>
      known > 0 && (counts.get(streamShape(line)) ?? 0) >= KNOWN_AFTER,
    /**
     * Whether a line that no command asked for may belong to one of `replies` late replies: its shape is new, and arrived
     * in no more replies than that. Lines of a stream between two of these lines separate replies.
     */
    mayBeLate: (shape: string, replies: number, at: number): boolean => {
      if (counts.has(shape)) return false;
      if (isInterrupted && at - lateAt >= REPLY_PAUSE_MS) reply += 1;
      isInterrupted = false;
      lateAt = at;
      const before = late.get(shape);
      const times = (before?.times ?? 0) + (before?.reply === reply ? 0 : 1);
      if (before !== undefined || late.size < MOST_SHAPES) late.set(shape, { times, reply });
      return times <= replies;
    },
    /** Forgets which shapes may have been those of late replies. */
    forgetLate: (): void => late.clear(),
  };
};
