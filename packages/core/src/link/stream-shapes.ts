/** Unsolicited lines of one shape that make it known. */
const KNOWN_AFTER = 3;
const MOST_SHAPES = 64;

/** What lines of one kind have in common: the name of the first value, or the text without its decimal and hexadecimal numbers. */
export const streamShape = (line: string): string =>
  /^[^\d\s=:,;\t]{1,24}[^=:,;\t]{0,16}[=:\t]/.exec(line)?.[0] ??
  line.slice(0, 64).replace(/[-+]?\b(?:\d+\.\d+|[\dA-F]{2,}|\d)\b/gi, '#');

/**
 * Learns how the lines look that a device sends by itself, so that they are not taken for the answer to a command. A
 * shape is known once it came three times while nothing was pending.
 */
export interface StreamShapes {
  /** Takes a line that no command asked for. */
  readonly note: (line: string) => void;
  /** Whether the line, or the beginning of one, has a known shape. */
  readonly includes: (line: string) => boolean;
}

export const createStreamShapes = (): StreamShapes => {
  const counts = new Map<string, number>();
  let known = 0;
  return {
    note: (line) => {
      const shape = streamShape(line);
      const count = counts.get(shape) ?? 0;
      if (count >= KNOWN_AFTER || (count === 0 && counts.size >= MOST_SHAPES)) return;
      counts.set(shape, count + 1);
      if (count + 1 === KNOWN_AFTER) known += 1;
    },
    includes: (line) => known > 0 && (counts.get(streamShape(line)) ?? 0) >= KNOWN_AFTER,
  };
};
