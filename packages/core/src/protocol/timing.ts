// Times of the line, all in milliseconds. Source of the figures: the device protocol's framing rules.

/** A character on the line is 10 bits: start, 8 data, stop. */
const BITS_PER_CHARACTER = 10;
/** The largest reply of the native dialect (128 cells, 64 sensors, labelled), assumed until one was seen. */
const LARGEST_REPLY_BYTES = 1_081;

export const airTimeMs = (bytes: number, baudRate: number): number =>
  (bytes * BITS_PER_CHARACTER * 1_000) / baudRate;

/** How long a command may stay without its reply's end. `longestReplyBytes`: of the good replies seen so far. */
export const replyTimeoutMs = (
  baudRate: number,
  longestReplyBytes: number = LARGEST_REPLY_BYTES,
): number => Math.min(5_000, Math.max(1_000, 300 + 1.5 * airTimeMs(longestReplyBytes, baudRate)));

/** Longest time a slow but living device is waited for: bytes still arriving extend the time-out up to this. */
export const LONGEST_REPLY_MS = 5_000;

/** Silence after a whole line that ends a reply of a device without final result codes. */
export const idleGapMs = (baudRate: number): number => Math.max(150, airTimeMs(30, baudRate));

/** Silence after a reply that is complete by its content; leaves room for a final result code. */
export const settleGapMs = (baudRate: number): number => Math.max(40, airTimeMs(30, baudRate));

/** After a timeout: silence that ends the quiet period. */
export const QUIET_PERIOD_MS = 100;
/** The quiet period ends after this long even if bytes keep arriving. */
export const LONGEST_QUIET_PERIOD_MS = 1_000;
