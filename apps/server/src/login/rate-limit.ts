/** A bucket of attempts: `burst` at once, then one more every `refillMs`. Never a lock-out for good. */
export interface RatePolicy {
  readonly burst: number;
  readonly refillMs: number;
}

export interface RateLimit {
  /** Takes one attempt: 0 if there was one, else the ms until there is; a refusal costs nothing. */
  readonly take: (key: string) => number;
  /** Gives an attempt back that was no guess. */
  readonly giveBack: (key: string) => void;
}

interface Bucket {
  /** Attempts used up at `at`; they flow back with time. */
  readonly used: number;
  readonly at: number;
}

/**
 * Counts attempts per key, in memory; of `maxKeys` at most (the one idle for longest is forgotten first, so that
 * invented keys cannot fill the memory). `now` gives ms.
 */
export const createRateLimit = (
  { burst, refillMs }: RatePolicy,
  now: () => number,
  maxKeys = 10_000,
): RateLimit => {
  const buckets = new Map<string, Bucket>(); // in order of last use
  const usedNow = (key: string): number => {
    const bucket = buckets.get(key);
    return bucket === undefined ? 0 : Math.max(0, bucket.used - (now() - bucket.at) / refillMs);
  };
  const put = (key: string, used: number): void => {
    buckets.delete(key);
    if (used > 0) buckets.set(key, { used, at: now() });
    if (buckets.size <= maxKeys) return;
    for (const oldest of buckets.keys()) {
      buckets.delete(oldest);
      break;
    }
  };
  return {
    take: (key) => {
      const used = usedNow(key);
      if (used + 1 > burst) return Math.ceil((used + 1 - burst) * refillMs);
      put(key, used + 1);
      return 0;
    },
    giveBack: (key) => {
      put(key, Math.max(0, usedNow(key) - 1));
    },
  };
};
