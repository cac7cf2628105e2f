import { isKnownStart, knownStart } from '../prelude/known-start.ts';
import { areWithin, joinPeriods, sharedPeriods, type Period } from './periods.ts';

/** The time of a recording, and what it contains. */
export interface RecordedTime {
  /** UTC in ms. */
  readonly startedAt: number;
  readonly periods: readonly Period[];
  readonly samples: number;
  /** Seconds at a known current. */
  readonly currentS: number;
  /** Those between samples that are close enough for resistances. */
  readonly closeS: number;
  /** Number of cells that were read. A file may have columns without values. */
  readonly cells: number;
}

/**
 * Returns the recordings of a pack by their start, each with the periods that earlier ones contain too. Leaves out a
 * recording if the periods of another one contain its periods, with as many samples, as much known current, also between
 * close samples, and as many cells, such as that of a file that was imported again when it was longer. A time that is not
 * known covers none.
 */
export const countOnce = <Each extends RecordedTime>(
  recordings: readonly Each[],
  now: number,
): readonly { readonly recording: Each; readonly shared: readonly Period[] }[] => {
  const kept: Each[] = [];
  // A recording that covers another one is before it.
  for (const recording of recordings.toSorted(
    (a, b) =>
      b.samples - a.samples || b.currentS - a.currentS || b.closeS - a.closeS || b.cells - a.cells,
  )) {
    const { startedAt, periods, currentS, closeS, cells } = recording;
    const isCovered =
      isKnownStart(startedAt, now) &&
      kept.some(
        (each) =>
          isKnownStart(each.startedAt, now) &&
          currentS <= each.currentS &&
          closeS <= each.closeS &&
          cells <= each.cells &&
          areWithin(periods, each.periods),
      );
    if (!isCovered) kept.push(recording);
  }
  let earlier: readonly Period[] = [];
  return kept
    .toSorted((a, b) => knownStart(a.startedAt, now) - knownStart(b.startedAt, now))
    .map((recording) => {
      const { startedAt, periods } = recording;
      if (!isKnownStart(startedAt, now)) return { recording, shared: [] };
      const shared = sharedPeriods(periods, earlier);
      const sorted = [...earlier.filter(([, to]) => to > startedAt), ...periods].toSorted(
        ([a], [b]) => a - b,
      );
      earlier = joinPeriods(sorted, 0);
      return { recording, shared };
    });
};

/** A shorter overlap in seconds is the time by which a clock was corrected. */
export const LEAST_OVERLAP_S = 60;
