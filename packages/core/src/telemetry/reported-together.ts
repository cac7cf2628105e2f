/** Values that are farther apart are not compared: the load may have changed in between. */
const TOGETHER_WITHIN_MS = 1_000; // OBD-291

/**
 * Whether a device reported these values of a sample at about the same time. A device that is asked by several polls
 * may report the cells less often than the pack. `olderByMs` is that of the live data.
 */
export const areReportedTogether = (
  olderByMs: ReadonlyMap<string, number> | undefined,
  ...places: readonly string[]
): boolean => {
  const ages = places.map((place) => olderByMs?.get(place) ?? 0);
  return Math.max(...ages) - Math.min(...ages) <= TOGETHER_WITHIN_MS;
};

/** The time in ms between the arrival of a value and the reading of the clock by its receivers. */
const CLOCK_MS = 20;

/**
 * Whether a sample only repeats these values: for each of them, `elapsedMs` ago there was a reading that may have
 * contained it. A list is repeated until all its values were reported again [OBD-287]. `olderByMs` is that of the live
 * data.
 */
export const areRepeated = (
  olderByMs: ReadonlyMap<string, number> | undefined,
  elapsedMs: number,
  ...places: readonly string[]
): boolean =>
  places.every((place) => {
    const olderMs = olderByMs?.get(place) ?? 0;
    return olderMs > 0 && olderMs >= elapsedMs - CLOCK_MS;
  });
