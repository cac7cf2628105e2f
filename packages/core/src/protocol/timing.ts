// Time limits of the link, in milliseconds, from the framing rules of the device protocol.

/** Bits per character: one start bit, 8 data bits, one stop bit. */
const BITS_PER_CHARACTER = 10;
/**
 * Size of the largest reply of the native dialect (128 cells, 64 sensors, labelled). It is assumed until a reply was
 * received.
 */
const LARGEST_REPLY_BYTES = 1_081;

export const airTimeMs = (bytes: number, baudRate: number): number =>
  (bytes * BITS_PER_CHARACTER * 1_000) / baudRate;

/**
 * Returns the timeout of a reply. `longestReplyBytes` is the size of the longest good reply so far, `neededMs` the time
 * that a slow device needs.
 */
export const replyTimeoutMs = (
  baudRate: number,
  longestReplyBytes: number = LARGEST_REPLY_BYTES,
  neededMs = 0,
): number =>
  Math.min(5_000, Math.max(1_000, 300 + 1.5 * airTimeMs(longestReplyBytes, baudRate), neededMs));

/** Limit up to which arriving bytes extend the timeout, because the device is slow but works. */
export const LONGEST_REPLY_MS = 5_000;

/**
 * Returns the timeout that a device needs whose last reply took `replyMs`. Each reply reduces the timeout by a fifth, so
 * that one slow reply does not delay commands for long (OBD-315).
 */
export const neededTimeoutMs = (replyMs: number, beforeMs = 0): number =>
  Math.min(LONGEST_REPLY_MS, Math.max(1.5 * replyMs, 0.8 * beforeMs));

/** Timeout of a device that reports that it is working (an ELM327 that searches for its bus). */
export const LONGEST_WORK_MS = 20_000;

/** If lines keep arriving for `LONGEST_REPLY_MS` with shorter pauses than this, they are a stream and not a reply. */
export const STREAM_PAUSE_MS = 1_500;

/** The longest pause inside a reply that is learned. */
export const LONGEST_GAP_MS = 900;

/** Returns the silence that ends a reply of a device without final result codes. */
export const idleGapMs = (baudRate: number): number => Math.max(150, airTimeMs(30, baudRate));

/**
 * The silence that ends a reply without the final result code that its command needs. A busy computer may delay the code
 * longer than the usual gap.
 */
export const CODE_GAP_MS = 600; // OBD-301

/**
 * The least silence that ends a reply of bytes within a frame. Bluetooth bridges and busy computers pause longer than the
 * device itself.
 */
export const FRAME_GAP_MS = 600; // OBD-358

/** Returns the silence that ends a reply that is complete by its content. It leaves time for a final result code. */
export const settleGapMs = (baudRate: number): number => Math.max(40, airTimeMs(30, baudRate));

/** Silence that ends the quiet period after a timeout, and after the opening (LINK-138). */
export const QUIET_PERIOD_MS = 100;
/** The longest quiet period. It ends after this time even if bytes keep arriving. */
export const LONGEST_QUIET_PERIOD_MS = 1_000;
/** Time after a timeout in which a late reply is expected. */
export const LONGEST_LATENESS_MS = 30_000;
