import type { LinkHealth } from '../telemetry/link-health.ts';
import { NO_TROUBLE, type RecentTrouble } from './verdict.ts';

const WINDOW_S = 60; // OBD-148

const KINDS = Object.keys(NO_TROUBLE) as (keyof RecentTrouble)[]; // the keys of that literal

/** Counts trouble by the second and sums up the last minute. Times are monotonic. */
export const createRecentTrouble = () => {
  let seconds: { readonly second: number; readonly counts: RecentTrouble }[] = [];

  const add = (at: number, counts: Partial<RecentTrouble>): void => {
    const second = Math.floor(at / 1_000);
    const last = seconds.at(-1);
    const before = last?.second === second ? last.counts : NO_TROUBLE;
    const sum = { ...before };
    for (const kind of KINDS) sum[kind] += counts[kind] ?? 0;
    seconds = [
      ...(last?.second === second ? seconds.slice(0, -1) : seconds),
      { second, counts: sum },
    ];
  };

  return {
    add,
    /** The difference between two states of the health of one connection. */
    addHealth: (at: number, before: LinkHealth, now: LinkHealth): void => {
      const grown = (key: 'rejected' | 'timeouts' | 'skipped' | 'held'): number =>
        Math.max(0, now[key] - before[key]);
      const counts = {
        unreadable: grown('rejected'),
        unanswered: grown('timeouts'),
        skipped: grown('skipped'),
        implausible: grown('held'),
      };
      if (Object.values(counts).some((count) => count > 0)) add(at, counts);
    },
    at: (now: number): RecentTrouble => {
      const from = Math.floor(now / 1_000) - WINDOW_S;
      seconds = seconds.filter(({ second }) => second > from);
      if (seconds.length === 0) return NO_TROUBLE;
      const sum = { ...NO_TROUBLE };
      for (const { counts } of seconds) for (const kind of KINDS) sum[kind] += counts[kind];
      return sum;
    },
    forget: (): void => {
      seconds = [];
    },
  };
};
