import { lowerMedian } from '../prelude/median.ts';
import { GAP_S, type PackColumns } from './pack-columns.ts';

/** A time with samples, in UTC ms. Periods of a recording are in order, with gaps between them. */
export type Period = readonly [from: number, to: number];

/** A time without samples is a gap between periods if it is longer than a minute, and than four usual intervals. */
const LEAST_GAP_MS = 60_000;
const LEAST_INTERVALS = 4;
/** A recording with more gaps has only its longest ones, so that its periods are small. */
const MOST_GAPS = 200;

/** Joins periods, in the order of their starts, that are at most this time apart. */
export const joinPeriods = (sorted: Iterable<Period>, gapMs: number): readonly Period[] => {
  const joined: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && from - last[1] <= gapMs) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
};

function* samplesOf(ms: Float64Array, startedAt: number): Generator<Period> {
  const begin = startedAt - (ms[0] ?? 0);
  for (const each of ms) {
    const at = begin + each;
    if (Number.isFinite(at)) yield [at, at];
  }
}

/** Returns the periods of a recording by the time that passed since its start: a clock may be corrected meanwhile. */
export const recordedPeriods = (
  { ms }: Pick<PackColumns, 'ms'>,
  startedAt: number,
): readonly Period[] => {
  const usualMs = lowerMedian(ms.subarray(1).map((at, index) => at - (ms[index] ?? at))) || 0;
  const leastGap = Math.max(LEAST_GAP_MS, LEAST_INTERVALS * usualMs);
  const found = joinPeriods(samplesOf(ms, startedAt), leastGap);
  if (found.length - 1 <= MOST_GAPS) return found;
  const gapBefore = (at: number): number => (found[at]?.[0] ?? 0) - (found[at - 1]?.[1] ?? 0);
  const afterGaps = Array.from(found.keys())
    .slice(1)
    .toSorted((a, b) => gapBefore(b) - gapBefore(a))
    .slice(0, MOST_GAPS);
  const begins = [0, ...afterGaps.toSorted((a, b) => a - b)];
  return begins.map((begin, index) => [
    found[begin]?.[0] ?? startedAt,
    found[(begins[index + 1] ?? found.length) - 1]?.[1] ?? startedAt,
  ]);
};

/** Returns the times that are both in these periods and in those. */
export const sharedPeriods = (
  these: readonly Period[],
  those: readonly Period[],
): readonly Period[] => {
  const shared: Period[] = [];
  let first = 0;
  for (const [from, to] of these) {
    while ((those[first]?.[1] ?? Infinity) <= from) first += 1;
    for (let at = first; (those[at]?.[0] ?? Infinity) < to; at += 1) {
      const [start, end] = those[at] ?? [to, to];
      shared.push([Math.max(from, start), Math.min(to, end)]);
    }
  }
  return shared;
};

/** Whether each of these periods is in one of those, which last until the next sample would have continued them. */
export const areWithin = (these: readonly Period[], those: readonly Period[]): boolean => {
  const edgeMs = GAP_S * 1_000;
  let at = 0;
  return these.every(([from, to]) => {
    while ((those[at]?.[1] ?? Infinity) + edgeMs < to) at += 1;
    return (those[at]?.[0] ?? Infinity) - edgeMs <= from;
  });
};

const DAY_MS = 86_400_000;

/** Returns the seconds of a day in UTC, such as "2026-03-12", that are in these periods. */
export const secondsOfDay = (day: string, periods: readonly Period[]): number => {
  const start = Date.parse(day);
  return periods.reduce(
    (sum, [from, to]) =>
      sum + Math.max(0, Math.min(to, start + DAY_MS) - Math.max(from, start)) / 1_000,
    0,
  );
};
