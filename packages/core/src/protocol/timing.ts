// Time limits of the link, in milliseconds, from the framing rules of the device protocol.

/** A character takes 10 bits: start, 8 data, stop. */
const BITS_PER_CHARACTER = 10;
/** The largest reply of the native dialect (128 cells, 64 sensors, labelled), assumed until a reply was received. */
const LARGEST_REPLY_BYTES = 1_081;

export const airTimeMs = (bytes: number, baudRate: number): number =>
  (bytes * BITS_PER_CHARACTER * 1_000) / baudRate;

/** How long the end of a reply is awaited. `longestReplyBytes`: of the good replies so far. */
export const replyTimeoutMs = (
  baudRate: number,
  longestReplyBytes: number = LARGEST_REPLY_BYTES,
): number => Math.min(5_000, Math.max(1_000, 300 + 1.5 * airTimeMs(longestReplyBytes, baudRate)));

/** Arriving bytes extend the timeout up to this: the device is slow, not dead. */
export const LONGEST_REPLY_MS = 5_000;

/** A device that says that it works is awaited this long (an ELM327 that searches for its bus). */
export const LONGEST_WORK_MS = 20_000;

/** Lines that keep coming for `LONGEST_REPLY_MS` with shorter pauses than this are a stream, not a reply. */
export const STREAM_PAUSE_MS = 1_500;

/** A pause inside a reply is learned up to this length. */
export const LONGEST_GAP_MS = 900;

/** Silence that ends a reply, for a device without final result codes. */
export const idleGapMs = (baudRate: number): number => Math.max(150, airTimeMs(30, baudRate));

/** Silence that ends a reply that is complete by its content; leaves time for a final result code. */
export const settleGapMs = (baudRate: number): number => Math.max(40, airTimeMs(30, baudRate));

/** After a timeout: silence that ends the quiet period. */
export const QUIET_PERIOD_MS = 100;
/** The quiet period ends after this long even if bytes keep arriving. */
export const LONGEST_QUIET_PERIOD_MS = 1_000;
/** A reply that comes later than this after the timeout is not expected any more. */
export const LONGEST_LATENESS_MS = 30_000;
