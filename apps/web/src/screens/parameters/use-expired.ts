import { useSyncExternalStore } from 'react';
import type { Assignment } from '@batbot/core/workspace';

const EVERY_MS = 1_000;

const everySecond = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, EVERY_MS);
  return () => clearInterval(timer);
};

/** Returns how many of the assignments have expired, and renders again when one expires. */
export const useExpired = (assignments: readonly Assignment[]): number =>
  useSyncExternalStore(
    everySecond,
    () => assignments.filter(({ expiresAt }) => (expiresAt ?? Infinity) <= Date.now()).length,
  );
