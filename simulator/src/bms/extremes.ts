/** Returns the smallest and largest of the values whose index is not hidden. Without such values the indexes are −1. */
export const extremes = (
  values: readonly number[],
  hidden: { readonly has: (index: number) => boolean; readonly size: number },
): {
  readonly min: number;
  readonly max: number;
  readonly minAt: number;
  readonly maxAt: number;
} => {
  let min = Infinity;
  let max = -Infinity;
  let minAt = -1;
  let maxAt = -1;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (hidden.size > 0 && hidden.has(i)) continue;
    if (value < min) [min, minAt] = [value, i];
    if (value > max) [max, maxAt] = [value, i];
  }
  return { min, max, minAt, maxAt };
};
