import { isHeldIn, type HeldValue } from '../telemetry/outlier-filter.ts';
import type { LinkHealth } from '../telemetry/link-health.ts';
import type { PackReply } from './cell-statistics.ts';
import { NO_TROUBLE, type RecentTrouble } from './verdict.ts';

const WINDOW_S = 60; // OBD-148

/**
 * Returns the number of values that were held in the previous reply and that this reply did not confirm, so they were
 * wrong. A value that is still held was only repeated from an earlier record [OBD-277].
 */
export const unconfirmed = (before: PackReply | undefined, now: PackReply): number => {
  if (before === undefined) return 0;
  const valueIn = ({ sample }: PackReply, { key, number }: HeldValue): number | undefined => {
    const value = sample[key];
    const one: unknown = Array.isArray(value) ? value[(number ?? 1) - 1] : value;
    return typeof one === 'number' ? one : undefined;
  };
  return before.held.filter((each) => {
    const [shown, next] = [valueIn(before, each), valueIn(now, each)];
    if (each.fault !== undefined || typeof each.reported !== 'number') return false;
    if (shown === undefined || next === undefined || isHeldIn(now.held, each)) return false;
    return Math.abs(next - each.reported) > Math.abs(next - shown);
  }).length;
};

const KINDS = Object.keys(NO_TROUBLE) as (keyof RecentTrouble)[]; // the keys of the literal above

/** Counts events per second and adds up those of the last minute. Times are monotonic. */
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
    /** Adds the difference between two states of the health of one connection. */
    addHealth: (at: number, before: LinkHealth, now: LinkHealth): void => {
      const grown = (key: 'rejected' | 'timeouts' | 'skipped'): number =>
        Math.max(0, now[key] - before[key]);
      const counts = {
        unreadable: grown('rejected'),
        unanswered: grown('timeouts'),
        skipped: grown('skipped'),
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
