/**
 * The class of an age: `fresh`, `late` (from 3 s), `stale` (from 6 s, grey), `expired` (from 10 s, dashes). A value
 * that is not fresh must not look fresh.
 */
export type Freshness = 'fresh' | 'late' | 'stale' | 'expired';

export const LATE_AFTER_MS = 3_000;
export const STALE_AFTER_MS = 6_000;
export const EXPIRED_AFTER_MS = 10_000;

export const freshnessAt = (ageMs: number): Freshness => {
  if (ageMs >= EXPIRED_AFTER_MS) return 'expired';
  if (ageMs >= STALE_AFTER_MS) return 'stale';
  return ageMs >= LATE_AFTER_MS ? 'late' : 'fresh';
};
