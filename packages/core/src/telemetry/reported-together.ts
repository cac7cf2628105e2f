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
