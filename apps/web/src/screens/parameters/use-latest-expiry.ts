import { useSyncExternalStore } from 'react';
import type { Assignment } from '@batbot/core/workspace';

const EVERY_MS = 1_000;

const everySecond = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, EVERY_MS);
  return () => clearInterval(timer);
};

/**
 * Returns the latest time at which one of the assignments has expired; 0 if none has. It divides them like the current
 * time, and changes only when one expires, which renders again.
 */
export const useLatestExpiry = (assignments: readonly Assignment[]): number =>
  useSyncExternalStore(everySecond, () => {
    const now = Date.now();
    const times = assignments.map(({ expiresAt = Infinity }) => expiresAt);
    return Math.max(0, ...times.filter((time) => time <= now));
  });
