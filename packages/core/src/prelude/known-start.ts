/**
 * Returns the start of a recording by which recordings are sorted, in UTC ms. A start in the future is not known, because
 * a clock was wrong: the result is 0, so the recording is never the newest one [REC-123].
 */
export const knownStart = (startedAt: number, now: number): number =>
  startedAt > now ? 0 : startedAt;
