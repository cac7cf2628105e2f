const sortedFinite = (values: Iterable<number>): Float64Array =>
  Float64Array.from(values).filter(Number.isFinite).sort();

/** Returns the median of the finite values; of an even count the mean of the middle two; NaN if there is none. */
export const median = (values: Iterable<number>): number => {
  const sorted = sortedFinite(values);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/**
 * Returns the lower of the middle two values, which is always one of the values: if half of the cells changed and half
 * did not, their mean would be a change that no cell made. NaN if there is none.
 */
export const lowerMedian = (values: Iterable<number>): number => {
  const sorted = sortedFinite(values);
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
};
