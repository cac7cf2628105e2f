/** Returns the value below which this part (0..1) of the values is; NaN if there is none. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN;

/**
 * Returns the milliseconds of the fastest round of each contender. The contenders alternate, so that the load of the
 * machine affects all of them equally.
 */
export const fastestOf = (
  rounds: number,
  contenders: readonly (() => unknown)[],
): readonly number[] => {
  const best = contenders.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, run] of contenders.entries()) {
      const from = performance.now();
      run();
      best[at] = Math.min(best[at] ?? Infinity, performance.now() - from);
    }
  }
  return best;
};
