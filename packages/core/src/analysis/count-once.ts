import { isKnownStart, knownStart } from '../prelude/known-start.ts';

/** The time of a recording, in UTC ms, and what it contains. */
export interface RecordedTime {
  readonly startedAt: number;
  /** The start and the time that passed since then, also if the clock was corrected meanwhile. */
  readonly endedAt: number;
  readonly samples: number;
  /** Seconds at a known current. */
  readonly currentS: number;
}

/**
 * Returns the recordings of a pack by their start, each with the time up to which an earlier one contains it too. Leaves
 * out the recordings of a time that another one covers with as many samples and as much known current, such as those of a
 * file that was imported again when it was longer. A time that is not known covers none.
 */
export const countOnce = <Each extends RecordedTime>(
  recordings: readonly Each[],
  now: number,
): readonly { readonly recording: Each; readonly sharedUntil: number }[] => {
  let longest: RecordedTime | undefined;
  return recordings
    .toSorted(
      (a, b) =>
        knownStart(a.startedAt, now) - knownStart(b.startedAt, now) || b.endedAt - a.endedAt,
    )
    .flatMap((recording) => {
      const { startedAt, endedAt, samples, currentS } = recording;
      if (!isKnownStart(startedAt, now)) return [{ recording, sharedUntil: startedAt }];
      const sharedUntil = Math.min(endedAt, longest?.endedAt ?? startedAt);
      if (longest === undefined || endedAt > longest.endedAt) longest = recording;
      else if (samples <= longest.samples && currentS <= longest.currentS) return [];
      return [{ recording, sharedUntil }];
    });
};

/** A shorter overlap in seconds is the time by which a clock was corrected. */
export const LEAST_OVERLAP_S = 60;

const DAY_MS = 86_400_000;

/** Returns the seconds of a day in UTC, such as "2026-03-12", that are in a period. */
export const secondsOfDay = (day: string, from: number, to: number): number => {
  const start = Date.parse(day);
  return Math.max(0, Math.min(to, start + DAY_MS) - Math.max(from, start)) / 1_000;
};
