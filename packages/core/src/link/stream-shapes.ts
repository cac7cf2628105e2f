/** The number of unsolicited lines after which their shape is known. */
const KNOWN_AFTER = 3;
const MOST_SHAPES = 64;

/**
 * Returns what lines of one kind have in common: the name of the first value, or the text without its decimal and
 * hexadecimal numbers.
 */
export const streamShape = (line: string): string =>
  /^[^\d\s=:,;\t]{1,24}[^=:,;\t]{0,16}[=:\t]/.exec(line)?.[0] ??
  line.slice(0, 64).replace(/[-+]?\b(?:\d+\.\d+|[\dA-F]{2,}|\d)\b/gi, '#');

/**
 * Learns the shapes of the lines that a device sends by itself, so that they are not taken as the answer to a command.
 * A shape is known after three such lines arrived while no command was pending.
 */
export interface StreamShapes {
  /** Adds the shape of a line that no command asked for. */
  readonly note: (shape: string) => void;
  /** Whether the line, or the beginning of one, has a known shape. */
  readonly includes: (line: string) => boolean;
}

export const createStreamShapes = (): StreamShapes => {
  const counts = new Map<string, number>();
  let known = 0;
  return {
    note: (shape) => {
      const count = counts.get(shape) ?? 0;
      if (count >= KNOWN_AFTER || (count === 0 && counts.size >= MOST_SHAPES)) return;
      counts.set(shape, count + 1);
      if (count + 1 === KNOWN_AFTER) known += 1;
    },
    includes: (line) => known > 0 && (counts.get(streamShape(line)) ?? 0) >= KNOWN_AFTER,
  };
};
