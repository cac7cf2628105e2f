/** A recording that started before this had a computer whose clock was wrong, such as at 1970. */
export const EARLIEST_START = Date.UTC(2000, 0);

/** Whether the start of a recording, in UTC ms, can be true: a clock was wrong if it is in the future or before 2000. */
export const isKnownStart = (startedAt: number, now: number): boolean =>
  startedAt <= now && startedAt >= EARLIEST_START;

/**
 * Returns the start of a recording by which recordings are sorted, in UTC ms. A start that cannot be true counts as 0, so
 * the recording is never the newest one [REC-123].
 */
export const knownStart = (startedAt: number, now: number): number =>
  isKnownStart(startedAt, now) ? startedAt : 0;
